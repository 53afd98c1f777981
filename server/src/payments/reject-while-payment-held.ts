import type { PayloadOf } from '@waybill/domain/kit/event'
import { wrongState } from '@waybill/domain/kit/problem'
import type { shipmentMoved } from '@waybill/domain/shipments/events'
import type { Context } from '../kit/handler.ts'
import { hasHeldPayment } from './store.ts'

/**
 * Prevents a shipment with a held payment from expiring or being cancelled. Subscriber in the same transaction
 * (docs/domain/payments.md#callbacks).
 */
export async function holdOnDispute(
  ctx: Context,
  { shipment_id, to }: PayloadOf<typeof shipmentMoved>,
): Promise<void> {
  if (to !== 'cancelled' && to !== 'quote-expired') return
  if (await hasHeldPayment(ctx, shipment_id))
    throw wrongState(
      'A payment for this shipment is being confirmed. Wait for it, or settle it under Billing first.',
    )
}
