import { randomUUID } from 'node:crypto'
import { systemActor } from '@waybill/domain/kit/actor'
import { sql } from 'kysely'
import type { Db } from '../kit/db.ts'
import type { ExternalContext } from '../kit/handler.ts'
import type { Logger } from '../kit/log.ts'
import { newRequestId, type Runtime } from '../kit/runtime.ts'
import { jobFacts } from './outbox.ts'
import { inPlatformTransaction } from '../db/platform-transaction.ts'
import { externalContext } from '../db/transaction.ts'

/** A recurring job that runs once per due time across all processes. */
export interface Schedule {
  name: string
  every_ms: number
  /** How long other processes leave an unfinished run alone, in ms; by default ten minutes. */
  lease_ms?: number
  /** Returns the providers that the job is needed for; by default every provider that is not closed. */
  providers?: (db: Db, now: Date) => Promise<number[]>
  /** Whether companies are processed in parallel, so that a slow one does not delay the others. */
  at_once?: boolean
  /** Runs the job for one provider. */
  run: (ctx: ExternalContext) => Promise<void>
  /** Runs once after all providers, with access to all of them; also when no provider needs the job. */
  afterAll?: (db: Db, about: { now: Date; log: Logger }) => Promise<void>
}

const max_tick_ms = 30_000
const standard_lease_ms = 10 * 60_000
/** Clocks that agree differ by less than this, in ms; a time further ahead was written by a wrong clock. */
const ahead_ms = 60_000

/** Runs schedules under leases in the database; a missed run is caught up once. */
export class Scheduler {
  readonly #runtime: Runtime
  readonly #schedules: readonly Schedule[]
  readonly #timers: NodeJS.Timeout[] = []
  readonly #running = new Map<Schedule, Promise<void>>()

  constructor(runtime: Runtime, schedules: readonly Schedule[]) {
    this.#runtime = runtime
    this.#schedules = schedules
  }

  /** Starts a separate timer for each schedule, so that a long run does not delay the others. */
  start(): void {
    for (const schedule of this.#schedules) {
      const check = (): void => {
        if (this.#running.has(schedule)) return
        const run = this.#runWhenDue(schedule)
          .catch((error: Error) => this.#failed(schedule, error))
          .finally(() => this.#running.delete(schedule))
        this.#running.set(schedule, run)
      }
      this.#timers.push(setInterval(check, Math.min(schedule.every_ms, max_tick_ms)).unref())
    }
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all(this.#running.values())
  }

  /** Runs everything that is due now. */
  async runDue(): Promise<void> {
    for (const schedule of this.#schedules) await this.#runWhenDue(schedule)
  }

  async #runWhenDue(schedule: Schedule): Promise<void> {
    const { providers } = schedule
    const known =
      providers && (await inPlatformTransaction(this.#runtime, (db) => providers(db, this.#runtime.clock())))
    if (known?.length === 0 && !schedule.afterAll) return
    const token = randomUUID()
    if (!(await this.#lease(schedule, token))) return
    try {
      await this.#runForAll(schedule, known ?? (await this.#allProviders()))
      await this.#afterAll(schedule)
    } finally {
      await inPlatformTransaction(this.#runtime, (db) =>
        sql`UPDATE schedule_lease SET leased_until = '-infinity', lease_token = NULL WHERE name = ${schedule.name} AND lease_token = ${token}`.execute(
          db,
        ),
      )
    }
  }

  async #lease(schedule: Schedule, token: string): Promise<boolean> {
    const now = this.#runtime.clock()
    const due = new Date(Math.floor(now.getTime() / schedule.every_ms) * schedule.every_ms)
    const leaseMs = schedule.lease_ms ?? standard_lease_ms
    const [mended, result] = await inPlatformTransaction(this.#runtime, (db) =>
      Promise.all([
        repairClockJump(db, schedule, { now, due, lease_ms: leaseMs }),
        sql`INSERT INTO schedule_lease (name, leased_until, lease_token, last_due)
        VALUES (${schedule.name}, ${new Date(now.getTime() + leaseMs)}, ${token}, ${due})
        ON CONFLICT (name) DO UPDATE SET leased_until = excluded.leased_until, lease_token = excluded.lease_token, last_due = excluded.last_due
        WHERE schedule_lease.last_due < excluded.last_due AND schedule_lease.leased_until < ${now}`.execute(
          db,
        ),
      ]),
    )
    if (mended)
      this.#runtime.log.error(
        { schedule: schedule.name },
        'a schedule was marked as done in the future, by a clock that was ahead; it is due again',
      )
    return result.numAffectedRows === 1n
  }

  async #afterAll({ afterAll }: Schedule): Promise<void> {
    const { log, clock } = this.#runtime
    if (afterAll) await inPlatformTransaction(this.#runtime, (db) => afterAll(db, { now: clock(), log }))
  }

  #allProviders(): Promise<number[]> {
    return inPlatformTransaction(this.#runtime, async (db) => {
      const rows = await db
        .selectFrom('provider')
        .select('id')
        .where('status', '!=', 'closed')
        .orderBy('id')
        .execute()
      return rows.map((row) => row.id)
    })
  }

  async #runForAll(schedule: Schedule, providers: readonly number[]): Promise<void> {
    if (schedule.at_once) await Promise.all(providers.map((providerId) => this.#runFor(schedule, providerId)))
    else for (const providerId of providers) await this.#runFor(schedule, providerId)
  }

  async #runFor(schedule: Schedule, providerId: number): Promise<void> {
    const ctx = await externalContext(this.#runtime, {
      actor: systemActor(providerId),
      request: jobFacts(this.#runtime, newRequestId()),
    })
    try {
      await schedule.run(ctx)
    } catch (error) {
      this.#failed(schedule, error, providerId)
    }
  }

  #failed(schedule: Schedule, error: unknown, providerId?: number): void {
    this.#runtime.log.error(
      {
        schedule: schedule.name,
        provider_id: providerId,
        error: error instanceof Error ? error.message : String(error),
      },
      'schedule failed',
    )
  }
}

/**
 * Corrects what a clock that was ahead has written: a due time in the future, and a lease longer than the maximum,
 * which is shortened because its holder may still need the usual time. Returns whether there was any.
 */
async function repairClockJump(
  db: Db,
  schedule: Schedule,
  { now, due, lease_ms }: { now: Date; due: Date; lease_ms: number },
): Promise<boolean> {
  const longest = new Date(now.getTime() + lease_ms)
  const { numAffectedRows } = await sql`UPDATE schedule_lease
    SET last_due = LEAST(last_due, ${new Date(due.getTime() - schedule.every_ms)}), leased_until = LEAST(leased_until, ${longest})
    WHERE name = ${schedule.name} AND (last_due > ${new Date(now.getTime() + ahead_ms)}
      OR leased_until > ${new Date(longest.getTime() + ahead_ms)})`.execute(db)
  return numAffectedRows === 1n
}
