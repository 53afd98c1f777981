import { z } from 'zod'
import { clock, flag, list, text } from '../kit/calls/wire.ts'

/** A setting that an account may choose for itself, in place of the company's value (ACC-016, ACC-017). */
export interface AccountSettingRule {
  key: string
  /** The title on the settings page. */
  title: string
  schema: z.ZodType
  /** Whether the company has a setting with the same key, which applies when the account has no value. */
  overrides_provider: boolean
}

const rule = (
  key: string,
  title: string,
  schema: z.ZodType,
  overridesProvider = true,
): AccountSettingRule => ({ key, title, schema, overrides_provider: overridesProvider })

/** A list of options: at most 200 non-empty texts of up to 255 characters. */
const choices = list(text(255)).pipe(z.array(z.string().min(1)).max(200))
/** Saved views of a list in the screen's own format; limited to 20,000 characters of JSON. */
const views = z.unknown().refine((value) => JSON.stringify(value).length <= 20_000, 'is too long')

/** The settings that an account may choose for itself, including option lists that replace the company's. */
export const account_setting_rules: readonly AccountSettingRule[] = [
  rule('auto_add_address_book', 'Keep addresses in the address book', flag),
  rule('parcel_categories', 'Parcel categories', choices),
  rule('collection_time_from', 'Collections from', clock),
  rule('collection_time_to', 'Collections until', clock),
  rule('delivery_time_from', 'Deliveries from', clock),
  rule('delivery_time_to', 'Deliveries until', clock),
  rule('default_label_format', 'Label format', z.enum(['pdf', 'zpl'])),
  rule('shipments_filters', 'Shipment views', views, false),
]

const rules_by_key = new Map(account_setting_rules.map((one) => [one.key, one]))

/** Returns the rule for a key in any case; `undefined` for keys that no account may set. */
export function accountSettingRule(key: string): AccountSettingRule | undefined {
  return rules_by_key.get(key.trim().toLowerCase())
}

/** Returns a value as stored text (JSON when it is not a text); `null` when the rule rejects it. */
export function storedValue({ schema }: AccountSettingRule, value: unknown): string | null {
  const read = schema.safeParse(value)
  if (!read.success) return null
  const encoded = z.encode(schema, read.data) as unknown
  return typeof encoded === 'string' ? encoded : JSON.stringify(encoded)
}
