import { identityApi } from '@waybill/domain/identity/api'
import { isAccountAdmin, isStaff, type Actor } from '@waybill/domain/kit/actor'
import { mayCall } from '../kit/session/me.ts'

/** A part of the settings page; `key` is its `tab` in the address bar (NAV-010). */
export interface SettingsSection {
  key: 'general' | 'api-keys'
  label: string
}

const general: SettingsSection = { key: 'general', label: 'General' }
const api_keys: SettingsSection = { key: 'api-keys', label: 'API keys' }

/** The parts somebody has, the most useful first: customers come for their keys, staff for their company. */
export function sectionsFor(me: Actor, hasApiKeys: boolean): readonly SettingsSection[] {
  const mayKeys = hasApiKeys && mayCall(me, identityApi.apiKeys) && (isStaff(me) || isAccountAdmin(me))
  if (!mayKeys) return [general]
  return isStaff(me) ? [general, api_keys] : [api_keys, general]
}
