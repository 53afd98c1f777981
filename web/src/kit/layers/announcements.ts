import { Store } from './store.ts'

export interface Announcements {
  polite: string
  assertive: string
}

/** What the shell's two live regions say. */
export const announcements = new Store<Announcements>({ polite: '', assertive: '' })

/** Milliseconds between two announcements of a region. */
const pause_ms = 1000
const next_free = { polite: 0, assertive: 0 }
const waiting: Partial<Record<keyof Announcements, ReturnType<typeof setTimeout>>> = {}

/** Says something to screen readers, at most once a second per region; of several within it only the last is said. */
export function announce(text: string, urgency: keyof Announcements = 'polite'): void {
  clearTimeout(waiting[urgency])
  const delay = Math.max(0, next_free[urgency] - Date.now())
  waiting[urgency] = setTimeout(() => {
    next_free[urgency] = Date.now() + pause_ms
    announcements.write({ ...announcements.read(), [urgency]: text })
  }, delay)
}
