import { anyOf } from '../kit/db.ts'
import { isUuid } from '@waybill/domain/kit/uuid'
import type { AccountType } from '@waybill/domain/accounts/model'
import { hasPermission, type Actor } from '@waybill/domain/kit/actor'
import type { Cents } from '@waybill/domain/kit/money'
import { notFound } from '@waybill/domain/kit/problem'
import type { CounterMethod } from '@waybill/domain/payments/counter'
import {
  gateway_names,
  type GatewayName,
  type PaymentPurpose,
  type PaymentSource,
} from '@waybill/domain/payments/methods'
import type { PaymentStatus } from '@waybill/domain/payments/payment'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { sql, type Selectable, type Updateable } from 'kysely'
import type { PaymentTable } from '../kit/tables.ts'
import type { Context } from '../kit/handler.ts'

/** A stored payment, through a gateway or at the counter; amounts in cents. */
export type StoredPayment = Omit<Selectable<PaymentTable>, 'gateway' | 'source' | 'purpose' | 'status'> & {
  gateway: GatewayName | CounterMethod
  source: PaymentSource
  purpose: PaymentPurpose
  status: PaymentStatus
}

/** A payment through a gateway. */
export type PaymentRow = StoredPayment & { gateway: GatewayName }

/** The data of a new payment. */
export type NewPayment<Gateway = GatewayName> = Pick<
  StoredPayment,
  'number' | 'source' | 'method' | 'purpose' | 'account_id' | 'shipment_id' | 'amount' | 'email'
> & { gateway: Gateway } & Partial<
    Pick<StoredPayment, 'again_of' | 'sets_default_card' | 'custom_id' | 'status' | 'received'>
  >

