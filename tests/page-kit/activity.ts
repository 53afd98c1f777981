/** Counts the activity between page and server: requests, renderings, file reads. */
export class Activity {
  #open = 0
  #woken: (() => void)[] = []

  get isQuiet(): boolean {
    return this.#open === 0
  }

  /** Counts a piece of work as active; returns a function that ends it. */
  begin(): () => void {
    let isOver = false
    this.#open += 1
    return () => {
      if (isOver) return
      isOver = true
      this.#open -= 1
      const woken = this.#woken
      this.#woken = []
      for (const wake of woken) wake()
    }
  }

  track<Result>(promise: Promise<Result>): Promise<Result> {
    const end = this.begin()
    // End one turn later, so that callers that await the result continue before the activity counts as quiet.
    void promise.then(
      () => setImmediate(end),
      () => setImmediate(end),
    )
    return promise
  }

  /** Resolves when the next piece of work has ended. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#woken.push(resolve))
  }
}

/** Waits for one turn of the event loop. */
export const nextMacrotask = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
