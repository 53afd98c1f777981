import { Store } from '../../kit/layers/store.ts'
import { newSession, readSession, type ScanSession } from '../scanner/scan-session.ts'

const stores = new Map<string, Store<ScanSession | null>>()

/**
 * The `queue:` prefix keeps the session after sign-out, because refused scans must be handled by a user and do not
 * depend on the sign-in session.
 */
const keyOf = (username: string): string => `queue:hub-session:${username}`

/**
 * Returns the running session of a user on this device; `null` before 'Start scanning'. It outlives the page, so that
 * responses that arrive after leaving it are not lost.
 */
export function sessionOf(username: string): Store<ScanSession | null> {
  const known = stores.get(username)
  if (known) return known
  const store = new Store<ScanSession | null>(readSession(localStorage.getItem(keyOf(username))))
  stores.set(username, store)
  return store
}

/**
 * Changes the session and stores it on the device before publishing it; starts a session if there is none, for
 * responses to earlier scans and for scans on the page of a manifest.
 */
export function changeSession(username: string, change: (session: ScanSession) => ScanSession): void {
  writeSession(
    username,
    change(sessionOf(username).read() ?? { ...newSession(new Date()), is_set_up: false }),
  )
}

/** Starts, replaces or (with `null`) ends the session of a user on this device. */
export function writeSession(username: string, session: ScanSession | null): void {
  try {
    if (session) localStorage.setItem(keyOf(username), JSON.stringify(session))
    else localStorage.removeItem(keyOf(username))
  } catch {
    // Without storage the session lasts as long as the page; the scans themselves are in the queue.
  }
  sessionOf(username).write(session)
}
