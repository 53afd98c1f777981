import { IconDownload, IconSend } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { accountingApi, type AccountingExport, type ExportedDocument } from '@waybill/domain/accounting/api'
import { accounting_systems, format_labels } from '@waybill/domain/accounting/chart'
import { document_kinds, document_labels } from '@waybill/domain/accounting/document'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { formatRand } from '@waybill/domain/kit/money'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { call, endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { showError } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { personName } from '../../kit/session/people.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { badgeColumn, moneyColumn, monoColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { downloadText } from '../../kit/table/export/csv.ts'
import { choiceFilter } from '../../kit/table/filters/filters.ts'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Row, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { PendingRecord } from '../../kit/ui/states/PendingRecord.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { daysOf } from '../Exports.tsx'
import { exportState } from '../export-state.ts'

const back = { to: '/billing/accounting', label: 'Accounting' }
/** How often a page of a batch that is being sent asks how far it is, in ms. */
const refresh_ms = 5_000

/** The page of one export batch: its files, its documents, and sending it to the accounting program. */
export default function ExportPage() {
  const id = Number(usePathPart('id'))
  const query = useQuery({
    ...endpointQuery(accountingApi.exports, { id, limit: 1 }),
    refetchInterval: ({ state }) => (state.data?.exports[0]?.waiting ? refresh_ms : false),
  })
  const batch = query.data?.exports[0]
  if (!batch)
    return (
      <PendingRecord
        query={query}
        name="export"
        back={back}
        missing="There is no export with this number. Open it from the list of exports."
      />
    )
  return (
    <Page width="list">
      <PageHeader
        title={batch.display_id}
        mono
        back={back}
        badge={<StatusBadge {...exportState(batch)} />}
        primary={<SendButton batch={batch} />}
      />
      <Stack>
        <Card title={format_labels[batch.format]}>
          <Stack>
            <Facts
              of={[
                ['Period', daysOf(batch)],
                ['Invoiced', formatRand(batch.total)],
                ['Exported', `${formatDate(batch.time_created)} by ${personName(batch.created_by)}`],
              ]}
            />
            <Row>
              {batch.files.map(({ name }) => (
                <Button key={name} size="sm" icon={IconDownload} onClick={() => download(batch.id, name)}>
                  {name}
                </Button>
              ))}
            </Row>
          </Stack>
        </Card>
        <Documents exportId={batch.id} isSending={batch.waiting > 0} />
      </Stack>
    </Page>
  )
}

async function download(exportId: number, name: string): Promise<void> {
  try {
    const file = await call(accountingApi.file, { export_id: exportId, name })
    downloadText(file.name, file.text)
  } catch (error) {
    showError(error)
  }
}

function SendButton({ batch }: { batch: AccountingExport }) {
  const me = useMe()
  const system = accounting_systems.find((one) => one === batch.format)
  const send = useEndpointMutation(accountingApi.send, {
    refresh: [accountingApi.exports, accountingApi.documents],
    done: () => toast.success('The documents are being sent'),
  })
  const left = batch.documents - batch.sent - batch.waiting
  if (!system || left === 0 || !mayCall(me, accountingApi.send)) return null
  return (
    <Button
      variant="primary"
      icon={IconSend}
      busy={send.isPending}
      onClick={() => send.mutate({ export_id: batch.id })}
    >
      {batch.failed > 0 ? 'Send again' : `Send to ${format_labels[system]}`}
    </Button>
  )
}

const sending_badges = {
  '': null,
  waiting: { family: 'blue', label: 'Waiting' },
  sent: { family: 'green', label: 'Sent' },
  failed: { family: 'red', label: 'Rejected' },
} as const

function Sending({ of: { sending } }: { of: ExportedDocument }) {
  const badge = sending_badges[sending]
  return badge && <StatusBadge {...badge} />
}

const linkOf = ({ kind, document_id }: ExportedDocument): string | null => {
  if (kind === 'invoice') return `/accounts/invoices/${document_id}`
  return kind === 'credit-note' ? `/accounts/credit-notes/${document_id}` : null
}

const columns: readonly Column<ExportedDocument>[] = [
  monoColumn('number', 'Document', 128, (row) => row.number, {
    cell: (row) => {
      const link = linkOf(row)
      return link ? <AppLink to={link}>{row.number}</AppLink> : <span className="mono">{row.number}</span>
    },
  }),
  textColumn('kind', 'Kind', 112, (row) => document_labels[row.kind]),
  textColumn('date', 'Date', 104, (row) => formatDate(startOfDay(row.date))),
  textColumn('account', 'Account', 240, (row) => `${row.customer_name} (${row.account_code})`),
  moneyColumn('vat', 'VAT', 112, (row) => row.vat, { quiet: true }),
  moneyColumn('total', 'Total', 128, (row) => row.total),
  badgeColumn('sending', 'Sending', 112, (row) => row.sending, { cell: (row) => <Sending of={row} /> }),
  textColumn('error', 'Problem', 280, (row) => row.error, { whole: true }),
]

function Documents({ exportId, isSending }: { exportId: number; isSending: boolean }) {
  const list = useList({
    name: 'exported-documents',
    filters: [choiceFilter('kind', 'Kind', document_kinds, (kind) => document_labels[kind])],
  })
  const found = useRows(
    accountingApi.documents,
    {
      export_id: exportId,
      kind: list.someOf('kind', document_kinds),
      limit: list.input.limit,
      offset: list.input.offset,
    },
    ({ documents }) => documents,
    isSending ? { refetchInterval: refresh_ms } : {},
  )
  return (
    <DataTable
      {...found}
      name={list.name}
      list={list}
      caption="Documents"
      columns={columns}
      idOf={({ id }) => id}
      card={(row) => ({
        title: row.number,
        badge: <Sending of={row} />,
        lines: [
          `${row.customer_name}, ${formatRand(row.total)}`,
          row.error || formatDate(startOfDay(row.date)),
        ],
      })}
      empty={{ title: 'No documents of this kind.' }}
    />
  )
}
