import type { collectionsApi } from '@waybill/domain/collections/api'
import {
  collection_request_statuses,
  open_requests,
  requests_needing_attention,
  requestStatusLabel,
  unclosed_requests,
  type CollectionRequestStatus,
} from '@waybill/domain/collections/status'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { Option } from '../kit/form/choices/options.ts'
import type { Filter } from '../kit/table/filters/filters.ts'
import type { List } from '../kit/table/use-list.ts'

/** The input of `GET /collection-requests`. */
export type ListInput = Input<typeof collectionsApi.list>

/** URL query parameters that show open requests, sorted by day. */
export const open_search = { status: open_requests.join(','), sort: 'date' }

/** Filters that all users have. */
export const common_filters: readonly Filter[] = [
  {
    key: 'status',
    label: 'Status',
    kind: 'choice',
    pinned: true,
    options: collection_request_statuses.map((value) => ({ value, label: requestStatusLabel(value) })),
    groups: [
      { label: 'Open', values: open_requests },
      { label: 'Needs action', values: requests_needing_attention },
      { label: 'On the way', values: unclosed_requests },
    ],
  },
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

const isStatus = (text: string): text is CollectionRequestStatus =>
  collection_request_statuses.some((one) => one === text)

/** Converts the filters in the URL to the API input. Unknown statuses and invalid numbers are ignored. */
export function inputOf(list: Pick<List, 'chosen' | 'between' | 'valueOf' | 'search' | 'input'>): ListInput {
  const numbers = (key: string) => some(list.chosen(key).map(Number).filter(Number.isSafeInteger))
  const between = list.between('day')
  return {
    ...list.input,
    status: some(list.chosen('status').filter(isStatus)),
    account_id: numbers('account'),
    branch_id: numbers('branch'),
    agent_id: list.chosen('driver')[0],
    problem: list.valueOf('problem') ? true : undefined,
    from: between ? dayOf(between.from) : undefined,
    to: between ? dayOf(between.until) : undefined,
    search: list.search || undefined,
  }
}

function some<Item>(items: Item[]): Item[] | undefined {
  return items.length > 0 ? items : undefined
}
