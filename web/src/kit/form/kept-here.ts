import { useEffect } from 'react'

interface Kept<Values> {
  entry: string
  values: Values
}

/** Returns the browser history entry of the open page, which differs between visits of the same address. */
function openEntry(): string {
  return (window.history.state as { __TSR_key?: string } | null)?.__TSR_key ?? ''
}

/** Returns the values typed earlier on this visit of a page, when the user comes back to it; `null` for a new visit. */
export function keptHere<Values>(name: string): Values | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(`kept:${name}`) ?? 'null') as Kept<Values> | null
    return kept?.entry === openEntry() ? kept.values : null
  } catch {
    return null
  }
}

/** Stores the typed values in this tab, for a user who goes Back to the page. */
export function useKeepHere(name: string, values: object): void {
  useEffect(() => {
    const kept: Kept<object> = { entry: openEntry(), values }
    sessionStorage.setItem(`kept:${name}`, JSON.stringify(kept))
  }, [name, values])
}
