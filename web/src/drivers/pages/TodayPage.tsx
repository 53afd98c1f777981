import { driver_can_change_sequence } from '@waybill/domain/drivers/settings'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import type { ReactNode } from 'react'
import { useSetting } from '../../kit/session/me.ts'
import { IconChevronRight } from '../../kit/icons/icons.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { loadList } from '../day/vehicle-load.ts'
import { DriverFrame } from '../DriverFrame.tsx'
import { NewMessages } from '../messages/NewMessages.tsx'
import shared from '../driver.module.css'
import styles from './today-page.module.css'
import {
  companyOf,
  groupStops,
  progressOf,
  streetOf,
  suburbOf,
  wayText,
  type Progress,
  type StopView,
} from '../stops/trip-sheet-stops.ts'
import { CallLink, Instructions, NavigateLink, StopChips, useContact } from '../stops/StopFacts.tsx'
import { stopAddress, StopRow } from '../stops/StopRow.tsx'
import { useDriverApp, type DriverApp } from '../use-driver-app.ts'
import { useTexts } from '../texts/texts.ts'

/**
 * Page of today's stops: progress, next stop, later stops, then finished stops (DRV-008,
 * docs/domain/interface.md#drivers-phone).
 */
export default function TodayPage() {
  const app = useDriverApp()
  const t = useTexts()
  const today = dayOf(new Date())
  const { next, later, over } = groupStops(app.views)
  const mayOrder = useSetting(driver_can_change_sequence)
  return (
    <DriverFrame
      app={app}
      title={t.today.title}
      note={t.weekday(app.sheet?.date ?? today, today)}
      place="stops"
    >
      {!app.sheet && !app.failure && <Loading lines={8} onRetry={app.readAgain} />}
      {app.failure && <RegionError thrown={app.failure} what={t.today.what} onRetry={app.readAgain} />}
      {app.isStored && app.read_at && <p className={shared.age}>{t.today.stored(clockOf(app.read_at))}</p>}
      {app.sheet?.is_over_stop_limit && <Notice variant="warning">{t.today.tooMany}</Notice>}
      <NewMessages app={app} />
      {app.sheet && app.views.length === 0 && (
        <EmptyState title={t.today.none}>{t.today.noneText}</EmptyState>
      )}
      {app.views.length > 0 && <ProgressBar of={progressOf(app.views)} />}
      <ToLoad app={app} />
      {next && <NextStop view={next} />}
      {!next && app.views.length > 0 && (
        <EmptyState title={t.today.allDone}>{t.today.allDoneText}</EmptyState>
      )}
      {later.length > 0 && <StopList title={t.today.later} views={later} end={mayOrder && <OrderLink />} />}
      {over.length > 0 && <StopList title={t.today.doneToday} views={over} />}
    </DriverFrame>
  )
}

function ProgressBar({ of: progress }: { of: Progress }) {
  const t = useTexts()
  const share = (count: number): string => `${(count / progress.all) * 100}%`
  return (
    <section className={styles.progress} aria-label={t.today.progress}>
      <p className={styles.progressText}>
        <span>
          <strong className={styles.passed}>
            {t.today.passed(progress.done + progress.failed, progress.all)}
          </strong>{' '}
          {t.today.stops}
        </span>
        <span className={styles.counts}>
          {t.today.done(progress.done)}{' '}
          {progress.failed > 0 && (
            <strong className={cx(shared.late, styles.countsStrong)}>
              {t.today.failed(progress.failed)}
            </strong>
          )}
        </span>
      </p>
      <div className={styles.progressBar} aria-hidden="true">
        <span className={styles.progressBarDone} style={{ width: share(progress.done) }} />
        <span
          className={cx(styles.failedPart, styles.progressBarDone)}
          style={{ width: share(progress.failed) }}
        />
      </div>
    </section>
  )
}

/** How many parcels are still to be loaded, with the way to load them. */
function ToLoad({ app }: { app: DriverApp }) {
  const { all, open } = loadList(app.sheet?.stops ?? [], app.marks)
  const t = useTexts()
  if (open.length === 0) return null
  return (
    <AppLink to="/tripsheet/scan" className={cx(shared.setting, styles.toLoad)}>
      <span>
        {t.today.toLoad(open.length)}
        <span className={shared.under}>{t.today.loaded(all - open.length, all)}</span>
      </span>
      <Icon of={IconChevronRight} size={24} />
    </AppLink>
  )
}

function NextStop({ view }: { view: StopView }) {
  const { stop, open } = view
  const t = useTexts()
  const contact = useContact(stop)
  return (
    <section className={shared.next} aria-label={t.today.nextStop}>
      <p className={styles.nextHead}>
        <strong className={styles.nextHeadStrong}>{t.today.next(stop.sequence)}</strong>
        {stop.eta && (
          <span>{[t.today.about(clockOf(stop.eta)), wayText(stop)].filter(Boolean).join(' · ')}</span>
        )}
      </p>
      <p className={shared.nextStreet}>{streetOf(stop)}</p>
      <p className={styles.nextSuburb}>{[companyOf(stop), suburbOf(stop)].filter(Boolean).join(' · ')}</p>
      <StopChips view={view} />
      <Instructions shipments={open} request={stop.request} />
      <div className={shared.pair}>
        <AppLink to={stopAddress(stop.stop_id)} className={cx(shared.big, shared.filled)}>
          {t.today.openStop}
        </AppLink>
        <NavigateLink stop={stop} className={styles.square} />
        {contact && <CallLink contact={contact} className={styles.square} />}
      </div>
    </section>
  )
}

function OrderLink() {
  const t = useTexts()
  return (
    <AppLink to="/tripsheet/order" className={styles.orderLink}>
      {t.today.changeOrder}
    </AppLink>
  )
}

function StopList({ title, views, end }: { title: string; views: readonly StopView[]; end?: ReactNode }) {
  return (
    <section>
      <div className={styles.listTop}>
        <h2 className={shared.listHead}>{title}</h2>
        {end}
      </div>
      <div className={shared.rows}>
        {views.map((view) => (
          <StopRow key={view.stop.stop_id} view={view} />
        ))}
      </div>
    </section>
  )
}
