let last = ''

/** Remembers the request of an error that was shown. */
export function noteError(requestId: string): void {
  if (requestId) last = requestId
}

/** The id of the request behind the last error that was shown in this window; empty when there was none. */
export function lastErrorId(): string {
  return last
}
