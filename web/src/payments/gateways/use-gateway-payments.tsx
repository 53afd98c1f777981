import { counter_methods, counter_texts } from '@waybill/domain/payments/counter'
import { paymentsApi } from '@waybill/domain/payments/api'
import { gatewayTitle, type GatewayName } from '@waybill/domain/payments/gateway-list'
import { method_names } from '@waybill/domain/payments/method-names'
import {
  ledger_method_titles,
  ledger_methods,
  listed_methods,
  type ListedMethod,
} from '@waybill/domain/payments/methods'
import type { Payment } from '@waybill/domain/payments/model'
import { payment_status_words, payment_statuses } from '@waybill/domain/payments/payment'
import { refund_state_words } from '@waybill/domain/payments/refund'
import { methodLabel } from '@waybill/domain/payments/payment-methods'
import { useAccountFilter } from '../../accounts/index.ts'
import { personName } from '../../kit/session/people.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import {
  badgeColumn,
  moneyColumn,
  monoColumn,
  textColumn,
  whenColumn,
} from '../../kit/table/columns/column-kinds.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { Money } from '../../kit/ui/values/Value.tsx'
import { payment_families } from './payment-status-colours.ts'
import { choiceFilter } from '../../kit/table/filters/filters.ts'

/** State, query and columns of the payments list. The list state is stored in the URL. */
export function useGatewayPayments() {
  const list = useList({
    name: 'payments',
    sort: '-time_created',
    filters: [
      choiceFilter('status', 'State', payment_statuses, (value) => payment_status_words[value], {
        pinned: true,
      }),
      choiceFilter('method', 'Payment method', listed_methods, listedMethodLabel, { pinned: true }),
      { key: 'date', label: 'Date', kind: 'date', pinned: true },
      { key: 'unallocated', label: 'Not fully allocated', kind: 'flag' },
      { key: 'unsettled', label: 'In no settlement report', kind: 'flag' },
      ...useAccountFilter(true),
    ],
  })
  const input = {
    ...list.input,
    status: list.someOf('status', payment_statuses),
    method: list.someOf('method', listed_methods),
    account_id: list.id('account'),
    is_unallocated: list.flag('unallocated') || undefined,
    is_unsettled: list.flag('unsettled') || undefined,
    start_date: list.between('date')?.from,
    end_date: list.between('date')?.until,
  }
  return { list, columns: payment_columns, ...useRows(paymentsApi.list, input, ({ payments }) => payments) }
}

/** The status badge of a payment. */
export function PaymentBadge({
  of: payment,
}: {
  of: Pick<Payment, 'status' | 'is_reversed' | 'refund_state'>
}) {
  const { status, is_reversed, refund_state } = payment
  if (is_reversed || refund_state !== null)
    return (
      <StatusBadge
        family={refund_state === 'failed' || refund_state === 'in-doubt' ? 'red' : 'grey'}
        label={stateText(payment)}
      />
    )
  return (
    <StatusBadge
      family={payment_families[status]}
      label={payment_status_words[status]}
      {...(status === 'complete' ? { mark: 'tick' as const } : {})}
    />
  )
}

/** The state as text: reversed, that of its refund, or its own. */
function stateText({
  status,
  is_reversed,
  refund_state,
}: Pick<Payment, 'status' | 'is_reversed' | 'refund_state'>): string {
  if (is_reversed) return 'Reversed'
  return refund_state === null ? payment_status_words[status] : refund_state_words[refund_state]
}

function listedMethodLabel(method: ListedMethod): string {
  const counter = counter_methods.find((name) => name === method)
  const ledger = ledger_methods.find((name) => name === method)
  if (counter) return counter_texts[counter].title
  if (ledger) return ledger_method_titles[ledger]
  const named = method_names.find((name) => name === method)
  return named ? methodLabel(named) : method
}

/** The method and channel of a payment as text: `Card with Bob Pay`, `Cash at the counter`, `EFT`. */
export function paymentMethodText({ method, source }: Pick<Payment, 'method' | 'source'>): string {
  const counter = counter_methods.find((name) => name === method)
  if (counter) return `${counter_texts[counter].title} at the counter`
  const ledger = ledger_methods.find((name) => name === method)
  if (ledger) return ledger_method_titles[ledger]
  const gateway = gatewayTitle(source.replace('-topup', '') as GatewayName)
  const known = method_names.find((name) => name === method)
  const label = known ? methodLabel(known) : method
  return label === gateway ? gateway : `${label} with ${gateway}`
}

const payment_columns: readonly Column<Payment>[] = [
  monoColumn('reference', 'Payment', 112, ({ reference }) => reference, {
    cell: ({ reference, allocated }) =>
      allocated === null ? (
        <span className="mono">{reference}</span>
      ) : (
        <AppLink className="mono" to={`/billing/transactions?q=${encodeURIComponent(reference)}`}>
          {reference}
        </AppLink>
      ),
  }),
  badgeColumn('status', 'State', 148, stateText, { cell: (payment) => <PaymentBadge of={payment} /> }),
  whenColumn('time_created', 'Date', 148, ({ time_created }) => time_created),
  textColumn(
    'account',
    'Account',
    176,
    ({ account_name, account_code }) => `${account_name} (${account_code})`,
    {
      cell: ({ account_id, account_name, account_code }) => (
        <AppLink to={`/accounts/${account_id}?tab=billing`}>{`${account_name} (${account_code})`}</AppLink>
      ),
    },
  ),
  textColumn('way', 'Payment method', 140, paymentMethodText),
  textColumn('shipment', 'For', 96, ({ shipment_reference }) => shipment_reference ?? 'Balance', {
    cell: ({ shipment_id, shipment_reference }) =>
      shipment_id === null || shipment_reference === null ? (
        'Balance'
      ) : (
        <AppLink className="mono" to={`/shipments/${shipment_id}`}>
          {shipment_reference}
        </AppLink>
      ),
  }),
  moneyColumn('amount', 'Amount', 108, ({ amount }) => amount),
  moneyColumn('received', 'Received', 108, ({ received }) => received, { hidden: true }),
  moneyColumn('refunded', 'Refunded', 108, ({ refunded }) => refunded, { hidden: true }),
  moneyColumn('allocated', 'Allocated', 108, ({ allocated }) => allocated, { hidden: true }),
  moneyColumn('unallocated', 'Not allocated', 112, ({ unallocated }) => unallocated, {
    cell: ({ account_id, unallocated }) =>
      unallocated ? (
        <AppLink to={`/accounts/${account_id}/allocations`}>
          <Money cents={unallocated} />
        </AppLink>
      ) : (
        <Money cents={unallocated} />
      ),
  }),
  moneyColumn('fee', 'Fee', 96, ({ fee }) => fee, { hidden: true }),
  textColumn('remark', 'Remark', 160, ({ remark }) => remark),
  textColumn('gateway_reference', 'Reference', 160, ({ gateway_reference }) => gateway_reference, {
    hidden: true,
  }),
  textColumn('created_by', 'By', 120, ({ created_by }) => personName(created_by), { hidden: true }),
]
