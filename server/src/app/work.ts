import type { Actor } from '@waybill/domain/kit/actor'
import { readSetting } from '@waybill/domain/kit/setting'
import type { Workload } from '@waybill/domain/kit/workload'
import pg from 'pg'
import { databaseCode, dbOn, send, type Db } from '../kit/db.ts'
import type { News } from '../kit/news.ts'
import type { Ctx, PartnerCtx, RequestFacts } from '../kit/verb.ts'
import { isConnectionLost, problemOf, uncertain } from './database-errors.ts'
import { adapterOf, type AfterCommitReaction, type House } from './house.ts'
import { keptValue } from './kept.ts'
import { providersOf } from './providers.ts'
import { settingsOf } from './settings-cache.ts'

/** Who and what a work is for. */
export interface WorkFor {
  actor: Actor
  request: RequestFacts
  /** Reads need not wait for their commit. */
  reads_only?: boolean
  /** Whose connections it uses; those of heavy work for jobs, else those of pages, unless said. */
  workload?: Workload
}

interface OutboxLine {
  event: string
  listener: string
  object_key: string
  payload: string
}

const most_retries = 3

/**
 * One unit of work: begins, tells the database the provider and the actor, steps down to the unprivileged role,
 * runs `fn`, writes the outbox, commits. Whatever throws undoes everything. Deadlocks and serialization failures
 * are tried again, up to three times.
 */
export async function work<Result>(
  house: House,
  about: WorkFor,
  fn: (ctx: Ctx) => Promise<Result>,
): Promise<Result> {
  const stored = await settingsOf(house, about.actor.provider_id)
  const addressed = await withAddress(house, about)
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await attemptWork(house, addressed, stored, fn)
    } catch (error) {
      const code = databaseCode(error)
      if ((code === '40P01' || code === '40001') && attempt < most_retries) continue
      throw problemOf(error)
    }
  }
}

/** The same, with the address under which the company's own pages are opened. */
async function withAddress(house: House, about: WorkFor): Promise<WorkFor> {
  const providers = await providersOf(house)
  const web_url = providers.webUrlOf(about.actor.provider_id, house.web_url)
  return web_url === about.request.web_url ? about : { ...about, request: { ...about.request, web_url } }
}

async function attemptWork<Result>(
  house: House,
  about: WorkFor,
  stored: ReadonlyMap<string, string>,
  fn: (ctx: Ctx) => Promise<Result>,
): Promise<Result> {
  const client = await house.connections.connect(workloadOf(about))
  let open = true
  let is_committing = false
  const outbox: OutboxLine[] = []
  const news = new Map<string, News>()
  try {
    const opening = begin(client, openingOf(about))
    const { provider_id } = about.actor
    const db = dbOn(client, () => open)
    const ctx: Ctx = {
      actor: about.actor,
      provider_id,
      now: house.clock(),
      clock: () => house.clock(),
      request: about.request,
      log: house.log,
      sealer: house.sealer,
      db,
      random: house.random,
      setting: (setting) => readSetting(setting, stored),
      async emit(event, payload) {
        for (const reaction of house.reactions) {
          if (reaction.event !== event) continue
          if (reaction.when === 'same work') await reaction.run(ctx, payload)
          else if (reaction.concerns(ctx, payload)) outbox.push(outboxLine(reaction, payload))
        }
      },
      kept: (topic, key, read) => keptValue(house, provider_id, topic, key, ctx, () => read(ctx)),
      async news(item) {
        const told: News = { ...item, provider_id }
        news.set(JSON.stringify(told), told)
      },
    }
    const result = await fn(ctx)
    await opening
    const kept = [
      ...(outbox.length > 0 ? [keepOutbox(client, ctx, outbox)] : []),
      ...(news.size > 0 && !house.embedded ? [tellAll(client, [...news.keys()])] : []),
    ]
    open = false
    is_committing = true
    if (about.reads_only && !house.embedded && kept.length === 0) {
      // A read has nothing to lose: the answer leaves while the transaction ends.
      void send(client, 'COMMIT').then(
        () => client.release(),
        (error: Error) => client.release(error),
      )
      return result
    }
    // What could not be kept has already undone the work: the commit behind it only ends it.
    await Promise.all([...kept, send(client, 'COMMIT')])
    client.release()
    afterCommit(house, provider_id, outbox.length > 0, [...news.values()])
    return result
  } catch (error) {
    open = false
    await endFailed(client, error)
    throw is_committing && !about.reads_only && isConnectionLost(error) ? uncertain() : error
  }
}

/** What a request does is a page's work unless its endpoint says otherwise; jobs share the connections of heavy work. */
function workloadOf({ workload, request }: WorkFor): Workload {
  if (workload) return workload
  return request.channel === 'job' || request.channel === 'import' ? 'heavy' : 'interactive'
}

function afterCommit(house: House, provider_id: number, has_outbox: boolean, news: readonly News[]): void {
  if (has_outbox) house.news.tell({ topic: 'outbox', provider_id })
  if (house.embedded) for (const item of news) house.news.tell(item)
}

