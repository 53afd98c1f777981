import { useQuery } from '@tanstack/react-query'
import { branchLimit } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { mapsApi } from '@waybill/domain/maps/api'
import {
  isPendingKind,
  opsModeOf,
  type OpsBoard,
  type OpsMode,
  type PendingKind,
} from '@waybill/domain/reports/ops-dashboard'
import { endpointQuery } from '../kit/api/index.ts'
import type { Option } from '../kit/form/choices/options.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { useSearchState } from '../kit/url/use-search.ts'

/** State of the ops dashboard, as stored in the address bar. */
export interface OpsState {
  mode: OpsMode | OpsBoard
  kind: PendingKind
  /** `undefined` means all branches. */
  branch_id: number | undefined
  /** `undefined` means today. */
  date: string | undefined
  /** Username of the chosen driver. */
  driver: string | undefined
  set: (changes: Readonly<Record<string, string | undefined>>) => void
  /** Returns the URL of this page with the given changes. */
  addressOf: (changes: Readonly<Record<string, string | undefined>>) => string
}

export function useOpsState(): OpsState {
  const { values, set } = useSearchState()
  const branchId = Number(values.branch)
  const date = /^\d{4}-\d{2}-\d{2}$/.test(values.date ?? '') ? values.date : undefined
  return {
    mode: opsModeOf(values.mode),
    kind: isPendingKind(values.kind) ? values.kind : 'problem',
    branch_id: Number.isSafeInteger(branchId) && branchId > 0 ? branchId : undefined,
    date: date === dayOf(new Date()) ? undefined : date,
    driver: values.driver,
    set,
    addressOf: (changes) => {
      const params = Object.entries({ branch: values.branch, date: values.date, ...changes })
      const query = new URLSearchParams(params.flatMap(([key, value]) => (value ? [[key, value]] : [])))
      return `/ops-dashboard?${query}`
    },
  }
}

/** Returns the branches that the user can choose from; none when the user is limited to one branch. */
export function useBranchChoices(): readonly Option<number>[] {
  const me = useMe()
  const query = useQuery({
    ...endpointQuery(mapsApi.branches, { is_active: true }),
    enabled: branchLimit(me) === null && mayCall(me, mapsApi.branches),
  })
  return (query.data?.branches ?? []).map(({ id, public_name, name }) => ({
    value: id,
    label: public_name || name,
  }))
}
