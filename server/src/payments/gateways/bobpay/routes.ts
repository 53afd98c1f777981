import { invalid } from '@waybill/domain/kit/problem'
import { paymentsApi } from '@waybill/domain/payments/api'
import { methodOf } from '@waybill/domain/payments/methods'
import { valuesOf } from '@waybill/domain/payments/pairs'
import { serveExternal, serveRaw, type ExternalHandler } from '../../../kit/handler.ts'
import { receiveNotice } from '../../receive-notice.ts'
import { startPayment, startSavingCard } from '../../start-payment.ts'
import type { Started } from '../port.ts'

/**
 * Starts a payment with Bob Pay by new card, saved card or another method, or starts saving a card (PAY-041, PAY-042,
 * PAY-059, PAY-061).
 */
const startBobpay: ExternalHandler<typeof paymentsApi.bobpayUrl> = async (ctx, input) => {
  if (input.is_saved_card_setup || input.set_as_default_payment_setup)
    return startSavingCard(ctx, 'bobpay', input.set_as_default_payment_setup === true, presentUrl)
  const method = methodOf(input.payment_method)
  if (method === null)
    throw invalid(`${input.payment_method} is not a way to pay. Choose one that is offered.`, [
      { field: 'payment_method', message: 'is not known' },
    ])
  const values = valuesOf(input.key_value_pairs)
  return startPayment(
    ctx,
    {
      gateway: 'bobpay',
      method,
      pairs: input.key_value_pairs,
      amount_field: 'amount',
      shipment_id: input.shipment_id,
      payment_reference: input.payment_reference,
      saves_card: values.get('save_card') === 'true',
      ...(input.payment_method === 'bob_pay_saved_credit_card'
        ? { saved_card: { id: Number(values.get('saved_card_id') ?? 0), cvv: values.get('cvv') ?? '' } }
        : {}),
    },
    presentUrl,
  )
}

function presentUrl({ redirect_url }: Started) {
  return { data: { redirect_url } }
}

export const bobpay_routes = [
  serveExternal(paymentsApi.bobpayUrl, startBobpay),
  serveRaw(paymentsApi.bobpayNotify, receiveNotice('bobpay')),
]
