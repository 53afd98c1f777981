import { createContext } from 'react'

/** Which fields of a form Tab and Enter skip. */
export interface FieldSkipping {
  /** Skippable fields at which the user wants to stop nevertheless; by `pinName`. */
  pinned: ReadonlySet<string>
  onPin: (name: string) => void
}

/** Provided around a form that skips its optional fields; `null` where Tab and Enter stop at every field. */
export const FieldSkippingContext = createContext<FieldSkipping | null>(null)

/** Returns the name under which a field is pinned; all rows of a list share one: `parcels.*.quantity`. */
export function pinName(path: string): string {
  return path.replaceAll(/\.\d+(?=\.|$)/g, '.*')
}

/** Selector of the skipped fields. */
export const skipped = '[data-skipped]'
