import type { Actor } from '@waybill/domain/kit/actor'
import { isLetIn, type Endpoint } from '@waybill/domain/kit/calls/endpoint'
import type { Allowance, Setting } from '@waybill/domain/kit/setting'
import { parseStored } from '@waybill/domain/kit/setting'
import { createContext, useContext } from 'react'

/** Who is using the page and what the courier company has set, as the shell has loaded it. */
export interface AppSession {
  me: Actor
  /** Provider settings by key, with the account's own above them. */
  settings: Readonly<Record<string, unknown>>
  enabled_features: readonly string[]
  /** What the company has beyond its settings (SET-024). */
  allowances: readonly Allowance[]
}

/** Somebody who has not signed in, before anything is known of the company. */
export const guest: AppSession = {
  me: {
    kind: 'guest',
    provider_id: 0,
    user_id: 0,
    username: '',
    name: '',
    email: '',
    role_id: 2,
    role_name: 'Guest',
    account_id: null,
    branch_id: null,
    limit_user_to_branch: false,
    limit_user_to_account: false,
    permissions: [],
    permissions_ui: [],
    impersonated_by: null,
  },
  settings: {},
  enabled_features: [],
  allowances: [],
}

const SurroundingsContext = createContext<AppSession>(guest)

export const AppSessionProvider = SurroundingsContext.Provider

/** The signed-in person (or guest) as the rules know them: `mayMoveTo(useMe(), shipment, to)`. */
export function useMe(): Actor {
  return useContext(SurroundingsContext).me
}

/** The value of a setting, typed by its declaration; the default when absent or no longer valid. */
export function useSetting<Value>(setting: Setting<Value>): Value {
  const { settings } = useContext(SurroundingsContext)
  return settingValue(setting, settings)
}

/** Reads settings one after the other, for rules that need many: `valueOf(pod_fallback.name.enabled)`. */
export function useSettingReader(): <Value>(setting: Setting<Value>) => Value {
  const { settings } = useContext(SurroundingsContext)
  return (setting) => settingValue(setting, settings)
}

export function settingValue<Value>(
  setting: Setting<Value>,
  settings: Readonly<Record<string, unknown>>,
): Value {
  const given = settings[setting.key]
  if (given === undefined || given === null) return setting.default
  const direct = setting.schema.safeParse(given)
  if (direct.success) return direct.data
  const parsed = setting.schema.safeParse(typeof given === 'string' ? parseStored(given) : given)
  return parsed.success ? parsed.data : setting.default
}

/** What the company may have and has: its features and allowances, for the settings that show them. */
export function useAppSession(): AppSession {
  return useContext(SurroundingsContext)
}

/** Whether the courier company has a feature switched on. */
export function useFeature(name: string): boolean {
  return useContext(SurroundingsContext).enabled_features.includes(name)
}

/** Whether somebody may call an endpoint: what the server asks, asked here to show or hide. */
export function mayCall(me: Actor, endpoint: Endpoint): boolean {
  if (endpoint.permission === null) return endpoint.audience !== 'session' || me.kind !== 'guest'
  return isLetIn(me, endpoint)
}
