import { useQuery } from '@tanstack/react-query'
import { billingApi } from '@waybill/domain/billing/api'
import { balanceState } from '@waybill/domain/billing/balance-state'
import { formatRand, fromRand } from '@waybill/domain/kit/money'
import { dayOf, endOfDay, startOfDay } from '@waybill/domain/kit/calls/wire'
import { dayAfter } from '@waybill/domain/kit/dates/date-ranges'
import { reportApi } from '@waybill/domain/reports/report-api'
import { dashboard_duration_days, dashboard_show_revenue } from '@waybill/domain/shipments/settings'
import { visibleStatusesFor } from '@waybill/domain/shipments/statuses/status-visibility'
import { seesBilling } from '../billing/index.ts'
import { endpointQuery } from '../kit/api/index.ts'
import { mayCall, useMe, useSetting } from '../kit/session/me.ts'
import { Tile, Tiles } from '../kit/ui/page-layout/Tile.tsx'
import { AttentionTile, StatusTile, useStatusVisibility } from '../shipments/index.ts'

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
  const showsRevenue = useSetting(dashboard_show_revenue)
  return (
    <Tiles label="At a glance">
      <StatusTile
        statuses={visibleStatusesFor(me, 'collected_and_undelivered', visibility)}
        name="In transit"
        hint="Collected and on the way"
      />
      <StatusTile
        statuses={['delivered']}
        limits={{
          input: {
            date_filter: 'delivered_date',
            start_date: startOfDay(from),
            end_date: endOfDay(today),
          },
          search: `delivered=${from}..${today}`,
        }}
        name={days === 1 ? 'Delivered today' : `Delivered in the last ${days} days`}
        hint="Handed to the receiver"
      />
      <AttentionTile />
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
