/** A function that runs once the clock has reached a time. */
interface Timer {
  id: number
  due: number
  /** Its delay in ms. */
  delay: number
  repeats: boolean
  owner: object
  run: () => void
}

/**
 * Longest delay, in ms, that `settled()` waits for. Longer timers are not awaited, such as those of toasts, polls and
 * session expiry.
 */
const short_ms = 600

/** Sets and clears the timers of one window. */
export interface WindowTimers {
  set(run: () => void, delay: number, repeats?: boolean): number
  clear(id: number | undefined): void
}

/** The clock that pages and server share in a test. It advances only while something waits for a timer. */
export class TestClock {
  #now: number
  #last_id = 0
  readonly #timers = new Map<number, Timer>()

  /** `start`: ms since 1970. */
  constructor(start: number) {
    this.#now = start
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return this.#now
  }

  /** Returns timer functions for a window; `forget` clears all its timers. */
  timersOf(owner: object): WindowTimers {
    return {
      set: (run, delay, repeats = false) => {
        const id = ++this.#last_id
        const ms = Math.max(Number.isFinite(delay) ? delay : 0, repeats ? 1 : 0)
        this.#timers.set(id, { id, due: this.#now + ms, delay: ms, repeats, owner, run })
        return id
      },
      clear: (id) => {
        if (id !== undefined) this.#timers.delete(id)
      },
    }
  }

  forget(owner: object): void {
    for (const [id, timer] of this.#timers) if (timer.owner === owner) this.#timers.delete(id)
  }

  /** Whether a timer with a short delay is pending. */
  hasShortTimer(): boolean {
    return this.#next(isShort) !== undefined
  }

  /**
   * Advances to the next timer that is due by `until`, in ms since 1970, and runs it; returns `false` when there is
   * none.
   */
  runNext(until: number, only: 'short' | 'any' = 'any'): boolean {
    const timer = this.#next(only === 'short' ? isShort : () => true)
    if (!timer || timer.due > until) return false
    this.#now = Math.max(this.#now, timer.due)
    if (timer.repeats) timer.due = this.#now + timer.delay
    else this.#timers.delete(timer.id)
    timer.run()
    return true
  }

  /** Advances the clock without running due timers, as when a computer slept; they run with the next wait. */
  skip(ms: number): void {
    this.#now += ms
  }

  #next(isMeant: (timer: Timer) => boolean): Timer | undefined {
    let next: Timer | undefined
    for (const timer of this.#timers.values())
      if (isMeant(timer) && (!next || timer.due < next.due || (timer.due === next.due && timer.id < next.id)))
        next = timer
    return next
  }
}

const isShort = ({ delay, repeats }: Timer): boolean => delay <= short_ms && !repeats

/** Returns the `Date` class of a page on this clock. */
export function dateOn(clock: TestClock): DateConstructor {
  return class PageDate extends Date {
    constructor(...values: [] | [number | string | Date] | Parameters<DateConstructor['UTC']>) {
      super(...((values.length === 0 ? [clock.now] : values) as [number]))
    }
    static override now(): number {
      return clock.now
    }
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof Date
    }
  } as DateConstructor
}
