import { storeClockOffset, storedClockOffset } from '../api/session.ts'

let offset_seconds: number | null = null

/**
 * Returns how many seconds this device was ahead of the server at the last contact, also before a reload or with another
 * user; `null` before the first contact.
 */
export function clockOffset(): number | null {
  return offset_seconds ?? storedClockOffset()
}

/** Returns the offset as a field of an event that the server puts on its own clock; empty before the first contact. */
export function offsetNow(): { clock_offset_seconds?: number } {
  const offset = clockOffset()
  return offset === null ? {} : { clock_offset_seconds: offset }
}

/**
 * Measures the offset between this device's clock and the server's, which `readTime` asks for, and stores it. Without signal the last offset stays.
 */
export async function compareClocks(readTime: () => Promise<{ current_time: Date }>): Promise<void> {
  try {
    const before = Date.now()
    const { current_time } = await readTime()
    offset_seconds = Math.round(((before + Date.now()) / 2 - current_time.getTime()) / 1000)
    storeClockOffset(offset_seconds)
  } catch {
    // Ignored: the next call measures again.
  }
}
