import { z } from 'zod'
import { week_days } from '../kit/dates/week-hours.ts'
import { clock } from '../kit/calls/wire.ts'
import { choicesOf } from '../kit/setting-control.ts'
import { settingsSection } from '../kit/settings-section.ts'

/** Settings of the hub scanner and its bays (docs/domain/hub.md#the-scanner). */
const bays = settingsSection('shipments', 'bays for hub scanner')
const dashboard = settingsSection('general', 'ops dashboard settings')
const carriers = settingsSection('manifests', 'carriers')
const services = settingsSection('manifests', 'service levels')
const scanning = settingsSection('manifests', 'scan status')
const daily = settingsSection('manifests', 'daily manifest configs')

const bounds = ['branch', 'zone', 'service', 'manifest', 'none'] as const

/** A bay and the parcels that belong in it. The scan result names the first bay that fits a parcel. */
export const Bay = z.object({
  code: z.string().min(1).max(20),
  branch: z.string().max(120),
  bound_to: z.enum(bounds),
  /** Depends on `bound_to`: branch name, routing number or zone, service level code, or carrier. */
  value: z.string().max(120),
  colour: z.string().max(40),
})
export type Bay = z.output<typeof Bay>

export const hub_bays = bays.rows(
  'hub_bays',
  'Bays',
  Bay,
  [],
  {
    noun: 'bay',
    columns: [
      { key: 'code', label: 'Code', control: { kind: 'words', max: 20 } },
      { key: 'branch', label: 'Branch', control: { kind: 'named', of: 'branch', max: 120 } },
      {
        key: 'bound_to',
        label: 'Holds',
        control: {
          kind: 'one',
          choices: choicesOf(bounds, {
            branch: 'A branch',
            zone: 'A zone',
            service: 'A service level',
            manifest: 'A carrier',
            none: 'Anything',
          }),
        },
      },
      {
        key: 'value',
        label: 'Which',
        control: {
          kind: 'named',
          of: {
            column: 'bound_to',
            when: { branch: 'branch', service: 'service level', manifest: 'carrier' },
          },
          max: 120,
        },
      },
      { key: 'colour', label: 'Colour', control: { kind: 'colour', fallback: '#ffffff' } },
    ],
    empty: { code: '', branch: '', bound_to: 'none', value: '', colour: '' },
  },
  { description: 'The scanner names the first bay that fits a parcel.' },
)
export const block_hub_scan_for_accounts_on_hold = bays.toggle(
  'block_hub_scan_for_accounts_on_hold',
  'Refuse parcels of accounts on hold',
  false,
)
export const hub_missing_parcel_alert_hours = dashboard.whole(
  'hub_missing_parcel_alert_hours',
  'Alert when a parcel of a shipment is missing for',
  4,
  { min: 1, max: 240, unit: 'hours' },
)

/** A carrier that transports parcels between hubs (docs/domain/hub.md#interhub-manifests, SET-032). */
export const InterhubCarrier = z.object({
  name: z.string().min(1).max(120),
  type: z.enum(['own', 'contractor', 'air', 'rail']),
  contact: z.string().max(255),
  /** Tracking page of the carrier; `{reference}` is replaced by the reference of the manifest. */
  tracking_url: z.string().max(500),
})
export type InterhubCarrier = z.output<typeof InterhubCarrier>

