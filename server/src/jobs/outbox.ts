import { randomUUID } from 'node:crypto'
import { systemActor } from '@waybill/domain/kit/actor'
import { sql } from 'kysely'
import type { RequestFacts } from '../kit/handler.ts'
import type { AfterCommitSubscriber, Runtime } from '../kit/runtime.ts'
import { inPlatformTransaction, platformStatement } from '../db/platform-transaction.ts'
import { externalContext } from '../db/transaction.ts'
import { hour_ms } from '@waybill/domain/kit/dates/durations'

/** Maximum number of jobs of one listener that run in parallel in a process. Each listener has its own lane. */
const lane_places = 8
/** Maximum number of these places per company, so that slow jobs leave room for other companies. */
const company_places = 6
const lease_ms = 60_000
/** How often the leases of running jobs are renewed, in ms. */
const renew_ms = 20_000
/** A job that runs longer counts as failed, in ms. */
const run_limit_ms = 15 * 60_000
const max_attempts = 8
const poll_ms = 1_000
const max_wait_ms = 6 * hour_ms
/** How often to look for entries that a clock that was ahead has postponed, in ms. */
const repair_ms = 60_000
/** Clocks that agree differ by less than this, in ms. */
const ahead_ms = 60_000

interface QueueEntry {
  provider_id: number
  id: number
  listener: string
  payload: unknown
  request_id: string
  attempts: number
}

/** A job that this process is running. */
interface Running {
  line: QueueEntry
  token: string
  /** When it started, in ms of this process. */
  began: number
  /** Resolves when its place is free. */
  ended: Promise<void>
  end: () => void
}

/** Returns the request facts of a job that no request started. */
export function jobFacts(runtime: Runtime, id: string): RequestFacts {
  return {
    id,
    client_version: '',
    channel: 'job',
    address: '',
    user_agent: '',
    session_id: null,
    web_url: runtime.web_url,
    api_url: runtime.api_url,
    allowed_hosts: runtime.allowed_hosts,
  }
}

/**
 * Runs the jobs of the outbox (at least once, in order per listener and object, in any number of processes). Each
 * listener has its own lane, so that a slow one does not delay the others; companies take turns in a lane. Leases are
 * renewed while a job runs. A failing job is tried eight times over about ten hours and then set aside. A worker that
 * lost a lease records nothing, because every statement checks the lease token.
 */
export class OutboxWorker {
  readonly #runtime: Runtime
  readonly #run_limit_ms: number
  readonly #listeners: Map<string, AfterCommitSubscriber>
  readonly #timers: NodeJS.Timeout[] = []
  readonly #running = new Set<Running>()
  /** Claims run one after the other, so that no two use the same places. */
  #filling: Promise<number> = Promise.resolve(0)
  #is_poked = false
  #repairing: Promise<void> | null = null
  #stopped = false
  #unhear: () => void = () => undefined
  /** Delivered entries that are about to be deleted. */
  readonly #done: { line: QueueEntry; token: string }[] = []
  #forgetting: Promise<void> | null = null

