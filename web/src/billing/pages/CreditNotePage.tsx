import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { billingApi } from '@waybill/domain/billing/api'
import type { BillingTransaction, CreditNote } from '@waybill/domain/billing/model'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { call, endpointQuery } from '../../kit/api/index.ts'
import { useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { readAll } from '../../kit/table/export/read-all.ts'
import { useList } from '../../kit/table/use-list.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { creditNoteState } from '../invoices-and-statements/document-state.ts'
import {
  DocumentFrame,
  DocumentLayout,
  DocumentLines,
  lineColumns,
} from '../invoices-and-statements/DocumentFrame.tsx'
import { invoicePath } from '../billing-access.ts'
import { moneyColumn } from '../../kit/table/columns/column-kinds.tsx'
import { CreditNoteActions } from '../receivables/DocumentActions.tsx'
import { DeliveriesCard } from '../deliveries/DeliveriesCard.tsx'
import { AllocatedCard } from '../receivables/DocumentHistory.tsx'
import { useDocument } from '../invoices-and-statements/open-document.ts'

const columns: readonly Column<BillingTransaction>[] = [
  ...lineColumns<BillingTransaction>({ description: 320, shipment: 104 }),
  moneyColumn('vat', 'VAT', 96, (line) => line.vat, { quiet: true }),
  moneyColumn('amount', 'Amount', 128, (line) => line.amount, { sort: 'amount' }),
]

/** Page of one credit note: its lines, the amount used so far, and the printed document (NAV-026). */
export default function CreditNotePage() {
  const id = Number(usePathPart('id'))
  const query = useQuery(endpointQuery(billingApi.creditNotes, { id, limit: 1 }))
  return (
    <DocumentFrame query={query} found={query.data?.credit_notes[0]} what="credit note">
      {(note) => <CreditNoteParts note={note} />}
    </DocumentFrame>
  )
}

function CreditNoteParts({ note }: { note: CreditNote }) {
  const me = useMe()
  const pdf = useDocument('The document')
  return (
    <DocumentLayout
      document={note}
      kind={{
        title: 'Credit note',
        all: 'Credit notes',
        staff_tab: '?tab=credit-notes',
        tab: 'credit-notes',
      }}
      state={creditNoteState(note)}
      isBusy={pdf.isBusy}
      onPdf={() => void pdf.open(billingApi.creditNoteItems, { credit_note_id: note.id, pdf: true })}
      actions={<CreditNoteActions note={note} />}
      lines={<Lines credit_note_id={note.id} />}
      more={
        <>
          <AllocatedCard of={{ credit_note_id: note.id }} />
          <DeliveriesCard of={{ credit_note_id: note.id }} />
        </>
      }
      amounts={[
        ['Excluding VAT', note.total_excluding_vat],
        ['VAT', note.vat],
        ['Total', note.total, true],
        ['Set against invoices', note.allocated],
        ['Left', note.balance, true],
      ]}
      facts={[
        ['Date', formatDate(note.credit_note_date)],
        ...(note.invoice_id > 0
          ? ([
              [
                'For',
                <AppLink key="invoice" to={invoicePath(me, note.invoice_id)}>
                  Its invoice
                </AppLink>,
              ],
            ] as const)
          : []),
        ...(note.reason ? ([['Reason', note.reason]] as const) : []),
      ]}
    />
  )
}

function Lines({ credit_note_id }: { credit_note_id: number }) {
  const list = useList({ name: 'credit-note-lines', sort: 'transaction_date' })
  const query = useQuery({
    ...endpointQuery(billingApi.creditNoteItems, { credit_note_id, ...list.input }),
    placeholderData: keepPreviousData,
    select: (answer) => ('credit_note_items' in answer ? answer : undefined),
  })
  return (
    <DocumentLines
      what="credit note"
      list={list}
      query={query}
      lines={query.data?.credit_note_items}
      total={query.data?.count}
      fetchAll={() =>
        readAll(async (page) => {
          const answer = await call(billingApi.creditNoteItems, { ...list.input, ...page, credit_note_id })
          return 'credit_note_items' in answer ? answer.credit_note_items : []
        })
      }
      columns={columns}
      amountOf={(line) => line.amount}
    />
  )
}
