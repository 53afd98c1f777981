import type pg from 'pg'
import type { Logger } from '../kit/log.ts'
import { day_ms, hour_ms } from '@waybill/domain/kit/dates/durations'

const tick_ms = 5 * 60_000
/** 01:00 UTC, which is 03:00 in South Africa. */
const night_ms = hour_ms

/**
 * Does the maintenance that a PostgreSQL server does by itself and the embedded one does not: a checkpoint every five
 * minutes, so that the log stays short, and once a night vacuum and statistics of every table, without which counts
 * and searches become slow. A missed night is caught up. The database has one session, so no vacuum starts while
 * requests wait for it; the remaining tables follow at the next tick.
 */
export class EmbeddedMaintenance {
  readonly #pool: Pick<pg.Pool, 'query' | 'waitingCount'>
  readonly #log: Logger
  readonly #clock: () => Date
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null
  #stopped = false
  /** Tables that remain for tonight's round; `null` between rounds. */
  #left: string[] | null = null

  constructor(
    pool: Pick<pg.Pool, 'query' | 'waitingCount'>,
    log: Logger,
    clock: () => Date = () => new Date(),
  ) {
    this.#pool = pool
    this.#log = log
    this.#clock = clock
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.tick()
        .catch((error: Error) =>
          this.#log.error({ error: error.message }, 'maintenance of the embedded database'),
        )
        .finally(() => (this.#running = null))
    }, tick_ms)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#timer) clearInterval(this.#timer)
    await this.#running
  }

  /** Runs one round of maintenance: everything that is due now. */
  async tick(): Promise<void> {
    await this.#pool.query('CHECKPOINT')
    const night = lastNight(this.#clock())
    this.#left ??= (await this.#wasDone(night)) ? null : await this.#tables()
    while (this.#left && this.#left.length > 0) {
      if (this.#stopped || this.#pool.waitingCount > 0) return
      await this.#pool.query(`VACUUM (ANALYZE) ${this.#left[0]}`)
      this.#left.shift()
    }
    if (!this.#left) return
    this.#left = null
    await this.#pool.query(
      `INSERT INTO schedule_lease (name, last_due) VALUES ('vacuum', $1)
        ON CONFLICT (name) DO UPDATE SET last_due = excluded.last_due`,
      [night],
    )
  }

  async #wasDone(night: Date): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      // A later date was written by a clock that was ahead.
      "SELECT FROM schedule_lease WHERE name = 'vacuum' AND last_due >= $1::timestamptz AND last_due < $1::timestamptz + interval '1 day'",
      [night],
    )
    return rowCount === 1
  }

  async #tables(): Promise<string[]> {
    const { rows } = await this.#pool.query<{ name: string }>(
      // The partitions of a table are vacuumed and analysed with it.
      `SELECT quote_ident(relname) AS name FROM pg_class
        WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY relname`,
    )
    return rows.map((row) => row.name)
  }
}

/** Returns the last time at which a nightly round was due. */
function lastNight(now: Date): Date {
  return new Date(Math.floor((now.getTime() - night_ms) / day_ms) * day_ms + night_ms)
}
