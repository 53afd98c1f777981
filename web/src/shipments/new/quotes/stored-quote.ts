import { newKey } from '../../../kit/api/new-key.ts'
import type { Booking } from '../booking.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

const prefix = 'quote:'
/** Days after which a quote that was never sent is forgotten. */
const stored_days = 30

interface StoredQuote {
  at: string
  booking: Booking
}

/** Keeps what was quoted in this browser and answers the key under which the booking form finds it again. */
export function storeQuote(booking: Booking): string {
  deleteOld()
  const key = newKey().slice(0, 8)
  const carried: StoredQuote = { at: new Date().toISOString(), booking }
  localStorage.setItem(prefix + key, JSON.stringify(carried))
  return key
}

/** The booking carried under a key; `null` when there is none. */
export function storedQuote(key: string): Booking | null {
  try {
    return (JSON.parse(localStorage.getItem(prefix + key) ?? 'null') as StoredQuote | null)?.booking ?? null
  } catch {
    return null
  }
}

/** Where the booking form opens with a carried quote. */
export function sendAddress(key: string): string {
  return `/shipments/new?quick_quote=send&t=${key}`
}

function deleteOld(): void {
  const oldest = Date.now() - stored_days * day_ms
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(prefix)) continue
    const at = /"at":"([^"]+)"/.exec(localStorage.getItem(key) ?? '')?.[1]
    if (!at || Date.parse(at) < oldest) localStorage.removeItem(key)
  }
}
