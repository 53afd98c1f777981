import * as accounts from '../accounts/settings.ts'
import * as billing from '../billing/settings.ts'
import * as cash from '../cash/settings.ts'
import * as collections from '../collections/settings.ts'
import * as controls from '../controls/settings.ts'
import * as costs from '../costs/settings.ts'
import * as drivers from '../drivers/settings.ts'
import * as routing from '../drivers/routing/settings.ts'
import * as help from '../help/settings.ts'
import * as hub from '../hub/settings.ts'
import * as identity from '../identity/settings.ts'
import * as live from '../identity/live-settings.ts'
import type { Setting } from '../kit/setting.ts'
import * as maps from '../maps/settings.ts'
import * as notifications from '../notifications/settings.ts'
import * as payments from '../payments/settings.ts'
import * as pickupPoints from '../pickup-points/settings.ts'
import * as rates from '../rates/settings.ts'
import * as shipments from '../shipments/settings.ts'
import * as tracking from '../tracking/settings.ts'
import * as toggles from './feature-toggles.ts'

function isSetting(value: unknown): value is Setting {
  return typeof value === 'object' && value !== null && 'key' in value && 'schema' in value && 'tab' in value
}

/**
 * Returns the settings that a module exports, whether alone, in lists or in groups such as the two switches of each
 * proof fallback.
 */
export function declaredIn(exported: unknown): Setting[] {
  if (isSetting(exported)) return [exported]
  const isGroup = typeof exported === 'object' && exported !== null && !('_zod' in exported)
  return isGroup ? Object.values(exported).flatMap(declaredIn) : []
}

/**
 * All declared settings, each once, by lower-case key. The settings screen and its validation are built from this
 * map.
 */
export const catalogue: ReadonlyMap<string, Setting> = new Map(
  [
    identity,
    live,
    accounts,
    maps,
    pickupPoints,
    rates,
    shipments,
    collections,
    hub,
    drivers,
    routing,
    billing,
    controls,
    payments,
    cash,
    costs,
    notifications,
    tracking,
    help,
    toggles,
  ]
    .flatMap(declaredIn)
    .toSorted((a, b) => a.place - b.place)
    .map((setting) => [setting.key.toLowerCase(), setting]),
)

/** Settings that may be read before sign-in. */
export const public_settings: readonly Setting[] = [...catalogue.values()].filter(
  (setting) => setting.public && !setting.secret,
)

/** Settings that the company’s customers may read: the public ones and those declared for customers. */
export const customer_settings: readonly Setting[] = [...catalogue.values()].filter(
  (setting) => (setting.public || setting.for_customers) && !setting.secret,
)
