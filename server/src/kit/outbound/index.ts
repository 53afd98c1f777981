import { port } from '../verb.ts'
import type { Outbound } from './client.ts'

export { isPublic, lookAt, type OutboundRules } from './addresses.ts'
export { outboundClient, type Outbound, type OutboundAnswer, type OutboundCall } from './client.ts'

/** Calls to addresses that users set. */
export const outboundPort = port<Outbound>('outbound')
