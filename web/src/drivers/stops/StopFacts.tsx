import { formatRand } from '@waybill/domain/kit/money'
import { canReach } from '@waybill/domain/drivers/attempts'
import { lazy, Suspense } from 'react'
import { IconBox, IconCash, IconFileText, IconKey, IconNavigation, IconPhone } from '../../kit/icons/icons.ts'
import { driver_can_call_customer } from '@waybill/domain/drivers/settings'
import type { Stop, StopRequest, StopShipment } from '@waybill/domain/drivers/model'
import { bareNumber } from '@waybill/domain/kit/contacts/phone'
import { useSetting } from '../../kit/session/me.ts'
import { cx } from '../../kit/ui/class-names.ts'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import shared from '../driver.module.css'
import styles from './stop-facts.module.css'
import { navigationLink, parcelsText, streetOf, type StopView } from './trip-sheet-stops.ts'
import { useTexts } from '../texts/texts.ts'
import type { CallSubject } from '../calls/ConnectButton.tsx'

/** Loaded where numbers are hidden only: it is not part of the first load. */
const ConnectButton = lazy(() => import('../calls/ConnectButton.tsx'))

/** Due time with late risk, parcels, PIN and attempt number of a stop as chips. */
export function StopChips({ view }: { view: StopView }) {
  const t = useTexts()
  const { stop } = view
  const tries = [...stop.shipments, ...(stop.request ? [stop.request] : [])]
  const attempt = Math.max(1, ...tries.map((one) => one.attempt_number))
  const money = stop.shipments.reduce((sum, { cod_due }) => sum + cod_due, 0)
  const by = stop.window_to ? t.stop.dueBy(stop.window_to) : t.stop.dueNow
  return (
    <div className={shared.chips}>
      {stop.is_late_risk ? (
        <StatusBadge family="red" size="large" label={t.stop.late(by)} />
      ) : (
        stop.window_to && <span className={cx(styles.chip, shared.chipsPart)}>{by}</span>
      )}
      <span className={cx(styles.chip, shared.chipsPart)}>
        <Icon of={IconBox} size={16} />
        {parcelsText(view)}
      </span>
      {stop.leg === 'delivery' && stop.shipments.some(({ has_pin }) => has_pin) && (
        <span className={cx(styles.chip, shared.chipsPart)}>
          <Icon of={IconKey} size={16} />
          {t.stop.pin}
        </span>
      )}
      {money > 0 && (
        <span className={cx(styles.chip, shared.chipsPart)}>
          <Icon of={IconCash} size={16} />
          {t.stop.collect(formatRand(money))}
        </span>
      )}
      {attempt > 1 && <span className={cx(styles.chip, shared.chipsPart)}>{t.stop.attempt(attempt)}</span>}
    </div>
  )
}

/** The prices of shipments, where the company shows them to drivers. */
export function Prices({ shipments }: { shipments: readonly StopShipment[] }) {
  const t = useTexts()
  const priced = shipments.filter(({ price }) => typeof price === 'number')
  return priced.map(({ shipment_id, tracking_reference, price = 0 }) => (
    <p key={shipment_id} className={shared.under}>
      {priced.length > 1 && <span className="mono">{tracking_reference} </span>}
      {t.stop.price(formatRand(price))}
    </p>
  ))
}

/** The customer's instructions for the driver, and the packaging to bring. */
export function Instructions({
  shipments,
  request,
}: {
  shipments: readonly StopShipment[]
  request: StopRequest | null
}) {
  const t = useTexts()
  const bring = request?.packaging ? t.stop.bring(request.packaging) : ''
  const notes = [...shipments.map((one) => one.special_instructions), request?.instructions ?? '', bring]
  const texts = [...new Set(notes.map((text) => text.trim()).filter(Boolean))]
  return texts.map((text) => (
    <p key={text} className={shared.instructions}>
      <Icon of={IconFileText} />
      <span>{text}</span>
    </p>
  ))
}

