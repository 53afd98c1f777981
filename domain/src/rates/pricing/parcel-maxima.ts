import type { FieldProblem } from '../../kit/problem.ts'

/** The provider's largest parcel: cm and kg. */
export interface ParcelMaxima {
  max_length: number
  max_width: number
  max_height: number
  max_weight: number
}

/** The four measures of a parcel in the order in which staff hear of them (SHIP-055). */
export const parcel_measures = [
  { name: 'length', field: 'length_cm', unit: 'cm' },
  { name: 'width', field: 'width_cm', unit: 'cm' },
  { name: 'height', field: 'height_cm', unit: 'cm' },
  { name: 'weight', field: 'weight_kg', unit: 'kg' },
] as const

type Field = (typeof parcel_measures)[number]['field']

/** A parcel as far as its maximum goes; actual values count where they are present. */
export type SizedForMaxima = Partial<Record<`submitted_${Field}` | `actual_${Field}`, number | undefined>> & {
  status?: string | undefined
}

/**
 * Check 6: measures over the maximum. Staff get one message, the first measure exceeded; everybody else one under each
 * exceeded field (SHIP-049…SHIP-055). A quote says the first one instead of prices (docs/domain/public-api.md#quotes).
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
