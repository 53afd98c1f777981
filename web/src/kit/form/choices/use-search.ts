import { useEffect, useRef, useState } from 'react'
import { useSettled } from './use-settled.ts'

/**
 * Manages the text of a field that searches on the server: the typed `text`, and the `search` text to request once
 * typing has paused. Until `isSettled`, the available result belongs to an earlier text.
 */
export function useSearchText(pauseMs: number): {
  text: string
  setText: (text: string) => void
  search: string
  isSettled: boolean
} {
  const [typed, setText] = useState('')
  const text = typed.trim()
  const search = useSettled(text, pauseMs)
  return { text, setText, search, isSettled: search === text }
}

/**
 * Handles Enter pressed while the search result is still pending: `act` runs once the search has finished. `forget`
 * cancels this, for example when typing continues.
 */
export function useEnterOnceFound(
  isSearching: boolean,
  act: () => void,
): { isWaiting: boolean; wait: () => void; forget: () => void } {
  const [isWaiting, setWaiting] = useState(false)
  const newest = useRef(act)
  newest.current = act
  useEffect(() => {
    if (!isWaiting || isSearching) return
    setWaiting(false)
    newest.current()
  }, [isWaiting, isSearching])
  return { isWaiting, wait: () => setWaiting(true), forget: () => setWaiting(false) }
}
