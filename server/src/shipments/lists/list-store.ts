import { anyOf, planOnce } from '../../kit/db.ts'
import { isDriver, isOffice } from '@waybill/domain/kit/actor'
import { searchedPhone } from '@waybill/domain/kit/contacts/phone'
import { cleanReference, meantReferences } from '@waybill/domain/shipments/labels/references'
import { problem_statuses } from '@waybill/domain/shipments/statuses/status'
import { storedStatusesFor } from '@waybill/domain/shipments/statuses/status-visibility'
import { formatCount } from '@waybill/domain/kit/texts/format'
import { invalid } from '@waybill/domain/kit/problem'
import { count_cap } from '@waybill/domain/kit/lists/paging'
import { sql, type Selectable } from 'kysely'
import { escapeLike } from '../../accounts/index.ts'
import type { ShipmentTable } from '../../kit/tables.ts'
import { sortName } from '../../kit/sort-columns.ts'
import type { Context } from '../../kit/handler.ts'
import { statusChoices } from './present-shipment.ts'
import { findByReference, plannedAgain, visibleTo, type ShipmentRow } from '../store.ts'

export interface ShipmentFilter {
  id?: readonly number[] | undefined
  reference?: string | undefined
  customer_reference?: string | undefined
  account_id?: readonly number[] | undefined
  status?: readonly string[] | undefined
  service_level_code?: readonly string[] | undefined
  branch_id?: readonly number[] | undefined
  agent_id?: string | undefined
  is_return?: boolean | undefined
  problem?: boolean | undefined
  /** Tag names. A shipment matches if it has at least one of them. */
  tag?: readonly string[] | undefined
  search?: string | undefined
  date_filter?: 'time_created' | 'collected_date' | 'delivered_date' | 'estimated_delivery_to' | undefined
  start_date?: Date | undefined
  end_date?: Date | undefined
  /** Includes quotes, which account users find in no other list (PERM-055). */
  with_quotes?: boolean | undefined
}

export interface ListPage {
  limit: number
  offset: number
  order_by?: string | undefined
  order?: string | undefined
}

const orders = [
  'time_created',
  'time_modified',
  'collected_date',
  'delivered_date',
  'estimated_delivery_to',
  'id',
  'rate',
  'status',
] as const
type Order = (typeof orders)[number]

/** Maximum number of shipments that a free-text search may match when other filters apply. */
const max_found = 100_000

/** Builds the query for a filter, without paging. */
async function matching(ctx: Context, filter: ShipmentFilter) {
  let query = ctx.db.selectFrom('shipment as s').where(visibleTo(ctx.actor, filter.with_quotes))
  if (filter.reference) {
    const found = await findByReference(ctx, filter.reference, false)
    query = query.where('s.id', '=', anyOf(found.map((one) => one.shipment_id)))
  }
  if (filter.id?.length) query = query.where('s.id', '=', anyOf(filter.id))
  const customers = filter.customer_reference?.toUpperCase()
  const inner = customers && /^%(.*)%$/.exec(customers)?.[1]
  if (inner) query = query.where('s.customer_reference_key', 'like', `%${escapeLike(inner)}%`)
  else if (customers && customers !== '%%') query = query.where('s.customer_reference_key', '=', customers)
  if (filter.account_id?.length === 1) query = query.where('s.account_id', '=', filter.account_id[0] ?? 0)
  else if (filter.account_id?.length) query = query.where('s.account_id', '=', anyOf(filter.account_id))
  const requestedStatuses = filter.problem
    ? problem_statuses.filter((one) => !filter.status?.length || filter.status.includes(one))
    : filter.status
  if (filter.problem || requestedStatuses?.length) query = query.where(reads(ctx, requestedStatuses ?? []))
  if (filter.problem) query = query.where((eb) => eb.not(plannedAgain(ctx)))
  if (filter.service_level_code?.length)
    query = query.where('s.service_level_code', '=', anyOf(filter.service_level_code))
  if (filter.is_return !== undefined) query = query.where('s.is_return', '=', filter.is_return)
  // Only staff can filter by tags. For other callers the filter matches nothing.
  if (filter.tag?.length)
    query = isOffice(ctx.actor)
      ? query.where(sql<boolean>`s.tags <> '{}' AND s.tags && ${filter.tag}::text[]`)
      : query.where(sql<boolean>`false`)
  const { agent_id, branch_id } = filter
  if (agent_id)
    query = query.where((eb) =>
      eb.or([eb('s.collection_agent_id', '=', agent_id), eb('s.delivery_agent_id', '=', agent_id)]),
    )
  if (branch_id?.length)
    query = query.where((eb) =>
      eb.or([
        eb('s.collection_branch_id', '=', anyOf(branch_id)),
        eb('s.delivery_branch_id', '=', anyOf(branch_id)),
        eb('s.current_branch_id', '=', anyOf(branch_id)),
      ]),
    )
  const date = filter.date_filter ?? 'time_created'
  if (filter.start_date) query = query.where(`s.${date}`, '>=', filter.start_date)
  if (filter.end_date) query = query.where(`s.${date}`, '<=', filter.end_date)
  if (filter.search) query = query.where('s.id', '=', anyOf(await searched(ctx, filter.search, filter)))
  return query
}

