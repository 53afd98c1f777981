import type { TillTakingMethod } from '@waybill/domain/cash/till-report'
import type { CounterMethod } from '@waybill/domain/payments/counter'
import { sql, type Insertable } from 'kysely'
import type { CounterPaymentTable } from '../kit/tables.ts'
import type { Context } from '../kit/handler.ts'

/** Stores a counter payment in the till of the calling operator. */
export async function insertCounterPayment(
  ctx: Context,
  payment: Omit<Insertable<CounterPaymentTable>, 'provider_id' | 'operator' | 'operator_name' | 'day'>,
  day: string,
): Promise<void> {
  const { username, name } = ctx.actor
  await ctx.db
    .insertInto('counter_payment')
    .values({ provider_id: ctx.provider_id, ...payment, operator: username, operator_name: name, day })
    .execute()
}

/** A counter payment with the shipment that it paid. */
export interface CounterRow {
  payment_id: number
  number: number
  shipment_id: number
  shipment_reference: string
  method: CounterMethod
  price: number
  due: number
  rounding: number
  tendered: number
  slip_reference: string
  last_digits: string
  operator: string
  operator_name: string
  day: string
  is_reversed: boolean
  time_created: Date
}

/** Lists counter payments, newest first: of one payment, of one shipment, or of the calling operator on a day. */
export async function listCounterPayments(
  ctx: Context,
  of: { payment_id: number } | { shipment_id: number } | { day: string },
): Promise<CounterRow[]> {
  const which =
    'payment_id' in of
      ? sql`p.id = ${of.payment_id}`
      : 'shipment_id' in of
        ? sql`p.shipment_id = ${of.shipment_id}`
        : sql`c.operator = ${ctx.actor.username} AND c.day = ${of.day}::date`
  const { rows } = await sql<CounterRow>`
    SELECT p.id AS payment_id, p.number, p.shipment_id, p.method, p.amount AS price, p.time_created,
      coalesce(s.custom_tracking_reference, s.short_tracking_reference) AS shipment_reference,
      c.due, c.rounding, c.tendered, c.slip_reference, c.last_digits, c.operator, c.operator_name, c.day::text AS day,
      coalesce(t.has_been_reversed, false) AS is_reversed
    FROM counter_payment c
    JOIN payment p ON p.provider_id = c.provider_id AND p.id = c.payment_id
    JOIN shipment s ON s.provider_id = p.provider_id AND s.id = p.shipment_id
    LEFT JOIN billing_transaction t ON t.provider_id = p.provider_id AND t.payment_id = p.id AND t.type = 'payment'
    WHERE ${which} ORDER BY p.id DESC`.execute(ctx.db)
  return rows
}

/** A payment of a shipment without cash in the shift of an operator. Cents. */
interface ShiftTakingRow {
  payment_id: number
  number: number
  shipment_reference: string
  method: TillTakingMethod
  amount: number
  is_reversed: boolean
  time_created: Date
}

/**
 * Returns the payments without cash that an operator took in a shift, oldest first: by card terminal, and by links that
 * customers have paid. A payment that no staff began is of the operator who sent the last payment link before it.
 */
export async function listShiftTakings(
  ctx: Context,
  { username, from, until }: { username: string; from: Date; until: Date },
): Promise<ShiftTakingRow[]> {
  const { rows } = await sql<ShiftTakingRow>`
    SELECT p.id AS payment_id, p.number, CASE WHEN p.method = 'card-terminal' THEN p.method ELSE 'link' END AS method,
      p.amount, p.time_created,
      coalesce(s.custom_tracking_reference, s.short_tracking_reference) AS shipment_reference,
      EXISTS (SELECT 1 FROM billing_transaction t WHERE t.provider_id = p.provider_id AND t.payment_id = p.id
        AND t.type = 'payment' AND t.has_been_reversed) AS is_reversed
    FROM payment p
    JOIN shipment s ON s.provider_id = p.provider_id AND s.id = p.shipment_id
    WHERE p.purpose = 'shipment' AND p.status = 'complete' AND coalesce(
        (SELECT u.username FROM app_user u WHERE u.provider_id = p.provider_id AND u.username = p.created_by
          AND u.account_id IS NULL),
        (SELECT e.source FROM tracking_event e WHERE e.provider_id = p.provider_id AND e.shipment_id = p.shipment_id
          AND e.status = 'link-sent' AND e.data ->> 'link' = 'pay' AND e.date <= p.time_created
          ORDER BY e.date DESC, e.id DESC LIMIT 1)) = ${username}
      AND p.time_created >= ${from} AND p.time_created < ${until} AND p.method <> 'cash'
    ORDER BY p.id`.execute(ctx.db)
  return rows
}
