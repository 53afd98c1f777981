import { useQuery } from '@tanstack/react-query'
import { hasPermission } from '@waybill/domain/kit/actor'
import { paymentsApi } from '@waybill/domain/payments/api'
import { endpointQuery } from '../../../kit/api/index.ts'
import { useMe } from '../../../kit/session/me.ts'
import { TopUpButton } from '../../../payments/index.ts'
import type { BookingFunds } from '../use-booking.ts'

/**
 * Returns the ways in which a customer who may see billing information can pay when the account does not cover a
 * booking.
 */
export function useFunds(): BookingFunds {
  const me = useMe()
  const isPayer = me.account_id !== null && hasPermission(me, 'INLINE_see_billing_info')
  const methods = useQuery({ ...endpointQuery(paymentsApi.ways, { purpose: 'shipment' }), enabled: isPayer })
  return {
    hasMethods: (methods.data?.ways ?? []).length > 0,
    topUp: isPayer ? <TopUpButton variant="link" label="Top up first" comesBack /> : null,
  }
}
