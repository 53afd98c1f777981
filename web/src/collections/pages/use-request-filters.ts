import { branchLimit, isStaff } from '@waybill/domain/kit/actor'
import { useAccountFilter } from '../../accounts/index.ts'
import { useMe } from '../../kit/session/me.ts'
import type { Filter } from '../../kit/table/filters/filters.ts'
import { choiceOf, common_filters } from '../list-filters.ts'
import { useBranchOptions, useDriverOptions } from './use-company.ts'

/** Returns the filters of the list. Staff can also filter by account, branch and driver. */
export function useRequestFilters(): readonly Filter[] {
  const me = useMe()
  const accounts = useAccountFilter(true)
  const branches = useBranchOptions()
  const drivers = useDriverOptions()
  if (!isStaff(me)) return common_filters
  return [
    ...common_filters,
    ...accounts,
    ...(branchLimit(me) === null ? choiceOf('branch', 'Branch', branches) : []),
    ...choiceOf('driver', 'Driver', drivers, { single: true }),
  ]
}
