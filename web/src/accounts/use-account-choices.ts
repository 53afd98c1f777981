import { useQuery } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import { isStaff } from '@waybill/domain/kit/actor'
import { endpointQuery } from '../kit/api/index.ts'
import type { Option } from '../kit/form/choices/options.ts'
import { mayCall, useMe } from '../kit/session/me.ts'

/**
 * Returns the options by which staff filter accounts: tags and salespeople in use, and price lists. Empty for
 * customers.
 */
export function useAccountChoices(): {
  tags: readonly string[]
  salespeople: readonly string[]
  price_lists: readonly Option<number>[]
} {
  const me = useMe()
  const { data } = useQuery({
    ...endpointQuery(accountsApi.choices, {}),
    enabled: isStaff(me) && mayCall(me, accountsApi.choices),
  })
  return {
    tags: data?.tags ?? [],
    salespeople: data?.salespeople ?? [],
    price_lists: (data?.price_lists ?? []).map(({ id, name }) => ({ value: id, label: name })),
  }
}
