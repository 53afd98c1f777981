import type { damageFound } from '@waybill/domain/hub/events'
import type { PayloadOf } from '@waybill/domain/kit/event'
import type { Context } from '../../kit/handler.ts'
import { pushToStaff } from './push-store.ts'

/** Sends staff who chose so a push message about damaged parcels, at any hour. */
export async function pushDamage(
  ctx: Context,
  { shipment_id, branch_id, parcel_count, note }: PayloadOf<typeof damageFound>,
): Promise<void> {
  const message = {
    title: parcel_count === 1 ? 'A parcel is damaged' : `${parcel_count} parcels are damaged`,
    body: note.slice(0, 200),
    url: `/shipments/${shipment_id}`,
    hidden_while_open: true,
  }
  await pushToStaff(ctx, 'depot', branch_id, message, true)
}
