import { position_ping_seconds } from '@waybill/domain/drivers/settings'
import { useEffect, useEffectEvent } from 'react'
import { useMe, useSetting } from '../../kit/session/me.ts'
import type { DriverApp } from '../use-driver-app.ts'
import { phoneDay } from './phone-day.ts'

/**
 * Reports the position of the phone while the driver is on duty and a driver page is open, and keeps the screen on while
 * the route is started. Positions wait for the actions of the day, because the server stores none from before it.
 */
export function useDay(app: DriverApp): void {
  const { username } = useMe()
  const seconds = useSetting(position_ping_seconds)
  const day = phoneDay(app)
  const isOn = day?.duty === 'on-duty'
  const isOnRoute = isOn && day.route_started !== null
  const maySend = useEffectEvent(() => phoneDay(app)?.isSent ?? false)
  useEffect(() => {
    if (!isOn) return
    return startLater(async () => {
      const { followDriver } = await import('./positions.ts')
      return () => followDriver({ username, seconds, maySend: () => maySend() })
    })
  }, [isOn, username, seconds])
  useEffect(
    () => (isOnRoute ? startLater(async () => (await import('./wake-lock.ts')).stayAwake) : undefined),
    [isOnRoute],
  )
}

/**
 * Starts what is loaded only when it is needed, so that the first page stays small. Returns a function that stops it,
 * also before it has been loaded.
 */
function startLater(load: () => Promise<() => () => void>): () => void {
  let isOver = false
  let stop: (() => void) | null = null
  void load()
    .then((start) => {
      if (!isOver) stop = start()
    })
    .catch(() => undefined)
  return () => {
    isOver = true
    stop?.()
  }
}
