import { position_ping_seconds } from '@waybill/domain/drivers/settings'
import { useEffect, useEffectEvent } from 'react'
import { useMe, useSetting } from '../../kit/session/me.ts'
import type { DriverApp } from '../use-driver-app.ts'
import { phoneDay } from './phone-day.ts'

/**
 * Reports the position of the phone while the driver is on duty and a driver page is open. Positions wait for the actions
 * of the day, because the server stores none from before it.
 */
export function useDay(app: DriverApp): void {
  const { username } = useMe()
  const seconds = useSetting(position_ping_seconds)
  const isOn = phoneDay(app)?.duty === 'on-duty'
  const maySend = useEffectEvent(() => phoneDay(app)?.isSent ?? false)
  useEffect(() => {
    if (!isOn) return
    let isOver = false
    let stop: (() => void) | null = null
    void import('./positions.ts')
      .then(({ followDriver }) => {
        if (!isOver) stop = followDriver({ username, seconds, maySend: () => maySend() })
      })
      .catch(() => undefined)
    return () => {
      isOver = true
      stop?.()
    }
  }, [isOn, username, seconds])
}
