import { systemActor } from '@waybill/domain/kit/actor'
import type { ExternalContext } from '../kit/handler.ts'
import { receiver_source } from '../shipments/index.ts'

/** Returns a context that acts as the receiver of the parcel. */
export function asReceiver(ctx: ExternalContext): Promise<ExternalContext> {
  return ctx.actingAs({
    ...systemActor(ctx.provider_id),
    username: receiver_source,
    name: 'Receiver',
  })
}
