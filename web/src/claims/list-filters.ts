import type { claimsApi } from '@waybill/domain/claims/api'
import { claim_kinds, kind_labels, type ClaimKind } from '@waybill/domain/claims/model'
import {
  claim_states,
  open_states,
  stateLabel,
  undecided_states,
  type ClaimState,
} from '@waybill/domain/claims/states'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { Filter } from '../kit/table/filters/filters.ts'
import type { List } from '../kit/table/use-list.ts'

/** The input of `GET /claims`. */
export type ListInput = Input<typeof claimsApi.list>

/** URL search parameters that show the claims that are still open. */
export const open_search = { state: open_states.join(',') }

/** The filters that all users have. */
export const common_filters: readonly Filter[] = [
  {
    key: 'state',
    label: 'State',
    kind: 'choice',
    pinned: true,
    options: claim_states.map((value) => ({ value, label: stateLabel(value) })),
    groups: [
      { label: 'Open', values: open_states },
      { label: 'Not decided', values: undecided_states },
    ],
  },
  {
    key: 'kind',
    label: 'Kind',
    kind: 'choice',
    pinned: true,
    options: claim_kinds.map((value) => ({ value, label: kind_labels[value] })),
  },
  { key: 'lodged', label: 'Lodged', kind: 'date', pinned: true },
]

const isState = (text: string): text is ClaimState => claim_states.some((one) => one === text)
const isKind = (text: string): text is ClaimKind => claim_kinds.some((one) => one === text)

/** Converts the filters in the URL to the request. Unknown states, kinds and numbers are left out. */
export function inputOf(list: Pick<List, 'chosen' | 'between' | 'search' | 'input'>): ListInput {
  const between = list.between('lodged')
  return {
    ...list.input,
    state: some(list.chosen('state').filter(isState)),
    kind: some(list.chosen('kind').filter(isKind)),
    account_id: some(list.chosen('account').map(Number).filter(Number.isSafeInteger)),
    from: between ? dayOf(between.from) : undefined,
    to: between ? dayOf(between.until) : undefined,
    search: list.search || undefined,
  }
}

function some<Item>(items: Item[]): Item[] | undefined {
  return items.length > 0 ? items : undefined
}
