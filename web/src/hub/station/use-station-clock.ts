import { useEffect } from 'react'
import { compareStationClock } from '../pages/scan-queue.ts'

/** Interval between two measurements of the clock of this device, in ms. */
const clock_ms = 300_000

/** Measures the clock of this device when the page opens, and again while it stays open. */
export function useStationClock(): void {
  useEffect(() => {
    void compareStationClock()
    const timer = setInterval(() => void compareStationClock(), clock_ms)
    return () => clearInterval(timer)
  }, [])
}
