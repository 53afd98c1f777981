import type { z } from 'zod'

export type SettingTab =
  | 'general'
  | 'rates'
  | 'shipments'
  | 'accounts'
  | 'manifests'
  | 'driver'
  | 'notifications'
  | 'theme'
  | 'help_center'
  | 'feature_toggles'

/** A typed value the courier company may change, declared where it matters and drawn on the settings screen. */
export interface Setting<Value = unknown> {
  key: string
  schema: z.ZodType<Value>
  default: Value
  title: string
  description: string
  tab: SettingTab
  section: string
  /** Readable before sign-in (brand, limits that forms show). */
  public: boolean
  /** Readable by the customers of the company once they are signed in (where to pay by EFT). */
  for_customers: boolean
  /** Shown as `***`, kept outside the audit. */
  secret: boolean
}

export function setting<Value>(
  key: string,
  about: {
    schema: z.ZodType<Value>
    default: Value
    title: string
    description?: string
    tab: SettingTab
    section: string
    public?: boolean
    for_customers?: boolean
    secret?: boolean
  },
): Setting<Value> {
  return { key, description: '', public: false, for_customers: false, secret: false, ...about }
}

/** A stored text as a value: JSON when it parses, else the text itself (SET: values parsed as JSON when possible). */
export function parseStored(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** The value of a setting from stored texts by lower-case key; the default when absent or not valid any more. */
export function readSetting<Value>(setting: Setting<Value>, stored: ReadonlyMap<string, string>): Value {
  const text = stored.get(setting.key.toLowerCase())
  if (text === undefined) return setting.default
  const parsed = setting.schema.safeParse(parseStored(text))
  if (parsed.success) return parsed.data
  const asText = setting.schema.safeParse(text)
  return asText.success ? asText.data : setting.default
}