/** Condition that the viewer sees a shipment in one of these statuses. A filter on a hidden status finds nothing. */
function reads(ctx: Context, requestedStatuses: readonly string[]) {
  const { always, ...some } = storedStatusesFor(ctx.actor, requestedStatuses, statusChoices(ctx))
  const [only] = always
  const plain =
    only && always.length === 1 ? sql<boolean>`s.status = ${only}` : sql<boolean>`s.status = ANY(${always})`
  if (Object.values(some).every(({ length }) => length === 0)) return plain
  const driver = sql`CASE WHEN s.status LIKE 'collection-%' THEN s.collection_agent_id ELSE s.delivery_agent_id END`
  return sql<boolean>`(${plain} OR (s.status = ANY(${some.with_driver}) AND ${driver} IS NOT NULL)
    OR (s.status = ANY(${some.without_driver}) AND ${driver} IS NULL)
    OR (s.status = ANY(${some.taken_out}) AND s.taken_out_by_driver)
    OR (s.status = ANY(${some.not_taken_out}) AND NOT s.taken_out_by_driver))`
}

/** Searches free text: a list of references or one exact reference; otherwise text in names, places and numbers. */
async function searched(ctx: Context, text: string, filter: ShipmentFilter): Promise<number[]> {
  const phone = searchedPhone(text)
  if (phone !== null) {
    const named = await findByReference(ctx, cleanReference(text), true)
    const ids = [...named.map((one) => one.shipment_id), ...(await withText(ctx, phone, filter))]
    if (ids.length > 0) return ids
  }
  const references = text.split(/[\s,;]+/).filter(Boolean)
  const exact = await Promise.all(
    references
      .slice(0, 100)
      .flatMap((one) => meantReferences(one).map((reference) => findByReference(ctx, reference, true))),
  )
  const ids = exact.flat().map((one) => one.shipment_id)
  if (ids.length > 0 && references.length >= 1) return ids
  const needle = text.toLowerCase().replace(/\s+/g, ' ').trim()
  return needle.length < 3 ? [] : withText(ctx, needle, filter)
}

/**
 * Returns shipments whose names, places or numbers (digits only) contain a lower-case text. If nothing else narrows
 * the company's list, only the newest up to the count cap are returned. Throws if the text matches too many
 * shipments.
 */
async function withText(ctx: Context, needle: string, filter: ShipmentFilter): Promise<number[]> {
  const max = wholeListOf(ctx, { ...filter, search: undefined }) === 'all' ? count_cap : max_found
  const { rows } = await sql<{
    shipment_id: number
  }>`SELECT shipment_id FROM find_shipments(${needle.replace(/[\\%_]/g, '\\$&')}, ${max})`.execute(ctx.db)
  if (rows.length >= max_found)
    throw invalid(`More than ${formatCount(max_found)} shipments contain "${needle}". Type more of it.`, [
      { field: 'search', message: 'is in too many shipments' },
    ])
  return rows.map((row) => row.shipment_id)
}

function orderOf(page: ListPage): { order: Order; direction: 'asc' | 'desc' } {
  return {
    order: sortName(orders, page.order_by, 'time_created'),
    direction: page.order?.toUpperCase() === 'ASC' ? 'asc' : 'desc',
  }
}

