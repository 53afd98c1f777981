import { useQuery } from '@tanstack/react-query'
import type { ListedAccount } from '@waybill/domain/accounts/model'
import { billingApi } from '@waybill/domain/billing/api'
import { balanceState } from '@waybill/domain/billing/balance-state'
import { claimsApi } from '@waybill/domain/claims/api'
import { open_states } from '@waybill/domain/claims/states'
import { formatRand, fromRand } from '@waybill/domain/kit/money'
import { formatCount, formatPercent } from '@waybill/domain/kit/texts/format'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { dayAfter } from '@waybill/domain/kit/dates/date-ranges'
import type { Question } from '@waybill/domain/reports/question'
import { reportApi } from '@waybill/domain/reports/report-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { claims_enabled, dashboard_show_revenue } from '@waybill/domain/shipments/settings'
import { active_statuses } from '@waybill/domain/shipments/statuses/status'
import { seesBilling } from '../../../billing/index.ts'
import { seesClaims } from '../../../claims/index.ts'
import { endpointQuery } from '../../../kit/api/index.ts'
import { LineChart } from '../../../kit/chart/Chart.tsx'
import { mayCall, useMe, useSetting } from '../../../kit/session/me.ts'
import { Card } from '../../../kit/ui/page-layout/Card.tsx'
import { Tile, Tiles } from '../../../kit/ui/page-layout/Tile.tsx'
import { Loading } from '../../../kit/ui/states/States.tsx'
import { dayText } from '../../../kit/ui/values/moments.ts'
import { formatTotal } from '../../../kit/ui/values/numbers.ts'
import { AttentionTile, StatusTile } from '../../../shipments/index.ts'
import { countsByWeek } from './weeks.ts'

/** Number of weeks in the chart. */
const weeks = 12

/**
 * How an account is doing: what it owes, its shipments in progress and those with a problem, promises kept, open claims,
 * and its shipments by week. Figures that the viewer may not see are left out; each links to the list behind it.
 */
export function AccountFigures({ account, path }: { account: ListedAccount; path: string }) {
  const me = useMe()
  const hasClaims = useSetting(claims_enabled)
  const showsRevenue = useSetting(dashboard_show_revenue)
  const seesReports = mayCall(me, reportApi.run)
  const seesShipments = mayCall(me, shipmentsApi.rows)
  return (
    <>
      <Tiles label={`Figures of ${account.name}`} isDense>
        {seesBilling(me) && <Balance account_id={account.id} path={path} />}
        {seesShipments && (
          <>
            <StatusTile
              account_id={account.id}
              statuses={active_statuses}
              name="In progress"
              hint="Booked and not finished"
            />
            <AttentionTile account_id={account.id} />
          </>
        )}
        {showsRevenue && seesBilling(me) && seesReports && <Revenue account_id={account.id} />}
        {seesReports && <OnTime account_id={account.id} />}
        {seesClaims(me, hasClaims) && <OpenClaims account_id={account.id} path={path} />}
      </Tiles>
      {seesReports && <ByWeek account_id={account.id} />}
    </>
  )
}

const ofAccount = (accountId: number): Pick<Question, 'filters'> => ({
  filters: [{ field: 'account_id', operator: 'in', value: [String(accountId)] }],
})

function Balance({ account_id, path }: { account_id: number; path: string }) {
  const { data, isError } = useQuery(endpointQuery(billingApi.balance, { account_id }))
  const state = data && balanceState(data.balance, data.credit_limit)
  return (
    <Tile
      to={`${path}?tab=billing`}
      name="Balance"
      value={data && formatRand(data.balance)}
      hasFailed={isError && !data}
      isUrgent={state?.family === 'red'}
      hint={state && data ? `${state.label} · ${formatRand(data.available)} left to spend` : ''}
    />
  )
}

function Revenue({ account_id }: { account_id: number }) {
  const { data, isError } = useQuery(
    endpointQuery(reportApi.run, { report: 'revenue', range: 'last-30-days', ...ofAccount(account_id) }),
  )
  return (
    <Tile
      to={`/reports/revenue?date=last-30-days&account=${account_id}`}
      name="Revenue"
      value={data && formatRand(fromRand(Number(data.totals.net ?? 0)))}
      hasFailed={isError && !data}
      hint="In 30 days, without VAT"
    />
  )
}

function OnTime({ account_id }: { account_id: number }) {
  const { data, isError } = useQuery(
    endpointQuery(reportApi.run, {
      report: 'on-time-delivery',
      range: 'last-30-days',
      ...ofAccount(account_id),
    }),
  )
  const delivered = Number(data?.totals.delivered ?? 0)
  const share = data?.totals.share
  return (
    <Tile
      to={`/reports/on-time-delivery?date=last-30-days&account=${account_id}`}
      name="On time"
      value={data && (typeof share === 'number' ? formatPercent(Math.round(share)) : '–')}
      hasFailed={isError && !data}
      hint={
        delivered === 0 ? 'No deliveries in 30 days' : `Of ${formatCount(delivered)} deliveries in 30 days`
      }
    />
  )
}

function OpenClaims({ account_id, path }: { account_id: number; path: string }) {
  const { data, isError } = useQuery(
    endpointQuery(claimsApi.list, { account_id: [account_id], state: [...open_states], limit: 1 }),
  )
  return (
    <Tile
      to={`${path}?tab=claims`}
      name="Open claims"
      value={data && formatTotal(data.count)}
      hasFailed={isError && !data}
      hint={data?.count === 0 ? 'None to decide or pay' : 'To decide or pay'}
    />
  )
}

function ByWeek({ account_id }: { account_id: number }) {
  const until = dayOf(new Date())
  const { data, isError } = useQuery(
    endpointQuery(reportApi.run, {
      report: 'shipment-volumes',
      range: 'date-range',
      start_date: dayAfter(until, 1 - 7 * weeks),
      end_date: until,
      by: 'day',
      ...ofAccount(account_id),
    }),
  )
  if (isError && !data) return null
  const days = (data?.rows ?? []).map((row) => ({
    day: String(row.group),
    count: Number(row.shipments ?? 0),
  }))
  const counts = countsByWeek(days, until, weeks)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  if (data && total === 0) return null
  return (
    <Card title="Shipments by week">
      {data ? (
        <LineChart
          labels={counts.map(({ from }) => dayText(from))}
          series={[{ name: 'Shipments', values: counts.map(({ count }) => count) }]}
          format={formatCount}
          summary={`${formatCount(total)} shipments in the last ${weeks} weeks: ${counts.map(({ from, count }) => `${count} in the week from ${dayText(from)}`).join(', ')}.`}
        />
      ) : (
        <Loading lines={5} />
      )}
    </Card>
  )
}
