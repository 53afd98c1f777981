import type { Stop } from '@waybill/domain/drivers/model'
import { useEffect, useEffectEvent } from 'react'
import { useMe } from '../../kit/session/me.ts'
import type { DriverApp } from '../use-driver-app.ts'

/** Reports to the office that the driver opened a stop, or starts to end it. `null` reports nothing. */
export function useVisit(
  { arrivals }: Pick<DriverApp, 'arrivals'>,
  stop: Stop | null,
  what: 'seen' | 'arrival',
): void {
  const { username } = useMe()
  const report = useEffectEvent(async (): Promise<void> => {
    if (!stop) return
    // Loaded only when a stop is open, so that the first page stays small.
    const { moveStoredArrivals, noteSeen, noteArrival } = await import('./visits.ts')
    await moveStoredArrivals(arrivals, username)
    await (what === 'seen' ? noteSeen(username, stop) : noteArrival(arrivals, username, stop))
  })
  useEffect(() => void report().catch(() => undefined), [stop?.stop_id, what])
}
