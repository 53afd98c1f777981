import { Store } from './store.ts'

export interface Announcements {
  polite: string
  assertive: string
}

/** The texts of the two live regions. */
export const announcements = new Store<Announcements>({ polite: '', assertive: '' })

/** Minimum time between two announcements in a region, in ms. */
const pause_ms = 1000
const next_free = { polite: 0, assertive: 0 }
const waiting: Partial<Record<keyof Announcements, ReturnType<typeof setTimeout>>> = {}

/**
 * Announces a text to screen readers, at most once a second per region; if several arrive within that second, only
 * the last is announced.
 */
export function announce(text: string, urgency: keyof Announcements = 'polite'): void {
  clearTimeout(waiting[urgency])
  const delay = Math.max(0, next_free[urgency] - Date.now())
  waiting[urgency] = setTimeout(() => {
    next_free[urgency] = Date.now() + pause_ms
    announcements.write({ ...announcements.read(), [urgency]: text })
  }, delay)
}
