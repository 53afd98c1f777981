import { page_mode_labels, shipment_page_modes } from '../identity/page-modes.ts'
import { z } from 'zod'
import { ParcelType, type ParcelType as ParcelTypeRow } from '../accounts/model.ts'
import { whenOn } from '../kit/setting.ts'
import { settingsSection } from '../kit/settings-section.ts'
import { note_readers } from './notes-and-tags/note.ts'
import { invoice_trigger_statuses, shipment_statuses } from './statuses/status.ts'
import { waybill_types } from './labels/waybill-types.ts'

export {
  parcel_max_height,
  parcel_max_length,
  parcel_max_weight,
  parcel_max_width,
  parcel_min_height,
  parcel_min_length,
  parcel_min_weight,
  parcel_min_width,
} from '../rates/settings.ts'

export { pod_pin_length } from './pin-length-setting.ts'
export {
  allow_account_users_to_cancel,
  exclude_tracking_statuses,
  override_shipment_statuses,
} from './list-settings.ts'

/** Sections of the shipment settings: sizes, reasons, windows, permissions and visibility to others. */
const general = settingsSection('general', 'general')
const features = settingsSection('general', 'enable features')
const dashboard = settingsSection('general', 'dashboard settings')
const ops_dashboard = settingsSection('general', 'ops dashboard settings')
const invoicing = settingsSection('rates', 'when to invoice')
const sizes = settingsSection('shipments', 'min/max parcel dimensions')
const packaging = settingsSection('shipments', 'packaging')
const categories = settingsSection('shipments', 'parcel categories')
const disclaimer = settingsSection('shipments', 'parcel disclaimer')
const notes = settingsSection('shipments', 'note types')
const rules = settingsSection('shipments', 'permissions and additional settings')
const claims = settingsSection('shipments', 'claims')
const reasons = settingsSection('shipments', 'predefined reasons')

const shown = { public: true }

/** Stored on each shipment at booking, so that later changes of the setting affect new shipments only (SHIP-025). */
export const invoice_trigger_shipment_status = invoicing.one(
  'invoice_trigger_shipment_status',
  'A shipment may be invoiced from',
  invoice_trigger_statuses,
  'collected',
)
export const tracking_prefix = general.words('tracking_prefix', 'Default tracking prefix', '')
export const enable_idm = features.toggle('enable_idm', 'Identity checks of receivers', false, {
  allowance: 'idm',
  description: 'Drivers and counters may note which document a receiver has shown.',
})
export const unused_feature_guest_shipment_creation = features.toggle(
  'unused_feature_guest_shipment_creation',
  'Disable guest shipments',
  false,
  shown,
)

/** Maximum 200 (docs/domain/references-and-labels.md#parcels-per-shipment). */
export const max_parcels_per_shipment = sizes.whole(
  'max_parcels_per_shipment',
  'Parcels per shipment',
  200,
  { min: 1, max: 200 },
  shown,
)

const parcelType = (
  name: string,
  measures: readonly [number, number, number, number] | null,
  isDefault = false,
): ParcelTypeRow => ({
  name,
  length: measures?.[0] ?? null,
  width: measures?.[1] ?? null,
  height: measures?.[2] ?? null,
  weight: measures?.[3] ?? null,
  declared_value: null,
  is_default: isDefault,
})
const size = { kind: 'number', whole: false, min: 0, max: 10_000 } as const
export const parcel_types = packaging.rows(
  'parcel_types',
  'Parcel types',
  ParcelType,
  [
    parcelType('Standard flyer', [42, 38, 5, 2], true),
    parcelType('Small box', [20, 20, 10, 2]),
    parcelType('Medium box', [40, 30, 20, 5]),
    parcelType('Large box', [60, 40, 40, 15]),
    parcelType('Custom', null),
  ],
  {
    noun: 'parcel type',
    columns: [
      { key: 'name', label: 'Name', control: { kind: 'words', max: 100 }, wide: 2 },
      { key: 'length', label: 'L (cm)', control: size },
      { key: 'width', label: 'W (cm)', control: size },
      { key: 'height', label: 'H (cm)', control: size },
      { key: 'weight', label: 'kg', control: size },
      { key: 'declared_value', label: 'Declared value', control: { kind: 'money', max: 10_000_000_00 } },
      { key: 'is_default', label: 'Default', control: { kind: 'toggle' } },
    ],
    empty: parcelType('', null),
  },
  { ...shown, description: 'Offered when a parcel is added. If sizes are blank, people enter them.' },
)

export const parcel_categories = categories.texts(
  'parcel_categories',
  'Categories',
  ['Documents', 'Clothing', 'Electronics', 'Food (sealed)', 'Medical', 'Spares', 'Other'],
  { ...shown, noun: 'category', description: 'Suggested when someone describes a parcel.' },
)
export const parcel_description_required = categories.toggle(
  'parcel_description_required',
  'A parcel needs a description',
  false,
  shown,
)

