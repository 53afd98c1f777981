import { z } from 'zod'
import { setting } from '../kit/setting.ts'
import { settingsSection } from '../kit/settings-section.ts'
import { WeekHours } from '../kit/week-hours.ts'
import { flag, num, rand, text } from '../kit/wire.ts'
import { charged_weight_methods, weight_roundings } from './price-book.ts'

/** The settings of the section 'rates settings' that rating reads (domain notes 11.2). Money is stored in Rand. */
const about = { tab: 'rates', section: 'rates settings' } as const

export const rates_include_vat = setting('rates_include_vat', {
  ...about,
  schema: flag,
  default: true,
  title: 'Rates are typed including VAT',
  description: 'On: amounts in the price book include VAT. Off: VAT is added to every amount.',
})

export const rates_round_total_to = setting('rates_round_total_to', {
  ...about,
  schema: z.enum(['none', '0.05', '0.10', '0.50', '1.00']),
  default: 'none',
  title: 'Round totals to',
  description: 'Rounds the total of a quote, shown as its own row.',
})

export const rates_fallback_zone_tag = setting('rates_fallback_zone_tag', {
  ...about,
  schema: text(100),
  default: 'Regional',
  title: 'Zone when no polygon matches',
})

export const default_volumetric_factor = setting('default_volumetric_factor', {
  ...about,
  schema: num.pipe(z.int().min(1).max(100_000)),
  default: 4000,
  title: 'Default volumetric factor',
  description: 'cm³ per kg for new service levels: road 4000, air 5000.',
})

export const default_weight_rounding = setting('default_weight_rounding', {
  ...about,
  schema: z.enum(weight_roundings),
  default: 'round_up',
  title: 'Default weight rounding',
})

export const default_charged_weight_method = setting('default_charged_weight_method', {
  ...about,
  schema: z.enum(charged_weight_methods),
  default: 'shipment',
  title: 'Default way of weighing',
  description: 'Parcels weighed together as one consignment, or each on its own.',
})

export const insurance_declared_value_enabled = setting('insurance_declared_value_enabled', {
  ...about,
  schema: flag,
  default: true,
  title: 'Offer declared value',
  public: true,
})

export const insurance_max_declared_value = setting('insurance_max_declared_value', {
  ...about,
  schema: rand,
  default: 50_000_00,
  title: 'Highest declared value',
  public: true,
})

export const insurance_percentage = setting('insurance_percentage', {
  ...about,
  schema: num.pipe(z.number().min(0).max(100)),
  default: 1.75,
  title: 'Insurance, % of the declared value',
})

export const insurance_min_charge = setting('insurance_min_charge', {
  ...about,
  schema: rand,
  default: 25_00,
  title: 'Lowest insurance charge',
})

export const insurance_included_value = setting('insurance_included_value', {
  ...about,
  schema: rand,
  default: 0,
  title: 'Cover included free of charge',
})

export const charge_discrepancy_threshold_min_amount = setting('charge_discrepancy_threshold_min_amount', {
  ...about,
  schema: rand,
  default: 20_00,
  title: 'Report discrepancies from',
  description:
    'The smallest difference between the submitted and the measured price that is reported (RATE-022).',
})

export const dispute_window_days = setting('dispute_window_days', {
  ...about,
  schema: num.pipe(z.int().min(0).max(365)),
  default: 7,
  title: 'Customers may dispute within',
  description: 'Days after the notice of a discrepancy.',
})

export const quote_disclaimer = setting('quote_disclaimer', {
  ...about,
  schema: text(2000, { lines: true }),
  default: 'Prices depend on the measured size and weight.',
  title: 'Text under quotes',
  public: true,
})

export const quote_payment_reference_option = setting('quote_payment_reference_option', {
  ...about,
  schema: z.enum(['both', 'quote-reference', 'account-code']),
  default: 'both',
  title: 'Payment reference on quotes',
})

export const payment_pending_validity_period = setting('payment_pending_validity_period', {
  ...about,
  schema: num.pipe(z.int().min(1).max(365)),
  default: 30,
  title: 'Days a quote or unpaid shipment stays valid',
})

export const invoice_company_vat_no = setting('invoice_company_vat_no', {
  tab: 'rates',
  section: 'invoice settings',
  schema: text(20),
  default: '',
  title: 'VAT number',
  description: 'Ten digits beginning with 4. Empty: the company is not VAT-registered and charges no VAT.',
})
/** The standard percentage; a change takes effect for charges posted from then on (BILL-013). */
export const vat_percentage = setting('vat_percentage', {
  tab: 'rates',
  section: 'invoice settings',
  schema: num.pipe(z.number().min(0).max(100)),
  default: 15,
  title: 'VAT %',
  public: true,
})

const workday = { open: '08:00', close: '17:00' }

/** Office hours per weekday; estimates count in them (SET-100). */
export const working_hours = setting('working_hours', {
  tab: 'general',
  section: 'office hours',
  schema: WeekHours,
  default: {
    mon: workday,
    tue: workday,
    wed: workday,
    thu: workday,
    fri: workday,
    sat: { open: '08:00', close: '12:00' },
    sun: null,
  },
  title: 'Office hours',
  public: true,
})

/** Every setting of rates, for the catalogue. */
export const rates_settings = [
  vat_percentage,
  invoice_company_vat_no,
  working_hours,
  rates_include_vat,
  rates_round_total_to,
  rates_fallback_zone_tag,
  default_volumetric_factor,
  default_weight_rounding,
  default_charged_weight_method,
  insurance_declared_value_enabled,
  insurance_max_declared_value,
  insurance_percentage,
  insurance_min_charge,
  insurance_included_value,
  charge_discrepancy_threshold_min_amount,
  dispute_window_days,
  quote_disclaimer,
  quote_payment_reference_option,
  payment_pending_validity_period,
]

/** The smallest and largest parcel, which quotes and bookings both look at. */
const sizes = settingsSection('shipments', 'min/max parcel dimensions')
const shown = { public: true }
const cm = { min: 0, max: 10_000 }
const kg = { min: 0, max: 100_000 }
export const parcel_min_length = sizes.number('parcel_min_length', 'Minimum length (cm)', 1, cm, shown)
export const parcel_min_width = sizes.number('parcel_min_width', 'Minimum width (cm)', 1, cm, shown)
export const parcel_min_height = sizes.number('parcel_min_height', 'Minimum height (cm)', 1, cm, shown)
/** 1 g, because shops send parcels of 0.001 kg (partner API 15.2). */
export const parcel_min_weight = sizes.number('parcel_min_weight', 'Minimum weight (kg)', 0.001, kg, shown)
export const parcel_max_length = sizes.number('parcel_max_length', 'Maximum length (cm)', 300, cm, shown)
export const parcel_max_width = sizes.number('parcel_max_width', 'Maximum width (cm)', 200, cm, shown)
export const parcel_max_height = sizes.number('parcel_max_height', 'Maximum height (cm)', 200, cm, shown)
export const parcel_max_weight = sizes.number('parcel_max_weight', 'Maximum weight (kg)', 500, kg, shown)
