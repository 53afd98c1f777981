import { hasUnsaved } from '../form/drafts/unsaved.ts'
import { confirmLeaving } from '../layers/alerts.ts'

const listeners = new Set<() => void>()

/** Calls `listener` when the user signs out offline, until the returned function is called. */
export function onLoggingOutHere(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Signs the user out: online through the page `/logout`; offline on the open page, because the browser would
 * otherwise display its own error page. Offline, it first asks about unsaved changes.
 */
export async function goLogOut(): Promise<void> {
  if (navigator.onLine) {
    window.location.assign('/logout')
    return
  }
  if (hasUnsaved() && !(await confirmLeaving())) return
  for (const listener of listeners) listener()
}
