import { Problem } from '@waybill/domain/kit/problem'
import { workloads, type Workload } from '@waybill/domain/kit/calls/workload'

/** Limits per workload in this process: concurrent requests, queued requests, and maximum queue time in ms. */
export interface WorkloadLimits {
  running: number
  waiting: number
  wait_ms: number
  /** Maximum number of queued requests per caller, so that one caller cannot fill the queue. */
  waiting_each: number
}

export const workload_limits: Readonly<Record<Workload, WorkloadLimits>> = {
  field: { running: 100, waiting: 400, wait_ms: 5_000, waiting_each: 100 },
  interactive: { running: 30, waiting: 200, wait_ms: 4_000, waiting_each: 60 },
  heavy: { running: 3, waiting: 60, wait_ms: 20_000, waiting_each: 25 },
}

interface Waiter {
  caller: string
  start(): void
}

/**
 * Decides before any work is done whether a request runs now, waits, or is rejected with 503. Each workload has its
 * own capacity. Within a workload, the caller with the fewest running requests is next. A customer who requests
 * twenty batches of labels therefore does not delay other callers.
 */
export class Admission {
  readonly #workload_limits: Readonly<Record<Workload, WorkloadLimits>>
  readonly #running = new Map<Workload, Map<string, number>>(workloads.map((one) => [one, new Map()]))
  readonly #waiting = new Map<Workload, Waiter[]>(workloads.map((one) => [one, []]))

  constructor(sizes = workload_limits) {
    this.#workload_limits = sizes
  }

  /** Returns the number of running and waiting requests. */
  count(workload: Workload): { running: number; waiting: number } {
    return { running: this.#total(workload), waiting: this.#waitingOf(workload).length }
  }

  /** Runs `fn` when there is capacity. `gone` cancels the waiting when the client disconnects. */
  async run<Result>(
    about: { workload: Workload; caller: string; gone?: AbortSignal | undefined },
    fn: () => Promise<Result>,
  ): Promise<Result> {
    await this.#enter(about.workload, about.caller, about.gone)
    try {
      return await fn()
    } finally {
      this.#leave(about.workload, about.caller)
    }
  }

  async #enter(workload: Workload, caller: string, gone: AbortSignal | undefined): Promise<void> {
    const room = this.#workload_limits[workload]
    if (this.#total(workload) < room.running) return this.#begin(workload, caller)
    const waiting = this.#waitingOf(workload)
    const own = waiting.filter((one) => one.caller === caller).length
    if (waiting.length >= room.waiting || own >= room.waiting_each) throw busy(workload, 5)
    await new Promise<void>((resolve, reject) => {
      const giveUp = (problem: Problem): void => {
        clearTimeout(timer)
        gone?.removeEventListener('abort', hungUp)
        const at = waiting.indexOf(waiter)
        if (at >= 0) waiting.splice(at, 1)
        reject(problem)
      }
      const hungUp = (): void => giveUp(busy(workload, 1))
      const waiter: Waiter = {
        caller,
        start: () => {
          clearTimeout(timer)
          gone?.removeEventListener('abort', hungUp)
          resolve()
        },
      }
      const timer = setTimeout(() => giveUp(busy(workload, 5)), room.wait_ms)
      gone?.addEventListener('abort', hungUp, { once: true })
      waiting.push(waiter)
      if (gone?.aborted) hungUp()
    })
  }

  #leave(workload: Workload, caller: string): void {
    const running = this.#runningOf(workload)
    const left = (running.get(caller) ?? 1) - 1
    if (left > 0) running.set(caller, left)
    else running.delete(caller)
    const waiting = this.#waitingOf(workload)
    if (waiting.length === 0 || this.#total(workload) >= this.#workload_limits[workload].running) return
    const next = waiting.reduce((best, one) =>
      (running.get(one.caller) ?? 0) < (running.get(best.caller) ?? 0) ? one : best,
    )
    waiting.splice(waiting.indexOf(next), 1)
    this.#begin(workload, next.caller)
    next.start()
  }

  #begin(workload: Workload, caller: string): void {
    const running = this.#runningOf(workload)
    running.set(caller, (running.get(caller) ?? 0) + 1)
  }

  #total(workload: Workload): number {
    return [...this.#runningOf(workload).values()].reduce((sum, one) => sum + one, 0)
  }

  #runningOf(workload: Workload): Map<string, number> {
    return this.#running.get(workload) ?? new Map<string, number>()
  }

  #waitingOf(workload: Workload): Waiter[] {
    return this.#waiting.get(workload) ?? []
  }
}

function busy(workload: Workload, retryAfterS: number): Problem {
  const sentence =
    workload === 'heavy'
      ? 'Many documents and downloads are being made right now. Nothing was changed. Try again in a few seconds.'
      : 'The service is very busy right now. Nothing was changed. Try again in a few seconds.'
  return new Problem('unavailable', sentence, { retry_after_s: retryAfterS })
}
