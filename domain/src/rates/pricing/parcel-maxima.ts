import type { FieldProblem } from '../../kit/problem.ts'

/** The provider’s maximum parcel dimensions in cm and weight in kg. */
export interface ParcelMaxima {
  max_length: number
  max_width: number
  max_height: number
  max_weight: number
}

/** The four measures of a parcel, in the order in which staff receive messages about them (SHIP-055). */
export const parcel_measures = [
  { name: 'length', field: 'length_cm', unit: 'cm' },
  { name: 'width', field: 'width_cm', unit: 'cm' },
  { name: 'height', field: 'height_cm', unit: 'cm' },
  { name: 'weight', field: 'weight_kg', unit: 'kg' },
] as const

type Field = (typeof parcel_measures)[number]['field']

/** The fields of a parcel that the maximum check needs. Actual values take precedence over submitted ones. */
export type SizedForMaxima = Partial<Record<`submitted_${Field}` | `actual_${Field}`, number | undefined>> & {
  status?: string | undefined
}

/**
 * Check 6: finds parcel measures above the maximum. Staff get only the first problem; other users get one for each
 * exceeded field (SHIP-049…SHIP-055). A quote returns the first message instead of prices
 * (docs/domain/public-api.md#quotes).
 */
export function parcelMaxima(
  parcels: readonly SizedForMaxima[],
  limits: ParcelMaxima,
  forStaff: boolean,
): FieldProblem[] {
  const problems = parcel_measures.flatMap(({ name, field, unit }) => {
    const limit = limits[`max_${name}`]
    return parcels.flatMap((parcel, position) => {
      const value = parcel[`actual_${field}`] || (parcel[`submitted_${field}`] ?? null)
      if (parcel.status === 'cancelled' || value === null || value <= limit) return []
      const message = `Some parcels exceed the maximum allowed ${name} of ${limit}${unit}`
      return [{ field: `parcels.${position}.submitted_${field}`, message }]
    })
  })
  return forStaff ? problems.slice(0, 1) : problems
}
