import type { Payment, PaymentState } from '@waybill/domain/payments/model'
import { paymentReference } from '@waybill/domain/payments/payment'
import type { StoredPayment, ListedPayment } from './store.ts'

/** Converts a payment to the form visible to its payer. */
export function presentState(row: StoredPayment): PaymentState {
  return {
    reference: paymentReference(row.number),
    status: row.status,
    purpose: row.purpose,
    amount: row.amount,
    received: row.received,
    shipment_id: row.shipment_id,
    time_created: row.time_created,
  }
}

/** Converts a payment to the form visible to the courier company. */
export function presentPayment(row: ListedPayment): Payment {
  const { id, account_id, account_code, source, method, fee, gateway_reference, remark } = row
  return {
    ...presentState(row),
    id,
    account_id,
    account_code,
    source,
    method,
    fee,
    gateway_reference,
    remark,
    shipment_reference: row.shipment_reference,
  }
}
