interface Flight {
  abort: AbortController
  /** The answer of the newer request that replaced this one. */
  successor: Promise<unknown> | null
}

/**
 * Keeps only the newest of identical GET requests in flight: the older request is aborted and its caller receives the
 * response of the newest one, so that no error is displayed for it (API-015, API-016).
 */
export class NewestGet {
  private readonly flights = new Map<string, Flight>()

  /** Runs `send` as the newest request with this `name`. `signal` aborts only this caller's request. */
  run<Answer>(
    name: string,
    send: (signal: AbortSignal) => Promise<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const flight: Flight = { abort: new AbortController(), successor: null }
    const former = this.flights.get(name)
    this.flights.set(name, flight)
    const answer = this.follow(name, flight, send, signal)
    if (former) {
      former.successor = answer
      former.abort.abort(new DOMException('Aborted duplicate request', 'AbortError'))
    }
    return answer
  }

  private async follow<Answer>(
    name: string,
    flight: Flight,
    send: (signal: AbortSignal) => Promise<Answer>,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    const { abort } = flight
    const stop = (): void => abort.abort(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
    try {
      return await send(abort.signal)
    } catch (thrown) {
      if (!flight.successor || signal?.aborted) throw thrown
    } finally {
      signal?.removeEventListener('abort', stop)
      if (this.flights.get(name) === flight) this.flights.delete(name)
    }
    try {
      return (await flight.successor) as Answer
    } catch (thrown) {
      // The caller of the newer request does not need it any more; this one does.
      if (thrown instanceof DOMException && thrown.name === 'AbortError') return this.run(name, send, signal)
      throw thrown
    }
  }
}
