import type { FieldProblem } from '../kit/problem.ts'
import { parcel_measures, type ParcelMaxima } from '../rates/pricing/parcel-maxima.ts'
import type { ParcelInput } from './parcel.ts'

export { parcelMaxima } from '../rates/pricing/parcel-maxima.ts'

/** A parcel with the fields that the size checks use. Actual values take precedence over submitted ones. */
export type SizedParcel = Omit<ParcelInput, 'id' | 'tracking_reference'>

/**
 * The provider's limits: sizes in cm, weights in kg, and the number of parcels. A minimum of 0 is switched off
 * (SHIP-056).
 */
export interface ParcelLimits extends ParcelMaxima {
  min_length: number
  min_width: number
  min_height: number
  min_weight: number
  max_parcels: number
}

/**
 * Returns the submitted measures that are negative or below the minimum. 0 and blank are valid, because they are
 * raised to the minimum (SHIP-056, docs/domain/public-api.md#parcel).
 */
export function parcelMinima(parcels: readonly SizedParcel[], limits: ParcelLimits): FieldProblem[] {
  return parcel_measures.flatMap((measure) => {
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

/** Returns the submitted measure to store: 0 and blank become the minimum (docs/domain/public-api.md#parcel). */
export function raisedToMinimum(value: number | undefined, minimum: number): number {
  return value ? value : minimum
}
