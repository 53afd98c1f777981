import { paymentsApi } from '@waybill/domain/payments/api'
import { serveExternal, serveRaw, type ExternalHandler } from '../../../kit/handler.ts'
import { receiveNotice } from '../../receive-notice.ts'
import { startPayment } from '../../start-payment.ts'

/**
 * Starts a payment with Stitch. Stitch returns the payer to a page of ours that reads the payment's state (PAY-044,
 * PAY-045).
 */
const startStitch: ExternalHandler<typeof paymentsApi.stitchUrl> = async (ctx, input) =>
  startPayment(
    ctx,
    {
      gateway: 'stitch',
      method: 'stitch',
      pairs: input.key_value_pairs,
      amount_field: 'quantity',
      shipment_id: input.shipment_id,
      payment_reference: input.payment_reference,
    },
    ({ redirect_url }) => ({ data: { redirect_url } }),
  )

export const stitch_routes = [
  serveExternal(paymentsApi.stitchUrl, startStitch),
  serveRaw(paymentsApi.stitchNotify, receiveNotice('stitch')),
]
