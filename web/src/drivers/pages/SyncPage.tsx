import { IconCloudCheck, IconCloudExclamation, IconCloudPause, IconSend } from '../../kit/icons/icons.ts'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { useEffect, useState } from 'react'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { EmptyState } from '../../kit/ui/states/States.tsx'
import { ageText, waitingReason } from '../phone/action-content.ts'
import { DriverFrame } from '../DriverFrame.tsx'
import styles from '../driver.module.css'
import { actionText } from '../stops/stop-outcomes.ts'
import { storageUse } from '../phone/phone-store.ts'
import { sendPhotosNow } from '../phone/photos-on-wifi.ts'
import { stopAddress } from '../stops/StopRow.tsx'
import { useDriverApp } from '../use-driver-app.ts'
import { useTexts } from '../texts/texts.ts'

/** The used share of storage from which the driver is warned (docs/domain/reliability.md#field-events). */
const nearly_full = 0.8

/**
 * Page for the actions stored on this phone: those waiting to be sent, with age and reason, and those that were
 * rejected.
 */
export default function SyncPage() {
  const app = useDriverApp()
  const t = useTexts()
  const { waiting, refused, isOffline } = app.state
  const [now, setNow] = useState(() => new Date())
  const [use, setUse] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 10_000)
    void storageUse().then(setUse)
    return () => clearInterval(timer)
  }, [])
  const isCut = isOffline || !navigator.onLine
  const { photos } = app
  const isEmpty = waiting.length + refused.length + photos.waiting + photos.refused.length === 0
  return (
    <DriverFrame
      app={app}
      title={t.sync.title}
      note={isCut ? t.sync.noSignal : t.sync.signal}
      place="sync"
      footer={
        waiting.length + photos.waiting > 0 && (
          <button
            type="button"
            className={cx(styles.big, styles.filled)}
            onClick={() => {
              if (photos.waiting > 0) sendPhotosNow(true)
              void app.queue.release()
            }}
          >
            <Icon of={IconSend} size={24} />
            {t.sync.sendNow}
          </button>
        )
      }
    >
      {use >= nearly_full && <p className={styles.age}>{t.sync.full}</p>}
      {isEmpty && (
        <EmptyState title={t.sync.allSent} icon={IconCloudCheck}>
          {app.read_at && t.sync.updated(clockOf(app.read_at))}
        </EmptyState>
      )}
      {photos.waiting > 0 && (
        <section>
          <h2 className={styles.listHead}>{t.sync.photosWait(photos.waiting)}</h2>
          <p className={styles.age}>
            {photos.isWaiting ? t.sync.photosOnWifi : isCut ? t.sync.cut : t.sync.sending}
          </p>
        </section>
      )}
      {photos.refused.map(({ id, refusal }) => (
        <section key={id}>
          <p className={styles.age}>{t.sync.photoRefused(refusal ?? '')}</p>
          <button type="button" className={styles.big} onClick={() => photos.forget(id)}>
            {t.sync.gotIt}
          </button>
        </section>
      ))}
      {refused.length > 0 && (
        <section>
          <h2 className={styles.listHead}>{t.sync.attention}</h2>
          <ul className={styles.rows}>
            {refused.map(({ id, content, refusal }) => (
              <li key={id} className={styles.syncItem}>
                <Icon of={IconCloudExclamation} size={24} className={styles.late ?? ''} />
                <span className={styles.rowText}>
                  <span className={styles.street}>
                    {actionText(content.action.type)}
                    {content.where && `, ${content.where}`}
                  </span>
                  <span>{refusal}</span>
                  <span className={styles.pair}>
                    <button type="button" className={styles.big} onClick={() => app.queue.forget(id)}>
                      {t.sync.gotIt}
                    </button>
                    {content.action.stop_id && (
                      <AppLink to={stopAddress(content.action.stop_id)} className={styles.big}>
                        {t.today.openStop}
                      </AppLink>
                    )}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {waiting.length > 0 && (
        <section>
          <h2 className={styles.listHead}>{t.frame.waiting(waiting.length)}</h2>
          <ul className={styles.rows}>
            {waiting.map(({ id, content, made_at, tries }, at) => (
              <li key={id} className={styles.syncItem}>
                <Icon of={IconCloudPause} size={24} />
                <span className={styles.rowText}>
                  <span className={styles.street}>
                    {actionText(content.action.type)}
                    {content.where && `, ${content.where}`}
                  </span>
                  <span className={styles.under}>
                    {waitingReason(tries, isCut, at === 0)}
                    {content.evidence.length > 0 && t.sync.withPictures(content.evidence.length)}
                  </span>
                </span>
                <span className={cx(styles.rowEnd, styles.under)}>{ageText(made_at, now)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </DriverFrame>
  )
}
