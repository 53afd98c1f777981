import type { Cents } from '../../kit/money.ts'
import type {
  CompiledGroup,
  CompiledPriceBook,
  GroupPercentage,
  PricedFormula,
} from '../price-books/compile-price-book.ts'
import type { Estimate } from './estimate-dates.ts'
import type { ChargeRowType } from '../model.ts'
import type { ChargeType, RateFormula, ServiceLevel, VatType } from '../price-books/price-book.ts'
import type { PriceRequest, RequestedTimes } from './price-request.ts'
import type { MeasuredParcel } from './weights.ts'

/** The inputs of a charge row’s calculation, so that a stored price can always be explained. */
export interface ChargeInputs {
  readonly [fact: string]: unknown
  /** Only in base rows. */
  readonly requested?: RequestedTimes
}

/** A calculated charge row, before it is stored on a shipment. `value` is in cents, `vat` in Rand with four decimals. */
export interface PricedRow {
  type: ChargeRowType
  type_id: number
  name: string
  value: Cents
  vat: number
  vat_percentage: number
  vat_type: VatType
  charge_type: ChargeType | null
  charge_value: number | null
  is_opt_in: boolean
  is_custom_charge: boolean
  is_quantity_based_charge: boolean
  quantity: number
  rate_revision_id: number
  metadata: ChargeInputs | null
}

/** A service level that can be booked: its price rows, weights and dates. */
export interface Offer {
  service_level: ServiceLevel
  /** The rate group that supplied the base price. */
  group_name: string
  /** The percentages that the groups below that group, down to the account’s group, apply to the base price. */
  group_percentages: readonly GroupPercentage[]
  formula: RateFormula
  /** One amount per parcel, or one for the shipment. */
  charge_per_parcel: readonly Cents[]
  /** All rows; the informational `rate_formula` row follows the base row. */
  rows: readonly PricedRow[]
  insurance: { id: number; charge: Cents; vat: number; vat_type: VatType } | null
  rate: Cents
  vat: Cents
  rate_excluding_vat: Cents
  /** kg. */
  charged_weight: number
  actual_weight: number
  volumetric_weight: number
  dates: Estimate
  rate_revision_id: number
}

/** The inputs of one pricing run: the book, the account’s group, the request and the measured parcels. */
export interface PricingJob {
  compiled: CompiledPriceBook
  group: CompiledGroup
  request: PriceRequest
  parcels: readonly MeasuredParcel[]
}

/** The base price of a service level: its formula and its amounts in cents. */
export interface BasePrice {
  row: PricedFormula
  /** One per parcel, or one for the shipment. */
  amounts: readonly Cents[]
}