export const parcel_disclaimer = disclaimer.lines(
  'parcel_disclaimer',
  'Disclaimer',
  'Additional costs may occur if incorrect parcel dimensions and weight are submitted.',
  shown,
)
export const dangerous_goods_confirmation = disclaimer.toggle(
  'dangerous_goods_confirmation',
  'Guests and customers must confirm',
  true,
  shown,
)
export const prohibited_items = disclaimer.texts(
  'prohibited_items',
  'Prohibited items',
  [
    'Explosives, flammables and gases',
    'Weapons and ammunition',
    'Drugs',
    'Cash and negotiable instruments',
    'Jewellery and precious stones',
    'Live animals',
    'Human remains',
    'Perishables',
    'Hazardous chemicals',
    'Loose lithium batteries',
    'Alcohol and tobacco without a permit',
    'Glass and fragile goods (at own risk)',
  ],
  { ...shown, noun: 'item' },
)

/** A kind of note; `staff_only` kinds can be chosen by staff only. */
const NoteKind = z.object({ key: z.string().max(60), label: z.string().max(120), staff_only: z.boolean() })
export const note_types = notes.rows(
  'note_types',
  'Note types',
  NoteKind,
  [
    { key: 'shipment-note', label: 'Shipment note', staff_only: false },
    { key: 'tracking-event', label: 'Tracking event', staff_only: false },
    { key: 'parcel-dimension-changes', label: 'Parcel dimension changes', staff_only: false },
    { key: 'shipment-address-changes', label: 'Shipment address changes', staff_only: false },
    { key: 'locker-reservation-details', label: 'Locker reservation details', staff_only: true },
  ],
  {
    noun: 'note type',
    columns: [
      { key: 'key', label: 'Key', control: { kind: 'words', max: 60 } },
      { key: 'label', label: 'Name', control: { kind: 'words', max: 120 }, wide: 2 },
      { key: 'staff_only', label: 'Staff only', control: { kind: 'toggle' } },
    ],
    empty: { key: '', label: '', staff_only: false },
  },
  { public: true },
)

export const email_note_recipients = settingsSection('notifications', 'email options').many(
  'email_note_recipients',
  'Notes may be e-mailed to',
  note_readers,
  [...note_readers],
  { public: true },
)

export const require_postal_code_on_shipment_creation = rules.toggle(
  'require_postal_code_on_shipment_creation',
  'An address needs a postal code',
  true,
  shown,
)
export const require_customer_reference = rules.toggle(
  'require_customer_reference',
  'A customer reference is required',
  false,
  shown,
)
export const require_billing_email_for_guests = rules.toggle(
  'require_billing_email_for_guests',
  'Guests must enter a billing e-mail address',
  true,
  shown,
)
export const allow_account_users_to_edit_after_collection = rules.toggle(
  'allow_account_users_to_edit_after_collection',
  'Customers may edit after collection',
  false,
  { for_customers: true },
)
export const auto_add_address_book = rules.toggle(
  'auto_add_address_book',
  'Save addresses automatically',
  true,
  {
    description: 'An account can override this setting.',
  },
)
export const disable_sending_external_notes_to_accounts = rules.toggle(
  'disable_sending_external_notes_to_accounts',
  'Do not e-mail external notes to accounts',
  false,
)

export const default_shipment_page_mode = rules.one(
  'default_shipment_page_mode',
  'Shipment page',
  shipment_page_modes,
  'default',
  { labels: page_mode_labels },
)
export const default_waybill_type = rules.one('default_waybill_type', 'Waybill', waybill_types, 'parcel')
export const default_label_format = rules.one('default_label_format', 'Label format', ['pdf', 'zpl'], 'pdf', {
  labels: { pdf: 'PDF', zpl: 'ZPL' },
})
export const collection_time_from = rules.time('collection_time_from', 'Collect from', '08:00', shown)
export const collection_time_to = rules.time('collection_time_to', 'Collect until', '16:00', shown)
export const delivery_time_from = rules.time('delivery_time_from', 'Deliver from', '08:00', shown)
export const delivery_time_to = rules.time('delivery_time_to', 'Deliver until', '17:00', shown)
export const time_slot_minutes = rules.whole(
  'time_slot_minutes',
  'Interval between time slots',
  30,
  { min: 5, max: 240, unit: 'minutes' },
  shown,
)
const tries = { min: 1, max: 20 }
export const max_delivery_attempts = rules.whole('max_delivery_attempts', 'Delivery attempts', 3, tries)
export const max_collection_attempts = rules.whole('max_collection_attempts', 'Collection attempts', 2, tries)
export const max_reschedules = rules.whole('max_reschedules', 'Times a leg may be rescheduled', 3, {
  min: 0,
  max: 20,
})
export const shipment_ratings_enabled = rules.toggle(
  'shipment_ratings_enabled',
  'Ask receivers for a rating',
  true,
)
export const self_service_change_date = rules.toggle(
  'self_service_change_date',
  'Receiver may change the date',
  true,
  shown,
)
export const self_service_change_locker = rules.toggle(
  'self_service_change_locker',
  'Receiver may choose a locker',
  true,
  shown,
)
export const self_service_instructions = rules.toggle(
  'self_service_instructions',
  'Receiver may add instructions',
  true,
  shown,
)
export const self_service_authorised_person = rules.toggle(
  'self_service_authorised_person',
  'Receiver may name another person',
  true,
  shown,
)
export const self_service_correct_pin = rules.toggle(
  'self_service_correct_pin',
  'Receiver may correct the map pin',
  true,
  shown,
)
export const delivery_pin_retention_days = rules.whole(
  'delivery_pin_retention_days',
  'Keep corrected map pins for',
  730,
  { min: 30, max: 3650, unit: 'days' },
  { description: 'Used for the next parcel to the same address and number. Older ones are deleted.' },
)
export const self_service_change_address = rules.toggle(
  'self_service_change_address',
  'Receiver may change the address',
  false,
  shown,
)

