import type { AccountingSystemName } from '@waybill/domain/accounting/chart'
import type { Updateable } from 'kysely'
import type { Context } from '../kit/handler.ts'
import type { AccountingConnectionTable } from '../kit/tables.ts'

/** Lists the connections of the company, by program. */
export async function listConnections(ctx: Context) {
  return ctx.db.selectFrom('accounting_connection').selectAll().orderBy('system').execute()
}
export type ConnectionRow = Awaited<ReturnType<typeof listConnections>>[number]

/** Returns the connection to a program, if there is one. */
export async function findConnection(
  ctx: Context,
  system: AccountingSystemName,
): Promise<ConnectionRow | undefined> {
  return ctx.db
    .selectFrom('accounting_connection')
    .selectAll()
    .where('system', '=', system)
    .executeTakeFirst()
}

/** Inserts the connection to a program, or replaces all of the one that exists. */
export async function saveConnection(
  ctx: Context,
  connection: {
    system: AccountingSystemName
    organisation: string
    credentials_sealed: string
    access_token_sealed: string
    access_token_until: Date
  },
): Promise<void> {
  const values = {
    ...connection,
    paused_until: null,
    problem: '',
    is_active: true,
    modified_by: ctx.actor.username,
    time_modified: ctx.now,
  }
  await ctx.db
    .insertInto('accounting_connection')
    .values({ ...values, provider_id: ctx.provider_id })
    .onConflict((conflict) => conflict.columns(['provider_id', 'system']).doUpdateSet(values))
    .execute()
}

/** Changes fields of a connection. */
export async function updateConnection(
  ctx: Context,
  id: number,
  changes: Updateable<AccountingConnectionTable>,
): Promise<void> {
  await ctx.db.updateTable('accounting_connection').set(changes).where('id', '=', id).execute()
}

/** Removes a connection with its secrets; returns whether there was one. */
export async function deleteConnection(ctx: Context, id: number): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('accounting_connection')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
