import type { Actor } from '@waybill/domain/kit/actor'
import { isLetIn, type Endpoint } from '@waybill/domain/kit/calls/endpoint'
import type { Allowance, Setting } from '@waybill/domain/kit/setting'
import { parseStored } from '@waybill/domain/kit/setting'
import { createContext, useContext } from 'react'

/** The current user and the settings of the courier company, as loaded by the shell. */
export interface AppSession {
  me: Actor
  /** Provider settings by key, overridden by the settings of the account. */
  settings: Readonly<Record<string, unknown>>
  enabled_features: readonly string[]
  /** Platform capabilities of the company on which some settings depend (SET-024). */
  allowances: readonly Allowance[]
}

/** The session of a user who is not signed in, before the company has been loaded. */
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

/** Returns the signed-in user (or guest) in the form that rules need: `mayMoveTo(useMe(), shipment, to)`. */
export function useMe(): Actor {
  return useContext(SurroundingsContext).me
}

/** Returns the value of a setting, typed by its declaration; the default when the value is absent or no longer valid. */
export function useSetting<Value>(setting: Setting<Value>): Value {
  const { settings } = useContext(SurroundingsContext)
  return settingValue(setting, settings)
}

/** Returns a function that reads settings, for rules that need several: `valueOf(pod_fallback.name.enabled)`. */
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

/** Returns the whole session, for example the features and allowances that the settings pages display. */
export function useAppSession(): AppSession {
  return useContext(SurroundingsContext)
}

/** Whether the courier company has enabled a feature. */
export function useFeature(name: string): boolean {
  return useContext(SurroundingsContext).enabled_features.includes(name)
}

/** Whether the user may call an endpoint: the same check as on the server, used to show or hide controls. */
export function mayCall(me: Actor, endpoint: Endpoint): boolean {
  if (endpoint.permission === null) return endpoint.audience !== 'session' || me.kind !== 'guest'
  return isLetIn(me, endpoint)
}
