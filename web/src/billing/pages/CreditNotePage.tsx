import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { billingApi } from '@waybill/domain/billing/api'
import type { BillingTransaction, CreditNote } from '@waybill/domain/billing/model'
import { transaction_types } from '@waybill/domain/billing/transaction-types'
import { isStaff } from '@waybill/domain/kit/actor'
import { formatDate } from '@waybill/domain/kit/format'
import { reading } from '../../kit/api/index.ts'
import { useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns.ts'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { AppLink } from '../../kit/ui/AppLink.tsx'
import { Button } from '../../kit/ui/Button.tsx'
import { Card, Facts } from '../../kit/ui/Card.tsx'
import { Money } from '../../kit/ui/Value.tsx'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { dayColumn, moneyColumn } from '../columns.tsx'
import { CreditNoteBadge } from '../DocumentBadge.tsx'
import { DocumentFrame, DocumentLayout, Totals } from '../DocumentFrame.tsx'
import { invoicePath } from '../may-see.ts'
import { useDocument } from '../open-document.ts'
import { ReferenceLink } from '../ReferenceLink.tsx'
import styles from '../billing.module.css'

const told = (line: BillingTransaction): string => line.description ?? transaction_types[line.type].label

const columns: readonly Column<BillingTransaction>[] = [
  dayColumn('date', 'Date', (line) => line.transaction_date, 'transaction_date'),
  { key: 'description', title: 'Description', width: 320, cell: told, text: told },
  {
    key: 'shipment',
    title: 'Shipment',
    width: 104,
    cell: (line) => (
      <ReferenceLink to={`/shipments/${line.shipment_id}`}>{line.shipment_reference}</ReferenceLink>
    ),
    text: (line) => line.shipment_reference,
  },
  moneyColumn('vat', 'VAT', (line) => line.vat, { width: 96, quiet: true }),
  moneyColumn('amount', 'Amount', (line) => line.amount, { sort: 'amount' }),
]

/** One credit note: what it gives back, how much of it has been used, and the printed document (NAV-026). */
export default function CreditNotePage() {
  const id = Number(usePathPart('id'))
  const query = useQuery(reading(billingApi.creditNotes, { id, limit: 1 }))
  return (
    <DocumentFrame query={query} found={query.data?.credit_notes[0]} what="credit note">
      {(note) => <CreditNoteParts note={note} />}
    </DocumentFrame>
  )
}

function CreditNoteParts({ note }: { note: CreditNote }) {
  const me = useMe()
  const document = useDocument('The document')
  return (
    <DocumentLayout
      title={note.doc_display_id}
      badge={<CreditNoteBadge note={note} size="large" />}
      note={isStaff(me) && <AppLink to={`/accounts/${note.account_id}`}>{note.account_name}</AppLink>}
      back={
        isStaff(me)
          ? { to: '/billing?tab=credit-notes', label: 'Billing' }
          : { to: '/account?tab=credit-notes', label: 'Credit notes' }
      }
      primary={
        <Button
          variant="primary"
          icon={IconDownload}
          busy={document.isBusy}
          onClick={() =>
            void document.open(billingApi.creditNoteItems, { credit_note_id: note.id, pdf: true })
          }
        >
          Download PDF
        </Button>
      }
      main={<Lines credit_note_id={note.id} />}
      side={
        <>
          <Card title="Amounts" className={styles.dense}>
            <Totals
              of={[
                ['Excluding VAT', note.total_excluding_vat],
                ['VAT', note.vat],
                ['Total', note.total, true],
                ['Set against invoices', note.allocated],
                ['Left', note.balance, true],
              ]}
            />
          </Card>
          <Card title="Credit note" className={styles.dense}>
            <Facts
              split
              of={[
                ['Account', `${note.account_name} (${note.account_code})`],
                ['Date', formatDate(note.credit_note_date)],
                ...(note.invoice_id > 0
                  ? ([['For', <AppLink to={invoicePath(me, note.invoice_id)}>Its invoice</AppLink>]] as const)
                  : []),
                ...(note.reason ? ([['Reason', note.reason]] as const) : []),
              ]}
            />
          </Card>
        </>
      }
    />
  )
}

function Lines({ credit_note_id }: { credit_note_id: number }) {
  const list = useList({ name: 'credit-note-lines', sort: 'transaction_date' })
  const query = useQuery({
    ...reading(billingApi.creditNoteItems, { credit_note_id, ...list.input }),
    placeholderData: keepPreviousData,
    select: (answer) => ('credit_note_items' in answer ? answer : undefined),
  })
  return (
    <Card title="Lines" note={query.data && `${query.data.count}`} flush>
      <DataTable
        name="credit-note-lines"
        caption="Lines of the credit note"
        inCard
        columns={columns}
        rows={query.data?.credit_note_items}
        total={query.data?.count}
        idOf={(line) => line.id}
        query={query}
        list={list}
        card={(line) => ({
          title: told(line),
          badge: <Money cents={line.amount} />,
          lines: [[formatDate(line.transaction_date), line.shipment_reference].filter(Boolean).join(' · ')],
        })}
        empty={{ title: 'This credit note has no lines.' }}
      />
    </Card>
  )
}
