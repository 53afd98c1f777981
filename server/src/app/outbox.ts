import { randomUUID } from 'node:crypto'
import { systemActor } from '@waybill/domain/kit/actor'
import { sql } from 'kysely'
import type { RequestFacts } from '../kit/verb.ts'
import type { AfterCommitReaction, House } from './house.ts'
import { partnerCtx, platformStatement, platformWork } from './work.ts'

const batch = 20
const lease_ms = 60_000
const most_attempts = 8
const poll_ms = 1_000
const longest_wait_ms = 6 * 3_600_000
/** How often lines are looked for that a clock that was ahead has put off. */
const mend_ms = 60_000
/** Two clocks that agree differ by less. */
const ahead_ms = 60_000

interface Line {
  provider_id: number
  id: number
  listener: string
  payload: unknown
  request_id: string
  attempts: number
}

/** The facts of work no request asked for. */
export function jobFacts(house: House, id: string): RequestFacts {
  return {
    id,
    client_version: '',
    channel: 'job',
    address: '',
    user_agent: '',
    session_id: null,
    web_url: house.web_url,
    api_url: house.api_url,
    allowed_hosts: house.allowed_hosts,
  }
}

/**
 * Delivers the outbox: leases due lines (at least once, in order per listener and object, any number of processes),
 * runs their listener, and forgets them. A line that fails is tried again up to eight times over about a day and then
 * set aside; a worker whose lease was taken over records nothing, because the lease carries its token.
 */
export class OutboxWorker {
  readonly #house: House
  readonly #listeners: Map<string, AfterCommitReaction>
  #timer: NodeJS.Timeout | null = null
  #mend_timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null
  #mending: Promise<void> | null = null
  #again = false
  #stopped = false
  #unhear: () => void = () => undefined
  /** Delivered lines that are about to be forgotten. */
  readonly #done: { line: Line; token: string }[] = []
  #forgetting: Promise<void> | null = null

