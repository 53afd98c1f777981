import type { Chart } from '@waybill/domain/accounting/chart'
import { anyOf } from '../kit/db.ts'
import type { Context } from '../kit/handler.ts'

/** Reads the account codes of the company. */
export async function readChart(ctx: Context): Promise<Chart> {
  const rows = await ctx.db.selectFrom('accounting_account').select(['place', 'code']).execute()
  return new Map(rows.map(({ place, code }) => [place, code]))
}

/** Inserts or changes account codes. */
export async function saveAccounts(
  ctx: Context,
  rows: readonly { place: string; code: string }[],
): Promise<void> {
  if (rows.length === 0) return
  await ctx.db
    .insertInto('accounting_account')
    .values(
      rows.map(({ place, code }) => ({
        provider_id: ctx.provider_id,
        place,
        code,
        modified_by: ctx.actor.username,
        time_modified: ctx.now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'place']).doUpdateSet((eb) => ({
        code: eb.ref('excluded.code'),
        modified_by: eb.ref('excluded.modified_by'),
        time_modified: eb.ref('excluded.time_modified'),
      })),
    )
    .execute()
}

/** Removes the account codes of places. */
export async function deleteAccounts(ctx: Context, places: readonly string[]): Promise<void> {
  if (places.length === 0) return
  await ctx.db.deleteFrom('accounting_account').where('place', '=', anyOf(places)).execute()
}
