import { accountsApi } from '@waybill/domain/accounts/api'
import { identityApi } from '@waybill/domain/identity/api'
import { hasPermission, isAccountAdmin, isStaff, type Actor } from '@waybill/domain/kit/actor'
import type { SettingTab } from '@waybill/domain/kit/setting'
import { mayCall } from '../../kit/session/me.ts'

/** A part of the settings page; `key` is the `tab` in the URL (NAV-010). */
export interface SettingsPlace {
  key: SettingTab | 'api-keys' | 'webhook-subscriptions' | 'account'
  label: string
  to: string
}

const place = (key: SettingsPlace['key'], label: string): SettingsPlace => ({
  key,
  label,
  to: `/settings?tab=${key}`,
})

/** The tabs by id and label, in order. Their sections are declared in the domain and loaded with the page. */
const tabs = [
  place('general', 'General'),
  place('rates', 'Rates and billing'),
  place('shipments', 'Shipments'),
  place('accounts', 'Accounts'),
  place('manifests', 'Interhub manifests'),
  place('driver', 'Driver app'),
  place('notifications', 'Notifications'),
  place('theme', 'Theme'),
  place('help_center', 'Help centre'),
]
const api_keys = place('api-keys', 'API keys')
const webhooks = place('webhook-subscriptions', 'Webhook subscriptions')
const own_account = place('account', 'Booking')

/**
 * Returns the parts of the settings page that a user has, most useful first. Customers see their API keys, webhooks
 * and account settings, but never the company’s tabs (NAV-033). Staff see the company’s tabs.
 */
export function placesFor(me: Actor, enabledFeatures: readonly string[]): readonly SettingsPlace[] {
  const mayKeys =
    enabledFeatures.includes('api_keys') &&
    mayCall(me, identityApi.apiKeys) &&
    (isStaff(me) || isAccountAdmin(me))
  if (isStaff(me)) return mayKeys ? [...tabs, api_keys] : tabs
  const maySet = isAccountAdmin(me) && mayCall(me, accountsApi.settings)
  const mayHooks =
    enabledFeatures.includes('webhooks') &&
    isAccountAdmin(me) &&
    hasPermission(me, 'API_/webhook-subscriptions:GET')
  return [
    ...(mayKeys ? [api_keys] : []),
    ...(mayHooks ? [webhooks] : []),
    ...(maySet ? [own_account] : []),
    place('general', 'Your courier'),
  ]
}
