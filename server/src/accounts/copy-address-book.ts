import type { accountsApi } from '@waybill/domain/accounts/api'
import {
  checkCopy,
  entriesToCopy,
  mayCopyAddressBook,
  max_copied_entries,
} from '@waybill/domain/accounts/copy-address-book'
import { invalid, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { Context, ExternalHandler } from '../kit/handler.ts'
import { allEntries, copyEntries, lockAccount } from './address-book-store.ts'
import { accountFor } from './which-account.ts'

/**
 * Copies the address book of one account to others, in one transaction per account, or with `dry_run` only returns
 * what would be copied (TOOL-011). A repeated or interrupted copy adds only the entries that are still missing.
 */
export const copyAddressBook: ExternalHandler<typeof accountsApi.copyAddressBook> = async (ctx, input) => {
  ensure(mayCopyAddressBook(ctx.actor))
  const copy = { from_account_id: input.from_account_id, to_account_ids: [...new Set(input.to_account_ids)] }
  const problems = checkCopy(copy)
  if (problems[0]) throw invalid(problems[0].message, problems)
  await ctx.inTransaction(async (tx) => {
    for (const id of [copy.from_account_id, ...copy.to_account_ids]) await accountFor(tx, id)
  })
  const accounts: Copied[] = []
  for (const id of copy.to_account_ids)
    accounts.push(
      await ctx.inTransaction((tx) => copyTo(tx, copy.from_account_id, id, input.dry_run ?? false)),
    )
  return ctx.answer(async () => ({ accounts }))
}

interface Copied {
  account_id: number
  account_code: string
  account_name: string
  added: number
  left_out: number
}

async function copyTo(ctx: Context, from: number, to: number, dryRun: boolean): Promise<Copied> {
  const account = await accountFor(ctx, to)
  // Serialise concurrent copies into one account, so that the second copy finds the entries that the first one added.
  if (!dryRun) await lockAccount(ctx, to)
  const [source, held] = [await allEntries(ctx, from), await allEntries(ctx, to)]
  if (source.length > max_copied_entries)
    throw wrongState(
      `This address book has more than ${max_copied_entries.toLocaleString('en-US')} entries. First remove entries you do not need.`,
    )
  const added = entriesToCopy(source, held)
  if (!dryRun && added.length > 0)
    await copyEntries(
      ctx,
      to,
      added.map(({ id }) => id),
    )
  return {
    account_id: to,
    account_code: account.account_code,
    account_name: account.name,
    added: added.length,
    left_out: source.length - added.length,
  }
}
