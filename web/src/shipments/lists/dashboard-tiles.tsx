import { useQuery } from '@tanstack/react-query'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { exclude_dashboard_statuses } from '@waybill/domain/shipments/settings'
import { isProblem, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { visibleStatusesFor } from '@waybill/domain/shipments/statuses/status-visibility'
import { endpointQuery } from '../../kit/api/index.ts'
import { useMe, useSetting } from '../../kit/session/me.ts'
import { Tile } from '../../kit/ui/page-layout/Tile.tsx'
import { formatTotal } from '../../kit/ui/values/numbers.ts'
import { useStatusVisibility } from '../shipment-rules.ts'

/** Milliseconds between two refreshes of the figures. */
const refresh_ms = 60_000

/** Returns those of the statuses that the company does not exclude from dashboards. */
function useDashboardStatuses(statuses: readonly ShipmentStatus[]): ShipmentStatus[] {
  const excluded: readonly string[] = useSetting(exclude_dashboard_statuses)
  return statuses.filter((status) => !excluded.includes(status))
}

/** Limits a list of shipments, as in its request and as in its address. */
interface Limits {
  input: Input<typeof shipmentsApi.rows>
  search: string
}

interface CountTileProps {
  name: string
  hint: string
  /** The account whose shipments count; all accounts of the viewer by default. */
  account_id?: number
}

/** Number of shipments in a list, and the way to it. `emptyHint`: the hint without any; then the others are urgent. */
function CountTile({
  name,
  hint,
  account_id,
  limits: { input, search },
  emptyHint,
}: CountTileProps & { limits: Limits; emptyHint?: string }) {
  const ofAccount = account_id === undefined ? {} : { account_id: [account_id] }
  const { data, isError } = useQuery({
    ...endpointQuery(shipmentsApi.rows, { ...input, ...ofAccount, limit: 1 }),
    refetchInterval: refresh_ms,
  })
  return (
    <Tile
      to={`/shipments?${search}${account_id === undefined ? '' : `&account=${account_id}`}`}
      name={name}
      value={data && formatTotal(data.count)}
      hasFailed={isError && !data}
      isUrgent={emptyHint !== undefined && (data?.count ?? 0) > 0}
      hint={data?.count === 0 ? (emptyHint ?? hint) : hint}
    />
  )
}

/**
 * Number of shipments in some statuses, with the list that it counts; nothing when the company excludes all of them from
 * dashboards.
 */
export function StatusTile({
  statuses,
  limits,
  ...tile
}: CountTileProps & { statuses: readonly ShipmentStatus[]; limits?: Limits }) {
  const shown = useDashboardStatuses(statuses)
  if (shown.length === 0) return null
  const search = [`status=${shown.join(',')}`, ...(limits ? [limits.search] : [])].join('&')
  return <CountTile {...tile} limits={{ input: { ...limits?.input, status: shown }, search }} />
}

/**
 * Number of shipments with a problem, with the list that it counts. Statuses that the company excludes from dashboards
 * are left out of both; nothing when that leaves no status.
 */
export function AttentionTile({ account_id }: Pick<CountTileProps, 'account_id'>) {
  const problems = visibleStatusesFor(useMe(), undefined, useStatusVisibility()).filter(isProblem)
  const shown = useDashboardStatuses(problems)
  if (shown.length === 0) return null
  const isLimited = shown.length < problems.length
  const search = `view=problem&problem=yes${isLimited ? `&status=${shown.join(',')}` : ''}`
  return (
    <CountTile
      name="Needs attention"
      hint="Shipments with a problem"
      emptyHint="Nothing to do"
      limits={{ input: { problem: true, ...(isLimited ? { status: shown } : {}) }, search }}
      {...(account_id === undefined ? {} : { account_id })}
    />
  )
}
