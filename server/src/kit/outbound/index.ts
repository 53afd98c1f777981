import { port } from '../handler.ts'
import type { Outbound } from './client.ts'

export { isPublic } from './addresses.ts'
export { outboundClient, type Outbound, type OutboundAnswer } from './client.ts'

/** Port for calls to addresses set by users. */
export const outboundPort = port<Outbound>('outbound')
