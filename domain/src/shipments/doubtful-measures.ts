/** Size (cm) and weight (kg) of one parcel. */
export interface ParcelMeasures {
  length_cm: number
  width_cm: number
  height_cm: number
  weight_kg: number
}

/** Measures are doubtful when they are more than this many times larger or smaller than the submitted ones. */
export const doubtful_factor = 3
/**
 * Differences up to these values, in kg and cm³, are accepted, because scales and tape measures vary and small
 * parcels would otherwise be reported.
 */
const slack = { weight_kg: 2, volume_cm3: 10_000 }

/**
 * Returns what is doubtful about measures compared with the submitted ones, for example `the weight is more than 3
 * times what was booked`. Empty when nothing is doubtful or nothing was submitted.
 */
export function measureDoubts(submitted: ParcelMeasures, measured: ParcelMeasures): string[] {
  return [
    doubt('weight', submitted.weight_kg, measured.weight_kg, slack.weight_kg),
    doubt('volume', volumeOf(submitted), volumeOf(measured), slack.volume_cm3),
  ].filter((one) => one !== null)
}

function volumeOf({ length_cm, width_cm, height_cm }: ParcelMeasures): number {
  return length_cm * width_cm * height_cm
}

function doubt(what: string, before: number, after: number, maxSlack: number): string | null {
  if (before <= 0 || after <= 0 || Math.abs(after - before) <= maxSlack) return null
  if (after > before * doubtful_factor)
    return `the ${what} is more than ${doubtful_factor} times what was booked`
  return after * doubtful_factor < before ? `the ${what} is less than a third of what was booked` : null
}

/** Formats measures as `60×50×40 cm, 21.5 kg`. */
export function measuresText({ length_cm, width_cm, height_cm, weight_kg }: ParcelMeasures): string {
  return `${length_cm}×${width_cm}×${height_cm} cm, ${weight_kg} kg`
}
