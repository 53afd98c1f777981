import { accountCode } from '@waybill/domain/accounts/account-code'
import { cleanTags } from '@waybill/domain/accounts/account-rules'
import { accountOpened } from '@waybill/domain/accounts/events'
import {
  account_code_pattern,
  default_account_credit_limit,
  default_account_tags,
  default_account_type,
  default_invoice_allocation_method,
  default_rate_group_id,
} from '@waybill/domain/accounts/settings'
import { branchLimit } from '@waybill/domain/kit/actor'
import { Problem } from '@waybill/domain/kit/problem'
import type { Context } from '../kit/handler.ts'
import { insertTags } from '../tags/index.ts'
import { insertEntry, type EntryFields } from './address-book-store.ts'
import { insertAccount, isCodeTaken } from './store.ts'

type Fields = Omit<Parameters<typeof insertAccount>[1], 'account_code' | 'account_type'>

/** The fields of a new account; missing ones are taken from the company's settings. */
export interface NewAccountFields extends Fields {
  account_code?: string | undefined
  account_type?: 'prepaid' | 'postpaid' | undefined
  /** The initial entries of its address book. */
  entries: readonly EntryFields[]
}

const first_price_list = 1
const max_code_tries = 60
/** Fields whose defaults are set by other modules. */
const filled_by_others = [
  'branch_id',
  'payment_terms',
  'payment_terms_from_statement',
  'invoice_frequency',
  'invoice_frequency_time',
] as const

/**
 * Opens an account with the company's defaults, its address book and its tags, emits `accountOpened` and returns the
 * id.
 */
export async function openAccount(ctx: Context, fields: NewAccountFields): Promise<number> {
  const { entries, account_code, tags, ...given } = fields
  const accountType = given.account_type ?? ctx.setting(default_account_type)
  const branchId = branchLimit(ctx.actor) ?? given.branch_id ?? null
  const cleanedTags = cleanTags(tags ?? ctx.setting(default_account_tags))
  await insertTags(ctx, 'account', cleanedTags)
  const id = await insertAccount(ctx, {
    ...given,
    account_type: accountType,
    account_code: account_code?.toUpperCase() ?? (await freeCode(ctx, given.name)),
    branch_id: branchId,
    credit_limit: given.credit_limit ?? ctx.setting(default_account_credit_limit),
    rate_group_id: given.rate_group_id ?? (ctx.setting(default_rate_group_id) || first_price_list),
    invoice_allocation_method: ctx.setting(default_invoice_allocation_method),
    tags: cleanedTags,
  })
  for (const entry of entries) await insertEntry(ctx, id, entry)
  const values: Record<string, unknown> = { ...given, branch_id: branchId }
  const leftOpen = filled_by_others.filter((field) => values[field] === undefined || values[field] === null)
  await ctx.emit(accountOpened, { account_id: id, left_open: leftOpen })
  return id
}

/** Returns an unused account code built from the company's pattern. */
async function freeCode(ctx: Context, name: string): Promise<string> {
  const pattern = ctx.setting(account_code_pattern)
  for (let tries = 0; tries < max_code_tries; tries += 1) {
    // After half of the tries append digits, so that an exhausted pattern does not prevent new accounts.
    const wider = tries < max_code_tries / 2 ? pattern : `${pattern}999`
    const code = accountCode(wider, name, ctx.random('0123456789', 20))
    if (!(await isCodeTaken(ctx, code))) return code
  }
  throw new Problem('conflict', 'No free account code was found. Try again in a moment.', {
    retry_after_s: 1,
  })
}
