/**
 * Keeps only the newest of identical GET requests in flight: the older request is aborted and its caller receives the
 * response of the newest one, so that no error is displayed for it (API-015, API-016).
 */
export class NewestGet {
  private readonly flights = new Map<string, { abort: AbortController; latest: Promise<unknown> }>()

  /** Runs `send` as the newest request with this `name`. `signal` aborts only this caller's request. */
  async run<Answer>(
    name: string,
    send: (signal: AbortSignal) => Promise<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const abort = new AbortController()
    const former = this.flights.get(name)
    const answer = send(abort.signal)
    const flight = { abort, latest: answer as Promise<unknown> }
    this.flights.set(name, flight)
    former?.abort.abort(new DOMException('Aborted duplicate request', 'AbortError'))
    const stop = (): void => abort.abort(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
    try {
      return await answer
    } catch (thrown) {
      const newer = this.flights.get(name)
      if (newer && newer !== flight && abort.signal.aborted && !signal?.aborted)
        return (await newer.latest) as Answer
      throw thrown
    } finally {
      signal?.removeEventListener('abort', stop)
      if (this.flights.get(name) === flight) this.flights.delete(name)
    }
  }
}
