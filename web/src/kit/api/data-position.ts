const key = 'data_position'

/**
 * Returns up to where this browser tab has seen the company's data, as the server wrote it; `null` when it has seen
 * nothing yet. Sent with each request, so that copies of the database that are older do not serve it.
 */
export function dataPosition(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores the position of a response or a live message, unless a later one is known. */
export function noteDataPosition(position: string | null): void {
  if (position === null || Number(position) <= Number(dataPosition() ?? 0)) return
  try {
    sessionStorage.setItem(key, position)
  } catch {
    // Without storage, the server knows no more than the position of its own process.
  }
}
