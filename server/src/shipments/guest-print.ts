import { notFound } from '@waybill/domain/kit/problem'
import type { Verdict } from '@waybill/domain/kit/verdict'
import type { Shipment } from '@waybill/domain/shipments/model'

/** Whether a guest has shown to be the sender of a guest shipment; otherwise it reads as not there (partner API 5.1). */
export function mayPrintAsGuest(
  shipment: Shipment,
  shown: { collection_email?: string | undefined; collection_contact_number?: string | undefined },
): Verdict {
  const digits = (text: string | undefined) => (text ?? '').replace(/\D/g, '').slice(-9)
  const { email, mobile_number } = shipment.collection_contact
  const knows_email =
    Boolean(shown.collection_email) && shown.collection_email?.toLowerCase() === email.toLowerCase()
  const knows_number =
    digits(shown.collection_contact_number) !== '' &&
    digits(shown.collection_contact_number) === digits(mobile_number)
  return shipment.account.account_type === 'guest' && (knows_email || knows_number)
    ? true
    : notFound('Could not find shipment')
}
