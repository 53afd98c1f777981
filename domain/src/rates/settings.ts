import { whenOn } from '../kit/setting.ts'
import { settingsSection } from '../kit/settings-section.ts'
import { charged_weight_methods, weight_roundings } from './price-books/price-book.ts'

/**
 * Settings that pricing needs in addition to the price book, and the calendar settings it uses.
 * Money is stored in Rand.
 */
const rating = settingsSection('rates', 'rates settings')
const invoice = settingsSection('rates', 'invoice settings')
const international = settingsSection('shipments', 'international shipments')
const shown = { public: true }
const percent = { min: 0, max: 100, unit: '%' }

export const rates_include_vat = rating.toggle('rates_include_vat', 'Rates include VAT', true, {
  description: 'On: amounts in the price book include VAT. Off: VAT is added to every amount.',
})
export const rates_round_total_to = rating.one(
  'rates_round_total_to',
  'Round totals to',
  ['none', '0.05', '0.10', '0.50', '1.00'],
  'none',
  {
    description: 'Rounds the total of a quote, shown as its own row.',
    labels: { '0.05': 'R 0.05', '0.10': 'R 0.10', '0.50': 'R 0.50', '1.00': 'R 1.00' },
  },
)
export const rates_fallback_zone_tag = rating.words(
  'rates_fallback_zone_tag',
  'Zone when no polygon matches',
  'Regional',
)
export const default_volumetric_factor = rating.whole(
  'default_volumetric_factor',
  'Default volumetric factor',
  4000,
  { min: 1, max: 100_000, unit: 'cm³ per kg' },
  { description: 'For new service levels: road 4000, air 5000.' },
)
export const default_weight_rounding = rating.one(
  'default_weight_rounding',
  'Default weight rounding',
  weight_roundings,
  'round_up',
)
export const default_charged_weight_method = rating.one(
  'default_charged_weight_method',
  'Default weighing method',
  charged_weight_methods,
  'shipment',
  { description: 'Parcels weighed together as one consignment, or each on its own.' },
)

/** Insurance of the declared value (SET-075, SET-076). */
export const insurance_declared_value_enabled = rating.toggle(
  'insurance_declared_value_enabled',
  'Offer declared value',
  true,
  shown,
)
const when_insured = { shown_when: whenOn(insurance_declared_value_enabled) }
export const insurance_max_declared_value = rating.amount(
  'insurance_max_declared_value',
  'Highest declared value',
  50_000_00,
  10_000_000_00,
  { ...shown, ...when_insured },
)
export const insurance_percentage = rating.number(
  'insurance_percentage',
  'Insurance, % of the declared value',
  1.75,
  percent,
  { ...when_insured, description: 'What a rate group begins with; its own terms are in the price list.' },
)
export const insurance_min_charge = rating.amount(
  'insurance_min_charge',
  'Lowest insurance charge',
  25_00,
  10_000_00,
  when_insured,
)
export const insurance_included_value = rating.amount(
  'insurance_included_value',
  'Cover included free of charge',
  0,
  1_000_000_00,
  when_insured,
)

export const charge_discrepancy_threshold_min_amount = rating.amount(
  'charge_discrepancy_threshold_min_amount',
  'Report discrepancies from',
  20_00,
  10_000_00,
  {
    description:
      'A measured price that differs from the booked one by at least this amount waits until the account had time to dispute it. Smaller differences are charged at once.',
  },
)
export const charge_discrepancy_threshold_percentage = rating.number(
  'charge_discrepancy_threshold_percentage',
  'And from, % of the booked price',
  0,
  percent,
  { description: 'Both limits must be reached. 0: the amount alone decides.' },
)
export const discrepancy_photo_min_amount = rating.amount(
  'discrepancy_photo_min_amount',
  'Photo on the scale from',
  100_00,
  10_000_00,
  { description: 'The hub scanner stores larger differences only with a photo. 0: for every discrepancy.' },
)
export const dispute_window_days = rating.whole(
  'dispute_window_days',
  'Customers may dispute within',
  7,
  { min: 0, max: 365, unit: 'days' },
  { description: 'Counted from the notice of a discrepancy.' },
)
export const quote_disclaimer = rating.lines(
  'quote_disclaimer',
  'Text under quotes',
  'Prices depend on the measured size and weight.',
  shown,
)
export const quote_payment_reference_option = rating.one(
  'quote_payment_reference_option',
  'Payment reference on quotes',
  ['both', 'quote-reference', 'account-code'],
  'both',
  { description: 'What customers enter when they pay a quote by bank transfer.' },
)
export const payment_pending_validity_period = rating.whole(
  'payment_pending_validity_period',
  'A quote or unpaid shipment stays valid',
  30,
  { min: 1, max: 365, unit: 'days' },
)

