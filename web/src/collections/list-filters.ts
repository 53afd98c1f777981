import type { collectionsApi } from '@waybill/domain/collections/api'
import {
  collection_request_statuses,
  open_requests,
  requests_needing_attention,
  requestStatusLabel,
  unclosed_requests,
} from '@waybill/domain/collections/status'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { Option } from '../kit/form/choices/options.ts'
import type { FilterInput } from '../kit/table/filters/filter-input.ts'
import { choiceFilter, type Filter } from '../kit/table/filters/filters.ts'
import type { List } from '../kit/table/use-list.ts'

/** The input of `GET /collection-requests`. */
export type ListInput = Input<typeof collectionsApi.list>

/** URL query parameters that show open requests, sorted by day. */
export const open_search = { status: open_requests.join(','), sort: 'date' }

/** Filters that all users have. */
export const common_filters: readonly Filter[] = [
  choiceFilter('status', 'Status', collection_request_statuses, requestStatusLabel, {
    pinned: true,
    groups: [
      { label: 'Open', values: open_requests },
      { label: 'Needs action', values: requests_needing_attention },
      { label: 'On the way', values: unclosed_requests },
    ],
  }),
  { key: 'day', label: 'Collected on', kind: 'date', pinned: true },
  { key: 'problem', label: 'Has a problem', kind: 'flag' },
]

/** Returns a choice filter for the given options, or none when there are no options. */
export function choiceOf(
  key: string,
  label: string,
  options: readonly Option<string>[],
  more: Partial<Filter> = {},
): Filter[] {
  return options.length > 0 ? [{ key, label, kind: 'choice', options, ...more }] : []
}

/** Converts the filters in the URL to the API input. Unknown statuses and invalid numbers are ignored. */
export function inputOf(list: FilterInput & Pick<List, 'input'>): ListInput {
  const between = list.between('day')
  return {
    ...list.input,
    status: list.someOf('status', collection_request_statuses),
    account_id: list.ids('account'),
    branch_id: list.ids('branch'),
    agent_id: list.chosen('driver')[0],
    problem: list.flag('problem'),
    from: between ? dayOf(between.from) : undefined,
    to: between ? dayOf(between.until) : undefined,
  }
}
