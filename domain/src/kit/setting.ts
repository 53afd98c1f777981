import { z } from 'zod'
import type { SettingControl } from './setting-control.ts'

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

/** Condition on another setting for one to be displayed: its controlling toggle is on, or it has one of the values. */
export interface VisibilityCondition {
  key: string
  is: readonly unknown[]
}

/**
 * What a company needs for a setting to be displayed (SET-024): a platform allowance, or an account that is another
 * courier.
 */
export type Allowance = 'idm' | 'whatsapp' | 'third-party-accounts'

/**
 * Why a user must confirm their identity to change a setting: it decides where money goes, is a credential, decides
 * where secrets or message links are sent, or decides who can sign in.
 */
export type GuardReason = 'money' | 'credential' | 'destination' | 'sign-in'

/**
 * A typed value that the courier company may change. It is declared in the module that uses it and displayed on the
 * settings screen.
 */
export interface Setting<Value = unknown> {
  key: string
  schema: z.ZodType<Value>
  default: Value
  title: string
  description: string
  tab: SettingTab
  section: string
  /** The editor of the setting. */
  control: SettingControl
  /** Condition for displaying the setting (SET-014). */
  shown_when: VisibilityCondition | null
  /** Displayed only to companies with this allowance (SET-024). */
  allowance: Allowance | null
  /** Displayed only to administrators (NOTE-010). */
  admins_only: boolean
  /** Readable before sign-in (brand, limits displayed in forms). */
  public: boolean
  /** Readable by signed-in customers of the company (for example the bank details for EFT payments). */
  for_customers: boolean
  /** Displayed as `***`, stored outside the audit trail. */
  secret: boolean
  /** Why a change must be confirmed; `null` when no confirmation is required. */
  guarded: GuardReason | null
  /** For a secret: the settings that define where it is sent. The secret is deleted when one of them changes. */
  sent_to: readonly Setting[]
  /** The position among all settings, in the order of declaration. */
  place: number
}

/** Optional properties of a setting besides key, title, default and control. */
export interface MoreAboutSetting {
  description?: string
  shown_when?: VisibilityCondition
  allowance?: Allowance
  admins_only?: boolean
  public?: boolean
  for_customers?: boolean
  secret?: boolean
  guarded?: GuardReason
  sent_to?: readonly Setting[]
}

let declared = 0
const sent_secrets = new Set<Setting>()

/** Returns the declared secrets whose destination other settings define (`sent_to`). */
export const secretsSentToPlaces: () => ReadonlySet<Setting> = () => sent_secrets

/** Declares a setting; most settings are declared through `settingsSection`. */
export function setting<Value>(
  key: string,
  about: {
    schema: z.ZodType<Value>
    default: Value
    title: string
    tab: SettingTab
    section: string
    control: SettingControl
  } & MoreAboutSetting,
): Setting<Value> {
  const made: Setting<Value> = {
    key,
    description: '',
    shown_when: null,
    allowance: null,
    admins_only: false,
    public: false,
    for_customers: false,
    secret: false,
    guarded: null,
    sent_to: [],
    place: (declared += 1),
    ...about,
  }
  if (made.sent_to.length > 0) sent_secrets.add(made)
  return made
}

/** Returns the condition that a toggle is on. */
export const whenOn = (toggle: Setting<boolean>): VisibilityCondition => ({ key: toggle.key, is: [true] })

/** Returns the condition that a setting has one of these values. */
export const whenIs = <Value>(other: Setting<Value>, ...is: NoInfer<Value>[]): VisibilityCondition => ({
  key: other.key,
  is,
})

/** Parses a stored text: as JSON when possible, otherwise the text itself (SET-002). */
export function parseStored(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/**
 * Decodes a submitted value of a setting; `null` when it is not valid. Texts are tried as they are before they are
 * parsed as JSON, so that a name such as `1e5` stays as typed.
 */
export function decodeSetting<Value>(setting: Setting<Value>, sent: unknown): { value: Value } | null {
  const direct = setting.schema.safeParse(sent)
  if (direct.success) return { value: direct.data }
  const parsed = typeof sent === 'string' ? setting.schema.safeParse(parseStored(sent)) : direct
  return parsed.success ? { value: parsed.data } : null
}

/**
 * Returns the text to store for a value: its encoded form as JSON, or a plain text when `parseStored` returns that
 * text unchanged.
 */
export function toStored<Value>(setting: Setting<Value>, value: Value): string {
  const sent: unknown = z.encode(setting.schema, value)
  return typeof sent === 'string' && parseStored(sent) === sent ? sent : JSON.stringify(sent)
}

/** Stored texts by lower-case setting key. */
export type StoredTexts = Pick<ReadonlyMap<string, string>, 'get'>

/** Returns the value of a setting from stored texts; the default when it is absent or no longer valid. */
export function readSetting<Value>(setting: Setting<Value>, stored: StoredTexts): Value {
  const text = stored.get(setting.key.toLowerCase())
  if (text === undefined) return setting.default
  const parsed = setting.schema.safeParse(parseStored(text))
  if (parsed.success) return parsed.data
  const asText = setting.schema.safeParse(text)
  return asText.success ? asText.data : setting.default
}
