import type { NamedUpload } from '@waybill/domain/files/model'
import { anyOf, newVersionBy } from '../kit/db.ts'
import type { Actor } from '@waybill/domain/kit/actor'
import { notFound } from '@waybill/domain/kit/problem'
import { daysAfter } from '@waybill/domain/kit/dates/service-days'
import type { ClaimKind } from '@waybill/domain/claims/model'
import type { ClaimState } from '@waybill/domain/claims/states'
import type { Cents } from '@waybill/domain/kit/money'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { readReference } from '@waybill/domain/shipments/labels/references'
import { expressionBuilder, sql, type ExpressionBuilder, type Insertable, type Updateable } from 'kysely'
import { escapeLike } from '../accounts/index.ts'
import { nextNumber } from '../kit/document-numbers-store.ts'
import type { ClaimTable, Tables } from '../kit/tables.ts'
import { readPage } from '../kit/read-page.ts'
import { sortName } from '../kit/sort-columns.ts'
import type { Context } from '../kit/handler.ts'
import { visibleTo } from '../shipments/index.ts'

/** The condition that the actor may access a claim, which requires access to its shipment. */
function withinReach(actor: Actor) {
  return (eb: ExpressionBuilder<Tables & { c: ClaimTable }, 'c'>) =>
    eb.exists(
      eb
        .selectFrom('shipment as s')
        .select('s.id')
        .whereRef('s.provider_id', '=', 'c.provider_id')
        .whereRef('s.id', '=', 'c.shipment_id')
        .where(visibleTo(actor)(expressionBuilder())),
    )
}

const from = (ctx: Context) => ctx.db.selectFrom('claim as c').where(withinReach(ctx.actor))

/** Returns the claims with these ids that the caller may access, newest first. */
export function readClaimRows(ctx: Context, ids: readonly number[]) {
  return from(ctx).selectAll('c').where('c.id', '=', anyOf(ids)).orderBy('c.id', 'desc').execute()
}
export type ClaimRow = Awaited<ReturnType<typeof readClaimRows>>[number]

/** Locks one claim until the transaction ends and returns it. Throws 404 when the caller may not access it. */
export async function lockClaim(ctx: Context, id: number): Promise<ClaimRow> {
  const row = await from(ctx).selectAll('c').where('c.id', '=', id).forUpdate('c').executeTakeFirst()
  if (!row) throw notFound('Could not find this claim.')
  return row
}

