import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { billingApi } from '@waybill/domain/billing/api'
import { credit_note_statuses, type CreditNote } from '@waybill/domain/billing/model'
import { formatDate } from '@waybill/domain/kit/format'
import { useAccountFilter } from '../accounts/index.ts'
import { call, reading } from '../kit/api/index.ts'
import { useMe } from '../kit/session/me.ts'
import type { Column } from '../kit/table/columns.ts'
import { useList } from '../kit/table/use-list.ts'
import { Money } from '../kit/ui/Value.tsx'
import { accountColumn, dayColumn, moneyColumn } from './columns.tsx'
import { creditNoteState } from './document-state.ts'
import { CreditNoteBadge } from './DocumentBadge.tsx'
import { readAll, type Listing } from './listing.ts'
import { creditNotePath } from './may-see.ts'
import { idOf } from './use-invoices.tsx'

const status_options = [
  { value: 'open', label: 'Open' },
  { value: 'allocated', label: 'Used' },
]

function columnsFor(hasAccount: boolean): readonly Column<CreditNote>[] {
  return [
    {
      key: 'number',
      title: 'Credit note',
      width: 120,
      sort: 'credit_note_number',
      cell: (note) => <span className="mono">{note.doc_display_id}</span>,
      text: (note) => note.doc_display_id,
    },
    {
      key: 'state',
      title: 'State',
      width: 124,
      tight: true,
      cell: (note) => <CreditNoteBadge note={note} />,
      text: (note) => creditNoteState(note).label,
    },
    ...(hasAccount ? [accountColumn<CreditNote>()] : []),
    dayColumn<CreditNote>('date', 'Date', (note) => note.credit_note_date, 'credit_note_date'),
    {
      key: 'reason',
      title: 'Reason',
      width: 240,
      cell: (note) => note.reason,
      text: (note) => note.reason ?? '',
    },
    moneyColumn<CreditNote>('total', 'Total', (note) => note.total, { sort: 'total' }),
    moneyColumn<CreditNote>('vat', 'VAT', (note) => note.vat, { hidden: true }),
    moneyColumn<CreditNote>('balance', 'Left', (note) => note.balance),
  ]
}

/** The list of credit notes, of one account or of all (BILL-008). */
export function useCreditNotes(account_id?: number): Listing<CreditNote> {
  const me = useMe()
  const account = useAccountFilter(account_id === undefined)
  const list = useList({
    name: 'credit-notes',
    sort: '-credit_note_date',
    filters: [
      { key: 'status', label: 'State', kind: 'choice', options: status_options, single: true, pinned: true },
      { key: 'date', label: 'Date', kind: 'date', pinned: true },
      ...account,
    ],
  })
  const between = list.between('date')
  const status = credit_note_statuses.filter((one) => list.chosen('status').includes(one))
  const input = {
    ...list.input,
    account_id: account_id ?? idOf(list.chosen('account')[0]),
    status: status.length > 0 ? status : undefined,
    start_date: between?.from,
    end_date: between?.until,
  }
  const query = useQuery({ ...reading(billingApi.creditNotes, input), placeholderData: keepPreviousData })
  return {
    name: 'credit-notes',
    caption: 'Credit notes',
    list,
    columns: columnsFor(account_id === undefined),
    rows: query.data?.credit_notes,
    total: query.data?.count,
    query,
    linkOf: (note) => creditNotePath(me, note.id),
    card: (note) => ({
      title: note.doc_display_id,
      badge: <CreditNoteBadge note={note} />,
      lines: [
        <>
          <Money cents={note.total} />
          {note.reason && ` · ${note.reason}`}
        </>,
        `${account_id === undefined ? `${note.account_name} · ` : ''}${formatDate(note.credit_note_date)}`,
      ],
    }),
    fetchAll: () =>
      readAll(async (page) => (await call(billingApi.creditNotes, { ...input, ...page })).credit_notes),
  }
}
