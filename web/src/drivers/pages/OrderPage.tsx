import type { Stop } from '@waybill/domain/drivers/model'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { useState } from 'react'
import { toast } from '../../kit/layers/toasts.ts'
import { IconArrowDown, IconArrowUp, IconLock } from '../../kit/icons/icons.ts'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { EmptyState } from '../../kit/ui/states/States.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { DriverFrame } from '../DriverFrame.tsx'
import shared from '../driver.module.css'
import styles from './order-page.module.css'
import { DoneButton, SavedFirst } from '../stops/FlowSteps.tsx'
import { inOwnOrder, lockedStops, movedTo, visitOf } from '../stops/own-order.ts'
import { streetOf, suburbOf } from '../stops/trip-sheet-stops.ts'
import { useDriverApp } from '../use-driver-app.ts'
import { useTexts } from '../texts/texts.ts'

/** Page on which a driver puts the stops still to do in another order, where the company allows it (DRV-008). */
export default function OrderPage() {
  const app = useDriverApp()
  const go = useGo()
  const { order } = useTexts()
  const [ids, setIds] = useState<readonly string[] | null>(null)
  const open = app.views.filter(({ state }) => state === 'to-do').map(({ stop }) => stop)
  const stops = inOwnOrder(open, ids)
  const fixed = lockedStops(open)
  const shown = stops.map(({ stop_id }) => stop_id)
  const isChanged = shown.some((id, place) => id !== open[place]?.stop_id)
  const move = (from: number, to: number): void => setIds(movedTo(shown, from, to))
  const done = async (): Promise<void> => {
    if (!app.sheet) return
    const { date, plan } = app.sheet
    await app.record([
      {
        where: '',
        evidence: [],
        action: { type: 'own-order' },
        order: { date, version: plan?.version ?? 0, visits: stops.map(visitOf) },
      },
    ])
    if (app.state.isOffline || !navigator.onLine) toast.info(order.waiting)
    await go('/tripsheet', { replace: true })
  }
  return (
    <DriverFrame
      app={app}
      title={order.title}
      back="/tripsheet"
      footer={<DoneButton missing={isChanged ? null : order.move} onDone={done} />}
    >
      {fixed > 0 && (
        <div className={shared.strip}>
          <Notice variant="info">{order.locked(fixed)}</Notice>
        </div>
      )}
      {stops.length === 0 && <EmptyState title={order.none} />}
      <ol className={styles.stops}>
        {stops.map((stop, place) => (
          <OrderRow
            key={stop.stop_id}
            stop={stop}
            number={place + 1}
            isFixed={place < fixed}
            onEarlier={place > fixed ? () => move(place, place - 1) : null}
            onLater={place < stops.length - 1 ? () => move(place, place + 1) : null}
          />
        ))}
      </ol>
      <SavedFirst />
    </DriverFrame>
  )
}

function OrderRow({
  stop,
  number,
  isFixed,
  onEarlier,
  onLater,
}: {
  stop: Stop
  number: number
  /** The office has locked the place of the stop, or of one after it. */
  isFixed: boolean
  /** `null` where the stop cannot be moved that way. */
  onEarlier: (() => void) | null
  onLater: (() => void) | null
}) {
  const t = useTexts()
  const street = streetOf(stop)
  return (
    <li className={shared.setting}>
      <span className={shared.number}>{number}</span>
      <span className={shared.rowText}>
        <span className={shared.street}>{street}</span>
        <span className={shared.under}>
          {[
            suburbOf(stop),
            stop.window_to && t.order.by(stop.window_to),
            stop.eta && t.today.about(clockOf(stop.eta)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      {isFixed ? (
        <Icon of={IconLock} size={24} />
      ) : (
        <span className={styles.moves}>
          <button
            type="button"
            className={styles.move}
            aria-label={t.order.earlier(street)}
            aria-disabled={onEarlier === null}
            onClick={() => onEarlier?.()}
          >
            <Icon of={IconArrowUp} size={24} />
          </button>
          <button
            type="button"
            className={styles.move}
            aria-label={t.order.later(street)}
            aria-disabled={onLater === null}
            onClick={() => onLater?.()}
          >
            <Icon of={IconArrowDown} size={24} />
          </button>
        </span>
      )}
    </li>
  )
}
