import { paymentsApi } from '@waybill/domain/payments/api'
import { paymentReference } from '@waybill/domain/payments/payment'
import { serveExternal, serveRaw, type ExternalHandler } from '../../../kit/handler.ts'
import { receiveNotice } from '../../receive-notice.ts'
import { startPayment, startSavingCard } from '../../start-payment.ts'
import type { PaymentRow } from '../../store.ts'
import type { Started } from '../port.ts'

/**
 * Signs the form that a browser posts to PayFast. The passphrase never leaves the server; the merchant key does, because
 * the form needs it (PAY-046…PAY-051, PAY-055).
 */
const signPayfast: ExternalHandler<typeof paymentsApi.payfastSignature> = async (ctx, input) => {
  if (input.is_saved_card_setup || input.set_as_default_payment_setup)
    return startSavingCard(ctx, 'payfast', input.set_as_default_payment_setup === true, presentForm)
  return startPayment(
    ctx,
    {
      gateway: 'payfast',
      method: 'eft',
      pairs: input.key_value_pairs,
      amount_field: 'amount',
      shipment_id: input.shipment_id,
      payment_reference: input.payment_reference,
    },
    presentForm,
  )
}

function presentForm({ redirect_url, form }: Started, payment: PaymentRow) {
  const fields = form?.fields ?? []
  const valueOf = (named: string): string => fields.find(({ name }) => name === named)?.value ?? ''
  return {
    signature: form?.signature ?? '',
    merchant_id: valueOf('merchant_id'),
    merchant_key: valueOf('merchant_key'),
    action: redirect_url,
    fields: fields.filter(({ name }) => name !== 'merchant_id' && name !== 'merchant_key'),
    reference: paymentReference(payment.number),
  }
}

export const payfast_routes = [
  serveExternal(paymentsApi.payfastSignature, signPayfast),
  serveRaw(paymentsApi.payfastNotify, receiveNotice('payfast')),
]
