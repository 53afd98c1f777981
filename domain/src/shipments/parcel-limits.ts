import type { FieldProblem } from '../kit/problem.ts'
import type { ParcelInput } from './parcel.ts'

/** A parcel with what the size checks read; actual values count where they are present. */
export type SizedParcel = Omit<ParcelInput, 'id' | 'tracking_reference'>

/** The provider's limits: cm, kg and a number of parcels. A minimum of 0 is switched off (SHIP-056). */
export interface ParcelLimits {
  max_length: number
  max_width: number
  max_height: number
  max_weight: number
  min_length: number
  min_width: number
  min_height: number
  min_weight: number
  max_parcels: number
}

/** The four measures in the order in which staff hear of them (SHIP-055). */
const measures = [
  { name: 'length', field: 'length_cm', unit: 'cm' },
  { name: 'width', field: 'width_cm', unit: 'cm' },
  { name: 'height', field: 'height_cm', unit: 'cm' },
  { name: 'weight', field: 'weight_kg', unit: 'kg' },
] as const

type Measure = (typeof measures)[number]

/**
 * Check 6: measures over the maximum. Staff get one message, the first measure exceeded; everybody else one under
 * each exceeded field (SHIP-049…SHIP-055).
 */
export function parcelMaxima(
  parcels: readonly SizedParcel[],
  limits: ParcelLimits,
  for_staff: boolean,
): FieldProblem[] {
  const problems = measures.flatMap((measure) => {
    const limit = limits[`max_${measure.name}`]
    return parcels.flatMap((parcel, position) => {
      const value = sizeOf(parcel, measure)
      if (parcel.status === 'cancelled' || value === null || value <= limit) return []
      const message = `Some parcels exceed the maximum allowed ${measure.name} of ${limit}${measure.unit}`
      return [{ field: `parcels.${position}.submitted_${measure.field}`, message }]
    })
  })
  return for_staff ? problems.slice(0, 1) : problems
}

/**
 * Submitted measures that are negative or below the minimum; 0 and blank are raised to it instead (SHIP-056, partner
 * API 2.3).
 */
export function parcelMinima(parcels: readonly SizedParcel[], limits: ParcelLimits): FieldProblem[] {
  return measures.flatMap((measure) => {
    const limit = limits[`min_${measure.name}`]
    return parcels.flatMap((parcel, position) => {
      const value = parcel[`submitted_${measure.field}`] ?? 0
      if (value === 0 || (value > 0 && value >= limit)) return []
      const message =
        value < 0
          ? `Parcel ${measure.name} cannot be negative.`
          : `Some parcels are below the minimum allowed ${measure.name} of ${limit}${measure.unit}`
      return [{ field: `parcels.${position}.submitted_${measure.field}`, message }]
    })
  })
}

/** A submitted measure to store: 0 and blank become the minimum (partner API 2.3). */
export function raisedToMinimum(value: number | undefined, minimum: number): number {
  return value ? value : minimum
}

function sizeOf(parcel: SizedParcel, measure: Measure): number | null {
  return parcel[`actual_${measure.field}`] || (parcel[`submitted_${measure.field}`] ?? null)
}
