import { z } from 'zod'
import { choicesOf } from '../kit/setting-control.ts'
import { settingsSection } from '../kit/settings-section.ts'
import { network_labels, network_names } from './model.ts'
import { assumed_protocols } from './network-protocols.ts'

export { enable_bob_box, enable_third_party_bob_box } from './locker-settings.ts'

/** Settings of lockers and counters: enabled networks and locker times. */
const features = settingsSection('general', 'enable features')
const lockers = settingsSection('shipments', 'locker settings')

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
export const locker_reminder_hours = lockers.numbers('locker_reminder_hours', 'Remind after', [24, 34], 720, {
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
export const default_locker_id = lockers.words('default_locker_id', 'Default locker', 'CG0000', {
  description: 'Where parcels for lockers of The Courier Guy are handed in, as its bookings name it.',
})
export const default_kiosk_id = lockers.words('default_kiosk_id', 'Default kiosk', 'K0000', {
  description: 'Where parcels for kiosks of The Courier Guy are handed in, as its bookings name it.',
})
export const pickup_point_credentials = lockers.rows(
  'pickup_point_credentials',
  'Access to the networks',
  z.object({
    provider: z.enum(network_names),
    environment: z.enum(['sandbox', 'live']),
    base_url: z.string().max(500).default(''),
    api_key: z.string().max(500),
    event_key: z.string().max(500).default(''),
  }),
  [],
  {
    noun: 'access',
    columns: [
      {
        key: 'provider',
        label: 'Network',
        control: { kind: 'one', choices: choicesOf(network_names, network_labels) },
      },
      {
        key: 'environment',
        label: 'Environment',
        control: { kind: 'one', choices: choicesOf(['sandbox', 'live']) },
      },
      {
        key: 'base_url',
        label: 'Address, if it gave you one',
        control: { kind: 'words', max: 500 },
        wide: 2,
      },
      { key: 'api_key', label: 'Key', control: { kind: 'words', max: 500 }, wide: 2, is_secret: true },
      {
        key: 'event_key',
        label: 'Key of its reports',
        control: { kind: 'words', max: 500 },
        wide: 2,
        is_secret: true,
      },
    ],
    empty: { provider: network_names[0], environment: 'sandbox', base_url: '', api_key: '', event_key: '' },
  },
  {
    secret: true,
    guarded: 'credential',
    description: `A network without a key is not asked for places. ${Object.values(assumed_protocols).join(' ')}`,
  },
)
