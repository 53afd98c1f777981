import { hasUnsaved } from '../form/drafts/unsaved.ts'
import { confirmLeaving } from '../layers/alerts.ts'

const listeners = new Set<() => void>()

/** Tells the listener that somebody logs out where no other page can be fetched, until the answer is called. */
export function onLoggingOutHere(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Logs out: by its page, or without a connection on the page that is open, because the browser would show an error of its
 * own. What is typed and not saved is asked about first.
 */
export async function goLogOut(): Promise<void> {
  if (navigator.onLine) {
    window.location.assign('/logout')
    return
  }
  if (hasUnsaved() && !(await confirmLeaving())) return
  for (const listener of listeners) listener()
}
