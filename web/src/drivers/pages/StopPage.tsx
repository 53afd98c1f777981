import { IconDotsVertical, IconMapPin, IconMessage } from '../../kit/icons/icons.ts'
import { allow_same_day_retry, driver_can_reject_parcels_shipments } from '@waybill/domain/drivers/settings'
import { bareNumber } from '@waybill/domain/kit/contacts/phone'
import { useSetting } from '../../kit/session/me.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { IconButton } from '../../kit/ui/buttons/Button.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { Menu, type MenuEntry } from '../../kit/ui/layers/Menu.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { useVisit } from '../day/use-visit.ts'
import { called } from '../stops/remember-call.ts'
import { CloudMark, DriverFrame } from '../DriverFrame.tsx'
import shared from '../driver.module.css'
import styles from './stop-page.module.css'
import { handOverText } from '../stops/stop-outcomes.ts'
import { rejectable_statuses } from '../stops/stop-rules.ts'
import { ParcelList } from '../stops/ParcelList.tsx'
import { ScanBox } from '../scanning/ScanBox.tsx'
import {
  companyOf,
  endable,
  handedOver,
  namedParcels,
  navigationLink,
  streetOf,
  suburbOf,
  handedOverReferences,
  parcelsOf,
  type StopView,
} from '../stops/trip-sheet-stops.ts'
import {
  CallLink,
  Doors,
  Instructions,
  Prices,
  StopChips,
  cannotCall,
  useContact,
} from '../stops/StopFacts.tsx'
import { StopFiles } from '../stops/StopFiles.tsx'
import { stopAddress } from '../stops/StopRow.tsx'
import type { DriverApp } from '../use-driver-app.ts'
import { useStopChanges } from '../stops/use-stop-changes.ts'
import { useStop } from '../stops/use-stop.tsx'
import { useStopScan } from '../scanning/use-stop-scan.ts'
import { useTexts } from '../texts/texts.ts'

/**
 * Page of one stop: navigation, contact, parcels to hand over, and the two buttons that end it
 * (docs/domain/interface.md#drivers-phone).
 */
export default function StopPage() {
  const { app, view, missing } = useStop()
  return view ? <StopContent app={app} view={view} /> : missing
}

function StopContent({ app, view }: { app: DriverApp; view: StopView }) {
  const { stop, open, state } = view
  const t = useTexts()
  useVisit(app, state === 'to-do' ? stop : null, 'seen')
  const contact = useContact(stop)
  const scanning = useStopScan(stop.request ? null : stop, app.sheet?.stops ?? [])
  const isApple = /iPhone|iPad|Macintosh/.test(navigator.userAgent)
  const here = stopAddress(stop.stop_id)
  const mayRetry = useSetting(allow_same_day_retry)
  const atHand = handedOver(view, mayRetry)
  const isRetried = state !== 'to-do' && atHand.length > 0
  const isAtHand = stop.request !== null || atHand.length > 0
  const mayFail = stop.request !== null || endable(view, 'failed', mayRetry).length > 0
  const isListed = (id: number): boolean => open.some(({ shipment_id }) => shipment_id === id)
  const listed = open.length > 0 ? stop.shipments.filter((one) => isListed(one.shipment_id)) : stop.shipments
  const isAtLocker = endable(view, 'does-not-fit', false).length > 0
  const handOver = handOverText(stop, atHand)
  return (
    <DriverFrame
      app={app}
      title={t.frame.stop(stop.sequence)}
      note={
        stop.request
          ? t.stop.bulk(stop.request.display_id)
          : stop.leg === 'collection'
            ? t.stop.collection
            : handOver === t.handOver.takeBack
              ? handOver
              : t.stop.delivery
      }
      back="/tripsheet"
      actions={state === 'to-do' && <StopMenu view={view} isAtLocker={isAtLocker} />}
      footer={
        isRetried ? (
          <>
            <AppLink to={`${here}/hand-over`} className={cx(shared.big, shared.filled)}>
              {t.stop.afterAll}
            </AppLink>
            <AppLink to={`${here}/failed`} className={shared.big}>
              {t.stop.notAgain}
            </AppLink>
          </>
        ) : (
          state === 'to-do' &&
          (isAtHand ? (
            <>
              <AppLink to={`${here}/hand-over`} className={cx(shared.big, shared.filled)}>
                {handOver}
              </AppLink>
              {isAtLocker ? (
                <AppLink to={`${here}/does-not-fit`} className={shared.big}>
                  {t.outcome.doesNotFit}
                </AppLink>
              ) : (
                mayFail && (
                  <AppLink to={`${here}/failed`} className={shared.big}>
                    {stop.leg === 'collection' ? t.outcome.failedCollection : t.outcome.failedDelivery}
                  </AppLink>
                )
              )}
            </>
          ) : (
            <LoadLink isMain />
          ))
        )
      }
    >
      <a className={styles.address} href={navigationLink(stop, isApple)}>
        <Icon className={styles.addressIcon} of={IconMapPin} size={24} />
        <span className={styles.addressPart}>
          <strong className={styles.addressStrong}>{streetOf(stop)}</strong>
          <span className={cx(styles.addressPart, styles.addressPartPart)}>
            {[companyOf(stop), suburbOf(stop), stop.address.city]
              .filter((part, at, all) => part && all.indexOf(part) === at)
              .join(', ')}
          </span>
        </span>
      </a>
      {view.message && (
        <div className={shared.strip}>
          <Notice variant="error" live>
            {view.message}
          </Notice>
        </div>
      )}
      {state !== 'to-do' && (
        <p className={styles.over}>
          {view.mark && <CloudMark of={view.mark} />}
          {state === 'done' ? t.stop.isDone : t.stop.hasFailed}
        </p>
      )}
      <div className={shared.block}>
        <StopChips view={view} />
        <Prices shipments={stop.shipments} />
        <Doors shipments={open} />
        <Instructions shipments={stop.shipments} request={stop.request} />
        {contact && (
          <div className={shared.pair}>
            <CallLink contact={contact} label={t.stop.call} onCall={() => called(stop.stop_id)} />
            {'number' in contact && (
              <a href={`sms:${bareNumber(contact.number)}`} className={shared.big}>
                <Icon of={IconMessage} size={24} />
                {t.stop.message}
              </a>
            )}
          </div>
        )}
        {contact?.name && <p className={shared.under}>{contact.name}</p>}
        {cannotCall(stop) && (
          <>
            <p className={shared.under}>{t.calls.hidden}</p>
            <AppLink to="/tripsheet/messages" className={shared.big}>
              <Icon of={IconMessage} size={24} />
              {t.calls.writeOffice}
            </AppLink>
          </>
        )}
      </div>
      {view.unloaded.length > 0 && <NotLoaded view={view} isAtHand={isAtHand} />}
      {view.added > 0 && <p className={styles.over}>{t.stop.added(view.added)}</p>}
      {!stop.request && (
        <>
          <h2 className={shared.listHead}>{t.stop.parcels}</h2>
          <ParcelList
            shipments={listed}
            ticked={new Set([...scanning.ticked, ...handedOverReferences(stop)])}
          />
          {scanning.problem && (
            <div className={shared.strip}>
              <Notice variant="error">{scanning.problem}</Notice>
            </div>
          )}
          {(state === 'to-do' || isRetried) && <ScanBox onCode={scanning.scan} />}
          <StopFiles app={app} stop={stop} />
        </>
      )}
    </DriverFrame>
  )
}

