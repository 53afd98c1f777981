import { useEffect, useState } from 'react'
import { useSearchState } from './use-search.ts'

/** Delay in ms between the last key and the search. */
const typing_pause_ms = 250

/**
 * Manages a search box whose text is stored in the URL as `q` shortly after typing stops: `searched` is the text to
 * search for, `typed` the text in the box.
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
