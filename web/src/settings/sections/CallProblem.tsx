import { useQuery } from '@tanstack/react-query'
import { maskedCallsApi } from '@waybill/domain/drivers/masked-calls'
import {
  driver_can_call_customer,
  driver_mask_customer_phone,
  masked_call_number,
} from '@waybill/domain/drivers/settings'
import { call } from '../../kit/api/call.ts'
import { endpointQueryKey } from '../../kit/api/endpoint-query.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { storedValue, type Stored } from '../editing/edited-settings.ts'
import styles from './call-problem.module.css'

/**
 * What is missing for calls that show no number, for those who may change the settings; nothing when nothing is. It is
 * read again when one of its settings is saved.
 */
export function CallProblem({ stored }: { stored: Stored }) {
  const may = mayCall(useMe(), maskedCallsApi.problem)
  const settings = [driver_can_call_customer, driver_mask_customer_phone, masked_call_number]
  const query = useQuery({
    queryKey: [
      ...endpointQueryKey(maskedCallsApi.problem, {}),
      ...settings.map((setting) => String(storedValue<unknown>(setting, stored))),
    ],
    queryFn: ({ signal }) => call(maskedCallsApi.problem, {}, { signal }),
    enabled: may,
  })
  return query.data?.problem ? (
    <div className={styles.notice}>
      <Notice variant="warning" title="Drivers cannot call customers">
        {query.data.problem} Until then the numbers stay hidden, and drivers write to the office instead.
      </Notice>
    </div>
  ) : null
}
