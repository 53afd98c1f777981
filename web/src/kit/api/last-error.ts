let last = ''

/** Stores the request id of an error that was displayed. */
export function noteError(requestId: string): void {
  if (requestId) last = requestId
}

/** Returns the request id of the last error displayed in this window; empty when there was none. */
export function lastErrorId(): string {
  return last
}
