/** The whole API, built over a transport. */
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from './contract'
import { portOver, type Transport } from './transport'

export type HostApi = ContractRouterClient<Contract>

/**
 * Calls reject when the host refuses the arguments or the transport closes.
 * Streams end by leaving their `for await` or by an `AbortSignal` in the options.
 */
export function createApi(transport: Transport): HostApi {
  return createORPCClient(new RPCLink({ port: portOver(transport) }))
}
