import { position_ping_seconds, position_retention_days } from '@waybill/domain/drivers/settings'
import { useEffect, useState } from 'react'
import { useSetting } from '../../kit/session/me.ts'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import shared from '../driver.module.css'
import styles from './position-note.module.css'
import { useTexts } from '../texts/texts.ts'
import { mayStayAwake } from './wake-lock.ts'

/** Tells the driver when the position is sent, what is stored, for how long, and when the browser blocks it. */
export function PositionNote() {
  const t = useTexts()
  const seconds = useSetting(position_ping_seconds)
  const days = useSetting(position_retention_days)
  const isBlocked = useIsBlocked()
  return (
    <>
      <h2 className={shared.listHead}>{t.position.title}</h2>
      <div className={styles.note}>
        <p>{t.position.when}</p>
        {mayStayAwake() && <p>{t.position.awake}</p>}
        <p className={shared.under}>{t.position.what(seconds, days)}</p>
        {isBlocked && <Notice variant="warning">{t.position.blocked}</Notice>}
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
