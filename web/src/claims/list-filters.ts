import type { claimsApi } from '@waybill/domain/claims/api'
import { claim_kinds, kind_labels } from '@waybill/domain/claims/model'
import { claim_states, open_states, stateLabel, undecided_states } from '@waybill/domain/claims/states'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { choiceFilter, type Filter } from '../kit/table/filters/filters.ts'
import type { List } from '../kit/table/use-list.ts'

/** The input of `GET /claims`. */
export type ListInput = Input<typeof claimsApi.list>

/** URL search parameters that show the claims that are still open. */
export const open_search = { state: open_states.join(',') }

/** The filters that all users have. */
export const common_filters: readonly Filter[] = [
  choiceFilter('state', 'State', claim_states, stateLabel, {
    pinned: true,
    groups: [
      { label: 'Open', values: open_states },
      { label: 'Not decided', values: undecided_states },
    ],
  }),
  choiceFilter('kind', 'Kind', claim_kinds, (kind) => kind_labels[kind], { pinned: true }),
  { key: 'lodged', label: 'Lodged', kind: 'date', pinned: true },
]

/** Converts the filters in the URL to the request. Unknown states, kinds and numbers are left out. */
export function inputOf(list: List): ListInput {
  const between = list.between('lodged')
  return {
    ...list.input,
    state: list.someOf('state', claim_states),
    kind: list.someOf('kind', claim_kinds),
    account_id: list.ids('account'),
    from: between ? dayOf(between.from) : undefined,
    to: between ? dayOf(between.until) : undefined,
  }
}
