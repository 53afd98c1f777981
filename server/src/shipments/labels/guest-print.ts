import { notFound } from '@waybill/domain/kit/problem'
import type { RuleResult } from '@waybill/domain/kit/rule-result'
import type { Shipment } from '@waybill/domain/shipments/model'

/**
 * Whether a guest proved to be the sender of a guest shipment. Otherwise returns a 404 problem, as if the shipment
 * did not exist (docs/domain/public-api.md#waybills).
 */
export function mayPrintAsGuest(
  shipment: Shipment,
  shown: {
    collection_email?: string | undefined
    collection_contact_number?: string | undefined
    payment_reference?: string | undefined
  },
): RuleResult {
  const digits = (text: string | undefined) => (text ?? '').replace(/\D/g, '').slice(-9)
  const { email, mobile_number } = shipment.collection_contact
  const knowsEmail =
    Boolean(shown.collection_email) && shown.collection_email?.toLowerCase() === email.toLowerCase()
  const knowsNumber =
    digits(shown.collection_contact_number) !== '' &&
    digits(shown.collection_contact_number) === digits(mobile_number)
  const knowsReference =
    Boolean(shown.payment_reference) && shown.payment_reference === shipment.payment_reference
  return shipment.account.account_type === 'guest' && (knowsEmail || knowsNumber || knowsReference)
    ? true
    : notFound('Could not find shipment')
}
