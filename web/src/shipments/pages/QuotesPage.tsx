import { IconPlus } from '../../kit/icons/icons.ts'
import { hasPermission, isStaff, type Actor } from '@waybill/domain/kit/actor'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { quote_statuses, quotesApi, type ListedQuote } from '@waybill/domain/shipments/pricing/quotes'
import { statusLabel } from '@waybill/domain/shipments/statuses/status'
import { useMemo } from 'react'
import { useAccountFilter } from '../../accounts/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { badgeColumn, moneyColumn, monoColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { ListPage } from '../../kit/table/ListPage.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Money } from '../../kit/ui/values/Value.tsx'
import { ShipmentStatusBadge } from '../statuses/ShipmentStatusBadge.tsx'

const states = quote_statuses.map((value) => ({ value, label: statusLabel(value) }))
const placeOf = (quote: ListedQuote, leg: 'collection' | 'delivery'): string =>
  quote[`${leg}_suburb`] || quote[`${leg}_city`]

/** The quotes of a customer, or of all customers for staff, with validity and price (RATE-020). */
export default function QuotesPage() {
  const me = useMe()
  const account = useAccountFilter(isStaff(me))
  const list = useList({
    name: 'shipment-quotes',
    sort: '-time_created',
    filters: [
      { key: 'status', label: 'State', kind: 'choice', options: states, pinned: true, single: true },
      ...account,
    ],
  })
  const accounts = list.chosen('account').map(Number).filter(Number.isSafeInteger)
  const input = {
    ...list.input,
    status: list.someOf('status', quote_statuses),
    account_id: accounts.length > 0 ? accounts : undefined,
  }
  const found = useRows(quotesApi.list, input, ({ quotes }) => quotes)
  const columns = useMemo(() => quoteColumns(me), [me])
  const newQuote = (mayCall(me, shipmentsApi.create) || mayCall(me, quotesApi.create)) && (
    <ButtonLink to="/shipments/new" variant="primary" icon={IconPlus} data-shortcut="n">
      New quote
    </ButtonLink>
  )
  return (
    <ListPage
      title="Quotes"
      primary={newQuote}
      of={found}
      columns={columns}
      list={list}
      searchHint="Reference, name, phone or suburb"
      linkOf={({ id }) => `/shipment-quotes/${id}`}
      card={(quote) => ({
        title: <span className="mono">{quote.quote_reference}</span>,
        badge: <ShipmentStatusBadge status={quote.status} />,
        lines: [
          `${placeOf(quote, 'collection')} → ${placeOf(quote, 'delivery')}`,
          <>
            <Money cents={quote.rate} /> · valid until {formatDate(quote.valid_until)}
          </>,
        ],
      })}
      empty={{
        title: 'No quotes yet.',
        text: 'Fill in a shipment and choose ‘Keep as a quote’: its price is kept here until you send it.',
        action: newQuote,
      }}
    />
  )
}

function quoteColumns(me: Actor): readonly Column<ListedQuote>[] {
  return [
    monoColumn('reference', 'Quote', 104, (quote) => quote.quote_reference),
    badgeColumn('state', 'State', 136, (quote) => statusLabel(quote.status), {
      cell: (quote) => <ShipmentStatusBadge status={quote.status} />,
    }),
    ...(isStaff(me)
      ? [textColumn('account', 'Account', 140, (quote: ListedQuote) => quote.account_name)]
      : []),
    textColumn('from', 'From suburb', 130, (quote) => placeOf(quote, 'collection')),
    textColumn('to', 'To suburb', 130, (quote) => placeOf(quote, 'delivery')),
    textColumn('receiver', 'Receiver', 140, (quote) => quote.delivery_name, { hidden: isStaff(me) }),
    textColumn('service', 'Service', 76, (quote) => quote.service_level_code, { quiet: true }),
    textColumn(
      'parcels',
      'Parcels / kg',
      104,
      (quote) => `${quote.parcel_count} / ${quote.charged_weight.toFixed(1)}`,
      { align: 'right' },
    ),
    ...(hasPermission(me, 'INLINE_see_billing_info')
      ? [moneyColumn('rate', 'Price', 108, (quote: ListedQuote) => quote.rate, { sort: 'rate' })]
      : []),
    textColumn('time_created', 'Quoted', 112, (quote) => formatDate(quote.time_created), {
      sort: 'time_created',
    }),
    textColumn('valid_until', 'Valid until', 112, (quote) => formatDate(quote.valid_until)),
  ]
}
