import { sql } from 'kysely'
import { readPage } from '../kit/read-page.ts'
import type { Context } from '../kit/handler.ts'

const note_columns = [
  'id',
  'account_id',
  'message',
  sql<string | null>`follow_up_day::text`.as('follow_up_day'),
  'created_by',
  'time_created',
  'time_modified',
] as const

/** Returns the notes of an account, newest first, and their total number. */
export async function listNotes(ctx: Context, accountId: number, page: { limit: number; offset: number }) {
  const query = ctx.db.selectFrom('account_note').where('account_id', '=', accountId)
  return readPage(ctx, query.select(note_columns).orderBy('id', 'desc'), query.select('id'), page)
}

export async function findNote(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('account_note')
    .select(['id', 'account_id', 'created_by'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Adds a note with the caller as author and returns it as stored. `followUpDay` is a day `YYYY-MM-DD`, or `null` for
 * no reminder.
 */
export async function insertNote(
  ctx: Context,
  accountId: number,
  message: string,
  followUpDay: string | null,
) {
  return ctx.db
    .insertInto('account_note')
    .values({
      provider_id: ctx.provider_id,
      account_id: accountId,
      message,
      follow_up_day: followUpDay,
      follow_up_user_id: followUpDay === null ? null : ctx.actor.user_id,
      created_by: ctx.actor.username,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning(note_columns)
    .executeTakeFirstOrThrow()
}

export async function deleteNote(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom('account_note').where('id', '=', id).execute()
}

/** Returns the notes whose day to follow up has come, and marks them as reminded. */
export async function takeFollowUps(ctx: Context, today: string) {
  return ctx.db
    .updateTable('account_note')
    .set({ time_reminded: ctx.now })
    .where('time_reminded', 'is', null)
    .where(sql<boolean>`follow_up_day <= ${today}::date`)
    .where('follow_up_user_id', 'is not', null)
    .returning(['account_id', 'follow_up_user_id as user_id', 'message'])
    .$narrowType<{ user_id: number }>()
    .execute()
}
