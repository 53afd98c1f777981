import { z } from 'zod'
import { choicesOf } from '../kit/setting-control.ts'
import { settingsSection } from '../kit/settings-section.ts'
import { pickup_point_providers } from './model.ts'

/** Settings of lockers and counters: enabled networks and locker times. */
const features = settingsSection('general', 'enable features')
const lockers = settingsSection('shipments', 'locker settings')

export const enable_bob_box = features.toggle('enable_bob_box', 'Bob Box lockers', false, { public: true })
export const enable_third_party_bob_box = features.toggle(
  'enable_third_party_bob_box',
  'Bob Box through a partner',
  false,
  { public: true, allowance: 'third-party-accounts' },
)
export const enable_tcg_locker = features.toggle('enable_tcg_locker', 'The Courier Guy lockers', false, {
  public: true,
})
export const enable_ram_counters = features.toggle('enable_ram_counters', 'RAM counters', false, {
  public: true,
})

/** Partner couriers that carry shipments for the company (SET-107, SET-108). */
export const enable_ram_integration = features.toggle('enable_ram_integration', 'RAM integration', false)
export const enable_fastway_integration = features.toggle(
  'enable_fastway_integration',
  'Fastway integration',
  false,
)

export const locker_pickup_expiry_hours = lockers.whole(
  'locker_pickup_expiry_hours',
  'Parcels stay in a locker for',
  36,
  { min: 1, max: 720, unit: 'hours' },
)
export const locker_reminder_hours = lockers.numbers('locker_reminder_hours', 'Remind after', [24, 34], {
  unit: 'hours',
})
export const locker_extension_hours = lockers.whole(
  'locker_extension_hours',
  'Extension by the receiver',
  24,
  { min: 0, max: 240, unit: 'hours' },
)
export const dropoff_expiry_days = lockers.whole('dropoff_expiry_days', 'Time to drop a parcel off', 7, {
  min: 1,
  max: 60,
  unit: 'days',
})
export const locker_allow_declared_value = lockers.toggle(
  'locker_allow_declared_value',
  'Allow declared value with lockers',
  false,
)
export const default_locker_id = lockers.words('default_locker_id', 'Default locker', 'CG0000')
export const default_kiosk_id = lockers.words('default_kiosk_id', 'Default kiosk', 'K0000')
export const pickup_point_credentials = lockers.rows(
  'pickup_point_credentials',
  'Access to the networks',
  z.object({
    provider: z.enum(pickup_point_providers),
    environment: z.enum(['sandbox', 'live']),
    api_key: z.string().max(500),
  }),
  [],
  {
    noun: 'access',
    columns: [
      {
        key: 'provider',
        label: 'Network',
        control: { kind: 'one', choices: choicesOf(pickup_point_providers) },
      },
      {
        key: 'environment',
        label: 'Environment',
        control: { kind: 'one', choices: choicesOf(['sandbox', 'live']) },
      },
      { key: 'api_key', label: 'Key', control: { kind: 'words', max: 500 }, wide: 2 },
    ],
    empty: { provider: pickup_point_providers[0], environment: 'sandbox', api_key: '' },
  },
  { secret: true, guarded: 'credential' },
)
