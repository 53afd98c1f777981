import { anyOf, newVersionBy } from '../kit/db.ts'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { IntegrationRuleTable, IntegrationShipmentTable, IntegrationTable } from '../kit/tables.ts'
import type { Context } from '../kit/handler.ts'

function existingIntegrations(ctx: Context) {
  return ctx.db
    .selectFrom('integration as i')
    .leftJoin('integration_health as h', (join) =>
      join
        .onRef('h.provider_id', '=', 'i.provider_id')
        .onRef('h.target_id', '=', 'i.id')
        .on('h.target', '=', 'integration'),
    )
    .where('i.deleted_date', 'is', null)
    .selectAll('i')
    .select(['h.consecutive_failures', 'h.last_time', 'h.last_status_code'])
    .select((eb) =>
      eb
        .selectFrom('integration_rule as r')
        .whereRef('r.provider_id', '=', 'i.provider_id')
        .whereRef('r.integration_id', '=', 'i.id')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('rule_count'),
    )
}

export async function listIntegrations(ctx: Context, ids: readonly number[] | undefined) {
  let query = existingIntegrations(ctx)
  if (ids?.length) query = query.where('i.id', '=', anyOf(ids))
  return query.orderBy('i.name').orderBy('i.id').execute()
}
export type IntegrationRow = Awaited<ReturnType<typeof listIntegrations>>[number]

export async function findIntegration(ctx: Context, id: number): Promise<IntegrationRow | undefined> {
  return (await listIntegrations(ctx, [id]))[0]
}

/** Like `findIntegration`, but locks the row until the transaction ends. */
export async function lockIntegration(ctx: Context, id: number): Promise<IntegrationRow | undefined> {
  await ctx.db.selectFrom('integration').select('id').where('id', '=', id).forUpdate().execute()
  return findIntegration(ctx, id)
}

export async function findByInboundDigest(ctx: Context, digest: string): Promise<IntegrationRow | undefined> {
  return existingIntegrations(ctx).where('i.inbound_digest', '=', digest).executeTakeFirst()
}