/** What is not on the vehicle yet. While something else can be handed over, the way to load it is here. */
function NotLoaded({ view, isAtHand }: { view: StopView; isAtHand: boolean }) {
  const { stop, open, ready, unloaded } = view
  const t = useTexts()
  const loaded = parcelsOf(ready).length
  const count = `${t.scan.loadedOf(loaded, parcelsOf(open).length)} ${t.scan.parcelsLoaded}`
  const references = unloaded.flatMap((shipment) => {
    const { parcel_references } = namedParcels(stop, shipment)
    return parcel_references ?? [shipment.tracking_reference]
  })
  return (
    <div className={shared.block}>
      <Notice variant="warning" title={loaded > 0 && count}>
        {t.stop.notLoaded(references)}
      </Notice>
      {isAtHand && <LoadLink />}
    </div>
  )
}

function LoadLink({ isMain = false }: { isMain?: boolean }) {
  const t = useTexts()
  return (
    <AppLink to="/tripsheet/scan" className={cx(shared.big, isMain && shared.filled)}>
      {t.stop.loadParcels}
    </AppLink>
  )
}

/** Menu for less frequent actions: add a parcel or shipment, report a problem, or reject the stop. */
function StopMenu({ view, isAtLocker }: { view: StopView; isAtLocker: boolean }) {
  const { stop } = view
  const t = useTexts()
  const go = useGo()
  const changes = useStopChanges(view)
  const mayReject = useSetting(driver_can_reject_parcels_shipments)
  const here = stopAddress(stop.stop_id)
  const isRejectable = stop.request
    ? rejectable_statuses.some((one) => one === stop.request?.status)
    : endable(view, 'reject', false).length > 0
  const entries: MenuEntry[] = [
    ...(isAtLocker ? [{ label: t.outcome.failedDelivery, onSelect: () => go(`${here}/failed`) }] : []),
    ...changes.map((kind) => ({ label: t.stop.changes[kind], onSelect: () => go(`${here}/${kind}`) })),
    { label: t.outcome.problem, onSelect: () => go(`${here}/problem`) },
    ...(mayReject && isRejectable ? [{ label: t.outcome.reject, onSelect: () => go(`${here}/reject`) }] : []),
  ]
  return (
    <Menu entries={entries} label={t.frame.more}>
      {(trigger) => (
        <IconButton
          {...trigger}
          label={t.frame.more}
          icon={IconDotsVertical}
          tooltip={false}
          className={shared.topButton ?? ''}
        />
      )}
    </Menu>
  )
}
