import { useCallback, useRef } from 'react'

/**
 * Wraps an action so that it cannot run twice at once: while the promise returned by `act` is pending, further
 * presses do nothing. Every button and form of the kit uses this, so return the promise instead of dropping it.
 */
export function usePress<Args extends readonly unknown[]>(
  act: ((...args: Args) => unknown) | undefined,
): (...args: Args) => void {
  const newest = useRef(act)
  newest.current = act
  const isRunning = useRef(false)
  return useCallback((...args: Args): void => {
    if (isRunning.current) return
    const began = newest.current?.(...args)
    if (!(began instanceof Promise)) return
    isRunning.current = true
    void began.finally(() => (isRunning.current = false))
  }, [])
}
