import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { branchLimit, isStaff, type Actor } from '@waybill/domain/kit/actor'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import {
  problem_statuses,
  shipment_statuses,
  statusLabel,
  statusesFor,
  type ShipmentStatus,
} from '@waybill/domain/shipments/statuses/status'
import {
  visibleStatusesFor,
  type StatusVisibility,
} from '@waybill/domain/shipments/statuses/status-visibility'
import type { Option } from '../../kit/form/choices/options.ts'
import type { FilterInput } from '../../kit/table/filters/filter-input.ts'
import type { Filter } from '../../kit/table/filters/filters.ts'
import type { List } from '../../kit/table/use-list.ts'

/** Input of `GET /shipments/rows`. */
export type RowsInput = Input<typeof shipmentsApi.rows>

/** The filter options that depend on the courier company. */
export interface FilterChoices {
  accounts: readonly Option<string>[]
  branches: readonly Option<string>[]
  drivers: readonly Option<string>[]
  service_levels: readonly Option<string>[]
  /** Tags that staff put on shipments. */
  tags: readonly Option<string>[]
  /** Searches accounts by name or code. */
  searchAccounts?: (text: string) => void
}

/** The date filters: key in the query string to date field. The server filters by one date at a time. */
const date_fields = {
  expected: 'estimated_delivery_to',
  created: 'time_created',
  collected: 'collected_date',
  delivered: 'delivered_date',
} as const
type DateKey = keyof typeof date_fields

export const date_keys = Object.keys(date_fields) as DateKey[]

const date_labels: Record<DateKey, string> = {
  expected: 'Expected',
  created: 'Created',
  collected: 'Collected',
  delivered: 'Delivered',
}

/** Returns the predefined groups of the status filter, limited to `visible` statuses. Empty groups are left out. */
export function statusGroups(
  visible: readonly ShipmentStatus[],
): { label: string; values: readonly string[] }[] {
  const groups: [string, readonly ShipmentStatus[]][] = [
    ['Needs action', problem_statuses],
    ['In progress', statusesFor('active').filter((status) => !problem_statuses.includes(status))],
    ['Collected', statusesFor('collected_and_undelivered')],
    ['Delivered', statusesFor('delivered')],
    ['All active', statusesFor('active')],
  ]
  return groups
    .map(([label, values]) => ({ label, values: values.filter((status) => visible.includes(status)) }))
    .filter(({ values }) => values.length > 0)
}

/** Returns the statuses by which the user can filter; for staff including quotes (STAT-023…STAT-026). */
export function filterStatuses(me: Actor, choices: StatusVisibility): ShipmentStatus[] {
  const visible = visibleStatusesFor(me, 'exclude_quote', choices)
  return shipment_statuses.filter(
    (status) => visible.includes(status) || (isStaff(me) && status.startsWith('quote')),
  )
}

/**
 * Returns the filters of the shipment list. The date filter that is always visible is the expected date for staff and
 * the date created for customers.
 */
export function shipmentFilters(
  me: Actor,
  visible: readonly ShipmentStatus[],
  choices: FilterChoices,
): readonly Filter[] {
  const viewerIsStaff = isStaff(me)
  const pinnedDate: DateKey = viewerIsStaff ? 'expected' : 'created'
  const dates = [pinnedDate, ...date_keys.filter((key) => key !== pinnedDate)]
  const options = visible.map((status) => ({ value: status, label: statusLabel(status) }))
  const choice = (
    key: string,
    label: string,
    from: readonly Option<string>[],
    more: Partial<Filter> = {},
  ): Filter[] =>
    from.length > 0 || more.onSearch ? [{ key, label, kind: 'choice', options: from, ...more }] : []
  return [
    { key: 'status', label: 'Status', kind: 'choice', options, groups: statusGroups(visible), pinned: true },
    ...dates.map((key): Filter => ({
      key,
      label: date_labels[key],
      kind: 'date',
      pinned: key === pinnedDate,
    })),
    ...(viewerIsStaff
      ? [
          ...choice(
            'account',
            'Account',
            choices.accounts,
            choices.searchAccounts ? { onSearch: choices.searchAccounts } : {},
          ),
          ...(branchLimit(me) === null ? choice('branch', 'Branch', choices.branches) : []),
          ...choice('driver', 'Driver', choices.drivers, { single: true }),
          ...choice('tag', 'Tag', choices.tags),
        ]
      : []),
    ...choice('service', 'Service level', choices.service_levels),
    { key: 'problem', label: 'Has a problem', kind: 'flag' },
    { key: 'returns', label: 'Is a return', kind: 'flag' },
  ]
}

/**
 * Converts the filters of the query string to the request of the list. Unknown statuses and invalid numbers are left
 * out.
 */
export function rowsInput(list: FilterInput & Pick<List, 'input'>): RowsInput {
  const date = date_keys.find((key) => list.between(key))
  const between = date ? list.between(date) : null
  return {
    ...list.input,
    status: list.someOf('status', shipment_statuses),
    account_id: list.ids('account'),
    branch_id: list.ids('branch'),
    agent_id: list.chosen('driver')[0],
    service_level_code: list.texts('service'),
    tag: list.texts('tag'),
    problem: list.flag('problem'),
    is_return: list.flag('returns'),
    ...(date && between
      ? { date_filter: date_fields[date], start_date: between.from, end_date: between.until }
      : {}),
  }
}

/** Returns the query string changes that accompany setting filter `key`: a date filter clears the other date filters. */
export function withOneDate(key: string): Record<string, undefined> {
  if (!date_keys.some((one) => one === key)) return {}
  return Object.fromEntries(date_keys.filter((one) => one !== key).map((one) => [one, undefined]))
}
