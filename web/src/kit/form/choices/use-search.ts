import { useEffect, useRef, useState } from 'react'
import { useSettled } from './use-settled.ts'

/**
 * What is typed into a field that asks the server, and the text to ask for once typing has paused. Until `isSettled`
 * an answer at hand belongs to an earlier text.
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
 * Enter pressed while the answer to what is typed is still on its way: `act` runs once it has come. `forget` takes the
 * press back, such as when typing goes on.
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
