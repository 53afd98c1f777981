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

/** Returns an empty booking with the pickup points named in the query string, for example `to-point=own:CG1042`. */
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

/** The initial values of the form, and the name under which its draft is stored. */
export interface Opening {
  initial: Booking | null
  name: string
  title: string
  error: Error | null
  retry: () => void
}

/**
 * Determines the initial values of the form from the query string:
 *
 * - nothing: an empty form;
 * - `custom-ref`: a sticker number (SHIP-077), with the account that holds the sticker (TOOL-003);
 * - `quick_quote=send`: a stored quote;
 * - `duplicate`, `return`: an earlier shipment (SHIP-090, SHIP-091);
 * - `requote`: an earlier quote.
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
    // The account that holds the sticker is preselected. If it cannot be found, the form opens without an account.
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
