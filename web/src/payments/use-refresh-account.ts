import { useQueryClient } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import { useCallback } from 'react'
import { endpointQuery } from '../kit/api/index.ts'
import { mayCall, useMe } from '../kit/session/me.ts'

/** Returns a function that reloads the user's own account, so that the displayed balance includes the payment. */
export function useRefreshAccount(): () => void {
  const me = useMe()
  const client = useQueryClient()
  const { account_id } = me
  const isAllowed = account_id !== null && mayCall(me, accountsApi.list)
  return useCallback(() => {
    if (!isAllowed || account_id === null) return
    const own = endpointQuery(accountsApi.list, { id: [account_id] })
    void client.fetchQuery({ ...own, staleTime: 0 }).catch(() => undefined)
  }, [client, account_id, isAllowed])
}