/** Inserts a payment, with the status `created` unless another is given. */
export async function insertPayment<Gateway extends StoredPayment['gateway']>(
  ctx: Context,
  payment: NewPayment<Gateway>,
): Promise<StoredPayment & { gateway: Gateway }> {
  const row = await ctx.db
    .insertInto('payment')
    .values({
      provider_id: ctx.provider_id,
      status: 'created',
      ...payment,
      created_by: ctx.actor.username,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as StoredPayment & { gateway: Gateway }
}

/** Updates fields of a payment. */
export async function updatePayment(
  ctx: Context,
  id: number,
  changes: Updateable<PaymentTable>,
): Promise<void> {
  await ctx.db
    .updateTable('payment')
    .set({ ...changes, time_modified: ctx.now })
    .where('id', '=', id)
    .execute()
}

/**
 * Returns a gateway payment and locks it for update, so that its status is current. Throws `notFound` when there is
 * none.
 */
export async function lockPayment(ctx: Context, id: number): Promise<PaymentRow> {
  const row = await ctx.db
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', id)
    .where('gateway', 'in', gateway_names)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Could not find this payment.')
  return row as PaymentRow
}

/** Returns the payment with our id at a gateway; `undefined` when there is none. */
export async function findByCustomId(
  ctx: Context,
  gateway: GatewayName,
  customId: string,
): Promise<PaymentRow | undefined> {
  const row = await ctx.db
    .selectFrom('payment')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('custom_id', '=', customId)
    .executeTakeFirst()
  return row as PaymentRow | undefined
}

/** Returns the id of the applied payment with this gateway reference; `undefined` when there is none. */
export async function findApplied(
  ctx: Context,
  gateway: GatewayName,
  gatewayReference: string,
): Promise<number | undefined> {
  const row = await ctx.db
    .selectFrom('payment')
    .select('id')
    .where('gateway', '=', gateway)
    .where('gateway_reference', '=', gatewayReference)
    .where('status', 'in', ['complete', 'mismatch'])
    .executeTakeFirst()
  return row?.id
}

/**
 * Returns the newest payment of a shipment, or the payment with a number within an account; `undefined` when there is
 * none.
 */
export async function newestPayment(
  ctx: Context,
  of: { shipment_id: number } | { account_id: number; number: number },
): Promise<StoredPayment | undefined> {
  let query = ctx.db.selectFrom('payment').selectAll()
  query =
    'shipment_id' in of
      ? query.where('shipment_id', '=', of.shipment_id)
      : query.where('account_id', '=', of.account_id).where('number', '=', of.number)
  return (await query.orderBy('id', 'desc').limit(1).executeTakeFirst()) as StoredPayment | undefined
}

/** Whether a shipment has a held payment. */
export async function hasHeldPayment(ctx: Context, shipmentId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('payment')
    .select('id')
    .where('shipment_id', '=', shipmentId)
    .where('status', '=', 'held')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Lists payments whose gateway must be polled now, the longest overdue first. */
export async function listPaymentsToPoll(ctx: Context, limit: number): Promise<PaymentRow[]> {
  const rows = await ctx.db
    .selectFrom('payment')
    .selectAll()
    .where('ask_at', '<=', ctx.now)
    .orderBy('ask_at')
    .limit(limit)
    .execute()
  return rows as PaymentRow[]
}

/** Returns a page of payments, newest first, with account code and shipment reference, and the total number. */
export async function listPayments(
  ctx: Context,
  filter: {
    id?: number
    account_id?: number | undefined
    status?: readonly PaymentStatus[] | undefined
    search?: string | undefined
  },
  page: { limit: number; offset: number },
) {
  let query = ctx.db
    .selectFrom('payment as p')
    .innerJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 'p.provider_id').onRef('a.id', '=', 'p.account_id'),
    )
    .leftJoin('shipment as s', (join) =>
      join.onRef('s.provider_id', '=', 'p.provider_id').onRef('s.id', '=', 'p.shipment_id'),
    )
  const { actor } = ctx
  if (actor.account_id !== null) query = query.where('p.account_id', '=', actor.account_id)
  if (actor.limit_user_to_branch && actor.branch_id !== null)
    query = query.where('a.branch_id', '=', actor.branch_id)
  if (filter.id !== undefined) query = query.where('p.id', '=', filter.id)
  if (filter.account_id !== undefined) query = query.where('p.account_id', '=', filter.account_id)
  if (filter.status?.length) query = query.where('p.status', '=', anyOf(filter.status))
  const searched = filter.search?.trim().toUpperCase()
  if (searched)
    query = query.where((eb) =>
      eb.or([
        eb('p.number', '=', Number(/^(?:PMT)?0*(\d{1,12})$/.exec(searched)?.[1] ?? -1)),
        eb('a.account_code', '=', searched),
        eb('s.short_tracking_reference', '=', searched),
        eb('s.custom_tracking_reference', '=', searched),
      ]),
    )
  const [rows, { total }] = await Promise.all([
    query
      .selectAll('p')
      .select(['a.account_code'])
      .select(
        sql<string | null>`coalesce(s.custom_tracking_reference, s.short_tracking_reference)`.as(
          'shipment_reference',
        ),
      )
      .orderBy('p.time_created', 'desc')
      .orderBy('p.id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows: rows as ListedPayment[], total: Number(total) }
}
export type ListedPayment = StoredPayment & { account_code: string; shipment_reference: string | null }

/** The shipment data needed for paying, with the balance of its account. */
export interface PayableRow {
  id: number
  account_id: number
  account_type: AccountType
  status: ShipmentStatus
  rate: Cents
  reference: string
  payment_reference: string
  from: string
  to: string
  service_level_name: string
  balance: Cents
  credit_limit: Cents
  /** Of the payer: the billing contact, or the sender when it has none. */
  email: string
  mobile_number: string
}

/**
 * Reads a shipment for paying, by its id or its payment reference alone. Throws `notFound` when the caller neither
 * belongs to its account nor sent that reference.
 */
export async function payableShipment(
  ctx: Context,
  id: number | undefined,
  paymentReference: string | undefined,
): Promise<PayableRow> {
  const known = paymentReference !== undefined && isUuid(paymentReference) ? paymentReference : null
  const named = id === undefined ? sql`s.payment_reference = ${known}::uuid` : sql`s.id = ${id}`
  const { rows } = await sql<PayableRow>`
    SELECT s.id, s.account_id, a.account_type, s.status, s.rate, s.payment_reference, s.service_level_name, a.credit_limit,
      coalesce(s.custom_tracking_reference, s.short_tracking_reference) AS reference,
      coalesce(nullif(c.local_area, ''), c.city) AS "from", coalesce(nullif(d.local_area, ''), d.city) AS "to",
      coalesce(b.balance, 0) AS balance,
      coalesce(nullif(s.billing_contact ->> 'email', ''), s.collection_contact ->> 'email', '') AS email,
      coalesce(nullif(s.billing_contact ->> 'mobile_number', ''), s.collection_contact ->> 'mobile_number', '') AS mobile_number
    FROM shipment s
    JOIN account a ON a.provider_id = s.provider_id AND a.id = s.account_id
    JOIN address c ON c.provider_id = s.provider_id AND c.id = s.collection_address_id
    JOIN address d ON d.provider_id = s.provider_id AND d.id = s.delivery_address_id
    LEFT JOIN account_balance b ON b.provider_id = a.provider_id AND b.account_id = a.id
    WHERE ${named}`.execute(ctx.db)
  const row = rows[0]
  if (!row || !mayReach(ctx.actor, row, paymentReference)) throw notFound('Shipment not found')
  return row
}

function mayReach(actor: Actor, row: PayableRow, paymentReference: string | undefined): boolean {
  if (paymentReference !== undefined && paymentReference === row.payment_reference) return true
  return actor.account_id === row.account_id && hasPermission(actor, 'API_/shipments:GET')
}

/** A gateway notification to store. `result` is the reason for rejecting it, `''` while it is not checked yet. */
export interface NewNotice {
  gateway: GatewayName
  address: string
  digest: string
  body: string
  headers: Readonly<Record<string, string>>
  result: string
}

/** Stores a notification; returns `null` when the same one was already stored. */
export async function insertNotice(ctx: Context, notice: NewNotice): Promise<number | null> {
  const row = await ctx.db
    .insertInto('payment_notice')
    .values({
      provider_id: ctx.provider_id,
      ...notice,
      headers: JSON.stringify(notice.headers),
      time_created: ctx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns a stored notification. */
export async function readNotice(ctx: Context, id: number) {
  const row = await ctx.db
    .selectFrom('payment_notice')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, gateway: row.gateway as GatewayName, headers: row.headers as Record<string, string> }
}

/** Stores the result of checking a notification. */
export async function closeNotice(
  ctx: Context,
  id: number,
  result: string,
  paymentId: number | null,
): Promise<void> {
  await ctx.db
    .updateTable('payment_notice')
    .set({ result, payment_id: paymentId })
    .where('id', '=', id)
    .execute()
}

/**
 * Returns the payment data for its receipt, with the balance of its account; `undefined` when there is no such
 * payment.
 */
export async function readPaymentForReceipt(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('payment as p')
    .innerJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 'p.provider_id').onRef('a.id', '=', 'p.account_id'),
    )
    .leftJoin('account_balance as b', (join) =>
      join.onRef('b.provider_id', '=', 'p.provider_id').onRef('b.account_id', '=', 'p.account_id'),
    )
    .leftJoin('shipment as s', (join) =>
      join.onRef('s.provider_id', '=', 'p.provider_id').onRef('s.id', '=', 'p.shipment_id'),
    )
    .where('p.id', '=', id)
    .select([
      'p.email',
      'p.shipment_id',
      'p.status',
      'p.amount',
      'p.gateway',
      'a.account_code',
      'a.account_type',
      'b.balance',
      's.custom_tracking_reference',
      's.short_tracking_reference',
      's.payment_reference',
    ])
    .executeTakeFirst()
}

/** Returns the newest payment of an account; `undefined` when there is none. */
export async function readNewestPayment(ctx: Context, accountId: number): Promise<StoredPayment | undefined> {
  const row = await ctx.db
    .selectFrom('payment')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as StoredPayment | undefined
}
