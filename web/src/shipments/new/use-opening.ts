import { useQuery } from '@tanstack/react-query'
import { isStaff } from '@waybill/domain/kit/actor'
import { working_hours } from '@waybill/domain/rates/settings'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { quotesApi } from '@waybill/domain/shipments/pricing/quotes'
import { reference_max_length } from '@waybill/domain/shipments/labels/references'
import { stickersApi } from '@waybill/domain/shipments/labels/stickers'
import { duplicateOf, returnOf } from '@waybill/domain/shipments/booking/prefilled-shipments'
import { useMemo, useState } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import { newKey } from '../../kit/api/new-key.ts'
import { fillGaps } from '../../kit/form/drafts/fill-gaps.ts'
import { mayCall, useMe, useSetting } from '../../kit/session/me.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import { emptyBooking, type Booking } from './booking.ts'
import { fromInput } from './booking-input.ts'
import { storedQuote } from './quotes/stored-quote.ts'
import { useBookingDefaults } from './use-booking-rules.ts'

/** An empty booking from or to the pickup points the address names: `to-point=own:CG1042`. */
function withPoints(empty: Booking, values: Readonly<Record<string, string>>): Booking {
  const [fromProvider = '', fromId = ''] = (values['from-point'] ?? '').split(':')
  const [toProvider = '', toId = ''] = (values['to-point'] ?? '').split(':')
  return {
    ...empty,
    collection_pickup_point_id: fromId,
    collection_pickup_point_provider: fromProvider,
    delivery_pickup_point_id: toId,
    delivery_pickup_point_provider: toProvider,
  }
}

/** What the form opens with, and under which name its draft is stored. */
export interface Opening {
  initial: Booking | null
  name: string
  title: string
  error: Error | null
  retry: () => void
}

/**
 * Reads the address: empty, `custom-ref` (SHIP-077) with the account whose sticker it is (TOOL-003), a carried quote, or like an earlier shipment (`duplicate`,
 * `return`; SHIP-090, SHIP-091) or an earlier quote (`requote`).
 */
export function useOpening(): Opening {
  const { values } = useSearchState()
  const me = useMe()
  const hours = useSetting(working_hours).mon ?? { open: '08:00', close: '17:00' }
  const defaults = useBookingDefaults()
  const [empty] = useState(() => emptyBooking(defaults))
  const source = Number(values['duplicate'] ?? values['return'] ?? values['requote'] ?? 0)
  const isReturn = values['return'] !== undefined
  const isQuote = values['requote'] !== undefined
  const isQuoter = me.kind !== 'guest' && !mayCall(me, shipmentsApi.create)
  const booked = useQuery({
    ...endpointQuery(shipmentsApi.detail, { id: source }),
    enabled: source > 0 && !isQuote,
    staleTime: Infinity,
  })
  const quoted = useQuery({
    ...endpointQuery(quotesApi.one, { id: source }),
    enabled: source > 0 && isQuote,
    staleTime: Infinity,
  })
  const earlier = isQuote ? quoted : booked
  const sticker = values['custom-ref'] ?? ''
  const isRequested = isStaff(me) && sticker !== '' && source === 0
  const holder = useQuery({
    ...endpointQuery(stickersApi.holder, { reference: sticker.slice(0, reference_max_length) }),
    enabled: isRequested,
    staleTime: Infinity,
    retry: false,
  })
  const quote = values['quick_quote'] === 'send' ? (values['t'] ?? '') : ''
  const shipment = earlier.data?.shipment
  const initial = useMemo<Booking | null>(() => {
    if (source > 0)
      return shipment ? fromInput(isReturn ? returnOf(shipment, hours) : duplicateOf(shipment), empty) : null
    const carried = quote ? storedQuote(quote) : null
    if (carried)
      return {
        ...fillGaps(carried, empty),
        idempotency_key: newKey(),
        account_id: isStaff(me) ? carried.account_id : me.account_id,
      }
    // Whose sticker it is selects the account; when that cannot be found out, the form opens without it.
    if (isRequested && holder.isPending) return null
    const accountId = holder.data?.account_id ?? null
    return {
      ...withPoints(empty, values),
      ...(accountId === null ? {} : { account_id: accountId }),
      custom_tracking_reference: sticker,
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the form opens once per address
  }, [source, isReturn, shipment, quote, sticker, isRequested, holder.isPending, empty])
  const kind =
    source > 0 ? `${isReturn ? 'return' : 'duplicate'}-${source}` : quote ? `quote-${quote}` : 'new'
  return {
    initial,
    name: `shipment-${kind}`,
    title: source > 0 && isReturn ? 'Return shipment' : isQuoter ? 'New quote' : 'New shipment',
    error: earlier.error,
    retry: () => void earlier.refetch(),
  }
}
