import type { CreditNote, Invoice } from '@waybill/domain/billing/model'
import { daysPast } from '@waybill/domain/billing/schedule'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { StatusFamily } from '../../kit/ui/values/StatusBadge.tsx'

/** How a document stands, as its badge says it. */
export interface DocumentState {
  family: StatusFamily
  label: string
}

/** An invoice is due soon within this many days. */
const soon_days = 3

/**
 * How an invoice stands (docs/domain/interface.md#other-states): paid, credited in full, overdue, partly paid, due
 * within 3 days, or simply issued.
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

/** How a credit note stands: wholly set against invoices, partly, or not at all. */
export function creditNoteState({
  status,
  allocated,
}: Pick<CreditNote, 'status' | 'allocated'>): DocumentState {
  if (status === 'allocated') return { family: 'green', label: 'Used' }
  return allocated > 0 ? { family: 'yellow', label: 'Partly used' } : { family: 'blue', label: 'Open' }
}