/** Filters of the list; days are `YYYY-MM-DD`. */
export interface ClaimFilter {
  id?: readonly number[] | undefined
  state?: readonly ClaimState[] | undefined
  kind?: readonly ClaimKind[] | undefined
  account_id?: readonly number[] | undefined
  shipment_id?: number | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

const orders = ['id', 'state', 'kind', 'claimed_amount', 'time_created'] as const

function matching(ctx: Context, filter: ClaimFilter) {
  let query = from(ctx)
  if (filter.id?.length) query = query.where('c.id', '=', anyOf(filter.id))
  if (filter.state?.length) query = query.where('c.state', '=', anyOf(filter.state))
  if (filter.kind?.length) query = query.where('c.kind', '=', anyOf(filter.kind))
  if (filter.account_id?.length) query = query.where('c.account_id', '=', anyOf(filter.account_id))
  if (filter.shipment_id !== undefined) query = query.where('c.shipment_id', '=', filter.shipment_id)
  if (filter.from) query = query.where('c.time_created', '>=', startOfDay(filter.from))
  if (filter.to) query = query.where('c.time_created', '<', startOfDay(daysAfter(filter.to, 1)))
  return filter.search ? query.where(searched(filter.search)) : query
}

/** Free-text filter: an exact display id or tracking reference, or text in descriptions and account names and codes. */
function searched(text: string) {
  const named = readReference(text)
  if (named.kind === 'claim') return sql<boolean>`c.id = ${named.number}`
  const words = `%${escapeLike(text)}%`
  const reference = named.kind === 'reference' ? named.reference : text.toUpperCase()
  return sql<boolean>`(c.description ILIKE ${words}
    OR EXISTS (SELECT FROM account a WHERE a.id = c.account_id AND (a.name ILIKE ${words} OR a.account_code ILIKE ${words}))
    OR EXISTS (SELECT FROM shipment x WHERE x.id = c.shipment_id AND ${reference} IN (x.short_tracking_reference, x.custom_tracking_reference)))`
}

/** Returns one page of claims and their number, counted up to the general limit. */
export async function listClaimRows(
  ctx: Context,
  filter: ClaimFilter,
  page: { limit: number; offset: number; order_by?: string | undefined; order?: string | undefined },
): Promise<{ rows: ClaimRow[]; total: number }> {
  const query = matching(ctx, filter)
  const order = sortName(orders, page.order_by, 'id')
  const direction = page.order?.toLowerCase() === 'asc' ? 'asc' : 'desc'
  return readPage(
    ctx,
    query.selectAll('c').orderBy(`c.${order}`, direction).orderBy('c.id', direction),
    query.select('c.id'),
    page,
  )
}

/** Returns the claims of a shipment that the caller may access, newest first. */
export function claimsOfShipment(ctx: Context, shipmentId: number) {
  return from(ctx).selectAll('c').where('c.shipment_id', '=', shipmentId).orderBy('c.id', 'desc').execute()
}

/** The column values of a new claim. */
export type ClaimValues = Omit<
  Insertable<ClaimTable>,
  'provider_id' | 'id' | 'state' | 'created_by' | 'modified_by' | 'time_created' | 'time_modified'
>

/** Stores a new claim under the company's next number. */
export async function insertClaim(ctx: Context, values: ClaimValues): Promise<ClaimRow> {
  const id = await nextNumber(ctx, 'claim')
  return ctx.db
    .insertInto('claim')
    .values({
      provider_id: ctx.provider_id,
      id,
      state: 'submitted',
      ...values,
      created_by: ctx.actor.username,
      modified_by: ctx.actor.username,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes a locked claim. */
export async function updateClaim(
  ctx: Context,
  id: number,
  changes: Updateable<ClaimTable>,
): Promise<ClaimRow> {
  return ctx.db
    .updateTable('claim')
    .set({
      ...changes,
      ...newVersionBy(ctx),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A message or decision on a claim. */
export interface NewClaimEvent {
  state: ClaimState | null
  message: string
  reason?: string
  amount?: Cents | null
  files: readonly NamedUpload[]
}

/** Stores a message or decision; returns its id. */
export async function insertClaimEvent(ctx: Context, claimId: number, event: NewClaimEvent): Promise<number> {
  const { id } = await ctx.db
    .insertInto('claim_event')
    .values({
      provider_id: ctx.provider_id,
      claim_id: claimId,
      state: event.state,
      message: event.message,
      reason: event.reason ?? '',
      amount: event.amount ?? null,
      files: JSON.stringify(event.files),
      is_from_claimant: ctx.actor.account_id !== null,
      source: ctx.actor.username,
      author: ctx.actor.name,
      time_created: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the messages and decisions of a claim, oldest first. */
export function listClaimEvents(ctx: Context, claimId: number) {
  return ctx.db.selectFrom('claim_event').selectAll().where('claim_id', '=', claimId).orderBy('id').execute()
}
export type ClaimEventRow = Awaited<ReturnType<typeof listClaimEvents>>[number]

/** Returns a claim and one of its events without an access check, for notifications. */
export async function readNotifiedClaim(ctx: Context, claimId: number, eventId: number) {
  const row = await ctx.db
    .selectFrom('claim as c')
    .innerJoin('claim_event as e', (join) =>
      join.onRef('e.provider_id', '=', 'c.provider_id').onRef('e.claim_id', '=', 'c.id'),
    )
    .innerJoin('shipment as s', (join) =>
      join.onRef('s.provider_id', '=', 'c.provider_id').onRef('s.id', '=', 'c.shipment_id'),
    )
    .innerJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 'c.provider_id').onRef('a.id', '=', 'c.account_id'),
    )
    .select([
      'c.id',
      'c.claimed_amount',
      'c.approved_amount',
      'c.pay_by',
      'c.contact_email',
      'e.state',
      'e.message',
      'e.is_from_claimant',
      'a.name as account',
      'a.branch_id',
      'a.account_type',
      sql<string>`coalesce(s.custom_tracking_reference, s.short_tracking_reference)`.as('tracking_reference'),
    ])
    .where('c.id', '=', claimId)
    .where('e.id', '=', eventId)
    .executeTakeFirst()
  return row
}
export type NotifiedClaimRow = NonNullable<Awaited<ReturnType<typeof readNotifiedClaim>>>

/** Returns the claims of all accounts that were paid in a period, with the amount in cents. */
export async function listPaidClaims(ctx: Context, from: Date, to: Date) {
  return ctx.db
    .selectFrom('claim')
    .select(['id', 'shipment_id', 'paid_date', sql<Cents>`approved_amount`.as('amount')])
    .where('paid_date', '>=', from)
    .where('paid_date', '<', to)
    .where('approved_amount', 'is not', null)
    .orderBy('id')
    .execute()
}

/** Returns the current price of a shipment and its insurance charge, in cents. */
export async function priceOfShipment(
  ctx: Context,
  shipmentId: number,
): Promise<{ price: Cents; insurance_charge: Cents }> {
  const { rows } = await sql<{ price: number; insurance_charge: number }>`
    SELECT coalesce(s.rate, 0)::bigint AS price, coalesce((
      SELECT sum(value) FROM shipment_charge c
      WHERE c.shipment_id = s.id AND c.type = 'rate_group_extras' AND c.valid_until IS NULL), 0)::bigint AS insurance_charge
    FROM shipment s WHERE s.id = ${shipmentId}`.execute(ctx.db)
  return { price: Number(rows[0]?.price ?? 0), insurance_charge: Number(rows[0]?.insurance_charge ?? 0) }
}

/** Returns the total approved for other claims of the shipment, in cents. */
export async function approvedBefore(
  ctx: Context,
  row: Pick<ClaimRow, 'id' | 'shipment_id'>,
): Promise<Cents> {
  const { total } = await ctx.db
    .selectFrom('claim')
    .select(sql<Cents>`coalesce(sum(approved_amount), 0)::bigint`.as('total'))
    .where('shipment_id', '=', row.shipment_id)
    .where('id', '!=', row.id)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/**
 * Returns other claims of the same account that the caller may access, newest first, with their number and the total
 * paid in cents.
 */
export async function earlierClaims(ctx: Context, row: Pick<ClaimRow, 'id' | 'account_id'>, limit: number) {
  const others = from(ctx).where('c.account_id', '=', row.account_id).where('c.id', '!=', row.id)
  const [rows, sums] = await Promise.all([
    others.selectAll('c').orderBy('c.id', 'desc').limit(limit).execute(),
    others
      .select([
        ({ fn }) => fn.countAll<number>().as('count'),
        sql<Cents>`coalesce(sum(c.approved_amount) FILTER (WHERE c.transaction_id IS NOT NULL), 0)::bigint`.as(
          'paid',
        ),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return { rows, count: Number(sums.count), paid: Number(sums.paid) }
}
