import { useEffect } from 'react'

interface Kept<Values> {
  entry: string
  values: Values
}

/** What the browser calls the page that is open, apart from other visits of the same address. */
function openEntry(): string {
  return (window.history.state as { __TSR_key?: string } | null)?.__TSR_key ?? ''
}

/** What was typed on this visit of a page, found again on coming back to it; `null` for a new visit. */
export function keptHere<Values>(name: string): Values | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(`kept:${name}`) ?? 'null') as Kept<Values> | null
    return kept?.entry === openEntry() ? kept.values : null
  } catch {
    return null
  }
}

/** Keeps what is typed in this tab, for who goes Back to the page. */
export function useKeepHere(name: string, values: object): void {
  useEffect(() => {
    const kept: Kept<object> = { entry: openEntry(), values }
    sessionStorage.setItem(`kept:${name}`, JSON.stringify(kept))
  }, [name, values])
}
