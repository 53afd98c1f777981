import { useQuery } from '@tanstack/react-query'
import { maskedCallsApi } from '@waybill/domain/drivers/masked-calls'
import { endpointQuery } from '../../kit/api/endpoint-query.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Notice } from '../../kit/ui/states/Notice.tsx'

/** What is missing for calls that show no number, for those who may change the settings; nothing when nothing is. */
export function CallProblem() {
  const may = mayCall(useMe(), maskedCallsApi.problem)
  const query = useQuery({ ...endpointQuery(maskedCallsApi.problem, {}), enabled: may })
  return query.data?.problem ? (
    <Notice variant="warning" title="Drivers cannot call customers">
      {query.data.problem} Until then the numbers stay hidden, and drivers write to the office instead.
    </Notice>
  ) : null
}
