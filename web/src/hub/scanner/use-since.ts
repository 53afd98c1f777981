import { useEffect, useState } from 'react'

/**
 * Returns the time since `moment` in the given steps (ms): 0, then each step once it has passed. `null` means that
 * nothing is pending.
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
