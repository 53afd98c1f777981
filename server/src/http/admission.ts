import { Problem } from '@waybill/domain/kit/problem'
import { workloads, type Workload } from '@waybill/domain/kit/calls/workload'

/** Limits per workload in this process: concurrent requests, queued requests, and maximum queue time in ms. */
export interface WorkloadLimits {
  running: number
  waiting: number
  wait_ms: number
}

export const workload_limits: Readonly<Record<Workload, WorkloadLimits>> = {
  field: { running: 100, waiting: 400, wait_ms: 5_000 },
  interactive: { running: 30, waiting: 200, wait_ms: 4_000 },
  heavy: { running: 3, waiting: 60, wait_ms: 20_000 },
}

/** Who makes a request: a user, key or address of a company. */
export interface Caller {
  /** `provider_id` of the company. */
  company: number
  /** Unique within the company. */
  name: string
}

/** What a company or a caller has running and waiting. */
interface Share {
  running: number
  waiting: number
  /** When it started a request last, as a count of started requests; 0 for one that has nothing running or waiting. */
  last_start: number
}

interface Shares {
  company: Share
  caller: Share
}

interface Waiter extends Shares {
  start(): void
  giveUp(problem: Problem): void
}

/**
 * Decides before any work is done whether a request runs now, waits, or is rejected with 503. Each workload has its
 * own capacity, and its own fairness: see `Turns`.
 */
export class Admission {
  readonly #turns: ReadonlyMap<Workload, Turns>

  constructor(sizes = workload_limits) {
    this.#turns = new Map(workloads.map((workload) => [workload, new Turns(workload, sizes[workload])]))
  }

  /** Returns the number of running and waiting requests. */
  count(workload: Workload): { running: number; waiting: number } {
    return this.#turnsOf(workload).count()
  }

  /** Runs `fn` when there is capacity. `gone` cancels the waiting when the client disconnects. */
  run<Result>(
    about: { workload: Workload; caller: Caller; gone?: AbortSignal | undefined },
    fn: () => Promise<Result>,
  ): Promise<Result> {
    return this.#turnsOf(about.workload).run(about.caller, about.gone, fn)
  }

  #turnsOf(workload: Workload): Turns {
    const turns = this.#turns.get(workload)
    if (!turns) throw new Error(`There is no workload ${workload}.`)
    return turns
  }
}

/**
 * The requests of one workload. Next is the company with the fewest running requests, and within it the caller with
 * the fewest; among equals the one that started a request longest ago. When the queue is full, who has the most places
 * gives one to who has fewer. So neither a customer who requests twenty
 * batches of labels nor a company with 500 users delays others, and a company that is alone has all the capacity.
 */
class Turns {
  readonly #workload: Workload
  readonly #limits: WorkloadLimits
  readonly #shares = new Map<string, Share>()
  readonly #waiting: Waiter[] = []
  #running = 0
  #started = 0

  constructor(workload: Workload, limits: WorkloadLimits) {
    this.#workload = workload
    this.#limits = limits
  }

  count(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting.length }
  }

  async run<Result>(
    { company, name }: Caller,
    gone: AbortSignal | undefined,
    fn: () => Promise<Result>,
  ): Promise<Result> {
    const keys = [`${company}`, `${company} ${name}`] as const
    const shares = { company: this.#shareOf(keys[0]), caller: this.#shareOf(keys[1]) }
    try {
      if (this.#running >= this.#limits.running) await this.#wait(shares, gone)
      else this.#begin(shares)
      try {
        return await fn()
      } finally {
        this.#end(shares)
      }
    } finally {
      for (const key of keys) this.#forget(key)
    }
  }

  async #wait(shares: Shares, gone: AbortSignal | undefined): Promise<void> {
    const { waiting: places, wait_ms } = this.#limits
    if (this.#waiting.length >= places) this.#makeRoom(shares)
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer)
        gone?.removeEventListener('abort', hungUp)
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        shares.company.waiting -= 1
        shares.caller.waiting -= 1
      }
      const waiter: Waiter = {
        ...shares,
        start: () => {
          leave()
          this.#begin(shares)
          resolve()
        },
        giveUp: (problem) => {
          leave()
          reject(problem)
        },
      }
      const hungUp = (): void => waiter.giveUp(this.#busy(1))
      const timer = setTimeout(() => waiter.giveUp(this.#busy(5)), wait_ms)
      gone?.addEventListener('abort', hungUp, { once: true })
      this.#waiting.push(waiter)
      shares.company.waiting += 1
      shares.caller.waiting += 1
      if (gone?.aborted) hungUp()
    })
  }

  /**
   * Rejects the newest request of the company with the most places in the queue, and within it of the caller with the
   * most; or the new request, if its company or caller would then have the most.
   */
  #makeRoom({ company, caller }: Shares): void {
    const [first] = this.#waiting
    const last = first && this.#waiting.reduce((most, one) => (hasFewerPlaces(one, most) ? most : one), first)
    const surplus = !last
      ? 0
      : last.company === company
        ? last.caller.waiting - caller.waiting
        : last.company.waiting - company.waiting
    if (!last || surplus < 2) throw this.#busy(5)
    last.giveUp(this.#busy(5))
  }

  #begin(shares: Shares): void {
    this.#running += 1
    this.#started += 1
    for (const share of [shares.company, shares.caller]) {
      share.running += 1
      share.last_start = this.#started
    }
  }

  #end(shares: Shares): void {
    this.#running -= 1
    shares.company.running -= 1
    shares.caller.running -= 1
    const [first] = this.#waiting
    if (!first || this.#running >= this.#limits.running) return
    this.#waiting.reduce((best, one) => (isBefore(one, best) ? one : best), first).start()
  }

  #shareOf(key: string): Share {
    const share = this.#shares.get(key) ?? { running: 0, waiting: 0, last_start: 0 }
    this.#shares.set(key, share)
    return share
  }

  #forget(key: string): void {
    const share = this.#shares.get(key)
    if (share && share.running + share.waiting === 0) this.#shares.delete(key)
  }

  #busy(retryAfterS: number): Problem {
    return busy(this.#workload, retryAfterS)
  }
}

function hasFewerPlaces(one: Waiter, other: Waiter): boolean {
  const difference = one.company.waiting - other.company.waiting || one.caller.waiting - other.caller.waiting
  return difference < 0
}

/** Whether a waiting request is served before one that has waited longer. */
function isBefore(one: Waiter, other: Waiter): boolean {
  const difference =
    one.company.running - other.company.running ||
    one.company.last_start - other.company.last_start ||
    one.caller.running - other.caller.running ||
    one.caller.last_start - other.caller.last_start
  return difference < 0
}

function busy(workload: Workload, retryAfterS: number): Problem {
  const sentence =
    workload === 'heavy'
      ? 'Many documents and downloads are being made right now. Nothing was changed. Try again in a few seconds.'
      : 'The service is very busy right now. Nothing was changed. Try again in a few seconds.'
  return new Problem('unavailable', sentence, { retry_after_s: retryAfterS })
}