  constructor(house: House) {
    this.#house = house
    this.#listeners = new Map(
      house.reactions
        .filter((reaction) => reaction.when === 'after commit')
        .map((reaction) => [reaction.listener, reaction]),
    )
  }

  start(): void {
    this.#unhear = this.#house.news.on('outbox', () => this.poke())
    this.#timer = setInterval(() => this.poke(), poll_ms)
    this.#mend_timer = setInterval(() => this.#mendSoon(), mend_ms).unref()
    this.poke()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#unhear()
    if (this.#timer) clearInterval(this.#timer)
    if (this.#mend_timer) clearInterval(this.#mend_timer)
    await this.#mending
    await this.#running
  }

  poke(): void {
    if (this.#stopped) return
    if (this.#running) {
      this.#again = true
      return
    }
    this.#running = this.drain()
      .then(() => undefined)
      .catch((error: Error) => this.#house.log.error({ error: error.message }, 'outbox'))
      .finally(() => {
        this.#running = null
        if (!this.#again) return
        this.#again = false
        this.poke()
      })
  }

  /** Delivers everything that is due now; tests call it instead of waiting. Answers how many lines were run. */
  async drain(): Promise<number> {
    let done = 0
    for (;;) {
      const token = randomUUID()
      const lines = await this.#lease(token)
      if (lines.length === 0) return done
      await Promise.all(lines.map((line) => this.#deliver(line, token)))
      done += lines.length
      if (this.#stopped) return done
    }
  }

  /**
   * Makes due what waits for a time that no wait reaches, and shortens leases that are longer than any: a clock that was
   * ahead has written them. Answers how many lines it were.
   */
  async mend(): Promise<number> {
    const now = this.#house.clock()
    const waits_until = new Date(now.getTime() + longest_wait_ms + ahead_ms)
    const leased_until = new Date(now.getTime() + lease_ms + ahead_ms)
    const { numUpdatedRows } = await platformWork(this.#house, (db) =>
      db
        .updateTable('outbox')
        .set((eb) => ({
          next_attempt_at: eb.fn<Date>('least', ['next_attempt_at', eb.val(now)]),
          // Whoever holds it may still be at it.
          leased_until: sql<Date | null>`CASE WHEN leased_until IS NOT NULL THEN ${new Date(now.getTime() + lease_ms)}::timestamptz END`,
        }))
        .where('dead_at', 'is', null)
        .where((eb) =>
          eb.or([eb('next_attempt_at', '>', waits_until), eb('leased_until', '>', leased_until)]),
        )
        .executeTakeFirst(),
    )
    const lines = Number(numUpdatedRows)
    if (lines > 0)
      this.#house.log.error(
        { lines },
        'outbox lines were put off by a clock that was ahead; they are due now',
      )
    return lines
  }

  #mendSoon(): void {
    this.#mending ??= this.mend()
      .then(() => undefined)
      .catch((error: Error) => this.#house.log.error({ error: error.message }, 'outbox'))
      .finally(() => (this.#mending = null))
  }

  async #lease(token: string): Promise<Line[]> {
    const now = this.#house.clock()
    const until = new Date(now.getTime() + lease_ms)
    return platformStatement<Line>(this.#house, {
      name: 'lease_outbox',
      text: `UPDATE outbox SET leased_until = $1, lease_token = $2, attempts = attempts + 1
        WHERE (provider_id, id) IN (
          SELECT o.provider_id, o.id FROM outbox o
          WHERE o.dead_at IS NULL AND o.next_attempt_at <= $3 AND (o.leased_until IS NULL OR o.leased_until < $3)
            AND NOT EXISTS (
              SELECT FROM outbox e WHERE e.provider_id = o.provider_id AND e.listener = o.listener
                AND e.object_key = o.object_key AND e.id < o.id AND e.dead_at IS NULL)
          ORDER BY o.next_attempt_at, o.id LIMIT ${batch} FOR UPDATE SKIP LOCKED)
        RETURNING provider_id, id, listener, payload, request_id, attempts`,
      values: [until, token, now],
    })
  }

  async #deliver(line: Line, token: string): Promise<void> {
    const listener = this.#listeners.get(line.listener)
    try {
      if (!listener) throw new Error(`Nobody listens as ${line.listener} in this release.`)
      const ctx = await partnerCtx(this.#house, {
        actor: systemActor(line.provider_id),
        request: jobFacts(this.#house, line.request_id),
      })
      await listener.run(ctx, line.payload)
      await this.#forget(line, token)
    } catch (error) {
      await this.#failed(line, token, error instanceof Error ? error.message : String(error))
    }
  }

  /** Forgets a delivered line, in one statement with the others that are done at this moment. */
  #forget(line: Line, token: string): Promise<void> {
    this.#done.push({ line, token })
    this.#forgetting ??= new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      const done = this.#done.splice(0)
      this.#forgetting = null
      // A line that is remembered again after a crash is delivered again, which every listener bears.
      await platformStatement(this.#house, {
        name: 'forget_outbox',
        text: `DELETE FROM outbox o USING unnest($1::int[], $2::bigint[], $3::text[]) AS d (provider_id, id, lease_token)
          WHERE o.provider_id = d.provider_id AND o.id = d.id AND o.lease_token = d.lease_token`,
        values: [
          done.map((one) => one.line.provider_id),
          done.map((one) => one.line.id),
          done.map((one) => one.token),
        ],
      })
    })
    return this.#forgetting
  }

  async #failed(line: Line, token: string, reason: string): Promise<void> {
    const now = this.#house.clock()
    const is_dead = line.attempts >= most_attempts
    const wait_ms = Math.min(2 ** line.attempts * 5_000, longest_wait_ms) * (0.5 + Math.random() / 2)
    this.#house.log.warn(
      { request_id: line.request_id, listener: line.listener, attempts: line.attempts, reason },
      'outbox line failed',
    )
    await platformWork(this.#house, (db) =>
      db
        .updateTable('outbox')
        .set({
          leased_until: null,
          lease_token: null,
          last_error: reason.slice(0, 500),
          next_attempt_at: new Date(now.getTime() + wait_ms),
          dead_at: is_dead ? now : null,
        })
        .where('provider_id', '=', line.provider_id)
        .where('id', '=', line.id)
        .where('lease_token', '=', token)
        .execute(),
    )
  }
}
