import type { BoardDriver } from '@waybill/domain/drivers/plan'
import { useState, type DragEvent } from 'react'
import { Tick } from '../../kit/form/choices/Choices.tsx'
import {
  IconChevronDown,
  IconChevronRight,
  IconDotsVertical,
  IconLock,
  IconLockOpen,
  IconMessage,
  IconRoute,
  IconUserPlus,
} from '../../kit/icons/icons.ts'
import { IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Menu, type MenuEntry } from '../../kit/ui/layers/Menu.tsx'
import { formatCount, formatDecimal } from '../../kit/ui/values/numbers.ts'
import type { StopGroup } from './board-stops.ts'
import styles from './driver-group.module.css'
import { loadText, minutesText, nextText, sourceText } from './figure-texts.ts'
import { StopList, type StopActions } from './StopList.tsx'

/** What can be done with a driver on the board; `null` while the day cannot be changed. */
export interface GroupEdits {
  isChosen: boolean
  choose: (isChosen: boolean) => void
  order: () => void
  lock: (isLocking: boolean) => void
  /** Gives the selected stops to the driver. `null` while none are selected. */
  moveHere: (() => void) | null
}

interface DriverGroupProps {
  group: StopGroup
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  actions: StopActions
  edits: GroupEdits | null
  /** Opens the messages with the driver; `null` when the user may not write to drivers. */
  onMessage: (() => void) | null
}

/** A driver, or the work that nobody has: figures, and the stops while it is open. Stops are dropped on it. */
export function DriverGroup({ group, isOpen, onOpen, actions, edits, onMessage }: DriverGroupProps) {
  const [isTarget, setTarget] = useState(false)
  const { driver, stops, colour } = group
  const name = driver?.name ?? 'Not on a route'
  const { drag } = actions
  const drop = drag && {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setTarget(true)
    },
    onDragLeave: () => setTarget(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setTarget(false)
      drag.dropOn(driver?.username ?? '', null)
    },
  }
  return (
    <section aria-label={name} className={styles.group}>
      <div className={cx(styles.head, isTarget && styles.target)} {...drop}>
        {actions.drag && (
          <span className={styles.tick}>
            {driver && edits && (
              <Tick checked={edits.isChosen} label={`Choose ${name}`} onChange={edits.choose} />
            )}
          </span>
        )}
        <button type="button" className={styles.open} aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          <Icon of={isOpen ? IconChevronDown : IconChevronRight} size={16} className={styles.chevron} />
          <span className={styles.swatch} style={{ background: `var(--map-driver-${colour})` }} />
          <span className={styles.texts}>
            <span className={styles.line}>
              <span>
                <strong className={styles.name}>{name}</strong>{' '}
                <span className={styles.under}>{driver?.vehicle_registration}</span>
              </span>
              <span className={styles.count}>
                {driver ? countsOf(driver, stops.length) : formatCount(stops.length)}
              </span>
            </span>
            {driver ? <Figures driver={driver} group={group} /> : <WaitingFigures group={group} />}
          </span>
        </button>
        {driver && (edits || onMessage) && (
          <Menu label={`More for ${name}`} entries={() => entriesOf(edits, stops.length, onMessage)}>
            {(trigger) => (
              <IconButton {...trigger} size="sm" icon={IconDotsVertical} label={`More for ${name}`} />
            )}
          </Menu>
        )}
      </div>
      {isOpen && driver?.plan && <PlanSource of={driver.plan} />}
      {isOpen &&
        (stops.length > 0 ? (
          <StopList label={`Stops of ${name}`} colour={colour} stops={stops} actions={actions} />
        ) : (
          <p className={styles.none}>{driver ? 'No stops on this day.' : 'All work has a driver.'}</p>
        ))}
      {isOpen && driver && driver.other_stops > 0 && (
        <p className={styles.none}>
          {formatCount(driver.other_stops)} more {driver.other_stops === 1 ? 'stop is' : 'stops are'} of
          another branch. The figures include {driver.other_stops === 1 ? 'it' : 'them'}.
        </p>
      )}
    </section>
  )
}

/** What set the order, and why a routing service was not used. */
function PlanSource({ of: plan }: { of: NonNullable<BoardDriver['plan']> }) {
  const text = sourceText(plan)
  return (
    <p className={styles.none}>
      {text.charAt(0).toUpperCase()}
      {text.slice(1)}.{plan.routing_note !== '' && <span className={styles.bad}> {plan.routing_note}</span>}
    </p>
  )
}

function entriesOf(edits: GroupEdits | null, count: number, onMessage: (() => void) | null): MenuEntry[] {
  return [
    ...(onMessage ? [{ label: 'Message the driver…', icon: IconMessage, onSelect: onMessage }] : []),
    ...(edits ? editsOf(edits, count) : []),
  ]
}

function editsOf({ order, lock, moveHere }: GroupEdits, count: number): MenuEntry[] {
  return [
    ...(moveHere ? [{ label: 'Move the selected stops here', icon: IconUserPlus, onSelect: moveHere }] : []),
    ...(count > 0
      ? [
          { label: 'Order the stops', icon: IconRoute, onSelect: order },
          { label: 'Lock all stops', icon: IconLock, onSelect: () => lock(true) },
          { label: 'Unlock all stops', icon: IconLockOpen, onSelect: () => lock(false) },
        ]
      : []),
  ]
}

function countsOf({ done, failed }: BoardDriver, count: number) {
  return (
    <>
      {formatCount(done)}/{formatCount(count)}
      {failed > 0 && <span className={styles.bad}> {formatCount(failed)} failed</span>}
    </>
  )
}

function Figures({ driver, group: { stops } }: { driver: BoardDriver; group: StopGroup }) {
  const { figures, max_kg, max_m3, done, failed } = driver
  const { km, minutes, late_stops, kg, m3 } = figures
  const share = (count: number): string => (stops.length === 0 ? '0' : `${(count / stops.length) * 100}%`)
  const next = nextText(stops)
  return (
    <>
      <span className={cx(styles.line, styles.under)}>
        {figures.stops === 0 ? (
          <span>{stops.length === 0 ? 'no stops' : 'finished'}</span>
        ) : (
          <span>
            {[next || 'not planned yet', `${formatDecimal(km, 1)} km`, minutesText(minutes)].join(' · ')}
          </span>
        )}
        {late_stops > 0 && <span className={styles.bad}>{formatCount(late_stops)} late</span>}
      </span>
      <span className={cx(styles.line, styles.under)}>
        <span>
          <span className={cx(max_kg > 0 && kg > max_kg && styles.bad)}>{loadText(kg, max_kg, 'kg')}</span>
          {' · '}
          <span className={cx(max_m3 > 0 && m3 > max_m3 && styles.bad)}>{loadText(m3, max_m3, 'm³')}</span>
        </span>
        {driver.plan?.locked_by_name && <span>locked by {driver.plan.locked_by_name}</span>}
        {driver.plan && driver.plan.routing_note !== '' && (
          <span className={styles.bad}>routing service failed</span>
        )}
      </span>
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.barPart} style={{ width: share(done) }} />
        <span className={cx(styles.barFailed, styles.barPart)} style={{ width: share(failed) }} />
      </span>
    </>
  )
}

function WaitingFigures({ group: { stops } }: { group: StopGroup }) {
  const sum = (part: 'kg' | 'm3' | 'parcels'): number => stops.reduce((total, stop) => total + stop[part], 0)
  return (
    <span className={styles.under}>
      {formatCount(sum('parcels'))} parcels · {formatDecimal(sum('kg'), 1)} kg · {formatDecimal(sum('m3'), 2)}{' '}
      m³
    </span>
  )
}
