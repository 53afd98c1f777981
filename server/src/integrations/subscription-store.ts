import { anyOf, newVersionBy } from '../kit/db.ts'
import type { Insertable, Updateable } from 'kysely'
import type { WebhookSubscriptionTable } from '../kit/tables.ts'
import type { Context } from '../kit/handler.ts'

/** Selects the subscriptions that are not deleted, with the recent health of their receiver. */
function existingSubscriptions(ctx: Context) {
  return ctx.db
    .selectFrom('webhook_subscription as s')
    .leftJoin('integration_health as h', (join) =>
      join
        .onRef('h.provider_id', '=', 's.provider_id')
        .onRef('h.target_id', '=', 's.id')
        .on('h.target', '=', 'webhook'),
    )
    .leftJoin('account as a', (join) =>
      join.onRef('a.provider_id', '=', 's.provider_id').onRef('a.id', '=', 's.account_id'),
    )
    .where('s.deleted_date', 'is', null)
}

export async function listSubscriptions(
  ctx: Context,
  filter: { ids?: readonly number[] | undefined; account_id?: number | undefined },
  page: { limit: number; offset: number },
) {
  let query = existingSubscriptions(ctx)
  if (filter.ids?.length) query = query.where('s.id', '=', anyOf(filter.ids))
  if (filter.account_id !== undefined) query = query.where('s.account_id', '=', filter.account_id)
  const [rows, { total }] = await Promise.all([
    query
      .selectAll('s')
      .select([
        'a.name as account_name',
        'h.consecutive_failures',
        'h.paused_until',
        'h.last_time',
        'h.last_status_code',
      ])
      .orderBy('s.id')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(total) }
}
export type SubscriptionRow = Awaited<ReturnType<typeof listSubscriptions>>['rows'][number]

export async function findSubscription(ctx: Context, id: number): Promise<SubscriptionRow | undefined> {
  const { rows } = await listSubscriptions(ctx, { ids: [id] }, { limit: 1, offset: 0 })
  return rows[0]
}

/** Like `findSubscription`, but locks the row until the transaction ends. */
export async function lockSubscription(ctx: Context, id: number): Promise<SubscriptionRow | undefined> {
  await ctx.db.selectFrom('webhook_subscription').select('id').where('id', '=', id).forUpdate().execute()
  return findSubscription(ctx, id)
}

export async function countSubscriptions(ctx: Context, accountId: number | null): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('webhook_subscription')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('account_id', 'is not distinct from', accountId)
    .where('deleted_date', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function insertSubscription(
  ctx: Context,
  values: Omit<
    Insertable<WebhookSubscriptionTable>,
    'provider_id' | 'created_by' | 'modified_by' | 'time_created' | 'time_modified'
  >,
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('webhook_subscription')
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

export async function updateSubscription(
  ctx: Context,
  id: number,
  changes: Updateable<WebhookSubscriptionTable>,
): Promise<void> {
  await ctx.db
    .updateTable('webhook_subscription')
    .set({
      ...changes,
      ...newVersionBy(ctx),
    })
    .where('id', '=', id)
    .execute()
}

/** Reads the data of all active subscriptions that the queue needs. */
export async function readActiveSubscriptions(ctx: Context) {
  return ctx.db
    .selectFrom('webhook_subscription')
    .select(['id', 'account_id', 'topic', 'notify_when'])
    .where('is_active', '=', true)
    .where('deleted_date', 'is', null)
    .orderBy('id')
    .execute()
}
