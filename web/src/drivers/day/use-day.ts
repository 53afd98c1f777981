import { position_ping_seconds } from '@waybill/domain/drivers/settings'
import { useEffect, useEffectEvent } from 'react'
import { useMe, useSetting } from '../../kit/session/me.ts'
import type { DriverApp } from '../use-driver-app.ts'

/** The actions that wait to be sent and change whether the driver is on duty. */
const duty_changes: readonly string[] = ['start-day', 'end-day', 'break-start', 'break-end']

/** Returns whether the driver is on duty by what this phone knows, and whether the server knows it too. */
export function dutyOf({ sheet, state }: Pick<DriverApp, 'sheet' | 'state'>): {
  isOn: boolean
  isKnown: boolean
} {
  const changes = state.waiting
    .map(({ content }) => content.action.type)
    .filter((type) => duty_changes.includes(type))
  const last = changes.at(-1)
  const isOn = last ? last === 'start-day' || last === 'break-end' : (sheet?.driver?.on_duty ?? false)
  return { isOn, isKnown: changes.length === 0 }
}

/**
 * Reports the position of the phone while the driver is on duty and a driver page is open. Positions wait for the actions
 * of the day, because the server stores none from before it.
 */
export function useDay(app: DriverApp): void {
  const { username } = useMe()
  const seconds = useSetting(position_ping_seconds)
  const { isOn } = dutyOf(app)
  const maySend = useEffectEvent(() => dutyOf(app).isKnown)
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
