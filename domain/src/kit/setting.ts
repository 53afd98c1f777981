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

/** What must hold of another setting for one to be shown: its controlling toggle is on, or it has one of the values. */
export interface VisibilityCondition {
  key: string
  is: readonly unknown[]
}

/**
 * What a company needs for a setting to be shown (SET-024): an allowance of the platform, or an account that is another
 * courier.
 */
export type Allowance = 'idm' | 'whatsapp' | 'third-party-accounts'

/**
 * Why the person who changes a setting is asked to confirm who it is: it decides where money goes, is a credential, says
 * where secrets or the links of messages are sent, or decides who can sign in.
 */
export type GuardReason = 'money' | 'credential' | 'destination' | 'sign-in'

/** A typed value the courier company may change, declared where it matters and drawn on the settings screen. */
export interface Setting<Value = unknown> {
  key: string
  schema: z.ZodType<Value>
  default: Value
  title: string
  description: string
  tab: SettingTab
  section: string
  /** How it is edited. */
  control: SettingControl
  /** Shown only while this holds (SET-014). */
  shown_when: VisibilityCondition | null
  /** Shown only to companies that have this (SET-024). */
  allowance: Allowance | null
  /** Shown to administrators alone (NOTE-010). */
  admins_only: boolean
  /** Readable before sign-in (brand, limits that forms show). */
  public: boolean
  /** Readable by the customers of the company once they are signed in (where to pay by EFT). */
  for_customers: boolean
  /** Shown as `***`, stored outside the audit. */
  secret: boolean
  /** Why its change has to be confirmed; `null` when it need not be. */
  guarded: GuardReason | null
  /** Of a secret: the settings that say where it is sent. It is removed when one of them changes. */
  sent_to: readonly Setting[]
  /** Its place among all settings, in the order of their declaration. */
  place: number
}

/** What a setting may say of itself beyond key, title, default and control. */
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

/** The declared secrets that other settings send to a place (`sent_to`). */
export const secretsSentToPlaces: () => ReadonlySet<Setting> = () => sent_secrets

/** Declares a setting; most are declared through `settingsSection`. */
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
  if (made.sent_to.length > 0) sent_secrets.add(made as Setting)
  return made
}

/** Holds while a toggle is on. */
export const whenOn = (toggle: Setting<boolean>): VisibilityCondition => ({ key: toggle.key, is: [true] })

/** Holds while a setting has one of these values. */
export const whenIs = <Value>(other: Setting<Value>, ...is: NoInfer<Value>[]): VisibilityCondition => ({
  key: other.key,
  is,
})

/** A stored text as a value: JSON when it parses, else the text itself (SET-002). */
export function parseStored(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/**
 * A sent value as a setting holds it, or `null` when it does not fit. Texts are tried as they are before they are read
 * as JSON, so that a name such as `1e5` stays what somebody typed.
 */
export function decodeSetting<Value>(setting: Setting<Value>, sent: unknown): { value: Value } | null {
  const direct = setting.schema.safeParse(sent)
  if (direct.success) return { value: direct.data }
  const parsed = typeof sent === 'string' ? setting.schema.safeParse(parseStored(sent)) : direct
  return parsed.success ? { value: parsed.data } : null
}

/** The text a value is stored as: the form it travels in, as JSON unless it is a text that JSON would not misread. */
export function toStored<Value>(setting: Setting<Value>, value: Value): string {
  const sent: unknown = z.encode(setting.schema, value)
  return typeof sent === 'string' && parseStored(sent) === sent ? sent : JSON.stringify(sent)
}

/** Stored texts by lower-case key. */
export type StoredTexts = Pick<ReadonlyMap<string, string>, 'get'>

/** The value of a setting from stored texts; the default when absent or not valid any more. */
export function readSetting<Value>(setting: Setting<Value>, stored: StoredTexts): Value {
  const text = stored.get(setting.key.toLowerCase())
  if (text === undefined) return setting.default
  const parsed = setting.schema.safeParse(parseStored(text))
  if (parsed.success) return parsed.data
  const asText = setting.schema.safeParse(text)
  return asText.success ? asText.data : setting.default
}