export const invoice_company_vat_no = invoice.words('invoice_company_vat_no', 'VAT number', '', {
  description: 'Shown on every invoice.',
})
/** Lets a prepaid customer whose balance does not cover a booking pay for that shipment separately (SET-072, SET-073). */
export const pay_as_you_go = invoice.toggle(
  'pay_as_you_go',
  'Prepaid accounts may pay per shipment',
  true,
  shown,
)
export const vat_percentage = invoice.number('vat_percentage', 'VAT', 15, percent, shown)

const workday = { open: '08:00', close: '17:00' }
const closed_week = { mon: null, tue: null, wed: null, thu: null, fri: null, sat: null, sun: null }

/** Office hours per weekday, used for delivery estimates (SET-055). */
export const working_hours = settingsSection('general', 'office hours').hours(
  'working_hours',
  'Office hours',
  {
    ...closed_week,
    mon: workday,
    tue: workday,
    wed: workday,
    thu: workday,
    fri: workday,
    sat: { open: '08:00', close: '12:00' },
  },
  { ...shown, description: 'Delivery estimates are based on these hours.' },
)

/** Office hours on public holidays, by the weekday of the holiday (SET-055). */
export const holiday_working_hours = settingsSection('general', 'public holiday office hours').hours(
  'holiday_working_hours',
  'Hours on public holidays',
  closed_week,
  {
    ...shown,
    description:
      'By the weekday of the holiday, for services that work on holidays. Closed: their usual hours apply.',
  },
)

/** Minimum and maximum parcel dimensions, used by quotes and bookings (SET-077). */
const sizes = settingsSection('shipments', 'min/max parcel dimensions')
const cm = { min: 0, max: 10_000, unit: 'cm' }
const kg = { min: 0, max: 100_000, unit: 'kg' }
export const parcel_min_length = sizes.number('parcel_min_length', 'Minimum length', 1, cm, shown)
export const parcel_min_width = sizes.number('parcel_min_width', 'Minimum width', 1, cm, shown)
export const parcel_min_height = sizes.number('parcel_min_height', 'Minimum height', 1, cm, shown)
/** 1 g, because shops send parcels of 0.001 kg (docs/domain/public-api.md#values). */
export const parcel_min_weight = sizes.number('parcel_min_weight', 'Minimum weight', 0.001, kg, shown)
export const parcel_max_length = sizes.number('parcel_max_length', 'Maximum length', 300, cm, shown)
export const parcel_max_width = sizes.number('parcel_max_width', 'Maximum width', 200, cm, shown)
export const parcel_max_height = sizes.number('parcel_max_height', 'Maximum height', 200, cm, shown)
export const parcel_max_weight = sizes.number('parcel_max_weight', 'Maximum weight', 500, kg, shown)

/** International shipments and the foreign countries served (SHIP-086). */
export const international_enabled = international.toggle(
  'international_enabled',
  'International shipments',
  false,
  shown,
)
const when_international = { shown_when: whenOn(international_enabled) }
export const international_collection_countries = international.countries(
  'international_collection_countries',
  'Countries collected from',
  [],
  { ...shown, ...when_international },
)
export const international_delivery_countries = international.countries(
  'international_delivery_countries',
  'Countries delivered to',
  [],
  { ...shown, ...when_international },
)
