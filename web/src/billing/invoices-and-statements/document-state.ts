import type { CreditNote, Invoice } from '@waybill/domain/billing/model'
import { daysPast } from '@waybill/domain/billing/schedule'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { StatusFamily } from '../../kit/ui/values/StatusBadge.tsx'

/** The state of a document as displayed by its badge. */
export interface DocumentState {
  family: StatusFamily
  label: string
}

/** Number of days before the due day from which an invoice is due soon. */
const soon_days = 3

/**
 * Returns the state of an invoice (docs/domain/interface.md#other-states): paid, credited in full, overdue, partly
 * paid, due within 3 days, or issued.
 */
export function invoiceState(
  invoice: Pick<Invoice, 'status' | 'total' | 'amount_paid' | 'credit_note_total' | 'due_date'>,
  now: Date,
): DocumentState {
  const { status, total, amount_paid, credit_note_total, due_date } = invoice
  if (status === 'paid')
    return credit_note_total >= total && total > 0
      ? { family: 'grey', label: 'Credited' }
      : { family: 'green', label: 'Paid' }
  if (status === 'overdue') return { family: 'red', label: 'Overdue' }
  if (amount_paid + credit_note_total > 0) return { family: 'yellow', label: 'Partly paid' }
  return daysPast(dayOf(due_date), dayOf(now)) >= -soon_days
    ? { family: 'yellow', label: 'Due soon' }
    : { family: 'blue', label: 'Issued' }
}

/** Returns the state of a credit note: allocated to invoices fully, partly, or not at all. */
export function creditNoteState({
  status,
  allocated,
}: Pick<CreditNote, 'status' | 'allocated'>): DocumentState {
  if (status === 'allocated') return { family: 'green', label: 'Used' }
  return allocated > 0 ? { family: 'yellow', label: 'Partly used' } : { family: 'blue', label: 'Open' }
}
