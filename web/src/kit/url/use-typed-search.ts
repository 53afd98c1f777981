import { useEffect, useState } from 'react'
import { useSearchState } from './use-search.ts'

/** Milliseconds after typing stops until the search is asked. */
const typing_pause_ms = 250

/**
 * A search box whose text stands in the address bar as `q`, a moment after typing stops: `searched` is what to ask for,
 * `typed` what the box holds.
 */
export function useTypedSearch(): { searched: string; typed: string; setTyped: (text: string) => void } {
  const { values, set } = useSearchState()
  const searched = values.q ?? ''
  const [typed, setTyped] = useState(searched)
  useEffect(() => {
    if (typed.trim() === searched) return undefined
    const timer = setTimeout(() => set({ q: typed.trim() || undefined }, { replace: true }), typing_pause_ms)
    return () => clearTimeout(timer)
  }, [typed, searched, set])
  return { searched, typed, setTyped }
}
