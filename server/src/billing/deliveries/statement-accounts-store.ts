import { sql } from 'kysely'
import type { Context } from '../../kit/handler.ts'

/**
 * Returns the accounts after `lastId` that get a statement of a period, in the order of their ids: those with a balance
 * or with transactions in it. Guests and closed accounts get none.
 */
export async function nextAccountsForStatements(
  ctx: Context,
  { from, until }: { from: Date; until: Date },
  lastId: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT a.id FROM account a JOIN account_balance b ON b.provider_id = a.provider_id AND b.account_id = a.id
    WHERE a.id > ${lastId} AND a.account_type <> 'guest' AND a.status <> 'closed'
      AND (b.balance <> 0 OR EXISTS (SELECT FROM billing_transaction t WHERE t.provider_id = a.provider_id
        AND t.account_id = a.id AND t.transaction_date >= ${from} AND t.transaction_date < ${until}))
    ORDER BY a.id LIMIT ${limit}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
