import { z } from 'zod'
import { clock, flag, list, text } from '../kit/calls/wire.ts'

/** One value an account may choose for itself, above what the company has set (ACC-016, ACC-017). */
export interface AccountSettingRule {
  key: string
  /** What its page calls it. */
  title: string
  schema: z.ZodType
  /** Whether the company has a setting of the same key, which counts while the account says nothing. */
  overrides_provider: boolean
}

const rule = (
  key: string,
  title: string,
  schema: z.ZodType,
  overridesProvider = true,
): AccountSettingRule => ({ key, title, schema, overrides_provider: overridesProvider })

/** Lists of choices hold short texts. */
const choices = list(text(255)).pipe(z.array(z.string().min(1)).max(200))
/** Saved views of a list: whatever the screen keeps, not more than it needs. */
const views = z.unknown().refine((value) => JSON.stringify(value).length <= 20_000, 'is too long')

/** What an account may set for itself, with the option lists that may be stored there instead of with the company. */
export const account_setting_rules: readonly AccountSettingRule[] = [
  rule('auto_add_address_book', 'Keep addresses in the address book', flag),
  rule('parcel_categories', 'Parcel categories', choices),
  rule('collection_time_from', 'Collections from', clock),
  rule('collection_time_to', 'Collections until', clock),
  rule('delivery_time_from', 'Deliveries from', clock),
  rule('delivery_time_to', 'Deliveries until', clock),
  rule('default_label_format', 'Label format', z.enum(['pdf', 'zpl'])),
  rule('shipments_filters', 'Views of shipments', views, false),
]

const rules_by_key = new Map(account_setting_rules.map((one) => [one.key, one]))

/** The rule of a key in any case; `undefined` for keys that no account may set. */
export function accountSettingRule(key: string): AccountSettingRule | undefined {
  return rules_by_key.get(key.trim().toLowerCase())
}

/** A value as it is stored, a JSON text when it is not a text; `null` when the rule refuses it. */
export function storedValue({ schema }: AccountSettingRule, value: unknown): string | null {
  const read = schema.safeParse(value)
  if (!read.success) return null
  const encoded = z.encode(schema, read.data as never) as unknown
  return typeof encoded === 'string' ? encoded : JSON.stringify(encoded)
}