export const claims_enabled = claims.toggle('claims_enabled', 'Claims', true, {
  for_customers: true,
  description: 'Customers and staff can lodge claims for lost, damaged, short or late parcels.',
})
const when_claims = { shown_when: whenOn(claims_enabled) }
export const claims_window_days = claims.whole(
  'claims_window_days',
  'Time to lodge a claim',
  7,
  { min: 1, max: 365, unit: 'days' },
  {
    ...when_claims,
    description: 'From the delivery, or from the day on which the shipment was to be delivered.',
  },
)
export const claims_liability_without_cover = claims.amount(
  'claims_liability_without_cover',
  'Liability without cover',
  25_000,
  1_000_000_00,
  { ...when_claims, description: 'The maximum paid for goods that were not insured.' },
)
export const claims_guaranteed_service_levels = claims.texts(
  'claims_guaranteed_service_levels',
  'Service levels with a guaranteed delivery time',
  [],
  {
    ...when_claims,
    noun: 'service level',
    description: 'Enter their codes. Late deliveries can be claimed only for these.',
  },
)

export const on_hold_internal_reasons = reasons.texts(
  'on_hold_internal_reasons',
  'On hold (internal)',
  ['Capacity', 'Damaged packaging check', 'Security check', 'Account query', 'Unlabelled'],
  { noun: 'reason' },
)
export const on_hold_reasons = reasons.texts(
  'on_hold_reasons',
  'On hold',
  [
    'Awaiting customer instruction',
    'Incorrect address',
    'Receiver not reachable',
    'Payment outstanding',
    'Customs',
    'Area closed',
    'Weather',
    'Force majeure',
  ],
  { noun: 'reason' },
)
export const shipment_cancellation_reasons = reasons.texts(
  'shipment_cancellation_reasons',
  'Cancellation',
  ['Customer request', 'Duplicate', 'Wrong address', 'Wrong service', 'Not ready', 'Payment failed'],
  { ...shown, noun: 'reason' },
)
export const shipment_requested_date_change_reasons = reasons.texts(
  'shipment_requested_date_change_reasons',
  'Requested date change',
  ['Receiver not available', 'Sender not ready', 'Customer request', 'Weather', 'Capacity'],
  { ...shown, noun: 'reason', description: 'Leave empty to ask for no reason.' },
)

/** The period that the customers' dashboard covers (SET-087, SET-099); the other settings of dashboards follow it. */
export const dashboard_duration_days = dashboard.whole(
  'dashboard_duration_days',
  'Days shown',
  30,
  { min: 1, max: 366, unit: 'days' },
  { for_customers: true, description: 'For the deliveries on the dashboard of customers, including today.' },
)
export const dashboard_show_revenue = dashboard.toggle('dashboard_show_revenue', 'Show revenue', true, {
  for_customers: true,
  description:
    'What an account was charged in these days: for its users on their dashboard, for staff on the page of the account. Only users who see billing see it.',
})
export const exclude_dashboard_statuses = dashboard.many(
  'exclude_dashboard_statuses',
  'Excluded statuses',
  shipment_statuses,
  [],
  {
    for_customers: true,
    description: 'Shipments in these statuses are left out of the numbers on dashboards.',
  },
)
export const ops_dashboard_duration_days = ops_dashboard.whole(
  'ops_dashboard_duration_days',
  'Days back',
  7,
  {
    min: 1,
    max: 90,
    unit: 'days',
  },
)
export const ops_dashboard_refresh_seconds = ops_dashboard.whole(
  'ops_dashboard_refresh_seconds',
  'Refresh every',
  30,
  { min: 5, max: 3600, unit: 'seconds' },
)
export const ops_late_risk_minutes = ops_dashboard.whole(
  'ops_late_risk_minutes',
  'Warn when the expected time is past the window by',
  15,
  { min: 0, max: 1440, unit: 'minutes' },
)
export const ops_no_scan_hours = ops_dashboard.whole(
  'ops_no_scan_hours',
  'Warn when a parcel has not moved for',
  24,
  { min: 1, max: 720, unit: 'hours' },
)

export const tripsheet_unique_stops_alert_limit = ops_dashboard.whole(
  'tripsheet_unique_stops_alert_limit',
  'Unique stops alert limit',
  80,
  { min: 1, max: 500, unit: 'stops' },
)
