import { anyOf, newVersionBy } from '../kit/db.ts'
import { branchLimit, isDriver, type Actor } from '@waybill/domain/kit/actor'
import { notFound } from '@waybill/domain/kit/problem'
import { readReference } from '@waybill/domain/shipments/labels/references'
import type { CollectionRequestStatus } from '@waybill/domain/collections/status'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import { sql, type ExpressionBuilder, type Insertable, type Updateable } from 'kysely'
import { publishTripWork, type TripWork } from '../shipments/index.ts'
import { atOwnBranch, matchesPhone, escapeLike } from '../accounts/index.ts'
import { nextNumber } from '../kit/document-numbers-store.ts'
import type { CollectionRequestTable, Tables } from '../kit/tables.ts'
import { readPage } from '../kit/read-page.ts'
import { sortName } from '../kit/sort-columns.ts'
import type { Context } from '../kit/handler.ts'

/**
 * Returns the condition for the requests that a user may see: for customers those of their account, for drivers their
 * own, for guests none, for branch-limited staff those collected by their branch and those of its accounts, for other
 * staff all.
 */
export function withinReach(actor: Actor) {
  return (eb: ExpressionBuilder<Tables & { r: CollectionRequestTable }, 'r'>) => {
    if (actor.account_id !== null) return eb('r.account_id', '=', actor.account_id)
    if (actor.kind === 'guest') return sql<boolean>`false`
    if (isDriver(actor)) return eb('r.agent_id', '=', actor.username)
    const ofAccount = atOwnBranch(actor, 'r.account_id')
    return ofAccount ? eb.or([eb('r.branch_id', '=', branchLimit(actor)), ofAccount]) : sql<boolean>`true`
  }
}

const from = (ctx: Context) => ctx.db.selectFrom('collection_request as r').where(withinReach(ctx.actor))

/** Returns the requests with these ids that the caller may see. */
export function readRequestRows(ctx: Context, ids: readonly number[]) {
  return from(ctx)
    .selectAll('r')
    .where('r.id', '=', anyOf(ids))
    .orderBy('r.date', 'desc')
    .orderBy('r.id', 'desc')
    .execute()
}
export type RequestRow = Awaited<ReturnType<typeof readRequestRows>>[number]

const missing = () => notFound(codedText('no_collection_request'))

