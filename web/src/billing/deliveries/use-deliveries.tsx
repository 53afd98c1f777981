import { IconMail } from '../../kit/icons/icons.ts'
import {
  deliveriesApi,
  delivery_kinds,
  delivery_states,
  sendable_kinds,
  type DeliveryKind,
  type DocumentDelivery,
  type DocumentDeliveryState,
  type SendableKind,
} from '@waybill/domain/billing/deliveries'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { textColumn, whenColumn } from '../../kit/table/columns/column-kinds.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { accountColumn } from '../billing-columns.tsx'
import type { Listing } from '../listing.ts'
import { ListingTable } from '../ListingTable.tsx'

const kind_labels: Readonly<Record<DeliveryKind, string>> = {
  invoice: 'Invoice',
  'credit-note': 'Credit note',
  statement: 'Statement',
  reminder: 'Payment reminder',
  'hold-warning': 'Warning before a hold',
}

export const delivery_labels: Readonly<Record<DocumentDeliveryState, string>> = {
  queued: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
}

const documentText = ({ kind, document }: DocumentDelivery): string =>
  [kind_labels[kind], document].filter(Boolean).join(' ')

const columns: readonly Column<DocumentDelivery>[] = [
  whenColumn('time', 'Requested', 140, (row) => row.time_created),
  accountColumn(200),
  textColumn('document', 'Document', 220, documentText),
  textColumn('recipient', 'To', 240, (row) => row.recipient),
  textColumn('state', 'State', 96, (row) => delivery_labels[row.state]),
  textColumn('error', 'Why', 260, (row) => row.error, { quiet: true }),
  {
    key: 'again',
    title: 'Again',
    width: 132,
    cell: (row) => <SendAgain of={row} />,
    // A cell without a text is shown as empty.
    text: (row) => (canSendAgain(row) ? 'Send again' : ''),
  },
]

const isSendable = (kind: DeliveryKind): kind is SendableKind => sendable_kinds.some((one) => one === kind)

/** Whether an e-mail failed whose document can be sent again from the list. */
function canSendAgain({ kind, state }: DocumentDelivery): boolean {
  return state === 'failed' && isSendable(kind) && kind !== 'statement'
}

/** Button that sends a failed document again; the message keeps its id, so that nobody gets it twice. */
export function SendAgain({ of: delivery }: { of: DocumentDelivery }) {
  const me = useMe()
  const { kind, invoice_id, credit_note_id } = delivery
  const id = kind === 'invoice' ? invoice_id : credit_note_id
  const send = useSending()
  if (!canSendAgain(delivery) || !isSendable(kind) || !mayCall(me, deliveriesApi.send)) return null
  return (
    <Button
      size="sm"
      icon={IconMail}
      busy={send.isPending}
      onClick={() => send.mutate({ kind, ids: [id], again: true })}
    >
      Send again
    </Button>
  )
}

/** Mutation that sends documents by e-mail and says what became of them. */
export function useSending() {
  return useEndpointMutation(deliveriesApi.send, {
    refresh: [deliveriesApi.list],
    done: ({ queued, no_address }) => {
      if (queued > 0)
        toast.success(`${formatCount(queued)} ${queued === 1 ? 'e-mail is' : 'e-mails are'} on the way`)
      else if (no_address.length > 0)
        toast.error(`${no_address[0]?.account_name ?? 'The account'} has no e-mail address for documents`)
      else toast.success('It was sent before')
    },
  })
}

/** Returns the list of e-mails with documents, of all accounts or as limited by `of`. */
export function useDeliveries(name: string, of: { invoice_id?: number }): Listing<DocumentDelivery> {
  const list = useList({
    name,
    sort: '',
    filters: [
      {
        key: 'state',
        label: 'State',
        kind: 'choice',
        options: delivery_states.map((value) => ({ value, label: delivery_labels[value] })),
        pinned: true,
      },
      {
        key: 'kind',
        label: 'Document',
        kind: 'choice',
        options: delivery_kinds.map((value) => ({ value, label: kind_labels[value] })),
      },
      { key: 'date', label: 'Requested', kind: 'date' },
    ],
  })
  const input = {
    ...list.input,
    ...of,
    state: list.someOf('state', delivery_states),
    kind: list.someOf('kind', delivery_kinds),
    start_date: list.between('date')?.from,
    end_date: list.between('date')?.until,
  }
  return {
    caption: 'E-mails with documents',
    list,
    columns,
    ...useRows(deliveriesApi.list, input, ({ deliveries }) => deliveries),
    card: (row) => ({
      title: documentText(row),
      badge: delivery_labels[row.state],
      lines: [`${row.account_name} · ${row.recipient}`, row.error || formatDateTime(row.time_created)],
    }),
  }
}

/** The table of e-mails with documents. */
export function Deliveries({ of: listing }: { of: Listing<DocumentDelivery> }) {
  return (
    <ListingTable
      of={listing}
      empty={{
        title: 'No e-mails yet.',
        text: 'Invoices, statements and reminders that were e-mailed are listed here.',
      }}
    />
  )
}
