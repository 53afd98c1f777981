/** Measured size in cm and weight in kg of a parcel; `null` while not entered. */
export interface Measures {
  length_cm: number | null
  width_cm: number | null
  height_cm: number | null
  weight_kg: number | null
}

export const no_measures: Measures = { length_cm: null, width_cm: null, height_cm: null, weight_kg: null }

/** Whether all measures are entered and above zero. */
export function isMeasured(measures: Measures): measures is { [Key in keyof Measures]: number } {
  return Object.values(measures).every((value: number | null) => value !== null && value > 0)
}

/**
 * Parses a weight in kg from a scale that types like a scanner (`12.345`, `3,2 KG`); returns `null` for any other
 * text.
 */
export function readScale(raw: string): number | null {
  const match = /^(\d{1,4}(?:[.,]\d{1,3})?)\s*(?:kg)?$/i.exec(raw.trim())
  return match?.[1] ? Number(match[1].replace(',', '.')) : null
}
