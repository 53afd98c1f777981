import { Store } from '../../kit/layers/store.ts'
import { newSession, readSession, type ScanSession } from '../scanner/scan-session.ts'

const stores = new Map<string, Store<ScanSession | null>>()

/** Kept at logging out, as refusals wait for a person and not for a session. */
const keyOf = (username: string): string => `queue:hub-session:${username}`

/**
 * The running session of a person on this device; `null` before 'Start scanning'. Outlives the page, so that answers
 * arriving after leaving it are not lost.
 */
export function sessionOf(username: string): Store<ScanSession | null> {
  const known = stores.get(username)
  if (known) return known
  const store = new Store<ScanSession | null>(readSession(localStorage.getItem(keyOf(username))))
  stores.set(username, store)
  return store
}

/** Changes the session and stores it on the device before anybody sees it; an answer to a scan of before starts one. */
export function changeSession(username: string, change: (session: ScanSession) => ScanSession): void {
  writeSession(username, change(sessionOf(username).read() ?? newSession(new Date())))
}

/** Starts, replaces or (with `null`) ends the session of a person on this device. */
export function writeSession(username: string, session: ScanSession | null): void {
  try {
    if (session) localStorage.setItem(keyOf(username), JSON.stringify(session))
    else localStorage.removeItem(keyOf(username))
  } catch {
    // Without storage the session lasts as long as the page; scans themselves lie in the queue.
  }
  sessionOf(username).write(session)
}
