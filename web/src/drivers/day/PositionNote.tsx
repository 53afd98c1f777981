import { position_ping_seconds, position_retention_days } from '@waybill/domain/drivers/settings'
import { useEffect, useState } from 'react'
import { useSetting } from '../../kit/session/me.ts'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import shared from '../driver.module.css'
import styles from './position-note.module.css'

/** Tells the driver when the position is sent, what is stored, for how long, and when the browser blocks it. */
export function PositionNote() {
  const seconds = useSetting(position_ping_seconds)
  const days = useSetting(position_retention_days)
  const isBlocked = useIsBlocked()
  return (
    <>
      <h2 className={shared.listHead}>Your position</h2>
      <div className={styles.note}>
        <p>
          Your branch sees where you are while you are on duty and this app is open. Not on a break, not after
          your day, and not while the phone is locked or this app is closed.
        </p>
        <p className={shared.under}>
          Place, accuracy, time and battery, every {seconds} seconds. Deleted after {days}{' '}
          {days === 1 ? 'day' : 'days'}.
        </p>
        {isBlocked && (
          <Notice variant="warning">
            This browser does not share your position. Allow it in the settings of this browser.
          </Notice>
        )}
      </div>
    </>
  )
}

/** Whether the browser denies the position; `false` where it does not say. */
function useIsBlocked(): boolean {
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => {
    let isHere = true
    void navigator.permissions?.query({ name: 'geolocation' }).then(
      ({ state }) => isHere && setBlocked(state === 'denied'),
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [])
  return isBlocked
}
