const key = 'reloaded_for_part'

/** A second reload within this time, in ms, would be a loop. */
const guard_ms = 60_000

/**
 * Reloads the page when a program file is missing after a release: never twice within a minute, and never while
 * offline. Returns whether it reloads.
 */
export function reloadOnce(): boolean {
  if (!navigator.onLine) return false
  const last = Number(sessionStorage.getItem(key) ?? 0)
  if (Date.now() - last < guard_ms) return false
  sessionStorage.setItem(key, String(Date.now()))
  window.location.reload()
  return true
}
