/** What a host's main thread and its core thread say to each other. */
import type { CoreOptions, OpenedPaths } from './core'

export type ToWorker =
  | { readonly kind: 'start'; readonly options: CoreOptions }
  | { readonly kind: 'connect'; readonly id: number }
  | { readonly kind: 'message'; readonly id: number; readonly text: string }
  | { readonly kind: 'disconnect'; readonly id: number }
  | { readonly kind: 'open'; readonly call: number; readonly paths: readonly string[] }
  | { readonly kind: 'close' }

export type FromWorker =
  | { readonly kind: 'started' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'message'; readonly id: number; readonly text: string }
  | { readonly kind: 'opened'; readonly call: number; readonly opened: OpenedPaths }
  | { readonly kind: 'closed' }
