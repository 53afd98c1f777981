import { Problem } from '@waybill/domain/kit/problem'
import { workloads, type Workload } from '@waybill/domain/kit/calls/workload'
import { Turns, type Caller, type TurnLimits } from '../kit/load/turns.ts'

/** Limits per workload in this process: concurrent requests, queued requests, and maximum queue time in ms. */
export const workload_limits: Readonly<Record<Workload, TurnLimits>> = {
  field: { running: 100, waiting: 400, wait_ms: 5_000 },
  interactive: { running: 30, waiting: 200, wait_ms: 4_000 },
  heavy: { running: 3, waiting: 60, wait_ms: 20_000 },
}

/**
 * Decides before any work is done whether a request runs now, waits, or is rejected with 503. Each workload has its
 * own capacity, which companies and callers share fairly (`Turns`).
 */
export class Admission {
  readonly #turns: ReadonlyMap<Workload, Turns>

  constructor(sizes = workload_limits) {
    this.#turns = new Map(
      workloads.map((workload) => [
        workload,
        new Turns(sizes[workload], (reason) => busy(workload, reason === 'gone' ? 1 : 5)),
      ]),
    )
  }

  /** Returns the number of running and waiting requests. */
  count(workload: Workload): { running: number; waiting: number } {
    return this.#turnsOf(workload).count()
  }

  /** Runs `fn` when there is capacity. `gone` cancels the waiting when the client disconnects. */
  async run<Result>(
    about: { workload: Workload; caller: Caller; gone?: AbortSignal | undefined },
    fn: () => Promise<Result>,
  ): Promise<Result> {
    const end = await this.#turnsOf(about.workload).take(about.caller, about.gone)
    try {
      return await fn()
    } finally {
      end()
    }
  }

  #turnsOf(workload: Workload): Turns {
    const turns = this.#turns.get(workload)
    if (!turns) throw new Error(`There is no workload ${workload}.`)
    return turns
  }
}

function busy(workload: Workload, retryAfterS: number): Problem {
  const sentence =
    workload === 'heavy'
      ? 'Many documents and downloads are being made right now. Nothing was changed. Try again in a few seconds.'
      : 'The service is very busy right now. Nothing was changed. Try again in a few seconds.'
  return new Problem('unavailable', sentence, { retry_after_s: retryAfterS })
}
