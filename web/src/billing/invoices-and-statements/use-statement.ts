import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { billingApi } from '@waybill/domain/billing/api'
import type { Statement } from '@waybill/domain/billing/model'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { endpointQuery } from '../../kit/api/index.ts'
import type { Period } from './period.ts'

/**
 * Queries the statement of an account over whole days. The previous statement stays visible while another period
 * loads.
 */
export function useStatement(
  accountId: number,
  { from, until }: Period,
): UseQueryResult<Statement | undefined> {
  return useQuery({
    ...endpointQuery(billingApi.statement, {
      account_id: accountId,
      start_date: startOfDay(from),
      end_date: startOfDay(until),
    }),
    placeholderData: keepPreviousData,
    select: (answer) => ('transactions' in answer ? answer : undefined),
  })
}
