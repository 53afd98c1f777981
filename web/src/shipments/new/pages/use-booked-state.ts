import { useQuery } from '@tanstack/react-query'
import { isStaff } from '@waybill/domain/kit/actor'
import { isInvalid, isUnpaid, statusLabel } from '@waybill/domain/shipments/statuses/status'
import type { PaymentState } from '@waybill/domain/payments/model'
import { trackingApi } from '@waybill/domain/tracking/api'
import { endpointQuery, ApiError } from '../../../kit/api/index.ts'
import { useMe } from '../../../kit/session/me.ts'
import { usePaymentStatus } from '../../../payments/index.ts'

/** What the server says of a shipment that an address names by its reference and id. */
export interface BookedState {
  /** `over`: cancelled, expired or only a quote. `null` while it is being read. */
  state: 'unpaid' | 'booked' | 'over' | 'unknown' | null
  /** Its status in words, `''` while there is none. */
  label: string
  /** Why it could not be read. */
  error: Error | null
  readAgain: () => void
  /** Whether the viewer can pay for it here, and what has become of paying. */
  is_payer: boolean
  payment: PaymentState | null
  isOver: boolean
}

/**
 * The true state of a shipment on its success page. Who may pay for it asks how paying goes; others, such as staff or a
 * guest without the key of the booking, learn what tracking tells them (NAV-019, PAY-039).
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
    is_payer: isPayer,
    payment: (isPayer && paying.data?.payment) || null,
    isOver,
  }
}
