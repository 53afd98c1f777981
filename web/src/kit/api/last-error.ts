let last = ''

/** Remembers the request of an error that was shown. */
export function noteError(request_id: string): void {
  if (request_id) last = request_id
}

/** The id of the request behind the last error that was shown in this window; empty when there was none. */
export function lastErrorId(): string {
  return last
}
