/** The agents whose logs are read, in the order in which they are asked about a file. */
import { claudeCode } from './claude-code'
import { codex } from './codex'
import { dsh } from './dsh'
import type { LogFormat } from './format'
import { jsonl } from './jsonl'
import { pi } from './pi'

export const formats: readonly LogFormat[] = [dsh, claudeCode, codex, pi, jsonl]
