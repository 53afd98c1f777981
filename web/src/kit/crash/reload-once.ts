const key = 'reloaded_for_part'

/** Milliseconds within which a second reload would be a loop. */
const guard_ms = 60_000

/**
 * Loads the page again because a part of the program is missing after a release: once, never in a loop, never while
 * offline. Answers whether it does.
 */
export function reloadOnce(): boolean {
  if (!navigator.onLine) return false
  const last = Number(sessionStorage.getItem(key) ?? 0)
  if (Date.now() - last < guard_ms) return false
  sessionStorage.setItem(key, String(Date.now()))
  window.location.reload()
  return true
}
