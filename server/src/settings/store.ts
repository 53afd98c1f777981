import { sql, type RawBuilder } from 'kysely'
import { readSetting, secretsSentToPlaces, type Setting } from '@waybill/domain/kit/setting'
import type { Context } from '../kit/handler.ts'

/** Returns stored settings as text by key, for responses that list them. */
export async function storedSettings(ctx: Context) {
  return ctx.db.selectFrom('provider_setting').selectAll().orderBy('key').execute()
}

/**
 * Writes settings in one statement, each at most once. All processes are notified after the commit. A secret that is
 * not among the settings is removed when a setting changes the destination to which the secret is sent.
 */
export async function saveSettings(
  ctx: Context,
  settings: readonly { key: string; value: string }[],
): Promise<void> {
  const all = [...settings, ...(await secretsSentElsewhere(ctx, settings))]
  if (all.length > 0)
    await sql`INSERT INTO provider_setting (provider_id, key, value, time_modified)
      SELECT ${ctx.provider_id}, key, value, ${ctx.now}
      FROM unnest(${all.map(({ key }) => key)}::text[], ${all.map(({ value }) => value)}::text[]) AS s (key, value)
      ON CONFLICT (provider_id, lower(key)) DO UPDATE SET value = excluded.value, time_modified = excluded.time_modified`.execute(
      ctx.db,
    )
  await ctx.publish({ topic: 'settings' })
}

/** Returns the secrets, with empty values, whose destination a change moves without including the secret. */
async function secretsSentElsewhere(
  ctx: Context,
  settings: readonly { key: string; value: string }[],
): Promise<{ key: string; value: string }[]> {
  const protectedSecrets = [...secretsSentToPlaces()]
  const wanted = new Map(settings.map(({ key, value }) => [key.toLowerCase(), value]))
  const places = protectedSecrets.flatMap(({ sent_to }) => sent_to).filter(({ key }) => wanted.has(key))
  if (places.length === 0) return []
  const stored = new Map((await storedSettings(ctx)).map(({ key, value }) => [key.toLowerCase(), value]))
  const isMoved = (place: Setting): boolean =>
    wanted.has(place.key) && readSetting(place, wanted) !== readSetting(place, stored)
  return protectedSecrets
    .filter(({ key, sent_to }) => stored.get(key) && !wanted.has(key) && sent_to.some(isMoved))
    .map(({ key }) => ({ key, value: '' }))
}

/** The audit trail's name of a company setting by id, as SQL. */
export const audited_setting = {
  nameOf: (id: RawBuilder<number>): RawBuilder<string | null> =>
    sql`SELECT key FROM provider_setting WHERE provider_setting.id = ${id}`,
}
