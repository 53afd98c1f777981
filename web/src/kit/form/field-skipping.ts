import { createContext } from 'react'

/** Which fields of a form Tab and Enter go past. */
export interface FieldSkipping {
  /** Fields that may stay as they are, and that the person wants to stop at nevertheless; by `pinName`. */
  pinned: ReadonlySet<string>
  onPin: (name: string) => void
}

/** Set round a form while it goes past what may be left out; `null` where every field is stopped at. */
export const FieldSkippingContext = createContext<FieldSkipping | null>(null)

/** The name under which a field is pinned, one for all rows of a list: `parcels.*.quantity`. */
export function pinName(path: string): string {
  return path.replaceAll(/\.\d+(?=\.|$)/g, '.*')
}

/** Marks a field that is gone past, and its name for the key that pins it. */
export const skipped = '[data-skipped]'