/** Who can be called at a stop: by number, or through the gateway when numbers are hidden from drivers. */
export type StopContact = { name: string } & ({ number: string } | { connect: CallSubject })

/**
 * Returns the first contact that can be called; `null` when the driver may not call, or there is no number or no way to
 * connect a call without it.
 */
export function useContact(stop: Stop | null): StopContact | null {
  const mayCall = useSetting(driver_can_call_customer)
  const contacts = [...(stop?.shipments ?? []), ...(stop?.request ? [stop.request] : [])]
  const first = contacts.find(canReach)
  if (!mayCall || !stop || !first) return null
  if (first.contact_number !== '')
    return { name: first.contact_name, number: first.contact_number.replaceAll(/[^\d+]/g, '') }
  const subject =
    'shipment_id' in first
      ? { shipment_id: first.shipment_id }
      : { collection_request_id: first.collection_request_id }
  return { name: first.contact_name, connect: { ...subject, leg: stop.leg } }
}

/** Whether the numbers at a stop are hidden from the driver and no call can be connected. */
export function cannotCall(stop: Stop): boolean {
  return [...stop.shipments, ...(stop.request ? [stop.request] : [])].some(
    ({ masked_call }) => masked_call === false,
  )
}

/** A link or button that calls a contact; `onCall` runs when the phone calls, or the gateway has accepted the call. */
export function CallLink({
  contact,
  className,
  label,
  onCall,
}: {
  contact: StopContact
  className?: string | undefined
  /** Displayed beside the icon. */
  label?: string
  onCall?: () => void
}) {
  const t = useTexts()
  const name = label ? undefined : t.stop.callName(contact.name)
  if ('connect' in contact) {
    const content = (
      <>
        <Icon of={IconPhone} size={24} />
        {label}
      </>
    )
    const waiting = (
      <button type="button" disabled aria-label={name} className={cx(shared.big, className)}>
        {content}
      </button>
    )
    return (
      <Suspense fallback={waiting}>
        <ConnectButton subject={contact.connect} className={className} name={name} onCall={onCall}>
          {content}
        </ConnectButton>
      </Suspense>
    )
  }
  return (
    <a
      href={`tel:${bareNumber(contact.number)}`}
      className={cx(shared.big, className)}
      aria-label={name}
      {...(onCall ? { onClick: onCall } : {})}
    >
      <Icon of={IconPhone} size={24} />
      {label}
    </a>
  )
}

/** Opens the phone's navigation at a stop. */
export function NavigateLink({ stop, className }: { stop: Stop; className?: string | undefined }) {
  const t = useTexts()
  const isApple = /iPhone|iPad|Macintosh/.test(navigator.userAgent)
  return (
    <a
      href={navigationLink(stop, isApple)}
      className={cx(shared.big, className)}
      aria-label={t.stop.navigate(streetOf(stop))}
    >
      <Icon of={IconNavigation} size={24} />
    </a>
  )
}

/** Whether a shipment has a door of a locker that is known by its name or code. */
export function hasDoor({ pickup_door, courier_code }: StopShipment): boolean {
  return pickup_door !== '' || courier_code !== ''
}

/** The doors of a locker that hold parcels or are reserved for them, with the codes that open them. */
export function Doors({ shipments }: { shipments: readonly StopShipment[] }) {
  const t = useTexts()
  return shipments.filter(hasDoor).map(({ shipment_id, tracking_reference, pickup_door, courier_code }) => (
    <p key={shipment_id} className={shared.instructions}>
      <Icon of={IconKey} />
      <span>
        <span className="mono">{tracking_reference}</span>
        {pickup_door && t.stop.door(pickup_door)}
        {courier_code && (
          <>
            {t.stop.code}
            <b className="mono">{courier_code}</b>
          </>
        )}
      </span>
    </p>
  ))
}
