import type { Cents } from '@waybill/domain/kit/money'
import type { GatewayName } from '@waybill/domain/payments/gateway-list'
import {
  settled_within_days,
  type SettlementDifference,
  type SettlementKind,
  type SettlementLine,
} from '@waybill/domain/payments/settlement'
import type { PaymentStatus } from '@waybill/domain/payments/payment'
import { sql } from 'kysely'
import { anyOf } from '../../kit/db.ts'
import type { Context } from '../../kit/handler.ts'

/** A payment that a settlement line may be about; amounts in cents. */
export interface SettledRow {
  id: number
  custom_id: string | null
  gateway_reference: string | null
  status: PaymentStatus
  received: Cents | null
  fee: Cents
  refunds: Cents[]
  is_settled: boolean
}

/**
 * Finds the payments of a gateway with one of these ids, ours or the gateway's, with the amounts of their refunds, and
 * locks them, so that two imports do not settle one payment twice.
 */
export async function findSettled(
  ctx: Context,
  gateway: GatewayName,
  ids: { custom: readonly string[]; gateway: readonly string[] },
): Promise<SettledRow[]> {
  const { rows } = await sql<SettledRow>`
    SELECT p.id, p.custom_id, p.gateway_reference, p.status, p.received, p.fee,
      coalesce((SELECT array_agg(r.amount) FROM payment_refund r
        WHERE r.provider_id = p.provider_id AND r.payment_id = p.id AND r.state <> 'failed'), '{}') AS refunds,
      EXISTS (SELECT FROM settlement_line s WHERE s.provider_id = p.provider_id AND s.payment_id = p.id
        AND s.kind = 'payment' AND s.difference <> 'not-posted') AS is_settled
    FROM payment p
    WHERE p.gateway = ${gateway}
      AND (p.custom_id = ${anyOf(ids.custom)} OR p.gateway_reference = ${anyOf(ids.gateway)})
    ORDER BY p.id FOR UPDATE OF p`.execute(ctx.db)
  return rows.map((row) => ({ ...row, refunds: row.refunds.map(Number) }))
}

/** A line to store, matched to its payment. */
export interface NewSettlement extends SettlementLine {
  fingerprint: string
  payment_id: number | null
  difference: SettlementDifference
  is_fee_posted: boolean
}

/** A stored line with how it differed when it was compared. */
export interface KnownSettlement {
  id: number
  difference: SettlementDifference
}

/** Returns those of these lines that are stored already, by fingerprint, and locks them for update. */
export async function lockKnown(
  ctx: Context,
  gateway: GatewayName,
  fingerprints: readonly string[],
): Promise<ReadonlyMap<string, KnownSettlement>> {
  const rows = await ctx.db
    .selectFrom('settlement_line')
    .select(['id', 'fingerprint', 'difference'])
    .where('gateway', '=', gateway)
    .where('fingerprint', '=', anyOf(fingerprints))
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(
    rows.map(({ fingerprint, id, difference }) => [
      fingerprint,
      { id, difference: difference as SettlementDifference },
    ]),
  )
}

/** Stores how a line compares now. */
export async function updateSettlement(
  ctx: Context,
  id: number,
  changes: Pick<NewSettlement, 'payment_id' | 'difference' | 'is_fee_posted'>,
): Promise<void> {
  await ctx.db.updateTable('settlement_line').set(changes).where('id', '=', id).execute()
}

