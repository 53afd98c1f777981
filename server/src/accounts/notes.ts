import type { accountsApi } from '@waybill/domain/accounts/api'
import { followUpDue } from '@waybill/domain/accounts/events'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { hasPermission, isStaff } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { forbidden, invalid, notFound } from '@waybill/domain/kit/problem'
import type { Context, ExternalContext, Handler } from '../kit/handler.ts'
import { deleteNote, findNote, insertNote, listNotes, takeFollowUps } from './note-store.ts'
import { getAccount } from './store.ts'
import { accountFor, requireOwnBranch } from './which-account.ts'

/**
 * Throws 403 unless the caller may see notes. Notes are internal to the company: account users never see them,
 * whatever permissions their role has (docs/domain/public-api.md#account-notes).
 */
function requireNotes(ctx: Context): void {
  if (!isStaff(ctx.actor) || !hasPermission(ctx.actor, 'INLINE_see_account_notes'))
    throw forbidden(
      'You may not see account notes. Ask someone with the permission INLINE_see_account_notes.',
    )
}

export const readNotes: Handler<typeof accountsApi.notes> = async (ctx, { account_id, ...page }) => {
  requireNotes(ctx)
  const account = await accountFor(ctx, account_id)
  const { rows, total } = await listNotes(ctx, account.id, pageOf(page, 1000))
  return { account_notes: rows, count: total }
}

export const addNote: Handler<typeof accountsApi.addNote> = async (
  ctx,
  { account_id, message, follow_up_day },
) => {
  requireNotes(ctx)
  if (message === '')
    throw invalid('Write the note first.', [{ field: 'message', message: 'Write the note first.' }])
  const account = await accountFor(ctx, account_id)
  if (follow_up_day !== undefined && follow_up_day < dayOf(ctx.now))
    throw invalid('The day to follow up is in the past.', [
      { field: 'follow_up_day', message: 'Choose today or a later day.' },
    ])
  return insertNote(ctx, account.id, message, follow_up_day ?? null)
}

/** Removes a note. Only its author may do so. */
export const removeNote: Handler<typeof accountsApi.removeNote> = async (ctx, { id }) => {
  requireNotes(ctx)
  const note = await findNote(ctx, id)
  if (!note) throw notFound('Could not find this note.')
  requireOwnBranch(ctx, await getAccount(ctx, note.account_id))
  if (note.created_by !== ctx.actor.username) throw forbidden('Only the author of a note may remove it.')
  await deleteNote(ctx, id)
  return {}
}

/** Reminds the authors of notes whose day to follow up has come, each note once. */
export async function remindFollowUps(ctx: ExternalContext): Promise<void> {
  await ctx.inTransaction(async (inner) => {
    for (const note of await takeFollowUps(inner, dayOf(inner.now))) await inner.emit(followUpDue, note)
  })
}
