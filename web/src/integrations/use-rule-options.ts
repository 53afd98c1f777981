import { useQuery } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import type { IntegrationRule } from '@waybill/domain/integrations/model'
import { filter_facts, statuses_to_choose, type FilterValues } from '@waybill/domain/integrations/rules'
import { ratesApi } from '@waybill/domain/rates/api'
import { endpointQuery } from '../kit/api/index.ts'
import type { Option } from '../kit/form/choices/options.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { useBranchOptions } from './CredentialFields.tsx'
import { statusText } from './labels.tsx'

const named = (values: readonly string[]): Option<string>[] =>
  values.map((value) => ({ value, label: statusText(value) }))

/** Returns the options for each kind of filter. Accounts are searched for instead. */
export function useRuleOptions(): Readonly<
  Record<Exclude<FilterValues, 'accounts' | 'none'>, readonly Option<string>[]>
> {
  const me = useMe()
  const branches = useBranchOptions()
  const { data } = useQuery({
    ...endpointQuery(ratesApi.serviceLevels, {}),
    enabled: mayCall(me, ratesApi.serviceLevels),
  })
  return {
    branches,
    'service-levels': (data?.service_levels ?? []).map(({ code, name }) => ({
      value: code,
      label: `${code} ${name}`,
    })),
    statuses: named(statuses_to_choose.statuses),
    'event-statuses': named(statuses_to_choose['event-statuses']),
  }
}

/** Returns the names of accounts, by id as text. */
export function useAccountNames(ids: readonly number[]): ReadonlyMap<string, string> {
  const me = useMe()
  const { data } = useQuery({
    ...endpointQuery(accountsApi.list, { id: [...ids], limit: ids.length }),
    enabled: ids.length > 0 && mayCall(me, accountsApi.list),
  })
  return new Map((data?.accounts ?? []).map(({ id, name }) => [String(id), name]))
}

/** Returns the names for values of rules: branches and accounts by name, other values unchanged. */
export function useRuleNames(rules: readonly IntegrationRule[]): ReadonlyMap<string, string> {
  const branches = useBranchOptions()
  const accounts = useAccountNames([
    ...new Set(
      rules.flatMap(({ filters }) =>
        filters
          .filter(({ filter }) => filter_facts[filter].values === 'accounts')
          .flatMap(({ values }) => values.map(Number)),
      ),
    ),
  ])
  return new Map([
    ...branches.map(({ value, label }) => [`branches ${value}`, label] as const),
    ...[...accounts].map(([id, name]) => [`accounts ${id}`, name] as const),
  ])
}
