import { useQuery } from '@tanstack/react-query'
import { billingApi } from '@waybill/domain/billing/api'
import { balanceState } from '@waybill/domain/billing/balance-state'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { formatRand, fromRand } from '@waybill/domain/kit/money'
import { dayOf, endOfDay, startOfDay } from '@waybill/domain/kit/calls/wire'
import { dayAfter } from '@waybill/domain/kit/dates/date-ranges'
import { reportApi } from '@waybill/domain/reports/report-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import {
  dashboard_duration_days,
  dashboard_show_revenue,
  exclude_dashboard_statuses,
} from '@waybill/domain/shipments/settings'
import { shipment_statuses, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { visibleStatusesFor } from '@waybill/domain/shipments/statuses/status-visibility'
import { seesBilling } from '../billing/index.ts'
import { endpointQuery } from '../kit/api/index.ts'
import { mayCall, useMe, useSetting } from '../kit/session/me.ts'
import { Tile, Tiles } from '../kit/ui/page-layout/Tile.tsx'
import { formatTotal } from '../kit/ui/values/numbers.ts'
import { useStatusVisibility } from '../shipments/index.ts'

/** Milliseconds between two refreshes of the figures. */
const refresh_ms = 60_000

function useCount(input: Input<typeof shipmentsApi.rows>): { count: number | undefined; hasFailed: boolean } {
  const query = useQuery({
    ...endpointQuery(shipmentsApi.rows, { ...input, limit: 1 }),
    refetchInterval: refresh_ms,
  })
  return { count: query.data?.count, hasFailed: query.isError && query.data === undefined }
}

/**
 * In transit, delivered in the period of the dashboard (SET-087), shipments that need the customer, and balance. Each
 * tile links to the list behind it.
 */
export function HomeTiles() {
  const me = useMe()
  const visibility = useStatusVisibility()
  const days = useSetting(dashboard_duration_days)
  const today = dayOf(new Date())
  const from = dayAfter(today, 1 - days)
  const excluded: readonly string[] = useSetting(exclude_dashboard_statuses)
  const showsRevenue = useSetting(dashboard_show_revenue)
  const isShown = (status: ShipmentStatus): boolean => !excluded.includes(status)
  const moving = visibleStatusesFor(me, 'collected_and_undelivered', visibility).filter(isShown)
  const inTransit = useCount({ status: moving })
  const delivered = useCount({
    status: ['delivered'],
    date_filter: 'delivered_date',
    start_date: startOfDay(from),
    end_date: endOfDay(today),
  })
  const attended = excluded.length > 0 ? { status: shipment_statuses.filter(isShown) } : {}
  const waiting = useCount({ problem: true, ...attended })
  const shown = (count: number | undefined) => (count === undefined ? undefined : formatTotal(count))
  return (
    <Tiles label="At a glance">
      {moving.length > 0 && (
        <Tile
          to={`/shipments?status=${moving.join(',')}`}
          name="In transit"
          value={shown(inTransit.count)}
          hasFailed={inTransit.hasFailed}
          hint="Collected and on the way"
        />
      )}
      <Tile
        to={`/shipments?status=delivered&delivered=${from}..${today}`}
        name={days === 1 ? 'Delivered today' : `Delivered in the last ${days} days`}
        value={shown(delivered.count)}
        hasFailed={delivered.hasFailed}
        hint="Handed to the receiver"
      />
      <Tile
        to="/shipments?view=problem&problem=yes"
        name="Needs attention"
        value={shown(waiting.count)}
        hasFailed={waiting.hasFailed}
        isUrgent={(waiting.count ?? 0) > 0}
        hint={waiting.count === 0 ? 'Nothing to do' : 'Shipments with a problem'}
      />
      {seesBilling(me) && <BalanceTile />}
      {showsRevenue && seesBilling(me) && mayCall(me, reportApi.run) && <ChargedTile days={days} />}
    </Tiles>
  )
}

/** What the shipments of the last days were charged, without VAT. */
function ChargedTile({ days }: { days: number }) {
  const until = dayOf(new Date())
  const from = dayAfter(until, 1 - days)
  const query = useQuery(
    endpointQuery(reportApi.run, {
      report: 'surcharges',
      range: 'date-range',
      start_date: from,
      end_date: until,
    }),
  )
  return (
    <Tile
      to={`/reports/surcharges?date=${from}..${until}`}
      name={days === 1 ? 'Charged today' : `Charged in the last ${days} days`}
      value={query.data && formatRand(fromRand(Number(query.data.totals.net ?? 0)))}
      hasFailed={query.isError && !query.data}
      hint="Shipments without VAT"
    />
  )
}

function BalanceTile() {
  const query = useQuery(endpointQuery(billingApi.balance, {}))
  const { balance, credit_limit, available } = query.data ?? { balance: 0, credit_limit: 0, available: 0 }
  const state = balanceState(balance, credit_limit)
  return (
    <Tile
      to="/account?tab=billing"
      name="Balance"
      value={query.data && formatRand(balance)}
      hasFailed={query.isError && !query.data}
      isUrgent={state.family === 'red'}
      hint={credit_limit > 0 ? `${state.label} · ${formatRand(available)} left` : state.label}
    />
  )
}
