import { readPage } from '../kit/read-page.ts'
import type { Context } from '../kit/handler.ts'

/** Returns the notes of an account, newest first, and their total number. */
export async function listNotes(ctx: Context, accountId: number, page: { limit: number; offset: number }) {
  const query = ctx.db.selectFrom('account_note').where('account_id', '=', accountId)
  return readPage(
    ctx,
    query
      .select(['id', 'account_id', 'message', 'created_by', 'time_created', 'time_modified'])
      .orderBy('id', 'desc'),
    query.select('id'),
    page,
  )
}

export async function findNote(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('account_note')
    .select(['id', 'account_id', 'created_by'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Adds a note with the caller as author and returns it as stored. */
export async function insertNote(ctx: Context, accountId: number, message: string) {
  return ctx.db
    .insertInto('account_note')
    .values({
      provider_id: ctx.provider_id,
      account_id: accountId,
      message,
      created_by: ctx.actor.username,
      time_created: ctx.now,
      time_modified: ctx.now,
    })
    .returning(['id', 'account_id', 'message', 'created_by', 'time_created', 'time_modified'])
    .executeTakeFirstOrThrow()
}

export async function deleteNote(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom('account_note').where('id', '=', id).execute()
}