export const interhub_carriers = carriers.rows(
  'interhub_carriers',
  'Carriers',
  InterhubCarrier,
  [{ name: 'Own line-haul', type: 'own', contact: '', tracking_url: '' }],
  {
    noun: 'carrier',
    columns: [
      { key: 'name', label: 'Name', control: { kind: 'words', max: 120 } },
      {
        key: 'type',
        label: 'Kind',
        control: { kind: 'one', choices: choicesOf(['own', 'contractor', 'air', 'rail']) },
      },
      { key: 'contact', label: 'Contact', control: { kind: 'words', max: 255 } },
      {
        key: 'tracking_url',
        label: 'Tracking address',
        control: { kind: 'words', max: 500, format: 'url' },
        wide: 2,
      },
    ],
    empty: { name: '', type: 'contractor', contact: '', tracking_url: '' },
  },
  { description: 'In a tracking address, {reference} is replaced by the reference of the load.' },
)
export const interhub_service_levels = services.texts(
  'interhub_service_levels',
  'Service levels between hubs',
  ['Road', 'Overnight line-haul', 'Air'],
  { noun: 'service level' },
)
export const interhub_scan_status = scanning.one(
  'interhub_scan_status',
  'Status of a parcel scanned onto a manifest',
  ['manifested', 'ready-for-dispatch', 'in-transit'],
  'manifested',
)
export const interhub_auto_depart_on_close = scanning.toggle(
  'interhub_auto_depart_on_close',
  'A closed manifest departs at once',
  false,
)
export const interhub_require_seal = scanning.toggle(
  'interhub_require_seal',
  'A manifest needs a seal number',
  false,
)
export const interhub_require_vehicle = scanning.toggle(
  'interhub_require_vehicle',
  'A manifest needs a vehicle',
  true,
)
export const interhub_short_alert_hours = scanning.whole(
  'interhub_short_alert_hours',
  'Alert about short manifests after',
  12,
  { min: 1, max: 240, unit: 'hours' },
)

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** A manifest that is opened automatically on the chosen weekdays (docs/domain/hub.md#interhub-manifests). */
export const DailyManifest = z.object({
  from_branch: z.string().min(1).max(120),
  to_branch: z.string().min(1).max(120),
  carrier: z.string().max(120),
  service_level: z.string().max(120),
  weekdays: z.array(z.enum(days)),
  /** Time at which it is opened. */
  opens: clock.default('05:00'),
  /** Time at which it closes automatically; `''` when it is closed by hand. */
  closes: z.union([clock, z.literal('')]).default(''),
  /** Departure time; a time at or before `opens` is on the following day. */
  departs: clock,
  /** Username of one of the company’s drivers; `''` means no driver. */
  driver: z.string().max(120).default(''),
  vehicle: z.string().max(40).default(''),
})
export type DailyManifest = z.output<typeof DailyManifest>

export const interhub_daily_configs = daily.rows(
  'interhub_daily_configs',
  'Manifests opened every day',
  DailyManifest,
  [],
  {
    noun: 'daily manifest',
    columns: [
      { key: 'from_branch', label: 'From', control: { kind: 'named', of: 'branch', max: 120 } },
      { key: 'to_branch', label: 'To', control: { kind: 'named', of: 'branch', max: 120 } },
      { key: 'carrier', label: 'Carrier', control: { kind: 'named', of: 'carrier', max: 120 } },
      {
        key: 'service_level',
        label: 'Service level',
        control: { kind: 'named', of: 'line-haul level', max: 120 },
      },
      {
        key: 'weekdays',
        label: 'Weekdays',
        control: { kind: 'many', choices: week_days.map(([value, label]) => ({ value, label })) },
      },
      { key: 'opens', label: 'Opens', control: { kind: 'time' } },
      { key: 'closes', label: 'Closes', control: { kind: 'time' } },
      { key: 'departs', label: 'Departs', control: { kind: 'time' } },
      { key: 'driver', label: 'Driver', control: { kind: 'named', of: 'driver', max: 120 } },
      { key: 'vehicle', label: 'Vehicle', control: { kind: 'words', max: 40 } },
    ],
    empty: {
      from_branch: '',
      to_branch: '',
      carrier: '',
      service_level: '',
      weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'],
      opens: '05:00',
      closes: '',
      departs: '18:00',
      driver: '',
      vehicle: '',
    },
  },
  {
    description:
      'One without a time to close is closed by hand; one that departs before it opens leaves on the next day.',
  },
)
