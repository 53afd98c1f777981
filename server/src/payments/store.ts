import { isUuid } from '@waybill/domain/kit/uuid'
import type { AccountType } from '@waybill/domain/accounts/model'
import { branchLimit, hasPermission, isStaff, type Actor } from '@waybill/domain/kit/actor'
import { hour_ms } from '@waybill/domain/kit/dates/durations'
import { parseRand, type Cents } from '@waybill/domain/kit/money'
import { notFound } from '@waybill/domain/kit/problem'
import type { CounterMethod } from '@waybill/domain/payments/counter'
import { gateway_names, type GatewayName, type PaymentSource } from '@waybill/domain/payments/gateway-list'
import type { ListedMethod, PaymentPurpose } from '@waybill/domain/payments/methods'
import type { PaymentStatus } from '@waybill/domain/payments/payment'
import type { RefundState } from '@waybill/domain/payments/refund'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { sql, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import type { PaymentTable } from '../kit/tables.ts'
import { escapeLike } from '../accounts/index.ts'
import { findPlaceChange, readParcelStatuses, type PlaceChange } from '../shipments/index.ts'
import { isUnsettled } from './settlements/settlement-store.ts'
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
    Pick<
      StoredPayment,
      | 'again_of'
      | 'sets_default_card'
      | 'custom_id'
      | 'status'
      | 'received'
      | 'is_automatic'
      | 'ask_at'
      | 'place_change_id'
    >
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

/** How long ago a payment was started that is continued, and how long its gateway has to answer; ms. */
const resumable_ms = hour_ms
const answer_ms = 60_000

/**
 * Returns the payment that the caller started in the last hour for the same purpose and amount, and whose gateway did
 * not answer, and locks it for update; `undefined` when there is none. Its process may also have ended.
 */
export async function lockUnanswered(
  ctx: Context,
  wanted: Pick<
    NewPayment,
    'gateway' | 'source' | 'method' | 'purpose' | 'account_id' | 'shipment_id' | 'amount' | 'place_change_id'
  >,
): Promise<PaymentRow | undefined> {
  const { gateway, source, method, purpose, account_id, shipment_id, amount, place_change_id } = wanted
  const before = (ms: number) => new Date(ctx.now.getTime() - ms)
  const row = await ctx.db
    .selectFrom('payment')
    .selectAll()
    .where('status', '=', 'created')
    .where('account_id', '=', account_id)
    .where('shipment_id', shipment_id === null ? 'is' : '=', shipment_id)
    .where('place_change_id', 'is not distinct from', place_change_id ?? null)
    .where((is) =>
      is.and({
        gateway,
        source,
        method,
        purpose,
        amount,
        created_by: ctx.actor.username,
        is_automatic: false,
      }),
    )
    .where('custom_id', 'is not', null)
    .where('time_created', '>', before(resumable_ms))
    .where((is) => is.or([is('remark', '<>', ''), is('time_modified', '<', before(answer_ms))]))
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return row as PaymentRow | undefined
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
 * Returns the newest payment of a shipment or of another place for its delivery, or the payment with a number within an
 * account; `undefined` when there is none.
 */
export async function newestPayment(
  ctx: Context,
  of: { shipment_id: number; place_change_id: number | null } | { account_id: number; number: number },
): Promise<StoredPayment | undefined> {
  let query = ctx.db.selectFrom('payment').selectAll()
  query =
    'shipment_id' in of
      ? query
          .where('shipment_id', '=', of.shipment_id)
          .where('place_change_id', 'is not distinct from', of.place_change_id)
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

/** Filters of the list of payments; `start_date` and `end_date` are inclusive. */
export interface PaymentFilter {
  /** Id of a payment through a gateway or at the counter. */
  id?: number | undefined
  account_id?: number | undefined
  status?: readonly PaymentStatus[] | undefined
  method?: readonly ListedMethod[] | undefined
  search?: string | undefined
  /** Only payments that are not fully allocated to invoices. */
  is_unallocated?: boolean | undefined
  /** Only payments that the reports of their gateway leave out. */
  is_unsettled?: boolean | undefined
  start_date?: Date | undefined
  end_date?: Date | undefined
}

/** A row of the list of payments; amounts in cents. */
export interface ListedPayment extends Pick<
  StoredPayment,
  | 'status'
  | 'purpose'
  | 'source'
  | 'method'
  | 'account_id'
  | 'shipment_id'
  | 'amount'
  | 'received'
  | 'fee'
  | 'remark'
  | 'held_reason'
  | 'gateway_reference'
  | 'created_by'
  | 'time_created'
> {
  /** `null` for a payment that is only in the ledger. */
  id: number | null
  /** `null` for a payment through a gateway or at the counter. */
  transaction_id: number | null
  /** `null` for a receipt taken over from another system. */
  number: number | null
  migration_reference: string | null
  account_code: string
  account_name: string
  shipment_reference: string | null
  is_reversed: boolean
  refunded: Cents
  refund_state: RefundState | null
  /** `null` while it is not in the ledger. */
  allocated: Cents | null
  unallocated: Cents | null
}

/**
 * Returns a page of payments, newest first, with the total number and the sum received: payments through gateways and
 * at the counter and, for staff, payments that are only in the ledger.
 */
export async function listPayments(
  ctx: Context,
  filter: PaymentFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: ListedPayment[]; total: number; total_received: Cents; total_unallocated: Cents }> {
  const hasLedger =
    isStaff(ctx.actor) &&
    filter.id === undefined &&
    !filter.is_unsettled &&
    isListed(filter.status, 'complete')
  const list = hasLedger
    ? sql`${startedPayments(ctx, filter)} UNION ALL ${ledgerPayments(ctx, filter)}`
    : startedPayments(ctx, filter)
  const [{ rows }, totals] = await Promise.all([
    sql<ListedPayment>`
      SELECT l.*, CASE WHEN l.ledger_id IS NOT NULL THEN (SELECT coalesce(sum(x.amount), 0)::bigint FROM payment_allocation x
          WHERE x.provider_id = l.provider_id AND x.transaction_id = l.ledger_id) END AS allocated
      FROM (SELECT * FROM (${list}) every ORDER BY time_created DESC, coalesce(transaction_id, id) DESC
        LIMIT ${page.limit} OFFSET ${page.offset}) l
      ORDER BY time_created DESC, coalesce(transaction_id, id) DESC`.execute(ctx.db),
    sql<{ total: number; total_received: number; total_unallocated: number }>`
      SELECT count(*) AS total, coalesce(sum(received) FILTER (WHERE NOT is_reversed
        AND status IN ('complete', 'mismatch')), 0) AS total_received, coalesce(sum(unallocated), 0) AS total_unallocated
      FROM (${list}) l`.execute(ctx.db),
  ])
  const { total = 0, total_received = 0, total_unallocated = 0 } = totals.rows[0] ?? {}
  return {
    rows,
    total: Number(total),
    total_received: Number(total_received),
    total_unallocated: Number(total_unallocated),
  }
}

function isListed<Value>(chosen: readonly Value[] | undefined, value: Value): boolean {
  return !chosen?.length || chosen.includes(value)
}

/** Selects the matching payments through gateways and at the counter, with their row in the ledger. */
function startedPayments(ctx: Context, filter: PaymentFilter): RawBuilder<unknown> {
  const conditions = conditionsOf(ctx, filter, {
    row: 'p',
    number: sql`p.number`,
    references: sql`s.short_tracking_reference, s.custom_tracking_reference`,
  })
  if (filter.id !== undefined) conditions.push(sql`p.id = ${filter.id}`)
  if (filter.is_unallocated) conditions.push(sql`t.unallocated > 0`)
  if (filter.is_unsettled) conditions.push(isUnsettled)
  if (filter.status?.length) conditions.push(sql`p.status = ANY(${filter.status})`)
  if (filter.method?.length) conditions.push(sql`p.method = ANY(${filter.method})`)
  return sql`
    SELECT p.id, NULL::bigint AS transaction_id, p.number, NULL AS migration_reference, p.status, p.purpose, p.source,
      p.method, p.account_id, a.account_code, p.shipment_id,
      coalesce(s.custom_tracking_reference, s.short_tracking_reference) AS shipment_reference,
      p.amount, p.received, p.fee, coalesce(p.gateway_reference, nullif(c.slip_reference, '')) AS gateway_reference,
      p.remark, p.created_by, coalesce(t.has_been_reversed, false) AS is_reversed, p.time_created, p.held_reason,
      coalesce(r.refunded, 0) AS refunded, r.state AS refund_state, a.name AS account_name, p.provider_id,
      t.id AS ledger_id, t.unallocated
    FROM payment p
    JOIN account a ON a.provider_id = p.provider_id AND a.id = p.account_id
    LEFT JOIN shipment s ON s.provider_id = p.provider_id AND s.id = p.shipment_id
    LEFT JOIN counter_payment c ON c.provider_id = p.provider_id AND c.payment_id = p.id
    LEFT JOIN billing_transaction t ON t.provider_id = p.provider_id AND t.payment_id = p.id AND t.type = 'payment'
    LEFT JOIN LATERAL (SELECT (sum(amount) FILTER (WHERE state <> 'failed'))::bigint AS refunded,
        (array_agg(state ORDER BY id DESC))[1] AS state
      FROM payment_refund WHERE provider_id = p.provider_id AND payment_id = p.id) r ON true
    WHERE ${sql.join(conditions, sql` AND `)}`
}

/** Selects the matching payments that are only in the ledger: from bank statements and posted by hand. */
function ledgerPayments(ctx: Context, filter: PaymentFilter): RawBuilder<unknown> {
  const conditions = conditionsOf(ctx, filter, {
    row: 't',
    number: sql`t.payment_number`,
    references: sql`t.shipment_reference, t.migration_reference`,
  })
  if (filter.is_unallocated) conditions.push(sql`t.unallocated > 0`)
  if (!isListed<ListedMethod>(filter.method, 'bank-statement'))
    conditions.push(sql`t.imported_payment_id IS NULL`)
  if (!isListed<ListedMethod>(filter.method, 'by-hand'))
    conditions.push(sql`t.imported_payment_id IS NOT NULL`)
  return sql`
    SELECT NULL::bigint, t.id, t.payment_number, t.migration_reference, 'complete',
      CASE WHEN t.shipment_id IS NULL THEN 'topup' ELSE 'shipment' END, 'manual',
      CASE WHEN t.imported_payment_id IS NULL THEN 'by-hand' ELSE 'bank-statement' END,
      t.account_id, a.account_code, t.shipment_id, nullif(t.shipment_reference, ''),
      t.amount, t.amount, 0, coalesce(nullif(i.reference, ''), t.description), coalesce(t.internal_note, ''),
      t.modified_by, t.has_been_reversed, t.time_created, '', 0::bigint, NULL, a.name, t.provider_id, t.id, t.unallocated
    FROM billing_transaction t
    JOIN account a ON a.provider_id = t.provider_id AND a.id = t.account_id
    LEFT JOIN imported_payment i ON i.provider_id = t.provider_id AND i.id = t.imported_payment_id
    WHERE t.type = 'payment' AND t.payment_id IS NULL AND ${sql.join(conditions, sql` AND `)}`
}

/** Returns the conditions of a filter, and those of the caller's reach, that both kinds of payment share. */
function conditionsOf(
  { actor }: Context,
  { account_id, search, start_date, end_date }: PaymentFilter,
  {
    row,
    number,
    references,
  }: { row: 'p' | 't'; number: RawBuilder<unknown>; references: RawBuilder<unknown> },
): RawBuilder<unknown>[] {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  const branchId = branchLimit(actor)
  const searched = search?.trim().toUpperCase()
  const searchedAmount = searched ? parseRand(searched) : null
  const searchedNumber = Number(/^(?:PMT)?0*(\d{1,12})$/.exec(searched ?? '')?.[1] ?? -1)
  return [
    sql`true`,
    ...(actor.account_id === null ? [] : [sql`${column('account_id')} = ${actor.account_id}`]),
    ...(branchId === null ? [] : [sql`a.branch_id = ${branchId}`]),
    ...(account_id === undefined ? [] : [sql`${column('account_id')} = ${account_id}`]),
    ...(start_date ? [sql`${column('time_created')} >= ${start_date}`] : []),
    ...(end_date ? [sql`${column('time_created')} <= ${end_date}`] : []),
    ...(searched
      ? [
          sql`(${number} = ${searchedNumber} OR ${searched} IN (a.account_code, ${references})
            OR a.name ILIKE ${`%${escapeLike(searched)}%`} OR ${column('amount')} = ${searchedAmount}::bigint)`,
        ]
      : []),
  ]
}

/** The shipment data needed for paying, with the balance of its account. */
export interface PayableRow {
  id: number
  account_id: number
  account_type: AccountType
  status: ShipmentStatus
  /** Only read for another place for its delivery; otherwise empty. */
  parcel_statuses: readonly ShipmentStatus[]
  has_been_invoiced: boolean
  disable_new_charges: boolean
  /** The price of the shipment, or what another place for its delivery costs more. */
  rate: Cents
  reference: string
  payment_reference: string
  reschedule_reference: string
  /** The other place that the receiver pays for; `null` when the shipment itself is paid. */
  place_change: PlaceChange | null
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
 * Reads a shipment for paying, by its id or its payment reference alone, or another place for its delivery by the
 * reference of that. Throws `notFound` when the caller neither belongs to its account nor sent such a reference.
 */
export async function payableShipment(
  ctx: Context,
  id: number | undefined,
  paymentReference: string | undefined,
): Promise<PayableRow> {
  const known = paymentReference !== undefined && isUuid(paymentReference) ? paymentReference : null
  const row = await readPayable(
    ctx,
    id === undefined ? sql`s.payment_reference = ${known}::uuid` : sql`s.id = ${id}`,
  )
  if (row && mayReach(ctx.actor, row, paymentReference)) return row
  const change = known === null ? undefined : await findPlaceChange(ctx, known)
  if (!change || (id !== undefined && change.shipment_id !== id)) throw notFound('Shipment not found')
  const changed = await readPayable(ctx, sql`s.id = ${change.shipment_id}`)
  if (!changed) throw notFound('Shipment not found')
  return {
    ...changed,
    parcel_statuses: (await readParcelStatuses(ctx, [changed.id])).map(({ status }) => status),
    rate: change.difference,
    payment_reference: change.reference,
    place_change: change,
    email: changed.receiver_email,
    mobile_number: changed.receiver_number,
  }
}

async function readPayable(
  ctx: Context,
  named: RawBuilder<unknown>,
): Promise<(PayableRow & { receiver_email: string; receiver_number: string }) | undefined> {
  const { rows } = await sql<PayableRow & { receiver_email: string; receiver_number: string }>`
    SELECT s.id, s.account_id, a.account_type, s.status, ARRAY[]::text[] AS parcel_statuses, s.has_been_invoiced, s.disable_new_charges, s.rate,
      s.payment_reference, s.reschedule_reference,
      NULL AS place_change, s.service_level_name, a.credit_limit,
      coalesce(s.custom_tracking_reference, s.short_tracking_reference) AS reference,
      coalesce(nullif(c.local_area, ''), c.city) AS "from", coalesce(nullif(d.local_area, ''), d.city) AS "to",
      coalesce(b.balance, 0) AS balance,
      coalesce(nullif(s.billing_contact ->> 'email', ''), s.collection_contact ->> 'email', '') AS email,
      coalesce(nullif(s.billing_contact ->> 'mobile_number', ''), s.collection_contact ->> 'mobile_number', '') AS mobile_number,
      coalesce(s.delivery_contact ->> 'email', '') AS receiver_email,
      coalesce(s.delivery_contact ->> 'mobile_number', '') AS receiver_number
    FROM shipment s
    JOIN account a ON a.provider_id = s.provider_id AND a.id = s.account_id
    JOIN address c ON c.provider_id = s.provider_id AND c.id = s.collection_address_id
    JOIN address d ON d.provider_id = s.provider_id AND d.id = s.delivery_address_id
    LEFT JOIN account_balance b ON b.provider_id = a.provider_id AND b.account_id = a.id
    WHERE ${named}`.execute(ctx.db)
  return rows[0]
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
  return ctx.db.selectFrom('payment_notice').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
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
      'p.purpose',
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
