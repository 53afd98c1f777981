import type { Actor } from '@waybill/domain/kit/actor'
import type { Workload } from '@waybill/domain/kit/calls/workload'
import type { DomainEvent } from '@waybill/domain/kit/event'
import { Problem } from '@waybill/domain/kit/problem'
import type { Compilable } from 'kysely'
import pg from 'pg'
import type { Connections } from '../kit/connections.ts'
import { databaseCode, dbOn, send, sendCompiled } from '../kit/db.ts'
import { logPositionIn, type LogPosition, type ReadPosition } from '../kit/log-position.ts'
import type { Standby } from '../kit/standby.ts'
import type { TopicMessage } from '../kit/pubsub.ts'
import type { Context, ExternalContext, ReadAhead, RequestFacts } from '../kit/handler.ts'
import { isAway, isConnectionLost, problemOf, uncertain } from './database-errors.ts'
import { adapterOf, type AfterCommitSubscriber, type Runtime } from '../kit/runtime.ts'
import { reads, transactions_repeated } from '../kit/counters.ts'
import { cachedValue, settleTransactionReads } from './cache.ts'
import { providersOf } from './providers.ts'
import { settingsOf, type StoredSettings } from './settings-cache.ts'
import { log_end } from './standby.ts'
import { begin, endFailed } from './transaction-ends.ts'

/** The caller and purpose of a transaction. */
export interface TransactionScope {
  actor: Actor
  request: RequestFacts
  /** Read-only: the response does not wait for the commit. */
  reads_only?: boolean
  /**
   * Up to where the caller must be able to read. With it, a read-only transaction may use the standby; commits move it
   * forward.
   */
  read_position?: ReadPosition
  /** Which connections to use; by default `heavy` for jobs and imports, otherwise `interactive`. */
  workload?: Workload
}

interface OutboxEntry {
  event: string
  listener: string
  object_key: string
  payload: string
}

const max_retries = 3

/**
 * Runs one transaction: begins, passes the provider and the actor to the database, switches to the unprivileged role,
 * runs `fn`, writes the outbox and commits. Any error rolls back everything. Deadlocks and serialization failures are
 * retried up to three times.
 */
export async function inTransaction<Result>(
  runtime: Runtime,
  about: TransactionScope,
  fn: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  const stored = await settingsOf(runtime, about.actor.provider_id)
  const addressed = await withAddress(runtime, about)
  for (let attempt = 0; ; attempt += 1) {
    try {
      const fromStandby = await readFromStandby(runtime, addressed, stored, fn)
      return fromStandby
        ? fromStandby.result
        : await attemptTransaction(runtime, runtime.connections, addressed, stored, fn)
    } catch (error) {
      const reason = conflicts.get(databaseCode(error) ?? '')
      if (reason) transactions_repeated.inc({ reason })
      if (reason && attempt < max_retries) continue
      throw problemOf(error)
    }
  }
}

/** Database errors after which a transaction is retried. */
const conflicts: ReadonlyMap<string, string> = new Map([
  ['40P01', 'deadlock'],
  ['40001', 'serialization'],
])

/** Returns the scope with the URL of the company's own pages. */
async function withAddress(runtime: Runtime, about: TransactionScope): Promise<TransactionScope> {
  const providers = await providersOf(runtime)
  const webUrl = providers.webUrlOf(about.actor.provider_id, runtime.web_url)
  return webUrl === about.request.web_url
    ? about
    : { ...about, request: { ...about.request, web_url: webUrl } }
}

/**
 * Runs a read-only transaction on the standby, if it may be used. Returns `null` when it has to run on the server that
 * writes: also when the standby failed, or cancelled a statement in order to replay a change. A statement that took too
 * long is not repeated.
 */
async function readFromStandby<Result>(
  runtime: Runtime,
  about: TransactionScope,
  stored: StoredSettings,
  fn: (ctx: Context) => Promise<Result>,
): Promise<{ result: Result } | null> {
  const { standby } = runtime
  const { actor, read_position, reads_only } = about
  if (!standby || !reads_only || !read_position) return null
  const isUsable = await standby.isUsable(actor.provider_id, read_position)
  reads.inc({ server: isUsable ? 'standby' : 'primary' })
  if (!isUsable) return null
  try {
    return { result: await attemptTransaction(runtime, standby.connections, about, stored, fn) }
  } catch (error) {
    if (!(error instanceof Error) || error instanceof Problem || databaseCode(error) === '57014') throw error
    if (isAway(error)) standby.leave(error.message)
    else runtime.log.warn({ error: error.message }, 'a read failed on the standby')
    return null
  }
}

