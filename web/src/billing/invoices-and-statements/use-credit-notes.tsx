import { billingApi } from '@waybill/domain/billing/api'
import type { credit_note_statuses, CreditNote } from '@waybill/domain/billing/model'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { moneyColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { Money } from '../../kit/ui/values/Value.tsx'
import { dayColumn } from '../billing-columns.tsx'
import { useDocumentList, type DocumentKind } from './document-list.tsx'
import { creditNoteState } from './document-state.ts'
import type { Listing } from '../listing.ts'
import { creditNotePath } from '../billing-access.ts'

const kind: DocumentKind<CreditNote, (typeof credit_note_statuses)[number]> = {
  name: 'credit-notes',
  caption: 'Credit notes',
  title: 'Credit note',
  number_sort: 'credit_note_number',
  date_sort: 'credit_note_date',
  states: [
    { value: 'open', label: 'Open' },
    { value: 'allocated', label: 'Used' },
  ],
  single: true,
  stateOf: creditNoteState,
}

const extra_columns: readonly Column<CreditNote>[] = [
  dayColumn('date', 'Date', (note) => note.credit_note_date, 'credit_note_date'),
  textColumn('reason', 'Reason', 240, (note) => note.reason),
  moneyColumn('total', 'Total', 128, (note) => note.total, { sort: 'total' }),
  moneyColumn('vat', 'VAT', 128, (note) => note.vat, { hidden: true }),
  moneyColumn('balance', 'Left', 128, (note) => note.balance),
]

/** Returns the list of credit notes of one account or of all accounts (BILL-008). */
export function useCreditNotes(accountId?: number): Listing<CreditNote> {
  const me = useMe()
  const { frame, input, cardOf } = useDocumentList(kind, extra_columns, accountId)
  return {
    ...frame,
    ...useRows(billingApi.creditNotes, input, ({ credit_notes }) => credit_notes),
    linkOf: (note) => creditNotePath(me, note.id),
    card: (note) =>
      cardOf(
        note,
        <>
          <Money cents={note.total} />
          {note.reason && ` · ${note.reason}`}
        </>,
        formatDate(note.credit_note_date),
      ),
  }
}
