import { randomUUID } from 'node:crypto'
import { systemActor } from '@waybill/domain/kit/actor'
import { sql } from 'kysely'
import type { PartnerCtx } from '../kit/verb.ts'
import { newRequestId, type House } from './house.ts'
import { jobFacts } from './outbox.ts'
import { partnerCtx, platformWork } from './work.ts'

/** Work that is due by the clock, once per due time on any number of processes. */
export interface Schedule {
  name: string
  every_ms: number
  /** Run for each active provider. */
  run: (ctx: PartnerCtx) => Promise<void>
}

const tick_ms = 30_000
const lease_ms = 10 * 60_000

/** Runs schedules under leases in the database; a missed run is caught up once. */
export class Scheduler {
  readonly #house: House
  readonly #schedules: readonly Schedule[]
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null

  constructor(house: House, schedules: readonly Schedule[]) {
    this.#house = house
    this.#schedules = schedules
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.runDue().finally(() => (this.#running = null))
    }, tick_ms)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#running
  }

  /** Runs whatever is due now. */
  async runDue(): Promise<void> {
    for (const schedule of this.#schedules) {
      const token = randomUUID()
      if (!(await this.#lease(schedule, token))) continue
      try {
        await this.#runForAll(schedule)
      } finally {
        await platformWork(this.#house, (db) =>
          sql`UPDATE schedule_lease SET leased_until = '-infinity', lease_token = NULL WHERE name = ${schedule.name} AND lease_token = ${token}`.execute(
            db,
          ),
        )
      }
    }
  }

  async #lease(schedule: Schedule, token: string): Promise<boolean> {
    const now = this.#house.clock()
    const due = new Date(Math.floor(now.getTime() / schedule.every_ms) * schedule.every_ms)
    const result = await platformWork(this.#house, (db) =>
      sql`INSERT INTO schedule_lease (name, leased_until, lease_token, last_due)
        VALUES (${schedule.name}, ${new Date(now.getTime() + lease_ms)}, ${token}, ${due})
        ON CONFLICT (name) DO UPDATE SET leased_until = excluded.leased_until, lease_token = excluded.lease_token, last_due = excluded.last_due
        WHERE schedule_lease.last_due < excluded.last_due AND schedule_lease.leased_until < ${now}`.execute(
        db,
      ),
    )
    return result.numAffectedRows === 1n
  }

  async #runForAll(schedule: Schedule): Promise<void> {
    const providers = await platformWork(this.#house, (db) =>
      db.selectFrom('provider').select('id').where('status', '!=', 'closed').orderBy('id').execute(),
    )
    for (const { id } of providers) {
      const ctx = await partnerCtx(this.#house, {
        actor: systemActor(id),
        request: jobFacts(this.#house, newRequestId()),
      })
      try {
        await schedule.run(ctx)
      } catch (error) {
        this.#house.log.error(
          {
            schedule: schedule.name,
            provider_id: id,
            error: error instanceof Error ? error.message : String(error),
          },
          'schedule failed',
        )
      }
    }
  }
}
