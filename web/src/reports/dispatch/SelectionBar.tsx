import { driverMessagesApi } from '@waybill/domain/drivers/messages-api'
import type { BoardDriver, BoardStop } from '@waybill/domain/drivers/plan'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import {
  IconArrowDown,
  IconArrowUp,
  IconLock,
  IconLockOpen,
  IconMessage,
  IconX,
} from '../../kit/icons/icons.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Toolbar } from '../../kit/ui/buttons/Toolbar.tsx'
import { formatCount, formatDecimal } from '../../kit/ui/values/numbers.ts'
import type { StopMessage } from '../StopMessages.tsx'
import { keyOf, type StopGroup } from './board-stops.ts'
import { loadText } from './figure-texts.ts'
import { lockStops, mayGet, moveTo, step } from './plan-changes.ts'
import styles from './selection-bar.module.css'
import type { Plan } from './use-plan.ts'

/** The choice of the field that takes stops from their drivers. */
const nobody = ''

interface SelectionBarProps {
  selected: readonly BoardStop[]
  drivers: readonly BoardDriver[]
  /** The driver of the selected stops; `undefined` when they belong to several drivers or to nobody. */
  group: StopGroup | undefined
  plan: Plan
  /** Opens a dialog to write to the driver or the receiver of the only selected stop. */
  onMessage: (message: StopMessage) => void
  onClear: () => void
}

/** What can be done with the selected stops. It offers by keyboard and on phones everything that dragging does. */
export function SelectionBar({ selected, drivers, group, plan, onMessage, onClear }: SelectionBarProps) {
  const [first] = selected
  const moving = new Set(selected.map(keyOf))
  const isOwned = selected.some(({ driver_username }) => driver_username !== '')
  const lock = lockStops(selected, true)
  const unlock = lockStops(selected, false)
  const stepped = (by: -1 | 1) =>
    group?.driver?.is_driver ? step(group.driver, group.stops, moving, by) : null
  const earlier = stepped(-1)
  const later = stepped(1)
  const options = [
    ...(isOwned ? [{ value: nobody, label: 'Nobody', hint: 'Takes the stops from their drivers' }] : []),
    ...drivers
      .filter(({ username, is_driver }) => is_driver && selected.some((stop) => mayGet(username, stop)))
      .map(({ username, name, vehicle_registration, figures, max_kg }) => ({
        value: username,
        label: name,
        words: `${username} ${vehicle_registration}`,
        hint: [
          vehicle_registration,
          `${formatCount(figures.stops)} to do`,
          loadText(figures.kg, max_kg, 'kg'),
        ]
          .filter(Boolean)
          .join(' · '),
      })),
  ]
  return (
    <section className={styles.bar} aria-label="Selected stops">
      <div className={styles.head}>
        <strong className={styles.title}>
          {selected.length === 1 && first ? first.name : `${formatCount(selected.length)} stops selected`}
        </strong>
        <span className={styles.facts}>
          {selected.length === 1 && first ? (
            <>
              {first.place} · <StopLinks stop={first} />
            </>
          ) : (
            `${formatDecimal(sumOf(selected, 'kg'), 1)} kg · ${formatDecimal(sumOf(selected, 'm3'), 2)} m³`
          )}
        </span>
      </div>
      <div className={styles.tools} data-move-to="">
        <SelectField<string, string | null>
          {...standaloneField<string | null>('move-to', null, (username) => {
            if (username === null) return
            plan.propose(
              moveTo(
                selected,
                username === nobody ? null : (drivers.find((one) => one.username === username) ?? null),
              ),
            )
          })}
          label="Move to"
          hideLabel
          placeholder="Move to…"
          width={150}
          size="sm"
          options={options}
        />
        <Toolbar label="Change the selected stops" className={styles.buttons}>
          <Button
            size="sm"
            icon={IconArrowUp}
            reason={earlier ? null : 'They are first already, locked, or not all of one driver.'}
            onClick={() => plan.propose(earlier)}
          >
            Earlier
          </Button>
          <Button
            size="sm"
            icon={IconArrowDown}
            reason={later ? null : 'They are last already, locked, or not all of one driver.'}
            onClick={() => plan.propose(later)}
          >
            Later
          </Button>
          {unlock && !lock ? (
            <Button size="sm" icon={IconLockOpen} onClick={() => plan.propose(unlock)}>
              Unlock
            </Button>
          ) : (
            <Button
              size="sm"
              icon={IconLock}
              reason={lock ? null : 'Only stops that a driver still has to make can be locked.'}
              onClick={() => plan.propose(lock)}
            >
              Lock
            </Button>
          )}
          {selected.length === 1 && first && (
            <MessageButtons stop={first} drivers={drivers} onMessage={onMessage} />
          )}
          <Button size="sm" variant="ghost" icon={IconX} onClick={onClear}>
            Clear
          </Button>
        </Toolbar>
      </div>
    </section>
  )
}

/** Buttons to write to the driver and to the receiver of a stop. */
function MessageButtons({
  stop,
  drivers,
  onMessage,
}: { stop: BoardStop } & Pick<SelectionBarProps, 'drivers' | 'onMessage'>) {
  const me = useMe()
  const driver = drivers.find(({ username }) => username === stop.driver_username)
  const [visit] = stop.visits
  const about =
    visit && 'shipment_id' in visit
      ? { shipment_id: visit.shipment_id, reference: stop.references[0] ?? '' }
      : undefined
  return (
    <>
      {driver && mayCall(me, driverMessagesApi.send) && (
        <Button size="sm" icon={IconMessage} onClick={() => onMessage({ to: 'driver', driver, about })}>
          Driver
        </Button>
      )}
      {about && stop.leg === 'delivery' && mayCall(me, shipmentsApi.messageReceiver) && (
        <Button size="sm" icon={IconMessage} onClick={() => onMessage({ to: 'receiver', ...about })}>
          Receiver
        </Button>
      )}
    </>
  )
}

const sumOf = (stops: readonly BoardStop[], part: 'kg' | 'm3'): number =>
  stops.reduce((sum, stop) => sum + stop[part], 0)

/** Links to the shipments of a stop, or to its collection request. */
function StopLinks({ stop }: { stop: BoardStop }) {
  return stop.visits.map((visit, index) => (
    <AppLink
      key={stop.references[index]}
      className={styles.reference}
      to={
        'shipment_id' in visit
          ? `/shipments/${visit.shipment_id}`
          : `/collection-requests/${visit.collection_request_id}`
      }
    >
      {stop.references[index]}
    </AppLink>
  ))
}