/** Returns the ids of one page in order, and the total up to the cap. */
export async function listShipmentIds(
  ctx: Context,
  filter: ShipmentFilter,
  page: ListPage,
): Promise<{ ids: number[]; total: number }> {
  const query = await matching(ctx, filter)
  const [rows, { total }] = await Promise.all([
    inOrder(query, page).select('s.id').execute(),
    ctx.db.selectNoFrom(totalOf(ctx, filter, query).as('total')).executeTakeFirstOrThrow(),
  ])
  return { ids: rows.map((row) => row.id), total: Number(total) }
}

/** Returns the stored shipments of one page in order, and the total up to the cap. */
export async function listWholeRows(
  ctx: Context,
  filter: ShipmentFilter,
  page: ListPage,
): Promise<{ rows: ShipmentRow[]; total: number }> {
  const query = await matching(ctx, filter)
  const known = await cachedTotal(ctx, filter)
  const count = known.is_capped ? sql<number>`${count_cap}::int` : totalOf(ctx, filter, query)
  const [, rows, counted] = await Promise.all([
    wholeListOf(ctx, filter) === null ? null : planOnce(ctx),
    inOrder(query, page).selectAll('s').execute(),
    ctx.db.selectNoFrom(count.as('total')).executeTakeFirstOrThrow(),
  ])
  const total = Number(counted.total)
  known.is_capped = total >= count_cap
  return { rows, total }
}

/** Returns the newest stored shipment that matches a filter; `undefined` when there is none. */
export async function findNewestRow(ctx: Context, filter: ShipmentFilter): Promise<ShipmentRow | undefined> {
  const query = await matching(ctx, filter)
  const [, row] = await Promise.all([
    planOnce(ctx),
    inOrder(query, { limit: 1, offset: 0 }).selectAll('s').executeTakeFirst(),
  ])
  return row
}

/** Adds order and limits to a query. */
function inOrder(query: Awaited<ReturnType<typeof matching>>, page: ListPage) {
  const { order, direction } = orderOf(page)
  return query
    .orderBy(`s.${order}`, direction)
    .orderBy('s.id', direction)
    .limit(page.limit)
    .offset(page.offset)
}

/**
 * Whose complete list this is when no filter narrows it: the account id, or `all` for the company. `null` when it is
 * narrowed.
 */
function wholeListOf(ctx: Context, filter: ShipmentFilter): number | 'all' | null {
  const { id, account_id, status, service_level_code, branch_id, is_return, problem, tag } = filter
  const { reference, customer_reference, agent_id, search, start_date, end_date } = filter
  const isNarrowed =
    [id, status, service_level_code, branch_id, tag].some((any) => any?.length) ||
    [reference, customer_reference, agent_id, search, start_date, end_date, problem].some(Boolean) ||
    is_return !== undefined
  if (isNarrowed || (account_id?.length ?? 0) > 1) return null
  const [chosen] = account_id ?? []
  const own = ctx.actor.account_id
  if (own !== null) return chosen === undefined || chosen === own ? own : null
  const seesAll = ctx.actor.kind !== 'guest' && !isDriver(ctx.actor) && !ctx.actor.limit_user_to_branch
  return seesAll ? (chosen ?? 'all') : null
}

/**
 * Returns a SQL expression for the total of a list up to the cap. The total of an account's whole list comes from
 * stored counters, so it does not need a count.
 */
function totalOf(ctx: Context, filter: ShipmentFilter, query: Awaited<ReturnType<typeof matching>>) {
  const account = wholeListOf(ctx, filter)
  if (account === null || account === 'all')
    return sql<number>`(SELECT count(*) FROM ${query.select('s.id').limit(count_cap).as('capped')})`
  const visible = ctx.actor.account_id === null ? sql`` : sql` AND NOT is_quote`
  return sql<number>`(SELECT least(coalesce(sum(shipments), 0), ${sql.lit(count_cap)})::int
    FROM account_shipment_count WHERE account_id = ${account}${visible})`
}

/**
 * Remembers for half a minute that a list is longer than the count cap, so that it is not counted again. Shorter
 * lists are always counted exactly. Nothing is remembered for lists of named shipments.
 */
