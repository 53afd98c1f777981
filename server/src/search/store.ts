import { atOwnBranch } from '../accounts/index.ts'
import type { Context } from '../kit/handler.ts'

/** Finds an account by its code, when the caller may see it. */
export async function findAccountByCode(ctx: Context, accountCode: string) {
  let query = ctx.db
    .selectFrom('account')
    .select(['id', 'account_code'])
    .where('account_code', '=', accountCode)
  if (ctx.actor.account_id !== null) query = query.where('id', '=', ctx.actor.account_id)
  const own = atOwnBranch(ctx.actor, 'account.id')
  if (own) query = query.where(own)
  return query.executeTakeFirst()
}

/** Finds an invoice by its number, when the caller may see it. */
export async function findInvoice(ctx: Context, number: number) {
  let query = ctx.db.selectFrom('invoice').select('id').where('invoice_number', '=', number)
  if (ctx.actor.account_id !== null) query = query.where('account_id', '=', ctx.actor.account_id)
  const own = atOwnBranch(ctx.actor, 'invoice.account_id')
  if (own) query = query.where(own)
  return query.executeTakeFirst()
}

/** Finds a credit note by its number, when the caller may see it. */
export async function findCreditNote(ctx: Context, number: number) {
  let query = ctx.db.selectFrom('credit_note').select('id').where('credit_note_number', '=', number)
  if (ctx.actor.account_id !== null) query = query.where('account_id', '=', ctx.actor.account_id)
  const own = atOwnBranch(ctx.actor, 'credit_note.account_id')
  if (own) query = query.where(own)
  return query.executeTakeFirst()
}
