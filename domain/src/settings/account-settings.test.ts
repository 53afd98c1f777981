import { expect, it } from 'vitest'
import { account_setting_rules, storedValue } from '../accounts/account-settings.ts'
import { parseStored } from '../kit/setting.ts'
import { catalogue } from './catalogue.ts'

it.each(account_setting_rules.filter(({ overrides_provider }) => overrides_provider))(
  '[ACC-016] the account setting $key overrides a company setting with the same kind of value',
  (rule) => {
    const setting = catalogue.get(rule.key)
    const stored = setting && storedValue(rule, setting.default)
    expect(stored).not.toBeNull()
    expect(setting?.schema.safeParse(parseStored(String(stored))).success).toBe(true)
  },
)
