import { useEffect } from 'react'

interface StoredValues<Values> {
  entry: string
  values: Values
}

/** Returns the browser history entry of the open page, which differs between visits of the same address. */
function openEntry(): string {
  return (window.history.state as { __TSR_key?: string } | null)?.__TSR_key ?? ''
}

/** Returns the values typed earlier on this visit of a page, when the user comes back to it; `null` for a new visit. */
export function readVisitValues<Values>(name: string): Values | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(`kept:${name}`) ?? 'null') as StoredValues<Values> | null
    return stored?.entry === openEntry() ? stored.values : null
  } catch {
    return null
  }
}

/** Stores the typed values in this tab, for a user who goes Back to the page. */
export function useStoreVisitValues(name: string, values: object): void {
  useEffect(() => {
    const stored: StoredValues<object> = { entry: openEntry(), values }
    sessionStorage.setItem(`kept:${name}`, JSON.stringify(stored))
  }, [name, values])
}