export async function isNameTaken(ctx: Context, name: string, except: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('integration')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('deleted_date', 'is', null)
    .where('id', '!=', except)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertIntegration(
  ctx: Context,
  values: Omit<
    Insertable<IntegrationTable>,
    'provider_id' | 'created_by' | 'modified_by' | 'time_created' | 'time_modified'
  >,
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('integration')
    .values({
      ...values,
      provider_id: ctx.provider_id,
      created_by: ctx.actor.username,
      modified_by: ctx.actor.username,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateIntegration(
  ctx: Context,
  id: number,
  changes: Updateable<IntegrationTable>,
): Promise<void> {
  await ctx.db
    .updateTable('integration')
    .set({
      ...changes,
      ...newVersionBy(ctx),
    })
    .where('id', '=', id)
    .execute()
}

export async function listRules(ctx: Context, filter: { integration_id?: number; id?: number }) {
  let query = ctx.db.selectFrom('integration_rule').selectAll()
  if (filter.integration_id !== undefined) query = query.where('integration_id', '=', filter.integration_id)
  if (filter.id !== undefined) query = query.where('id', '=', filter.id)
  return query.orderBy('position').orderBy('id').execute()
}
export type RuleRow = Awaited<ReturnType<typeof listRules>>[number]

export async function insertRule(
  ctx: Context,
  values: Omit<
    Insertable<IntegrationRuleTable>,
    'provider_id' | 'modified_by' | 'time_created' | 'time_modified'
  >,
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('integration_rule')
    .values({
      ...values,
      provider_id: ctx.provider_id,
      modified_by: ctx.actor.username,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateRule(
  ctx: Context,
  id: number,
  changes: Updateable<IntegrationRuleTable>,
): Promise<void> {
  await ctx.db
    .updateTable('integration_rule')
    .set({
      ...changes,
      ...newVersionBy(ctx),
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteRules(
  ctx: Context,
  filter: { integration_id: number } | { id: number },
): Promise<void> {
  const query = ctx.db.deleteFrom('integration_rule')
  await (
    'id' in filter
      ? query.where('id', '=', filter.id)
      : query.where('integration_id', '=', filter.integration_id)
  ).execute()
}

/** Reads the active rules with their integrations, in order. */
export async function readActiveRules(ctx: Context) {
  return ctx.db
    .selectFrom('integration_rule as r')
    .innerJoin('integration as i', (join) =>
      join.onRef('i.provider_id', '=', 'r.provider_id').onRef('i.id', '=', 'r.integration_id'),
    )
    .where('r.is_active', '=', true)
    .where('i.is_active', '=', true)
    .where('i.deleted_date', 'is', null)
    .selectAll('r')
    .select(['i.name as integration_name', 'i.provider as provider'])
    .orderBy('r.integration_id')
    .orderBy('r.position')
    .orderBy('r.id')
    .execute()
}

/** Counts a code that is not mapped. */
export async function noteUnmapped(ctx: Context, integrationId: number, code: string): Promise<void> {
  await sql`INSERT INTO integration_unmapped_code AS u (provider_id, integration_id, code, count, last_time)
    VALUES (${ctx.provider_id}, ${integrationId}, ${code}, 1, ${ctx.now})
    ON CONFLICT (provider_id, integration_id, code) DO UPDATE SET count = u.count + 1, last_time = excluded.last_time`.execute(
    ctx.db,
  )
}

export async function listUnmapped(ctx: Context, integrationIds: readonly number[]) {
  return ctx.db
    .selectFrom('integration_unmapped_code')
    .selectAll()
    .where('integration_id', '=', anyOf(integrationIds))
    .orderBy('last_time', 'desc')
    .execute()
}

export async function deleteUnmapped(
  ctx: Context,
  integrationId: number,
  codes: readonly string[],
): Promise<void> {
  await ctx.db
    .deleteFrom('integration_unmapped_code')
    .where('integration_id', '=', integrationId)
    .where('code', '=', anyOf(codes))
    .execute()
}

/** Finds how a third party identifies a shipment. */
export async function findLink(ctx: Context, integrationId: number, shipmentId: number) {
  return ctx.db
    .selectFrom('integration_shipment')
    .selectAll()
    .where('integration_id', '=', integrationId)
    .where('shipment_id', '=', shipmentId)
    .executeTakeFirst()
}
export type LinkRow = NonNullable<Awaited<ReturnType<typeof findLink>>>

/** Finds the shipment that a third party identifies by its reference or number. */
export async function findLinkByReference(
  ctx: Context,
  integrationId: number,
  references: readonly string[],
): Promise<LinkRow | undefined> {
  return ctx.db
    .selectFrom('integration_shipment')
    .selectAll()
    .where('integration_id', '=', integrationId)
    .where((eb) =>
      eb.or([
        eb('reference', '=', anyOf(references)),
        eb.and([eb('remote_id', '=', anyOf(references)), eb('remote_id', '!=', '')]),
      ]),
    )
    .orderBy('time_created', 'desc')
    .executeTakeFirst()
}

/** Stores how a third party identifies a shipment; fields that are not given stay unchanged. */
export async function saveLink(
  ctx: Context,
  integrationId: number,
  shipmentId: number,
  link: { reference: string } & Updateable<IntegrationShipmentTable>,
): Promise<void> {
  await ctx.db
    .insertInto('integration_shipment')
    .values({
      provider_id: ctx.provider_id,
      integration_id: integrationId,
      shipment_id: shipmentId,
      time_created: ctx.now,
      time_modified: ctx.now,
      ...link,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider_id', 'integration_id', 'shipment_id'])
        .doUpdateSet({ ...link, time_modified: ctx.now }),
    )
    .execute()
}

/** Lists shipments that are with a third party and were not polled since `before`, the longest wait first. */
export async function listToPoll(
  ctx: Context,
  integrationId: number,
  before: Date,
  limit: number,
): Promise<LinkRow[]> {
  return ctx.db
    .selectFrom('integration_shipment')
    .selectAll()
    .where('integration_id', '=', integrationId)
    .where('is_ended', '=', false)
    .where((eb) => eb.or([eb('polled_at', 'is', null), eb('polled_at', '<', before)]))
    .orderBy(sql`polled_at ASC NULLS FIRST`)
    .limit(limit)
    .execute()
}
