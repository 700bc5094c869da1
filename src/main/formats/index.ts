/** The agents whose logs are read, in the order in which they are asked about a file. */
import type { LogFormat } from './format'
import { dsh } from './dsh'

export const formats: readonly LogFormat[] = [dsh]