/** Begins. The first statement travels in the same packet; when the opening fails, that statement fails too. */
function begin(client: pg.PoolClient, statements: string): Promise<unknown> {
  const opening = send(client, statements)
  opening.catch(() => undefined)
  return opening
}

function openingOf(about: WorkFor): string {
  const who = JSON.stringify({
    username: about.actor.username,
    impersonated_by: about.actor.impersonated_by,
    channel: about.request.channel,
    request_id: about.request.id,
    client_version: about.request.client_version,
  })
  const plans = about.reads_only ? '' : '; SET LOCAL plan_cache_mode = force_generic_plan'
  return `BEGIN; SET LOCAL ROLE courier_app; SET LOCAL app.provider = '${about.actor.provider_id}'; SET LOCAL app.who = ${pg.escapeLiteral(who)}${plans}`
}

function outboxLine(reaction: AfterCommitReaction, payload: unknown): OutboxLine {
  return {
    event: reaction.event.name,
    listener: reaction.listener,
    object_key: reaction.keyOf(payload),
    payload: JSON.stringify(payload),
  }
}

/** Tells every process; PostgreSQL delivers it when the work is committed. */
async function tellAll(client: pg.PoolClient, news: readonly string[]): Promise<void> {
  await send(client, {
    name: 'tell_news',
    text: "SELECT pg_notify('waybill', one) FROM unnest($1::text[]) AS one",
    values: [news],
  })
}

async function keepOutbox(client: pg.PoolClient, ctx: Ctx, lines: readonly OutboxLine[]): Promise<void> {
  await send(client, {
    name: 'keep_outbox',
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

/**
 * A work that sees every provider. Only finding out who is asking, provider lookup, the outbox, schedules and
 * installation may use it; the house test lists its callers.
 */
export async function platformWork<Result>(
  house: Pick<House, 'connections'>,
  fn: (db: Db) => Promise<Result>,
  who: Readonly<Record<string, string | null>> = { username: 'system', channel: 'job' },
): Promise<Result> {
  let open = true
  const client = await platformConnection(house)
  try {
    const opening = begin(client, platformOpening(who))
    const result = await fn(dbOn(client, () => open))
    await opening
    open = false
    await send(client, 'COMMIT')
    client.release()
    return result
  } catch (error) {
    open = false
    await endFailed(client, error)
    throw problemOf(error)
  }
}

/** Every request waits for what is looked up here (who asks, settings), so it never waits for pages or documents. */
async function platformConnection(house: Pick<House, 'connections'>): Promise<pg.PoolClient> {
  try {
    return await house.connections.connect('field')
  } catch (error) {
    throw problemOf(error)
  }
}

function platformOpening(who: Readonly<Record<string, string | null>>): string {
  return `BEGIN; SET LOCAL ROLE courier_platform; SET LOCAL app.who = ${pg.escapeLiteral(JSON.stringify(who))}`
}
const platform_opening = platformOpening({ username: 'system', channel: 'job' })

/** Undoes what is open and gives the connection back, or up when it is lost. */
async function endFailed(client: pg.PoolClient, cause: unknown): Promise<void> {
  if (cause instanceof Error && isConnectionLost(cause)) return client.release(cause)
  await send(client, 'ROLLBACK').then(
    () => client.release(),
    (failure: Error) => client.release(failure),
  )
}

/**
 * One statement that sees every provider, with its transaction in one trip. For the same callers as `platformWork`.
 * What it does may be lost in a crash of the database: it does not wait for the disk.
 */
export async function platformStatement<Row extends pg.QueryResultRow>(
  house: Pick<House, 'connections'>,
  statement: { name: string; text: string; values: unknown[] },
): Promise<Row[]> {
  const client = await platformConnection(house)
  try {
    const [, result] = await Promise.all([
      send(client, `${platform_opening}; SET LOCAL synchronous_commit = off`),
      send(client, statement),
      send(client, 'COMMIT'),
    ])
    client.release()
    return result.rows as Row[]
  } catch (error) {
    await endFailed(client, error)
    throw problemOf(error)
  }
}

/** The context of a verb that waits for outside parts: it holds no work open of its own. */
export async function partnerCtx(house: House, asked: WorkFor): Promise<PartnerCtx> {
  const stored = await settingsOf(house, asked.actor.provider_id)
  const about = await withAddress(house, asked)
  return {
    actor: about.actor,
    provider_id: about.actor.provider_id,
    now: house.clock(),
    request: about.request,
    log: house.log,
    sealer: house.sealer,
    random: house.random,
    setting: (setting) => readSetting(setting, stored),
    kept: (topic, key, read) =>
      keptValue(house, about.actor.provider_id, topic, key, null, () =>
        work(house, { ...about, reads_only: true }, read),
      ),
    partner: (port) => adapterOf(house, port),
    work: (fn) => work(house, about, fn),
    answer: (fn) => work(house, about, fn),
    actingAs: (actor) =>
      partnerCtx(house, { ...about, actor: { ...actor, provider_id: about.actor.provider_id } }),
  }
}
