import type { RatedParcel } from '../model.ts'
import type { ServiceLevel, WeightRounding } from '../price-books/price-book.ts'

/** A parcel in the integer units that the engine calculates with: grams, millimetres and cubic millimetres. */
export interface MeasuredParcel {
  grams: number
  /** Longest first. */
  sides_mm: readonly [number, number, number]
  mm3: number
  packaging: string
}

/**
 * Absolute limits of a parcel: 20 m and 50 t. Above them a parcel is not accepted, and integer arithmetic would no
 * longer be exact.
 */
export const absolute_max = { length_cm: 2000, weight_kg: 50_000 } as const

/** Checks that a parcel is within the absolute maxima, so that it can be measured exactly. */
export function isMeasurable(parcel: RatedParcel): boolean {
  const { length, width, height, weight } = measuresOf(parcel)
  return Math.max(length, width, height) <= absolute_max.length_cm && weight <= absolute_max.weight_kg
}

/**
 * Returns the measures to use: actual values if present, else submitted ones; 0 when unknown
 * (docs/domain/rating.md#weights).
 */
export function measuresOf(parcel: RatedParcel): {
  length: number
  width: number
  height: number
  weight: number
} {
  return {
    length: parcel.actual_length_cm || parcel.submitted_length_cm || 0,
    width: parcel.actual_width_cm || parcel.submitted_width_cm || 0,
    height: parcel.actual_height_cm || parcel.submitted_height_cm || 0,
    weight: parcel.actual_weight_kg || parcel.submitted_weight_kg || 0,
  }
}

/**
 * Rounds a parcel’s measures to whole millimetres and grams, which also removes floating-point noise such as
 * 2.0000000001 kg.
 */
export function measureParcel(parcel: RatedParcel): MeasuredParcel {
  const { length, width, height, weight } = measuresOf(parcel)
  const a = Math.round(length * 10)
  const b = Math.round(width * 10)
  const c = Math.round(height * 10)
  const longest = Math.max(a, b, c)
  const shortest = Math.min(a, b, c)
  return {
    grams: Math.round(weight * 1000),
    sides_mm: [longest, a + b + c - longest - shortest, shortest],
    mm3: a * b * c,
    packaging: parcel.packaging ?? '',
  }
}

/** The weights of a shipment for one service level, as integers; they are converted to kg only for display. */
export interface Weights {
  actual_grams: number
  /** Volumetric weight in 0.0001 kg, rounded half up. */
  volumetric_units: number
  /** Charged weight in 0.01 kg. */
  charged_centikg: number
  /** Charged weight of each parcel in 0.01 kg; empty when the parcels are weighed together. */
  parcel_centikg: readonly number[]
}

/**
 * Returns actual, volumetric and charged weight (docs/domain/rating.md#weights). With `each`, every parcel is weighed
 * and rounded separately and the charged weight is their sum, regardless of the service’s method.
 */
export function weigh(
  parcels: readonly MeasuredParcel[],
  service: Pick<ServiceLevel, 'volumetric_factor' | 'weight_rounding' | 'charged_weight_method'>,
  each = service.charged_weight_method === 'parcel',
): Weights {
  let grams = 0
  let mm3 = 0
  for (const parcel of parcels) {
    grams += parcel.grams
    mm3 += parcel.mm3
  }
  const { volumetric_factor, weight_rounding } = service
  const parcelCentikg = each
    ? parcels.map((parcel) => chargedCentikg(parcel.grams, parcel.mm3, volumetric_factor, weight_rounding))
    : []
  return {
    actual_grams: grams,
    volumetric_units: Math.round((mm3 * 10) / volumetric_factor),
    charged_centikg: each
      ? parcelCentikg.reduce((sum, one) => sum + one, 0)
      : chargedCentikg(grams, mm3, volumetric_factor, weight_rounding),
    parcel_centikg: parcelCentikg,
  }
}

/**
 * Calculates `round(max(actual, volume / factor))` in 0.01 kg. Compares `grams × factor` with mm³, so that there is
 * no division before the single rounding (RATE-010).
 */
function chargedCentikg(grams: number, mm3: number, factor: number, rounding: WeightRounding): number {
  const heavier = Math.max(grams * factor, mm3)
  const kg = 1000 * factor
  if (rounding === 'do_not_round') return floorDivide(2 * heavier + 10 * factor, 20 * factor)
  if (rounding === 'round_up') return Math.max(1, ceilDivide(heavier, kg)) * 100
  if (rounding === 'round_normally') return Math.max(1, floorDivide(2 * heavier + kg, 2 * kg)) * 100
  return Math.max(1, ceilDivide(2 * heavier, kg)) * 50
}

const floorDivide = (a: number, b: number): number => (a - (a % b)) / b
const ceilDivide = (a: number, b: number): number => floorDivide(a, b) + (a % b === 0 ? 0 : 1)

/** Returns a weight in kg for screens and responses, rounded up to 0.1 kg. */
export function displayKg(kg: number): number {
  return Math.ceil(Math.round(kg * 10_000) / 1000) / 10
}
