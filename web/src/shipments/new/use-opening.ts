import { useQuery } from '@tanstack/react-query'
import { isStaff } from '@waybill/domain/kit/actor'
import { working_hours } from '@waybill/domain/rates/settings'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { duplicateOf, returnOf } from '@waybill/domain/shipments/prefill'
import { useMemo, useState } from 'react'
import { reading } from '../../kit/api/index.ts'
import { newKey } from '../../kit/api/new-key.ts'
import { useMe, useSetting } from '../../kit/session/me.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import { emptyBooking, type Booking } from './booking.ts'
import { fromInput } from './booking-input.ts'
import { carriedQuote } from './carried-quote.ts'
import { useBookingDefaults } from './use-booking-rules.ts'

/** What the form opens with, and under which name its draft is kept. */
export interface Opening {
  initial: Booking | null
  name: string
  title: string
  error: Error | null
  retry: () => void
}

/**
 * Reads the address: empty, `custom-ref` (SHIP-077), a carried quote, or like an earlier shipment (`duplicate`,
 * `return`; SHIP-090, SHIP-091).
 */
export function useOpening(): Opening {
  const { values } = useSearchState()
  const me = useMe()
  const hours = useSetting(working_hours).mon ?? { open: '08:00', close: '17:00' }
  const defaults = useBookingDefaults()
  const [empty] = useState(() => emptyBooking(defaults))
  const source = Number(values['duplicate'] ?? values['return'] ?? 0)
  const isReturn = values['return'] !== undefined
  const earlier = useQuery({
    ...reading(shipmentsApi.detail, { id: source }),
    enabled: source > 0,
    staleTime: Infinity,
  })
  const quote = values['quick_quote'] === 'send' ? (values['t'] ?? '') : ''
  const reference = values['custom-ref'] ?? ''
  const shipment = earlier.data?.shipment
  const initial = useMemo<Booking | null>(() => {
    if (source > 0)
      return shipment ? fromInput(isReturn ? returnOf(shipment, hours) : duplicateOf(shipment), empty) : null
    const carried = quote ? carriedQuote(quote) : null
    if (carried)
      return {
        ...carried,
        idempotency_key: newKey(),
        account_id: isStaff(me) ? carried.account_id : me.account_id,
      }
    return { ...empty, custom_tracking_reference: reference }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the form opens once per address
  }, [source, isReturn, shipment, quote, reference, empty])
  const kind =
    source > 0 ? `${isReturn ? 'return' : 'duplicate'}-${source}` : quote ? `quote-${quote}` : 'new'
  return {
    initial,
    name: `shipment-${kind}`,
    title: source > 0 && isReturn ? 'Return shipment' : 'New shipment',
    error: earlier.error,
    retry: () => void earlier.refetch(),
  }
}