function cachedTotal(ctx: Context, filter: ShipmentFilter): Promise<{ is_capped: boolean }> {
  if (filter.id?.length) return Promise.resolve({ is_capped: false })
  const { account_id, branch_id, limit_user_to_branch, username } = ctx.actor
  const reach = [account_id, limit_user_to_branch ? branch_id : null, isDriver(ctx.actor) ? username : null]
  return ctx.cached('long lists', JSON.stringify([reach, filter]), async () => ({ is_capped: false }))
}

/** The fields of a shipment in a list. */
export interface ListRow
  extends
    Pick<
      Selectable<ShipmentTable>,
      | 'id'
      | 'short_tracking_reference'
      | 'custom_tracking_reference'
      | 'customer_reference'
      | 'status'
      | 'account_id'
      | 'service_level_code'
      | 'parcel_count'
      | 'charged_weight'
      | 'estimated_collection'
      | 'estimated_delivery_to'
      | 'collected_date'
      | 'delivered_date'
      | 'collection_agent_id'
      | 'delivery_agent_id'
      | 'collection_branch_id'
      | 'delivery_branch_id'
      | 'current_branch_id'
      | 'is_return'
      | 'tags'
      | 'rate'
      | 'time_created'
      | 'time_modified'
    >,
    Record<
      | 'account_name'
      | 'account_code'
      | 'collection_suburb'
      | 'collection_city'
      | 'collection_company'
      | 'collection_name'
      | 'delivery_suburb'
      | 'delivery_city'
      | 'delivery_company'
      | 'delivery_name',
      string
    > {
  requires_action_note_count: number
  total: number
}

/**
 * Returns the light rows of one page with note counts and the total up to the cap, in one statement. It reads only
 * fields that the list columns show.
 */
export async function listShipmentRows(
  ctx: Context,
  filter: ShipmentFilter,
  page: ListPage,
): Promise<{ rows: ListRow[]; total: number }> {
  const query = await matching(ctx, filter)
  const { order, direction } = orderOf(page)
  const known = await cachedTotal(ctx, filter)
  const counted = known.is_capped ? sql<number>`${count_cap}::int` : totalOf(ctx, filter, query)
  const pageIds = inOrder(query, page).select(['s.id as page_id', 's.provider_id as page_provider_id'])
  const list = sql<ListRow>`
    WITH page AS (${pageIds})
    SELECT s.id, s.short_tracking_reference, s.custom_tracking_reference, s.customer_reference, s.status, s.account_id,
      a.name AS account_name, a.account_code,
      ca.local_area AS collection_suburb, ca.city AS collection_city, ca.company AS collection_company,
      da.local_area AS delivery_suburb, da.city AS delivery_city, da.company AS delivery_company,
      s.collection_contact ->> 'name' AS collection_name, s.delivery_contact ->> 'name' AS delivery_name,
      s.service_level_code, s.parcel_count, s.charged_weight, s.estimated_collection, s.estimated_delivery_to,
      s.collected_date, s.delivered_date, s.collection_agent_id, s.delivery_agent_id,
      s.collection_branch_id, s.delivery_branch_id, s.current_branch_id, s.is_return, s.tags, s.rate, s.time_created, s.time_modified,
      (SELECT count(*) FROM shipment_note n
        WHERE n.provider_id = s.provider_id AND n.shipment_id = s.id AND n.requires_action
          AND n.time_done IS NULL) AS requires_action_note_count,
      ${counted} AS total
    FROM page
    JOIN shipment s ON s.provider_id = page.page_provider_id AND s.id = page.page_id
    JOIN account a ON a.provider_id = s.provider_id AND a.id = s.account_id
    JOIN address ca ON ca.provider_id = s.provider_id AND ca.id = s.collection_address_id
    JOIN address da ON da.provider_id = s.provider_id AND da.id = s.delivery_address_id
    ORDER BY ${sql.ref(`s.${order}`)} ${sql.raw(direction)}, s.id ${sql.raw(direction)}`
  const [, { rows }] = await Promise.all([
    wholeListOf(ctx, filter) === null ? null : planOnce(ctx),
    list.execute(ctx.db),
  ])
  const [first] = rows
  known.is_capped = first !== undefined && Number(first.total) >= count_cap
  const total = first
    ? Number(first.total)
    : page.offset === 0
      ? 0
      : (await listShipmentIds(ctx, filter, { ...page, limit: 1 })).total
  return { rows, total }
}