async function attemptTransaction<Result>(
  runtime: Runtime,
  connections: Connections,
  about: TransactionScope,
  stored: StoredSettings,
  fn: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  const workload = workloadOf(about)
  const client = await connections.connect(workload, about.actor.provider_id)
  let open = true
  const opening: { sent: Promise<unknown> | null } = { sent: null }
  let isCommitting = false
  const outbox: OutboxEntry[] = []
  const lastWrites: LastWrite[] = []
  const messages = new Map<string, TopicMessage>()
  const cacheReader = {}
  try {
    const { provider_id } = about.actor
    // It begins with its first statement: one without statements costs no round trip.
    const beginOnce = () => (opening.sent ??= begin(client, openingOf(about) + connections.opening(workload)))
    const db = dbOn(client, () => {
      if (open) void beginOnce()
      return open
    })
    const ctx: Context = {
      actor: about.actor,
      provider_id,
      now: runtime.clock(),
      clock: () => runtime.clock(),
      request: about.request,
      log: runtime.log,
      sealer: runtime.sealer,
      db,
      random: runtime.random,
      setting: (setting) => stored.value(setting),
      async emit(event, payload, ahead = ctx.readAhead(event, payload)) {
        for (const subscriber of runtime.subscribers) {
          if (subscriber.event !== event) continue
          if (subscriber.when === 'same transaction') {
            const known = ahead.get(subscriber)
            // Without a read it runs at once: statements that the caller sends after the event follow its own.
            await subscriber.run(ctx, payload, known && (await known))
          } else if (subscriber.concerns(ctx, payload)) outbox.push(outboxEntry(subscriber, payload))
        }
      },
      readAhead: (event, payload) => readAhead(runtime, ctx, event, payload),
      cached: (topic, key, read) =>
        cachedValue(runtime, provider_id, topic, key, cacheReader, () => read(ctx)),
      writeLast: (write, duplicate) => void lastWrites.push({ write, duplicate }),
      async publish(item) {
        const message: TopicMessage = { ...item, provider_id }
        messages.set(JSON.stringify(message), message)
      },
    }
    const result = await fn(ctx)
    if (lastWrites.length > 0 || outbox.length > 0) void beginOnce()
    const writes: Promise<unknown>[] = lastWrites.map((one) => sendLast(client, one))
    if (outbox.length > 0) writes.push(insertOutbox(client, ctx, outbox))
    open = false
    isCommitting = true
    if (opening.sent === null) {
      client.release()
      settleTransactionReads(cacheReader, true)
      afterCommit(runtime, provider_id, false, [...messages.values()])
      return result
    }
    if (about.reads_only && !runtime.embedded && writes.length === 0 && messages.size === 0) {
      await opening.sent
      // A read-only transaction has nothing to lose, so return the result before the commit ends.
      settleTransactionReads(cacheReader, true)
      void send(client, 'COMMIT').then(
        () => client.release(),
        (error: Error) => client.release(error),
      )
      return result
    }
    // A failed statement has already rolled back the transaction; the commit after it then only ends it.
    const ending = [opening.sent, ...writes, send(client, 'COMMIT')]
    if (runtime.standby && !about.reads_only) {
      const [{ rows }] = await Promise.all([send(client, log_end), ...ending])
      notePosition(runtime.standby, about, logPositionIn(rows[0]?.position))
    } else await Promise.all(ending)
    client.release()
    settleTransactionReads(cacheReader, true)
    afterCommit(runtime, provider_id, outbox.length > 0, [...messages.values()])
    return result
  } catch (error) {
    open = false
    settleTransactionReads(cacheReader, false)
    if (opening.sent === null) client.release()
    else await endFailed(client, error)
    throw isCommitting && !about.reads_only && isConnectionLost(error) ? uncertain() : error
  }
}

function readAhead({ subscribers }: Runtime, ctx: Context, event: DomainEvent, payload: unknown): ReadAhead {
  const reads = new Map<object, Promise<unknown>>()
  for (const subscriber of subscribers) {
    if (subscriber.event !== event || subscriber.when !== 'same transaction' || !subscriber.read) continue
    const answer = subscriber.read(ctx, payload)
    // `emit` throws the error. Without a handler here, it would end the process when `emit` is not reached.
    answer.catch(() => undefined)
    reads.set(subscriber, answer)
  }
  return reads
}

interface LastWrite {
  write: Compilable
  duplicate: (() => Error) | undefined
}

