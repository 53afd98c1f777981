import { useQuery } from '@tanstack/react-query'
import { isStaff } from '@waybill/domain/kit/actor'
import { isInvalid, isUnpaid, statusLabel } from '@waybill/domain/shipments/statuses/status'
import type { PayableShipment, PaymentState } from '@waybill/domain/payments/model'
import { trackingApi } from '@waybill/domain/tracking/api'
import { endpointQuery, ApiError } from '../../../kit/api/index.ts'
import { useMe } from '../../../kit/session/me.ts'
import { usePaymentStatus } from '../../../payments/index.ts'

/** The server’s state of a shipment that the query string names by reference and id. */
export interface BookedState {
  /** `over`: cancelled, expired or only a quote. `null` while loading. */
  state: 'unpaid' | 'booked' | 'over' | 'unknown' | null
  /** The label of the status; `''` if there is none. */
  label: string
  /** The error if the state could not be loaded. */
  error: Error | null
  readAgain: () => void
  /** The shipment of a viewer who can pay for it on this page, `null` for others, and the state of that payment. */
  payable: PayableShipment | null
  payment: PaymentState | null
  isOver: boolean
}

/**
 * Returns the actual state of a shipment for its success page. A viewer who may pay gets the payment status; others,
 * such as staff or a guest without the payment reference, get the status of public tracking (NAV-019, PAY-039).
 */
export function useBookedState(
  reference: string,
  id: number,
  paymentReference: string | undefined,
): BookedState {
  const me = useMe()
  const isNamed = reference !== '' && id > 0
  const isPayer = isNamed && !isStaff(me) && (me.kind !== 'guest' || paymentReference !== undefined)
  const { query: paying, isOver } = usePaymentStatus({
    shipment_id: isPayer ? id : undefined,
    payment_reference: paymentReference,
  })
  const tracked = useQuery({
    ...endpointQuery(trackingApi.track, { tracking_reference: [reference] }),
    enabled: isNamed && !isPayer,
  })
  const query = isPayer ? paying : tracked
  const shipment = isPayer
    ? paying.data?.shipment
    : tracked.data?.shipments.find(({ shipment_id }) => shipment_id === id)
  const isKnown = shipment && (!('reference' in shipment) || shipment.reference === reference)
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  const state = (): BookedState['state'] => {
    if (!isNamed || isMissing || (query.data && !isKnown)) return 'unknown'
    if (!shipment) return null
    if (isUnpaid(shipment.status)) return 'unpaid'
    return isInvalid(shipment.status) ? 'over' : 'booked'
  }
  return {
    state: state(),
    label: shipment && isKnown ? statusLabel(shipment.status) : '',
    error: isMissing || query.data ? null : query.error,
    readAgain: () => void query.refetch(),
    payable: (isPayer && paying.data?.shipment) || null,
    payment: (isPayer && paying.data?.payment) || null,
    isOver,
  }
}
