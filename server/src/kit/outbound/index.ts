import { port } from '../handler.ts'
import type { Outbound } from './client.ts'

export { isPublic } from './addresses.ts'
export { outboundClient, type Outbound, type OutboundAnswer } from './client.ts'

/** Calls to addresses that users set. */
export const outboundPort = port<Outbound>('outbound')