/** Returns a request that the caller may see, locked until the transaction ends. Throws 404 otherwise. */
export async function lockRequest(ctx: Context, id: number): Promise<RequestRow> {
  const row = await from(ctx).selectAll('r').where('r.id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw missing()
  return row
}

/** Filters of the list. Days are `YYYY-MM-DD`. */
export interface RequestFilter {
  id?: readonly number[] | undefined
  status?: readonly CollectionRequestStatus[] | undefined
  account_id?: readonly number[] | undefined
  branch_id?: readonly number[] | undefined
  agent_id?: string | undefined
  recurring_id?: number | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

const orders = ['date', 'id', 'status', 'time_created'] as const

function matching(ctx: Context, filter: RequestFilter) {
  let query = from(ctx)
  if (filter.id?.length) query = query.where('r.id', '=', anyOf(filter.id))
  if (filter.status) query = query.where('r.status', '=', anyOf(filter.status))
  if (filter.account_id?.length) query = query.where('r.account_id', '=', anyOf(filter.account_id))
  if (filter.branch_id?.length) query = query.where('r.branch_id', '=', anyOf(filter.branch_id))
  if (filter.agent_id) query = query.where('r.agent_id', '=', filter.agent_id)
  if (filter.recurring_id) query = query.where('r.recurring_id', '=', filter.recurring_id)
  if (filter.from) query = query.where('r.date', '>=', filter.from)
  if (filter.to) query = query.where('r.date', '<=', filter.to)
  return filter.search ? query.where(searched(filter.search)) : query
}

/**
 * Returns the condition for a free-text search: an exact display id, otherwise text in references, contacts, accounts
 * and addresses.
 */
function searched(text: string) {
  const named = readReference(text)
  if (named.kind === 'collection-request') return sql<boolean>`r.id = ${named.number}`
  const words = `%${escapeLike(text)}%`
  return sql<boolean>`(r.customer_reference ILIKE ${words} OR r.contact ->> 'name' ILIKE ${words}
    OR ${matchesPhone(sql`r.contact ->> 'mobile_number'`, text)} OR ${matchesPhone(sql`r.contact ->> 'alternative_contact_number'`, text)}
    OR EXISTS (SELECT FROM account a WHERE a.id = r.account_id AND (a.name ILIKE ${words} OR a.account_code ILIKE ${words}))
    OR EXISTS (SELECT FROM address d WHERE d.id = r.address_id AND (d.company ILIKE ${words} OR d.local_area ILIKE ${words} OR d.city ILIKE ${words} OR d.street_address ILIKE ${words})))`
}

/** Returns one page of requests and their total number, up to the cap. */
export async function listRequestRows(
  ctx: Context,
  filter: RequestFilter,
  page: { limit: number; offset: number; order_by?: string | undefined; order?: string | undefined },
): Promise<{ rows: RequestRow[]; total: number }> {
  const query = matching(ctx, filter)
  const order = sortName(orders, page.order_by, 'date')
  const direction = page.order?.toLowerCase() === 'asc' ? 'asc' : 'desc'
  return readPage(
    ctx,
    query.selectAll('r').orderBy(`r.${order}`, direction).orderBy('r.id', direction),
    query.select('r.id'),
    page,
  )
}

/** The columns that a caller provides for a new request. */
export type RequestValues = Omit<
  Insertable<CollectionRequestTable>,
  'provider_id' | 'id' | 'created_by' | 'modified_by' | 'time_created' | 'time_modified' | 'latest_event_time'
>

/** Stores a new request with the next number of the company. */
export async function insertRequest(ctx: Context, values: RequestValues): Promise<RequestRow> {
  const id = await nextNumber(ctx, 'collection-request')
  const row = await ctx.db
    .insertInto('collection_request')
    .values({
      provider_id: ctx.provider_id,
      id,
      ...values,
      created_by: ctx.actor.username,
      modified_by: ctx.actor.username,
      latest_event_time: ctx.now,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await publishTripWork(ctx, null, workOf(row))
  return row
}

/**
 * Updates a request that the caller has locked and read as `before`, and publishes the drivers who have more, less or
 * other work (`tripWorkChanged`).
 */
export async function updateRequest(
  ctx: Context,
  before: RequestRow,
  changes: Updateable<CollectionRequestTable>,
): Promise<void> {
  const after = await ctx.db
    .updateTable('collection_request')
    .set({
      ...changes,
      ...newVersionBy(ctx),
    })
    .where('id', '=', before.id)
    .returning(['status', 'agent_id', 'date', 'address_id', 'after', 'before'])
    .executeTakeFirst()
  if (after) await publishTripWork(ctx, workOf(before), workOf(after))
}

/** Returns a request as work of its driver; `null` while it is on nobody's trip sheet. */
function workOf({
  status,
  agent_id: username,
  date: day,
  address_id,
  after,
  before,
}: Pick<RequestRow, 'status' | 'agent_id' | 'date' | 'address_id' | 'after' | 'before'>): TripWork | null {
  if (username === null) return null
  if (status === 'collection-assigned') return { username, day, address_id, after, before }
  return finished_statuses.includes(status) ? { username, is_finished: true } : null
}

/** Statuses in which a request was done or has failed. */
const finished_statuses: readonly CollectionRequestStatus[] = [
  'closed',
  'collection-failed-attempt',
  'collection-exception',
]

/** A new entry in the history of a request. */
export interface NewRequestEvent {
  date: Date
  /** A status, or an event such as `driver-arrived`. */
  status: string
  message?: string
  lat?: number | null
  lng?: number | null
  data?: object | null
  source?: string
  is_public?: boolean
}

export async function insertRequestEvent(
  ctx: Context,
  requestId: number,
  event: NewRequestEvent,
): Promise<void> {
  const { data, ...values } = event
  await ctx.db
    .insertInto('collection_request_event')
    .values({
      provider_id: ctx.provider_id,
      request_id: requestId,
      source: ctx.actor.username,
      ...values,
      data: data ? JSON.stringify(data) : null,
      time_created: ctx.now,
    })
    .execute()
}

/** Returns the history of a request, newest first; with `onlyPublic` only the entries for customers. */
export function listRequestEvents(ctx: Context, requestId: number, onlyPublic: boolean) {
  let query = ctx.db.selectFrom('collection_request_event').selectAll().where('request_id', '=', requestId)
  if (onlyPublic) query = query.where('is_public', '=', true)
  return query.orderBy('date', 'desc').orderBy('id', 'desc').execute()
}

/** Returns the ids of the shipments booked for requests. */
export function listCaptured(ctx: Context, requestIds: readonly number[]) {
  return ctx.db
    .selectFrom('shipment')
    .select(['id', 'collection_request_id'])
    .where('collection_request_id', '=', anyOf(requestIds))
    .orderBy('id')
    .execute()
}

/** Returns the ids of the open requests of an account, or of a recurring collection from a day on. */
export async function listOpenIds(
  ctx: Context,
  open: readonly CollectionRequestStatus[],
  of: { account_id: number } | { recurring_id: number; from: string },
): Promise<number[]> {
  let query = ctx.db.selectFrom('collection_request').select('id').where('status', '=', anyOf(open))
  query =
    'account_id' in of
      ? query.where('account_id', '=', of.account_id)
      : query.where('recurring_id', '=', of.recurring_id).where('date', '>=', of.from)
  return (await query.orderBy('id').execute()).map((row) => row.id)
}

/** Checks in the history whether a collection request was ever assigned to this driver or has an entry by this driver. */
export async function wasRequestGivenTo(ctx: Context, requestId: number, username: string): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    SELECT EXISTS (SELECT 1 FROM collection_request_event WHERE request_id = ${requestId}
      AND (source = ${username} OR data ->> 'driver' = ${username})) AS was`.execute(ctx.db)
  return rows[0]?.was ?? false
}
