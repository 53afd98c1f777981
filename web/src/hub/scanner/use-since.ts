import { useEffect, useState } from 'react'

/**
 * How long ago a moment was, in the given steps: 0, then each step in milliseconds as it passes. `null` means nothing
 * is waited for.
 */
export function useSince(moment: number | null, steps: readonly number[]): number {
  const [passed, setPassed] = useState<{ moment: number | null; step: number }>({ moment: null, step: 0 })
  const list = steps.join()
  useEffect(() => {
    if (moment === null) return undefined
    const timers = list
      .split(',')
      .map(Number)
      .map((step) => setTimeout(() => setPassed({ moment, step }), Math.max(0, moment + step - Date.now())))
    return () => timers.forEach(clearTimeout)
  }, [moment, list])
  return passed.moment === moment ? passed.step : 0
}
