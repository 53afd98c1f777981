import { driver_manifest_scanner_enabled } from '@waybill/domain/drivers/settings'
import {
  IconBarcode,
  IconChevronLeft,
  IconCloudCheck,
  IconCloudExclamation,
  IconCloudPause,
  IconList,
  IconRefresh,
  IconTruckLoading,
  IconUser,
} from '../kit/icons/icons.ts'
import { useEffect, type ReactNode } from 'react'
import { useSetting } from '../kit/session/me.ts'
import { AppLink } from '../kit/ui/buttons/AppLink.tsx'
import { cx } from '../kit/ui/class-names.ts'
import { Icon, type IconShape } from '../kit/ui/buttons/Icon.tsx'
import { usePageTitle } from '../kit/url/page-title.ts'
import { useAlarmParts } from './alarm/Alarm.tsx'
import { AppUpdate } from './phone/AppUpdate.tsx'
import shared from './driver.module.css'
import styles from './driver-frame.module.css'
import './phone/install-app.ts'
import { useDay } from './day/use-day.ts'
import { usePush } from './phone/PushSwitch.tsx'
import type { MarkState } from './stops/stop-rules.ts'
import { useSunlight } from './phone/sunlight-mode.ts'
import { UndoBar } from './phone/UndoBar.tsx'
import type { DriverApp } from './use-driver-app.ts'
import { usePageLanguage } from './texts/use-page-language.ts'
import { useTexts } from './texts/texts.ts'

const places: readonly { key: DriverPlace; to: string; icon: IconShape }[] = [
  { key: 'stops', to: '/tripsheet', icon: IconList },
  { key: 'scan', to: '/tripsheet/scan', icon: IconBarcode },
  { key: 'manifest', to: '/tripsheet/manifest', icon: IconTruckLoading },
  { key: 'sync', to: '/tripsheet/sync', icon: IconRefresh },
  { key: 'me', to: '/tripsheet/me', icon: IconUser },
]

/** The items of the bottom bar; 'manifest' is displayed only when drivers may scan manifests. */
export type DriverPlace = 'stops' | 'scan' | 'manifest' | 'sync' | 'me'

/**
 * The layout of a driver page: header, content, and the bottom bar or a pinned footer. Phone width, with the system
 * font.
 */
export function DriverFrame({
  app,
  title,
  note,
  place,
  back,
  actions,
  footer,
  children,
}: {
  app: DriverApp
  title: string
  note?: ReactNode
  /** Displays the bottom bar with this item selected. */
  place?: DriverPlace
  /** The link of the back button on a page within a stop. */
  back?: string
  /** Buttons at the right of the header. */
  actions?: ReactNode
  /** Pinned at the bottom of the page. */
  footer?: ReactNode
  children: ReactNode
}) {
  const { frame } = useTexts()
  usePageTitle(title)
  useSunlight()
  usePush()
  useDay(app)
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.font = 'system'
    return () => {
      delete dataset.font
    }
  }, [])
  usePageLanguage()
  const { waiting, refused } = app.state
  const alarm = useAlarmParts()
  return (
    <div className={styles.phone}>
      <header className={shared.top}>
        {back && (
          <AppLink to={back} className={shared.topButton} aria-label={frame.back}>
            <Icon of={IconChevronLeft} size={24} />
          </AppLink>
        )}
        <div className={cx(styles.heading, back && styles.small)}>
          <h1 className={styles.headingHeading} tabIndex={-1}>
            {title}
          </h1>
          {note && <span className={styles.headingPart}>{note}</span>}
        </div>
        {!back && (refused.length > 0 || waiting.length > 0) && (
          <AppLink to="/tripsheet/sync" className={cx(styles.waiting, refused.length > 0 && styles.needsYou)}>
            <Icon of={refused.length > 0 ? IconCloudExclamation : IconCloudPause} />
            {refused.length > 0 ? frame.toCheck(refused.length) : frame.waiting(waiting.length)}
          </AppLink>
        )}
        {actions}
        {alarm.button}
      </header>
      {alarm.banner}
      {alarm.dialog}
      <div className={styles.content}>
        <AppUpdate>{children}</AppUpdate>
      </div>
      <div className={styles.bottom}>
        <UndoBar app={app} />
        {footer && <div className={styles.footer}>{footer}</div>}
        {place && (
          <BottomBar place={place} waiting={waiting.length + app.photos.waiting} refused={refused.length} />
        )}
      </div>
    </div>
  )
}

function BottomBar({ place, waiting, refused }: { place: DriverPlace; waiting: number; refused: number }) {
  const { frame } = useTexts()
  const hasManifests = useSetting(driver_manifest_scanner_enabled)
  const shown = places.filter(({ key }) => key !== 'manifest' || hasManifests)
  return (
    <nav className={styles.bar} aria-label={frame.bar}>
      {shown.map(({ key, to, icon }) => (
        <AppLink
          className={styles.barLink}
          key={key}
          to={to}
          exact
          aria-current={key === place ? 'page' : undefined}
        >
          <Icon of={icon} size={24} />
          {frame.places[key]}
          {key === 'sync' && waiting + refused > 0 && (
            <span className={cx(styles.barCount, refused > 0 && styles.redCount)}>
              {waiting + refused}
              <span className="only-heard">{refused > 0 ? frame.attentionHeard : frame.waitingHeard}</span>
            </span>
          )}
        </AppLink>
      ))}
    </nav>
  )
}

const clouds: Readonly<Record<MarkState, IconShape>> = {
  sent: IconCloudCheck,
  waiting: IconCloudPause,
  'needs-you': IconCloudExclamation,
}

/** The cloud icon of an action: sent, waiting, or rejected and in need of the driver. */
export function CloudMark({ of: state }: { of: MarkState }) {
  const words = useTexts().frame.marks[state]
  return (
    <span className={cx(styles.cloud, state === 'needs-you' && shared.late)} title={words}>
      <Icon className={styles.cloudIcon} of={clouds[state]} />
      <span className="only-heard">{words}</span>
    </span>
  )
}
