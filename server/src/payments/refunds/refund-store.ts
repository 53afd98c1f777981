import type { RefundState } from '@waybill/domain/payments/refund'
import type { Selectable, Updateable } from 'kysely'
import type { Context } from '../../kit/handler.ts'
import type { PaymentRefundTable } from '../../kit/tables.ts'

/** A stored refund; amounts in cents. */
export type RefundRow = Omit<Selectable<PaymentRefundTable>, 'state'> & { state: RefundState }

/** Lists the refunds of a payment, oldest first. */
export async function listRefunds(ctx: Context, paymentId: number): Promise<RefundRow[]> {
  return ctx.db
    .selectFrom('payment_refund')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute()
}

/** Stores a refund that the gateway is asked for now. */
export async function insertRefund(
  ctx: Context,
  refund: Pick<RefundRow, 'payment_id' | 'sequence' | 'amount' | 'reason' | 'transaction_id'>,
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('payment_refund')
    .values({
      provider_id: ctx.provider_id,
      ...refund,
      state: 'asked',
      ask_at: ctx.now,
      created_by: ctx.actor.username,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Updates fields of a refund. */
export async function updateRefund(
  ctx: Context,
  id: number,
  changes: Updateable<PaymentRefundTable>,
): Promise<void> {
  await ctx.db
    .updateTable('payment_refund')
    .set({ ...changes, time_modified: ctx.now })
    .where('id', '=', id)
    .execute()
}

/** Returns a refund and locks it for update. */
export async function lockRefund(ctx: Context, id: number): Promise<RefundRow> {
  return ctx.db
    .selectFrom('payment_refund')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Lists the ids of refunds about which the gateway must be asked now, the longest overdue first. */
export async function listRefundsToAsk(ctx: Context, limit: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('payment_refund')
    .select('id')
    .where('ask_at', '<=', ctx.now)
    .orderBy('ask_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