  constructor(runtime: Runtime, limits: { run_limit_ms: number } = { run_limit_ms }) {
    this.#runtime = runtime
    this.#run_limit_ms = limits.run_limit_ms
    this.#listeners = new Map(
      runtime.subscribers
        .filter((subscriber) => subscriber.when === 'after commit')
        .map((subscriber) => [subscriber.listener, subscriber]),
    )
  }

  start(): void {
    this.#unhear = this.#runtime.pubsub.subscribe('outbox', () => this.wake())
    this.#timers.push(
      setInterval(() => this.wake(), poll_ms),
      setInterval(() => this.#renewSoon(), renew_ms).unref(),
      setInterval(() => this.#repairSoon(), repair_ms).unref(),
    )
    this.wake()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#unhear()
    await this.#repairing
    await this.#filling
    while (this.#running.size > 0) await this.#nextEnd()
    for (const timer of this.#timers) clearInterval(timer)
  }

  /** Triggers a look for due jobs. */
  wake(): void {
    if (this.#stopped || this.#is_poked) return
    this.#is_poked = true
    this.#fill(() => (this.#is_poked = false)).catch((error: Error) => this.#report(error))
  }

  /** Runs everything that is due now to its end; tests call it instead of waiting. Returns the number of started jobs. */
  async drain(): Promise<number> {
    let began = 0
    for (;;) {
      // A job that ends during a claim can hide its successor from that claim, so the result only counts when nothing
      // was running.
      const isIdle = this.#running.size === 0
      const jobs = await this.#fill()
      began += jobs
      if (isIdle && jobs === 0) return began
      if (this.#running.size > 0) await this.#nextEnd()
    }
  }

  /**
   * Renews the leases of running jobs, so that no other process takes them. A job that exceeded the run limit is
   * marked as failed and tried again.
   */
  async renewLeases(): Promise<void> {
    const now = performance.now()
    for (const job of this.#running) {
      if (now - job.began < this.#run_limit_ms) continue
      await this.#failed(job.line, job.token, 'The job did not finish in time.')
      this.#end(job)
    }
    const running = [...this.#running]
    if (running.length === 0) return
    await platformStatement(this.#runtime, {
      name: 'renew_outbox',
      text: `UPDATE outbox o SET leased_until = $4
        FROM unnest($1::int[], $2::bigint[], $3::text[]) AS r (provider_id, id, lease_token)
        WHERE o.provider_id = r.provider_id AND o.id = r.id AND o.lease_token = r.lease_token`,
      values: [...jobColumns(running), new Date(this.#runtime.clock().getTime() + lease_ms)],
    })
  }

  /**
   * Makes entries due that wait longer than the maximum delay, and shortens leases that exceed the maximum, because a
   * clock that was ahead wrote them. Returns the number of entries.
   */
  async repairClockJump(): Promise<number> {
    const now = this.#runtime.clock()
    const waitsUntil = new Date(now.getTime() + max_wait_ms + ahead_ms)
    const leasedUntil = new Date(now.getTime() + lease_ms + ahead_ms)
    const { numUpdatedRows } = await inPlatformTransaction(this.#runtime, (db) =>
      db
        .updateTable('outbox')
        .set((eb) => ({
          next_attempt_at: eb.fn<Date>('least', ['next_attempt_at', eb.val(now)]),
          // The holder may still be running the job.
          leased_until: sql<Date | null>`CASE WHEN leased_until IS NOT NULL THEN ${new Date(now.getTime() + lease_ms)}::timestamptz END`,
        }))
        .where('dead_at', 'is', null)
        .where((eb) => eb.or([eb('next_attempt_at', '>', waitsUntil), eb('leased_until', '>', leasedUntil)]))
        .executeTakeFirst(),
    )
    const lines = Number(numUpdatedRows)
    if (lines > 0)
      this.#runtime.log.error(
        { lines },
        'outbox lines were put off by a clock that was ahead; they are due now',
      )
    return lines
  }

  #repairSoon(): void {
    this.#repairing ??= this.repairClockJump()
      .then(() => undefined)
      .catch((error: Error) => this.#report(error))
      .finally(() => (this.#repairing = null))
  }

  #renewSoon(): void {
    this.renewLeases().catch((error: Error) => this.#report(error))
  }

  #report(error: Error): void {
    this.#runtime.log.error({ error: error.message }, 'outbox')
  }

  /** Resolves when one of the running jobs ends. */
  #nextEnd(): Promise<void> {
    return Promise.race([...this.#running].map(({ ended }) => ended))
  }

  /**
   * Starts due jobs while lanes have free places, after earlier claims have finished; returns the number of started
   * jobs.
   */
  #fill(begin: () => void = () => undefined): Promise<number> {
    const filling = this.#filling.then(async () => {
      begin()
      if (this.#stopped) return 0
      const token = randomUUID()
      const lines = await this.#lease(token)
      for (const line of lines) this.#begin(line, token)
      return lines.length
    })
    this.#filling = filling.catch(() => 0)
    return filling
  }

  #begin(line: QueueEntry, token: string): void {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const job: Running = { line, token, began: performance.now(), ended, end }
    this.#running.add(job)
    void this.#deliver(line, token)
      .catch((error: Error) => this.#report(error))
      .finally(() => this.#end(job))
  }

  /** Frees the place of a job for the next one. */
  #end(job: Running): void {
    this.#running.delete(job)
    job.end()
    if (this.#timers.length > 0) this.wake()
  }

  /** Returns the number of running jobs in this process by lane and company. */
  #inUse(): { listener: string; provider_id: number; jobs: number }[] {
    const inUse = new Map<string, { listener: string; provider_id: number; jobs: number }>()
    for (const { line } of this.#running) {
      const { listener, provider_id } = line
      const key = `${provider_id} ${listener}`
      inUse.set(key, { listener, provider_id, jobs: (inUse.get(key)?.jobs ?? 0) + 1 })
    }
    return [...inUse.values()]
  }

  /**
   * Leases due jobs that have a free place: those of one object in order, and companies take turns in each lane. The
   * database function needs no statistics to be quick (decision 0129).
   */
  async #lease(token: string): Promise<QueueEntry[]> {
    const now = this.#runtime.clock()
    const inUse = this.#inUse()
    return platformStatement<QueueEntry>(this.#runtime, {
      name: 'lease_outbox',
      text: 'SELECT * FROM lease_outbox($1, $2, $3, $4, $5, $6, $7, $8)',
      values: [
        new Date(now.getTime() + lease_ms),
        token,
        now,
        lane_places,
        company_places,
        inUse.map((one) => one.listener),
        inUse.map((one) => one.provider_id),
        inUse.map((one) => one.jobs),
      ],
    })
  }

  async #deliver(line: QueueEntry, token: string): Promise<void> {
    const listener = this.#listeners.get(line.listener)
    try {
      if (!listener) throw new Error(`There is no listener ${line.listener} in this release.`)
      const ctx = await externalContext(this.#runtime, {
        actor: systemActor(line.provider_id),
        request: { ...jobFacts(this.#runtime, line.request_id), job_id: line.id },
      })
      await listener.run(ctx, line.payload)
      await this.#forget(line, token)
    } catch (error) {
      await this.#failed(line, token, error instanceof Error ? error.message : String(error))
    }
  }

  /** Deletes a delivered entry, in one statement with the others that finish at the same moment. */
  #forget(line: QueueEntry, token: string): Promise<void> {
    this.#done.push({ line, token })
    this.#forgetting ??= new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      const delivered = this.#done.splice(0)
      this.#forgetting = null
      // If a crash undoes this deletion, the entry is delivered again, which every listener must tolerate.
      await platformStatement(this.#runtime, {
        name: 'forget_outbox',
        text: `DELETE FROM outbox o USING unnest($1::int[], $2::bigint[], $3::text[]) AS d (provider_id, id, lease_token)
          WHERE o.provider_id = d.provider_id AND o.id = d.id AND o.lease_token = d.lease_token`,
        values: jobColumns(delivered),
      })
    })
    return this.#forgetting
  }

  async #failed(line: QueueEntry, token: string, reason: string): Promise<void> {
    const now = this.#runtime.clock()
    const isDead = line.attempts >= max_attempts
    const waitMs = Math.min(4 ** line.attempts * 5_000, max_wait_ms) * (0.5 + Math.random() / 2)
    this.#runtime.log.warn(
      { request_id: line.request_id, listener: line.listener, attempts: line.attempts, reason },
      'outbox line failed',
    )
    await inPlatformTransaction(this.#runtime, (db) =>
      db
        .updateTable('outbox')
        .set({
          leased_until: null,
          lease_token: null,
          last_error: reason.slice(0, 500),
          next_attempt_at: new Date(now.getTime() + waitMs),
          dead_at: isDead ? now : null,
        })
        .where('provider_id', '=', line.provider_id)
        .where('id', '=', line.id)
        .where('lease_token', '=', token)
        .execute(),
    )
  }
}

/** Returns providers, ids and tokens of jobs as statement parameters. */
function jobColumns(jobs: readonly { line: QueueEntry; token: string }[]): [number[], number[], string[]] {
  return [
    jobs.map(({ line }) => line.provider_id),
    jobs.map(({ line }) => line.id),
    jobs.map(({ token }) => token),
  ]
}
