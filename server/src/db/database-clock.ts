import type pg from 'pg'
import type { Logger } from '../kit/log.ts'
import type { Database } from './database.ts'

const measure_ms = 30_000
/** Slower measurements after the first are ignored, because they do not show precisely when the database answered. */
const slowest_answer_ms = 1_000
/** Clock steps above this are logged. */
const step_ms = 5_000
/** Maximum difference between the clocks of this machine and the database. */
export const largest_offset_ms = 60_000
/** When the wall clock drifts from the steady clock by more than this, a measurement starts immediately. */
const drift_ms = 1_000

/** Clocks in ms: `wall` is the system time, which may jump; `steady` is monotonic. */
export interface ProcessClocks {
  wall: () => number
  steady: () => number
}

const process_clocks: ProcessClocks = { wall: () => Date.now(), steady: () => performance.now() }

/** Returns the clock of a database; the embedded database uses the clock of the machine. */
export function clockOf({ pool, embedded }: Pick<Database, 'pool' | 'embedded'>, log: Logger): DatabaseClock {
  return new DatabaseClock(embedded ? async () => Date.now() : () => timeOf(pool), log)
}

/** Returns the time of a PostgreSQL server in ms. */
async function timeOf(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  )
  return rows[0]?.ms ?? Number.NaN
}

/**
 * The time of the database, which decides what is due, so that all processes and machines agree whatever their own
 * clocks show. It is measured every 30 seconds and continued with the steady clock of this process in between, so
 * that a jump of the machine's clock has no effect. Jumps are logged.
 */
export class DatabaseClock {
  readonly #read: () => Promise<number>
  readonly #log: Logger
  readonly #clocks: ProcessClocks
  /** The values of the three clocks at the last measurement. */
  #anchor: { steady: number; database: number; wall: number } | null = null
  #timer: NodeJS.Timeout | null = null
  #measuring: Promise<void> | null = null
  #is_off = false

  /** `read` returns the time of the database in ms. */
  constructor(read: () => Promise<number>, log: Logger, clocks = process_clocks) {
    this.#read = read
    this.#log = log
    this.#clocks = clocks
  }

  /** Starts a measurement every 30 seconds. */
  start(): void {
    this.#timer = setInterval(() => this.#measureSoon(), measure_ms).unref()
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#measuring
  }

  /** Returns the current time of the database. */
  now(): Date {
    const { wall, steady } = this.#clocks
    const anchor = this.#anchor
    if (!anchor) return new Date(wall())
    const passed = steady() - anchor.steady
    if (Math.abs(wall() - anchor.wall - passed) > drift_ms) this.#measureSoon()
    return new Date(anchor.database + passed)
  }

  /** How far the clock of this machine is ahead of the database's, in ms; negative when it is behind. */
  get offset_ms(): number {
    return Math.round(this.#clocks.wall() - this.now().getTime())
  }

  /** Describes a clock difference in a sentence; `null` when the clocks agree. */
  get problem(): string | null {
    const { offset_ms } = this
    if (Math.abs(offset_ms) <= largest_offset_ms) return null
    const seconds = Math.round(Math.abs(offset_ms) / 1_000)
    return `The clock of this machine is ${seconds} seconds ${offset_ms > 0 ? 'ahead of' : 'behind'} the database's. Synchronise both with a time server.`
  }

  /** Measures the time of the database. */
  async measure(): Promise<void> {
    const { wall, steady } = this.#clocks
    const requested = steady()
    const database = await this.#read()
    const answered = steady()
    const took = answered - requested
    if (this.#anchor && took > slowest_answer_ms) return
    // The database answered somewhere in between; the midpoint is the best estimate.
    const found = { steady: answered, database: database + took / 2, wall: wall() }
    const expected = this.#anchor && this.#anchor.database + answered - this.#anchor.steady
    const step = expected === null ? 0 : found.database - expected
    if (Math.abs(step) > step_ms)
      this.#log.error({ step_ms: Math.round(step) }, 'the clock of the database jumped')
    const isNoise = expected !== null && Math.abs(step) <= took / 2
    this.#anchor = isNoise ? { ...found, database: expected } : found
    this.#sayOffset()
  }

  #sayOffset(): void {
    const { problem, offset_ms } = this
    if ((problem !== null) === this.#is_off) return
    this.#is_off = problem !== null
    if (problem) this.#log.error({ clock_offset_ms: offset_ms }, problem)
    else this.#log.warn({ clock_offset_ms: offset_ms }, 'the clocks agree again')
  }

  #measureSoon(): void {
    this.#measuring ??= this.measure()
      .catch((error: Error) =>
        this.#log.warn({ error: error.message }, 'the time of the database could not be read'),
      )
      .finally(() => (this.#measuring = null))
  }
}
