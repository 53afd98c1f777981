import type { Allowance } from '@waybill/domain/kit/setting'
import type { Context } from '../kit/handler.ts'

export async function findProvider(ctx: Context) {
  return ctx.db.selectFrom('provider').selectAll().where('id', '=', ctx.provider_id).executeTakeFirstOrThrow()
}

/** Whether the platform has enabled a feature for a company. */
export async function hasFeature(ctx: Context, name: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('provider')
    .select('enabled_features')
    .where('id', '=', ctx.provider_id)
    .executeTakeFirstOrThrow()
  return row.enabled_features.includes(name)
}

/** Returns what the platform allows a company in addition to its settings (SET-024, SET-025). */
export function allowancesOf({
  allow_idm,
  allow_whatsapp,
}: {
  allow_idm: boolean
  allow_whatsapp: boolean
}): Exclude<Allowance, 'third-party-accounts'>[] {
  return [...(allow_idm ? (['idm'] as const) : []), ...(allow_whatsapp ? (['whatsapp'] as const) : [])]
}
