import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatRand } from '@waybill/domain/kit/money'
import { ratesApi } from '@waybill/domain/rates/api'
import {
  seesPrices,
  type OptInAnswer,
  type Rate,
  type RatesAnswer,
  type RatesInput,
} from '@waybill/domain/rates/model'
import type { z } from 'zod'
import { useEffect } from 'react'
import { endpointQuery, ApiError } from '../../../kit/api/index.ts'
import { useSettled } from '../../../kit/form/choices/use-settled.ts'
import { announce } from '../../../kit/layers/announcements.ts'
import { useMe } from '../../../kit/session/me.ts'
import type { Booking } from '../booking.ts'
import { cheapestFirst } from './price-lines.ts'
import { ratesInputOf, routeOf } from './rate-request.ts'

/**
 * Delay before a price request, in ms, so that a price appears well within 600 ms after the user leaves the last
 * field.
 */
const quiet_ms = 300

/** The prices of the booking in its current state. */
export interface Prices {
  /** Cheapest first. The previous rates while new ones are fetched, `null` before the first response. */
  rates: readonly Rate[] | null
  /** The server’s message that explains why there are no rates. */
  message: string | null
  /** Returns the problem of a field, such as a day that has passed. */
  problemAt: (field: keyof RatesInput) => string | undefined
  rejected: RatesAnswer['rejected']
  isFetching: boolean
  /** Whether both ends and every parcel are complete, so that prices can be requested. */
  isAskable: boolean
  error: Error | null
  updated_at: number
  retry: () => void
  chosen: Rate | null
}

/**
 * Returns the live prices of a booking. They are requested again when the relevant values have been stable for
 * `quiet_ms`; previous prices stay in the meantime. `hidesRates` returns the services without their prices, for a
 * shipment that is priced as on the day of its booking.
 */
export function usePrices(booking: Booking, { hidesRates = false } = {}): Prices {
  const explain = seesPrices(useMe())
  const input = useSettled(ratesInputOf(booking, explain), quiet_ms)
  const query = useQuery({
    ...endpointQuery(ratesApi.price, input ?? {}),
    enabled: input !== null,
    placeholderData: keepPreviousData,
  })
  const answer = input === null ? undefined : query.data
  const refused =
    input !== null && query.error instanceof ApiError && query.error.status === 400 ? query.error : null
  const sorted = answer ? cheapestFirst(answer.rates) : null
  const rates = hidesRates ? (sorted?.map((rate) => ({ ...rate, rate: null })) ?? null) : sorted
  const chosen = rates?.find(({ service_level }) => service_level.code === booking.service_level_code) ?? null
  const price = chosen?.rate ?? null
  useEffect(() => {
    if (price !== null) announce(`Price ${formatRand(price)}`)
  }, [price])
  return {
    rates,
    message: refused?.message ?? (answer && answer.rates.length === 0 ? answer.message : null),
    problemAt: (field) => refused?.fields.find((one) => one.field === field)?.message,
    rejected: answer?.rejected,
    isFetching: query.isFetching,
    isAskable: input !== null,
    error: refused ? null : query.error,
    updated_at: query.dataUpdatedAt,
    retry: () => void query.refetch(),
    chosen,
  }
}

/** Returns the extras on offer for the route, and the customer reference that the account requires (RATE-014). */
export function useOptIns(booking: Booking): z.output<typeof OptInAnswer> | null {
  const input = useSettled(routeOf(booking), quiet_ms)
  const query = useQuery({
    ...endpointQuery(ratesApi.optIn, input ?? {}),
    enabled: input !== null,
    placeholderData: keepPreviousData,
  })
  return input === null ? null : (query.data ?? null)
}
