import type { ExternalContext } from '../kit/handler.ts'
import { receiverActor } from '../shipments/index.ts'

/** Returns a context that acts as the receiver of the parcel. */
export function asReceiver(ctx: ExternalContext): Promise<ExternalContext> {
  return ctx.actingAs(receiverActor(ctx.provider_id))
}
