import type pg from 'pg'
import type { Connections } from '../kit/connections.ts'
import type { Logger } from '../kit/log.ts'
import type { PubSub } from '../kit/pubsub.ts'
import { logPositionIn, type LogPosition, type ReadPosition } from '../kit/log-position.ts'
import type { Standby } from '../kit/standby.ts'

/** Interval in ms at which both servers are asked how far they are. */
const poll_ms = 1_000
/** How far a standby may be behind, in ms, before nothing is read from it. */
const max_behind_ms = 5_000

/** Where the log of the server that writes has ended, as `position`. */
export const log_end = 'SELECT pg_current_wal_flush_lsn()::text AS position'

/** Where a server is asked. */
type Asked = Pick<pg.Pool, 'query'>

interface Sample {
  position: LogPosition
  at: number
}

/**
 * A hot standby (`DATABASE_READ_URL`), from which requests read that store nothing (decision 0128).
 *
 * A caller always reads what it has written, and what it was notified of: `isUsable` compares the position that the
 * caller has seen, and the newest one of its company that this process knows, with what the standby has replayed. A
 * standby that is away, no standby any more, or more than five seconds behind is not used.
 */
export class PgStandby implements Standby {
  readonly connections: Connections
  readonly #pools: readonly pg.Pool[]
  readonly #asked: Asked
  readonly #primary: Asked
  readonly #log: Logger
  readonly #now: () => number
  readonly #needed = new Map<number, LogPosition>()
  /** Where the log of the server that writes ended, oldest first: those that the standby has not reached. */
  #samples: Sample[] = []
  #replayed: LogPosition = 0
  #problem: string | null = 'It has not been asked yet.'
  /** Needed by every company after messages were lost. */
  #neededByAll: LogPosition = 0
  #asking: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined

  /** `asked` and `primary` are asked where their logs end; `now` is a steady time in ms. */
  constructor(
    standby: { connections: Connections; pools: readonly pg.Pool[]; asked: Asked },
    primary: Asked,
    log: Logger,
    now = () => performance.now(),
  ) {
    this.connections = standby.connections
    this.#pools = standby.pools
    this.#asked = standby.asked
    this.#primary = primary
    this.#log = log
    this.#now = now
  }

  get problem(): string | null {
    return this.#problem
  }

  /** Starts asking, and resolves after the first answers. */
  async start(pubsub: PubSub): Promise<void> {
    pubsub.subscribe('position', ({ provider_id, subject }) => this.remember(provider_id, Number(subject)))
    pubsub.subscribe('missed', () => {
      this.#neededByAll = Infinity
      void this.#findNeededByAll()
    })
    this.#timer = setInterval(() => void this.poll(), poll_ms).unref()
    await this.poll()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#pools.map((pool) => pool.end()))
  }

  remember(providerId: number, position: LogPosition): void {
    if (position > (this.#needed.get(providerId) ?? 0)) this.#needed.set(providerId, position)
  }

  neededBy(providerId: number): LogPosition {
    return Math.max(this.#needed.get(providerId) ?? 0, this.#neededByAll)
  }

  async isUsable(providerId: number, { seen, written }: ReadPosition): Promise<boolean> {
    const needed = Math.max(this.neededBy(providerId), seen, written)
    if (this.#problem !== null || needed === Infinity) return false
    if (needed > this.#replayed) await this.#ask()
    return this.#problem === null && needed <= this.#replayed
  }

  leave(problem: string): void {
    if (this.#problem === null) this.#log.warn({ problem }, 'the standby is not used')
    this.#problem = problem
  }

  /** Asks where the log ends now, after messages were lost. Without an answer, `poll` asks again. */
  async #findNeededByAll(): Promise<void> {
    this.#neededByAll = await this.primaryEnd().catch(() => Infinity)
  }

  /** Callers at the same time share one question. */
  #ask(): Promise<void> {
    this.#asking ??= this.#askOnce().finally(() => (this.#asking = null))
    return this.#asking
  }

  async #askOnce(): Promise<void> {
    const problem = await this.#findProblem()
    if (problem !== null) this.leave(problem)
  }

  /** Asks the standby how far it is; returns why it cannot be used, or `null`. */
  async #findProblem(): Promise<string | null> {
    try {
      const { rows } = await this.#asked.query<{ isStandby: boolean; position: string | null }>(
        'SELECT pg_is_in_recovery() AS "isStandby", pg_last_wal_replay_lsn()::text AS position',
      )
      const [answer] = rows
      if (!answer?.isStandby) return 'It is no standby.'
      this.#replayed = logPositionIn(answer.position) ?? 0
      return null
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  async primaryEnd(): Promise<LogPosition> {
    const { rows } = await this.#primary.query<{ position: string }>(log_end)
    return logPositionIn(rows[0]?.position) ?? Infinity
  }

  /** Asks both servers, and decides whether the standby may be used. */
  async poll(): Promise<void> {
    if (this.#neededByAll === Infinity) await this.#findNeededByAll()
    const at = this.#now()
    // Without the server that writes, nothing newer can be read anywhere.
    const end = await this.primaryEnd().catch(() => null)
    if (end !== null) this.#samples.push({ at, position: end })
    const problem = (await this.#findProblem()) ?? this.#findDelay()
    if (problem !== null) return this.leave(problem)
    if (this.#problem !== null) this.#log.info('reading from the standby')
    this.#problem = null
  }

  /** Returns how long the standby has been behind, when that is too long. */
  #findDelay(): string | null {
    const missing = this.#samples.findIndex(({ position }) => position > this.#replayed)
    this.#samples = missing < 0 ? [] : this.#samples.slice(missing)
    const [oldest] = this.#samples
    const behind = oldest ? this.#now() - oldest.at : 0
    return behind > max_behind_ms ? `It is ${Math.round(behind / 1_000)} s behind.` : null
  }
}
