import { isStaff, type Actor } from '@waybill/domain/kit/actor'
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

/** Converts a listed payment to its form for the caller. */
export function presentPayment(actor: Actor, row: ListedPayment): Payment {
  const { number, migration_reference, created_by, ...rest } = row
  return {
    ...rest,
    reference: number === null ? (migration_reference ?? '') : paymentReference(number),
    created_by: isStaff(actor) ? created_by : '',
  }
}
