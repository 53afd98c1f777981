import { escapeLike } from '../../accounts/index.ts'
import { anyOf } from '../../kit/db.ts'
import { sql } from 'kysely'
import { branchLimit, hasPermission } from '@waybill/domain/kit/actor'
import { readsStaffInbox, type InboxKind } from '@waybill/domain/notifications/inbox'
import { inbox_needs, type InboxNeed } from '@waybill/domain/notifications/inbox-needs'
import type { Context } from '../../kit/handler.ts'

/** The recipients of an inbox message. */
export type InboxAudience =
  | { user_id: number }
  /** All users of an account, or those with the permission `needs`. */
  | { account_id: number; needs?: InboxNeed }
  /** Staff with a permission; staff limited to a branch see messages of that branch and messages without a branch. */
  | { staff_with: InboxNeed; branch_id: number | null }

/** Stores a message and returns its id. */
export async function insertInboxMessage(
  ctx: Context,
  to: InboxAudience,
  message: { kind: InboxKind; subject: string; body: string; link: string },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('inbox_message')
    .values({
      provider_id: ctx.provider_id,
      user_id: 'user_id' in to ? to.user_id : null,
      account_id: 'account_id' in to ? to.account_id : null,
      branch_id: 'staff_with' in to ? to.branch_id : null,
      needs: 'staff_with' in to ? to.staff_with : 'needs' in to ? (to.needs ?? '') : '',
      ...message,
      time_created: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A message is unread until the user marks it as read. Messages older than the user count as read. */
const is_read = sql<boolean>`coalesce(k.is_read, m.time_created < u.time_created)`

/** Selects the messages visible to the caller with their current permissions. */
function reaching({ db, actor }: Context) {
  const { user_id, account_id } = actor
  const granted = ['', ...Object.values(inbox_needs).filter((need) => hasPermission(actor, need))]
  const branchId = branchLimit(actor)
  return db
    .selectFrom('inbox_message as m')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.provider_id', '=', 'm.provider_id').on('u.id', '=', user_id),
    )
    .leftJoin('inbox_mark as k', (join) =>
      join
        .onRef('k.provider_id', '=', 'm.provider_id')
        .onRef('k.message_id', '=', 'm.id')
        .on('k.user_id', '=', user_id),
    )
    .where((eb) => {
      const isAllowed = eb('m.needs', '=', anyOf(granted))
      const own = eb('m.user_id', '=', user_id)
      if (account_id !== null) return eb.or([own, eb.and([eb('m.account_id', '=', account_id), isAllowed])])
      if (!readsStaffInbox(actor)) return own
      const forStaff = [eb('m.user_id', 'is', null), eb('m.account_id', 'is', null), isAllowed]
      if (branchId !== null)
        forStaff.push(eb.or([eb('m.branch_id', '=', branchId), eb('m.branch_id', 'is', null)]))
      return eb.or([own, eb.and(forStaff)])
    })
}

const columns = ['m.id', 'm.kind', 'm.subject', 'm.body', 'm.link', 'm.time_created'] as const

/** Returns a page of the caller's messages, newest first, and the total count. */
export async function listInbox(
  ctx: Context,
  filter: {
    unread?: boolean | undefined
    kind?: readonly InboxKind[] | undefined
    /** Words that the subject or the text contains. */
    search?: string | undefined
  },
  page: { limit: number; offset: number },
) {
  let query = reaching(ctx)
  if (filter.unread !== undefined) query = query.where(is_read, '=', !filter.unread)
  if (filter.kind?.length) query = query.where('m.kind', '=', anyOf(filter.kind))
  const searched = filter.search?.trim()
  if (searched) {
    const words = `%${escapeLike(searched)}%`
    query = query.where((eb) => eb.or([eb('m.subject', 'ilike', words), eb('m.body', 'ilike', words)]))
  }
  const [rows, { total }] = await Promise.all([
    query
      .select(columns)
      .select(is_read.as('is_read'))
      .orderBy('m.time_created', 'desc')
      .orderBy('m.id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(total) }
}
export type InboxRow = Awaited<ReturnType<typeof listInbox>>['rows'][number]

/** Returns the number of the caller's unread messages. */
export async function countUnread(ctx: Context): Promise<number> {
  const { unread } = await reaching(ctx)
    .where(is_read, '=', false)
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow()
  return Number(unread)
}

/** Returns a message if it is visible to the caller. */
export async function findInboxMessage(ctx: Context, id: number): Promise<InboxRow | undefined> {
  return reaching(ctx).where('m.id', '=', id).select(columns).select(is_read.as('is_read')).executeTakeFirst()
}

/**
 * Marks messages visible to the caller as read or unread; all of them if `ids` is omitted. Returns the ids of those
 * that changed.
 */
export async function markMessages(
  ctx: Context,
  ids: readonly number[] | undefined,
  toRead: boolean,
): Promise<number[]> {
  let changing = reaching(ctx).where(is_read, '=', !toRead)
  if (ids) changing = changing.where('m.id', '=', anyOf(ids))
  const rows = await ctx.db
    .insertInto('inbox_mark')
    .columns(['provider_id', 'message_id', 'user_id', 'is_read', 'time_modified'])
    .expression(
      changing.select([
        'm.provider_id',
        'm.id',
        'u.id as user_id',
        sql<boolean>`${toRead}::boolean`.as('is_read'),
        sql<Date>`${ctx.now}::timestamptz`.as('time_modified'),
      ]),
    )
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'message_id', 'user_id']).doUpdateSet((eb) => ({
        is_read: eb.ref('excluded.is_read'),
        time_modified: eb.ref('excluded.time_modified'),
      })),
    )
    .returning('message_id')
    .execute()
  return rows.map(({ message_id }) => message_id)
}

/** Returns the note and shipment data for a message about a note; `undefined` if it does not exist. */
export async function readNotifiedNote(ctx: Context, noteId: number) {
  return ctx.db
    .selectFrom('shipment_note as n')
    .innerJoin('shipment as s', (join) =>
      join.onRef('s.provider_id', '=', 'n.provider_id').onRef('s.id', '=', 'n.shipment_id'),
    )
    .where('n.id', '=', noteId)
    .select([
      'n.message',
      'n.type',
      's.collection_contact',
      's.delivery_contact',
      's.id as shipment_id',
      's.account_id',
      's.custom_tracking_reference',
      's.short_tracking_reference',
    ])
    .executeTakeFirst()
}
