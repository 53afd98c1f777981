import {
  checkOrigins,
  checkOverdue,
  plainHost,
  type ProviderStatus,
} from '@waybill/domain/platform-admin/provider-rules'
import { provider_features } from '@waybill/domain/identity/features'
import type { PlatformProvider } from '@waybill/domain/platform-admin/providers-api'
import { changedKeys, mergeValues, type KeyOf } from '../kit/form/merging/merge-edits.ts'
import { status_labels } from './ProviderBadge.tsx'

/** The form values of a company; host names and invoices as texts. */
export interface ProviderEdit {
  name: string
  status: ProviderStatus
  overdue_invoices: string
  origins: string
  enabled_features: string[]
  is_pickup_locker_provider: boolean
  allow_idm: boolean
  allow_whatsapp: boolean
}

/** Display names of the fields. */
export const provider_labels: Readonly<Record<KeyOf<ProviderEdit>, string>> = {
  name: 'Legal name',
  status: 'Status',
  overdue_invoices: 'Overdue invoices',
  origins: 'Host names',
  enabled_features: 'Parts of the product',
  is_pickup_locker_provider: 'Is a pickup-locker provider',
  allow_idm: 'Identity checks may be switched on',
  allow_whatsapp: 'WhatsApp may be switched on',
}

/** Splits a text at white space, commas and semicolons. */
export function wordsIn(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter(Boolean)
}

/** Returns the plain host names in a text, as they are stored. */
export function originsIn(typed: string): string[] {
  return wordsIn(typed).map(plainHost)
}

export function editOf(provider: PlatformProvider): ProviderEdit {
  const { name, status, enabled_features, is_pickup_locker_provider, allow_idm, allow_whatsapp } = provider
  return {
    name,
    status,
    overdue_invoices: provider.overdue_invoices.join(', '),
    origins: provider.origins.join('\n'),
    enabled_features,
    is_pickup_locker_provider,
    allow_idm,
    allow_whatsapp,
  }
}

type Feature = (typeof provider_features)[number]['name']
const isFeature = (name: string): name is Feature => provider_features.some((one) => one.name === name)

/** Builds the request of a change: only the changed fields, and the version it is based on. */
export function patchOf(provider: PlatformProvider, values: ProviderEdit) {
  const sent = {
    ...values,
    overdue_invoices: wordsIn(values.overdue_invoices),
    origins: originsIn(values.origins),
    enabled_features: values.enabled_features.filter(isFeature),
  }
  return {
    id: provider.id,
    version: provider.version,
    ...Object.fromEntries(changedKeys(editOf(provider), values).map((key) => [key, sent[key]])),
  }
}

export function problemsOf({ is_default }: Pick<PlatformProvider, 'is_default'>, values: ProviderEdit) {
  const origins = originsIn(values.origins)
  return [
    ...(values.name.trim() === '' ? [{ field: 'name', message: 'Enter the name of the company.' }] : []),
    ...checkOverdue(values.status, wordsIn(values.overdue_invoices)),
    ...(is_default && origins.length === 0 ? [] : checkOrigins(origins)),
  ]
}

/** Formats a value for display. */
function textOf(key: KeyOf<ProviderEdit>, values: ProviderEdit): string {
  const value = values[key]
  if (key === 'status') return status_labels[values.status]
  if (key === 'enabled_features')
    return provider_features
      .filter((one) => values.enabled_features.includes(one.name))
      .map((one) => one.label)
      .join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return String(value) || 'Empty'
}

/** Merges the edits of two users; returns the conflicts with display texts. */
export function mergeProviderEdits(base: ProviderEdit, mine: ProviderEdit, theirs: ProviderEdit) {
  const { merged, conflicts } = mergeValues(base, mine, theirs)
  return {
    merged,
    conflicts: conflicts.map((key) => ({ key, mine: textOf(key, mine), theirs: textOf(key, theirs) })),
  }
}
