import { isEventLoopFull } from './event-loop.ts'

/** Who uses places: a user, key or address of a company. */
export interface Caller {
  /** `provider_id` of the company; 0 for the product itself. */
  company: number
  /** Unique within the company. */
  name: string
}

/** How many places there are, and how many may wait for one and for how long, in ms. */
export interface TurnLimits {
  running: number
  waiting: number
  wait_ms: number
}

/** Why a caller got no place: the queue is full, its time is over, or the caller has gone. */
type NoTurn = 'full' | 'late' | 'gone'

/** What a company or a caller has running and waiting. */
interface Share {
  running: number
  waiting: number
  /** When it got a place last, as a count of places given; 0 for one that has nothing running or waiting. */
  last_start: number
}

interface Shares {
  company: Share
  caller: Share
  /** Whether it uses places of the product itself, whose share is not limited. */
  is_own: boolean
}

interface Waiter extends Shares {
  start(): void
  giveUp(reason: NoTurn): void
}

/** How long after its last request a company counts as active, in ms. */
const active_ms = 60_000

/**
 * A number of places that several companies use. Next is the company with the fewest, and within it the caller with
 * the fewest; among equals the one that got a place longest ago. A company that is alone has all places.
 *
 * While several companies are active, each uses at most half of the places, so that another one need not wait until
 * something ends. While the event loop is full, the one that wants the most uses at most a quarter, because each step of
 * a request then waits for a step of all others. When the queue is full, who has the most places in it gives one to who
 * has fewer.
 */
export class Turns {
  readonly #limits: TurnLimits
  readonly #errorFor: (reason: NoTurn) => Error
  readonly #isFull: () => boolean
  readonly #companies = new Map<number, Share>()
  readonly #callers = new Map<string, Share>()
  readonly #waiting: Waiter[] = []
  #running = 0
  #given = 0
  /** The company that asked last, and until when several count as active. */
  #lastCompany = 0
  #sharedUntil = 0

  /** `errorFor` makes the error of a caller that gets no place. */
  constructor(limits: TurnLimits, errorFor: (reason: NoTurn) => Error, isFull = isEventLoopFull) {
    this.#isFull = isFull
    this.#limits = limits
    this.#errorFor = errorFor
  }

  /** Returns the number of used places and of waiting callers. */
  count(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting.length }
  }

  /** Waits for a place and returns the function that gives it back. `gone` ends the waiting. */
  async take({ company, name }: Caller, gone?: AbortSignal): Promise<() => void> {
    this.#note(company)
    const key = `${company} ${name}`
    const shares = {
      company: shareOf(this.#companies, company),
      caller: shareOf(this.#callers, key),
      is_own: company === 0,
    }
    const forget = (): void => {
      if (placesOf(shares.company) === 0) this.#companies.delete(company)
      if (placesOf(shares.caller) === 0) this.#callers.delete(key)
    }
    try {
      if (this.#running < this.#limits.running && this.#mayStart()(shares)) this.#begin(shares)
      else await this.#wait(shares, gone)
    } catch (error) {
      forget()
      throw error
    }
    return () => {
      this.#end(shares)
      forget()
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
        giveUp: (reason) => {
          leave()
          reject(this.#errorFor(reason))
        },
      }
      const hungUp = (): void => waiter.giveUp('gone')
      const timer = setTimeout(() => waiter.giveUp('late'), wait_ms)
      gone?.addEventListener('abort', hungUp, { once: true })
      this.#waiting.push(waiter)
      shares.company.waiting += 1
      shares.caller.waiting += 1
      if (gone?.aborted) hungUp()
    })
  }

  /**
   * Rejects the newest caller of the company with the most places in the queue, and within it of the caller with the
   * most; or the new one, if its company or caller would then have the most.
   */
  #makeRoom({ company, caller }: Shares): void {
    const [first] = this.#waiting
    const last = first && this.#waiting.reduce((most, one) => (hasFewerPlaces(one, most) ? most : one), first)
    const surplus = !last
      ? 0
      : last.company === company
        ? last.caller.waiting - caller.waiting
        : last.company.waiting - company.waiting
    if (!last || surplus < 2) throw this.#errorFor('full')
    last.giveUp('full')
  }

  #begin({ company, caller }: Shares): void {
    this.#running += 1
    this.#given += 1
    for (const share of [company, caller]) {
      share.running += 1
      share.last_start = this.#given
    }
  }

  #end({ company, caller }: Shares): void {
    this.#running -= 1
    company.running -= 1
    caller.running -= 1
    while (this.#running < this.#limits.running) {
      const next = this.#next()
      if (!next) return
      next.start()
    }
  }

  #next(): Waiter | null {
    const mayStart = this.#mayStart()
    return this.#waiting.reduce<Waiter | null>(
      (best, one) => (mayStart(one) && (!best || isBefore(one, best)) ? one : best),
      null,
    )
  }

  /** Returns whether a company may use another place now. */
  #mayStart(): (one: Shares) => boolean {
    if (performance.now() >= this.#sharedUntil) return () => true
    const { running } = this.#limits
    const most = this.#isFull() ? Math.max(...[...this.#companies.values()].map(placesOf)) : Infinity
    return ({ company, is_own }) =>
      is_own || company.running < Math.ceil(running / (placesOf(company) >= most ? 4 : 2))
  }

  /** Notes that a company is active. */
  #note(company: number): void {
    if (company === 0 || company === this.#lastCompany) return
    if (this.#lastCompany !== 0) this.#sharedUntil = performance.now() + active_ms
    this.#lastCompany = company
  }
}

function shareOf<Key>(shares: Map<Key, Share>, key: Key): Share {
  const share = shares.get(key) ?? { running: 0, waiting: 0, last_start: 0 }
  shares.set(key, share)
  return share
}

/** Returns how many places someone uses or waits for. */
function placesOf({ running, waiting }: Share): number {
  return running + waiting
}

function hasFewerPlaces(one: Shares, other: Shares): boolean {
  const difference = one.company.waiting - other.company.waiting || one.caller.waiting - other.caller.waiting
  return difference < 0
}

/** Whether a waiting caller is next before one that has waited longer. */
function isBefore(one: Shares, other: Shares): boolean {
  const difference =
    one.company.running - other.company.running ||
    one.company.last_start - other.company.last_start ||
    one.caller.running - other.caller.running ||
    one.caller.last_start - other.caller.last_start
  return difference < 0
}
