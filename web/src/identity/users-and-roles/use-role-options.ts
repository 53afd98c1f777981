import { useQuery } from '@tanstack/react-query'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { endpointQuery } from '../../kit/api/index.ts'
import type { Option } from '../../kit/form/choices/options.ts'

/**
 * Returns the roles that may be assigned to users of an account (`null`: of the company). The current role `held`
 * stays in the list.
 */
export function useRoleOptions(
  accountId: number | null,
  held?: { id: number; label: string },
): readonly Option<number>[] {
  const { data } = useQuery(endpointQuery(usersApi.assignable, { account_id: accountId ?? undefined }))
  const options = (data?.roles ?? []).map(({ id, name, label }) => ({ value: id, label: label || name }))
  if (!held || options.some(({ value }) => value === held.id)) return options
  return [{ value: held.id, label: held.label }, ...options]
}
