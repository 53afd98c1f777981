/** The true size of a parcel: cm and kg, `null` while not typed. */
export interface Measures {
  length_cm: number | null
  width_cm: number | null
  height_cm: number | null
  weight_kg: number | null
}

export const no_measures: Measures = { length_cm: null, width_cm: null, height_cm: null, weight_kg: null }

/** Whether everything has been measured, with sizes above zero. */
export function isMeasured(measures: Measures): measures is { [Key in keyof Measures]: number } {
  return Object.values(measures).every((value: number | null) => value !== null && value > 0)
}

/** A weight in kg that a scale typed like a scanner (`12.345`, `3,2 KG`); `null` for anything else. */
export function readScale(raw: string): number | null {
  const match = /^(\d{1,4}(?:[.,]\d{1,3})?)\s*(?:kg)?$/i.exec(raw.trim())
  return match?.[1] ? Number(match[1].replace(',', '.')) : null
}