/** Stores a line; returns whether it is new. */
export async function insertSettlement(
  ctx: Context,
  gateway: GatewayName,
  fileName: string,
  line: NewSettlement,
): Promise<boolean> {
  const row = await ctx.db
    .insertInto('settlement_line')
    .values({
      provider_id: ctx.provider_id,
      gateway,
      ...line,
      file_name: fileName,
      imported_by: ctx.actor.username,
      time_created: ctx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Filters of the list of settlement lines; days are inclusive. */
export interface SettlementFilter {
  gateway?: readonly GatewayName[] | undefined
  difference?: readonly SettlementDifference[] | undefined
  search?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

/** A settlement line with the payment that it is about; amounts in cents. */
export interface SettlementRow {
  id: number
  gateway: GatewayName
  kind: SettlementKind
  day: string | null
  gateway_reference: string
  custom_id: string
  gross: Cents
  fee: Cents
  net: Cents
  difference: SettlementDifference
  is_fee_posted: boolean
  file_name: string
  imported_by: string
  payment_number: number | null
  account_code: string | null
}

/** Returns a page of settlement lines, newest first, with the number and the fees of all that match. */
export async function listSettlements(
  ctx: Context,
  { gateway, difference, search, from, until }: SettlementFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: SettlementRow[]; total: number; total_fee: Cents }> {
  const searched = search?.trim().toUpperCase()
  const number = Number(/^(?:PMT)?0*(\d{1,12})$/.exec(searched ?? '')?.[1] ?? -1)
  const conditions = [
    sql`true`,
    ...(gateway?.length ? [sql`s.gateway = ${anyOf(gateway)}`] : []),
    ...(difference?.length ? [sql`s.difference = ${anyOf(difference)}`] : []),
    ...(from ? [sql`s.day >= ${from}::date`] : []),
    ...(until ? [sql`s.day <= ${until}::date`] : []),
    ...(searched
      ? [sql`(p.number = ${number} OR ${searched} IN (upper(s.gateway_reference), upper(s.custom_id)))`]
      : []),
  ]
  const source = sql`
    FROM settlement_line s
    LEFT JOIN payment p ON p.provider_id = s.provider_id AND p.id = s.payment_id
    LEFT JOIN account a ON a.provider_id = p.provider_id AND a.id = p.account_id
    WHERE ${sql.join(conditions, sql` AND `)}`
  const [{ rows }, totals] = await Promise.all([
    sql<SettlementRow>`
      SELECT s.id, s.gateway, s.kind, to_char(s.day, 'YYYY-MM-DD') AS day, s.gateway_reference, s.custom_id, s.gross, s.fee,
        s.net, s.difference, s.is_fee_posted, s.file_name, s.imported_by, p.number AS payment_number, a.account_code
      ${source} ORDER BY s.day DESC NULLS LAST, s.id DESC LIMIT ${page.limit} OFFSET ${page.offset}`.execute(
      ctx.db,
    ),
    sql<{ total: number; total_fee: number }>`
      SELECT count(*) AS total, coalesce(sum(s.fee), 0) AS total_fee ${source}`.execute(ctx.db),
  ])
  const { total = 0, total_fee = 0 } = totals.rows[0] ?? {}
  return { rows, total: Number(total), total_fee: Number(total_fee) }
}

/**
 * SQL condition: money was received through a gateway, and the reports of that gateway, which cover its day, leave it
 * out. `p` is the alias of `payment` in the query.
 */
export const isUnsettled = sql<boolean>`(p.status IN ('complete', 'mismatch') AND p.received > 0
  AND NOT EXISTS (SELECT FROM settlement_line s
    WHERE s.provider_id = p.provider_id AND s.payment_id = p.id AND s.kind = 'payment')
  AND EXISTS (SELECT FROM settlement_line s
    WHERE s.provider_id = p.provider_id AND s.gateway = p.gateway AND s.kind = 'payment'
    HAVING (p.time_created AT TIME ZONE 'Africa/Johannesburg')::date
      BETWEEN min(s.day) AND max(s.day) - ${settled_within_days}::int))`

/** Returns the number of unsettled payments and the sum received, in cents. */
export async function countUnsettled(ctx: Context): Promise<{ count: number; received: Cents }> {
  const { rows } = await sql<{ count: number; received: number }>`
    SELECT count(*) AS count, coalesce(sum(p.received), 0) AS received FROM payment p WHERE ${isUnsettled}`.execute(
    ctx.db,
  )
  const { count = 0, received = 0 } = rows[0] ?? {}
  return { count: Number(count), received: Number(received) }
}
