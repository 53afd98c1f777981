import { newKey } from '../../../kit/api/new-key.ts'
import type { Booking } from '../booking.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

const prefix = 'quote:'
/** Days after which a stored quote is deleted. */
const stored_days = 30

interface StoredQuote {
  at: string
  booking: Booking
}

/** Stores a quoted booking in this browser and returns the key by which the booking form finds it. */
export function storeQuote(booking: Booking): string {
  deleteOld()
  const key = newKey().slice(0, 8)
  const carried: StoredQuote = { at: new Date().toISOString(), booking }
  localStorage.setItem(prefix + key, JSON.stringify(carried))
  return key
}

/** Returns the booking stored under a key; `null` if there is none. */
export function storedQuote(key: string): Booking | null {
  try {
    return (JSON.parse(localStorage.getItem(prefix + key) ?? 'null') as StoredQuote | null)?.booking ?? null
  } catch {
    return null
  }
}

/** Returns the address of the booking form for a stored quote. */
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