async function sendLast(client: pg.PoolClient, { write, duplicate }: LastWrite): Promise<void> {
  try {
    await sendCompiled(client, write.compile())
  } catch (error) {
    throw duplicate && databaseCode(error) === '23505' ? duplicate() : error
  }
}

/** Notes where a commit ended, so that its caller and its company do not read an older state on the standby. */
function notePosition(
  standby: Standby,
  { actor, read_position }: TransactionScope,
  position: LogPosition | null,
): void {
  if (position === null) throw new Error('The database did not return where its log ends.')
  standby.remember(actor.provider_id, position)
  if (read_position) read_position.written = position
}

/**
 * Requests use `interactive` connections unless their endpoint states otherwise; jobs and imports share the `heavy`
 * ones.
 */
function workloadOf({ workload, request }: TransactionScope): Workload {
  if (workload) return workload
  return request.channel === 'job' || request.channel === 'import' ? 'heavy' : 'interactive'
}

/** Publishes in this process before the caller gets its response, and sends the messages to the other processes. */
function afterCommit(
  runtime: Runtime,
  providerId: number,
  hasOutbox: boolean,
  messages: readonly TopicMessage[],
): void {
  if (hasOutbox) runtime.pubsub.publish({ topic: 'outbox', provider_id: providerId })
  for (const message of messages) runtime.pubsub.publish(message)
  if (messages.length > 0)
    runtime.notifications?.send([...positionMessages(runtime, providerId), ...messages])
}

/** The message after which other processes do not read an older state of the company on the standby. */
function positionMessages({ standby }: Runtime, providerId: number): TopicMessage[] {
  const subject = standby && String(standby.neededBy(providerId))
  return subject === null ? [] : [{ topic: 'position', provider_id: providerId, subject }]
}

function openingOf(about: TransactionScope): string {
  const who = JSON.stringify({
    username: about.actor.username,
    impersonated_by: about.actor.impersonated_by,
    channel: about.request.channel,
    request_id: about.request.id,
    client_version: about.request.client_version,
  })
  const plans = about.reads_only ? '' : '; SET LOCAL plan_cache_mode = force_generic_plan'
  return `BEGIN${about.reads_only ? ' READ ONLY' : ''}; SET LOCAL ROLE courier_app; SET LOCAL app.provider = '${about.actor.provider_id}'; SET LOCAL app.who = ${pg.escapeLiteral(who)}${plans}`
}

function outboxEntry(subscriber: AfterCommitSubscriber, payload: unknown): OutboxEntry {
  return {
    event: subscriber.event.name,
    listener: subscriber.listener,
    object_key: subscriber.keyOf(payload),
    payload: JSON.stringify(payload),
  }
}

async function insertOutbox(
  client: pg.PoolClient,
  ctx: Context,
  lines: readonly OutboxEntry[],
): Promise<void> {
  await send(client, {
    name: 'insert_outbox',
    text: `INSERT INTO outbox (provider_id, event, listener, object_key, payload, request_id, next_attempt_at, time_created)
      SELECT $1, event, listener, object_key, payload::jsonb, $2, $3, $3
      FROM unnest($4::text[], $5::text[], $6::text[], $7::text[]) AS line (event, listener, object_key, payload)`,
    values: [
      ctx.provider_id,
      ctx.request.id,
      ctx.now,
      lines.map((line) => line.event),
      lines.map((line) => line.listener),
      lines.map((line) => line.object_key),
      lines.map((line) => line.payload),
    ],
  })
}

/** Creates the context of a handler that waits for external services; it keeps no transaction open. */
export async function externalContext(
  runtime: Runtime,
  requested: TransactionScope,
): Promise<ExternalContext> {
  const stored = await settingsOf(runtime, requested.actor.provider_id)
  const about = await withAddress(runtime, requested)
  return {
    actor: about.actor,
    provider_id: about.actor.provider_id,
    now: runtime.clock(),
    request: about.request,
    log: runtime.log,
    sealer: runtime.sealer,
    random: runtime.random,
    setting: (setting) => stored.value(setting),
    cached: (topic, key, read) =>
      cachedValue(runtime, about.actor.provider_id, topic, key, null, () =>
        inTransaction(runtime, { ...about, reads_only: true }, read),
      ),
    adapter: (port) => adapterOf(runtime, port),
    inTransaction: (fn) => inTransaction(runtime, about, fn),
    answer: (fn) => inTransaction(runtime, about, fn),
    actingAs: (actor) =>
      externalContext(runtime, { ...about, actor: { ...actor, provider_id: about.actor.provider_id } }),
  }
}
