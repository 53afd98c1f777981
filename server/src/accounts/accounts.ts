import { accountSettingRule, storedValue } from '@waybill/domain/accounts/account-settings'
import type { accountsApi } from '@waybill/domain/accounts/api'
import { isStaff } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { forbidden, invalid, type FieldProblem } from '@waybill/domain/kit/problem'
import type { Handler } from '../kit/handler.ts'
import { listedAccounts } from './listed-account.ts'
import { priceListNames } from './rate-group-names-store.ts'
import {
  accountSettings,
  listAccounts,
  listChoices,
  removeAccountSettings,
  saveAccountSettings,
} from './store.ts'
import { accountFor } from './which-account.ts'

/** Lists the accounts that the caller can access, filtered and paged (ACC-010, ACC-012). */
export const listAccountsFor: Handler<typeof accountsApi.list> = async (ctx, input) => {
  const { rows, total } = await listAccounts(ctx, { ...input, at_own_branch: true }, pageOf(input, 10_000))
  return { accounts: await listedAccounts(ctx, rows), count: total }
}

export const readChoices: Handler<typeof accountsApi.choices> = async (ctx) => {
  if (!isStaff(ctx.actor)) throw forbidden('Only staff of the courier company can see these account options.')
  const [choices, names] = [await listChoices(ctx), await priceListNames(ctx)]
  return { ...choices, price_lists: [...names].map(([id, name]) => ({ id, name })) }
}

export const readSettings: Handler<typeof accountsApi.settings> = async (ctx, { account_id, setting }) => {
  const account = await accountFor(ctx, account_id)
  const rows = await accountSettings(ctx, account.id, setting)
  return { account_settings: rows, count: rows.length }
}

/**
 * Saves settings of an account: only listed keys, all or none. `null` removes the account's value, so that the
 * company's applies.
 */
export const saveSettings: Handler<typeof accountsApi.saveSettings> = async (
  ctx,
  { account_id, settings },
) => {
  const account = await accountFor(ctx, account_id)
  const problems: FieldProblem[] = []
  const settingsToSave: { key: string; value: string }[] = []
  const givenBack: string[] = []
  for (const [at, { key, value }] of settings.entries()) {
    const rule = accountSettingRule(key)
    const stored = rule && value !== null && value !== undefined ? storedValue(rule, value) : null
    if (!rule) problems.push({ field: `settings.${at}.key`, message: `Accounts have no setting ${key}.` })
    else if (value === null || value === undefined) givenBack.push(rule.key)
    else if (stored === null)
      problems.push({ field: `settings.${at}.value`, message: `This is not a valid value for ${rule.key}.` })
    else settingsToSave.push({ key: rule.key, value: stored })
  }
  const [first] = problems
  if (first) throw invalid(first.message, problems)
  await saveAccountSettings(ctx, account.id, settingsToSave)
  await removeAccountSettings(ctx, account.id, givenBack)
  return { account_settings: await accountSettings(ctx, account.id) }
}
