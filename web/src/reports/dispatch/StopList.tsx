import type { BoardStop } from '@waybill/domain/drivers/plan'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { useRef, useState, type DragEvent, type KeyboardEvent, type MouseEvent } from 'react'
import { IconCheck, IconLock, IconX } from '../../kit/icons/icons.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { useOneTabStop } from '../../kit/ui/tab-stop.ts'
import { formatCount, formatDecimal } from '../../kit/ui/values/numbers.ts'
import { isMovable, keyOf, keysBetween } from './board-stops.ts'
import styles from './stop-list.module.css'

/** What a key does with stops. */
export type StopKey = 'earlier' | 'later' | 'lock' | 'move' | 'clear'

/** Selecting stops, and what keys and dragging do with the selected ones. */
export interface StopActions {
  selected: ReadonlySet<string>
  select: (keys: readonly string[], isAdding: boolean) => void
  toggle: (key: string) => void
  /** A key that acts on stops was pressed: on the selected ones, or on the focused one when it is not selected. */
  onKey: (key: StopKey, keys: readonly string[]) => void
  /** `null` while the day cannot be changed. */
  drag: { start: (key: string) => void; dropOn: (username: string, before: BoardStop | null) => void } | null
}

/** The number of stops that are shown at first, and that each press adds. */
const page_size = 100

/**
 * The stops of a driver, or those that nobody has, as a list box: arrows move, Space selects, Shift extends, Alt with an
 * arrow changes the order, M moves, L locks.
 */
export function StopList({
  label,
  colour,
  stops,
  actions,
}: {
  label: string
  colour: number
  stops: readonly BoardStop[]
  actions: StopActions
}) {
  const [shown, setShown] = useState(page_size)
  const [target, setTarget] = useState<string | null>(null)
  const anchor = useRef<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const onFocus = useOneTabStop(box, '[role=option]')
  const visible = stops.slice(0, shown)
  const movable = visible.filter(isMovable)
  const { selected } = actions
  const extendTo = (key: string): void => actions.select(keysBetween(stops, anchor.current ?? key, key), true)
  const choose = (key: string, { isShift, isAdding }: { isShift: boolean; isAdding: boolean }): void => {
    if (isShift) return extendTo(key)
    anchor.current = key
    if (isAdding) actions.toggle(key)
    else actions.select([key], false)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, stop: BoardStop): void => {
    const options = [...(box.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
    const at = options.indexOf(event.currentTarget)
    const key = keyOf(stop)
    const withCtrl = event.ctrlKey || event.metaKey
    const go = (index: number): void => {
      const next = Math.max(0, Math.min(options.length - 1, index))
      options[next]?.focus()
      const to = visible[next]
      if (event.shiftKey && to) extendTo(keyOf(to))
      else anchor.current = to ? keyOf(to) : null
    }
    const withKeys: Readonly<Record<string, () => void>> = event.altKey
      ? {}
      : {
          ArrowDown: () => go(at + 1),
          ArrowUp: () => go(at - 1),
          Home: () => go(0),
          End: () => go(options.length - 1),
          Escape: () => actions.onKey('clear', []),
          ' ': () => isMovable(stop) && choose(key, { isShift: event.shiftKey, isAdding: true }),
          ...(withCtrl ? { a: () => actions.select(movable.map(keyOf), true) } : {}),
        }
    const command = stopKeyOf(event)
    const act =
      command === undefined
        ? withKeys[event.key]
        : () => isMovable(stop) && actions.onKey(command, selected.has(key) ? [...selected] : [key])
    if (!act) return
    act()
    event.preventDefault()
    event.stopPropagation()
  }
  const onClick = (event: MouseEvent, stop: BoardStop): void => {
    if (!isMovable(stop)) return
    const isTouch = (event.nativeEvent as PointerEvent).pointerType === 'touch'
    choose(keyOf(stop), {
      isShift: event.shiftKey,
      isAdding: event.ctrlKey || event.metaKey || isTouch,
    })
  }
  const dragOf = (stop: BoardStop) => {
    const { drag } = actions
    if (!drag) return {}
    const key = keyOf(stop)
    return {
      draggable: isMovable(stop),
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', stop.references.join(' '))
        drag.start(key)
      },
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setTarget(key)
      },
      onDragLeave: () => setTarget((before) => (before === key ? null : before)),
      onDragEnd: () => setTarget(null),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        event.stopPropagation()
        setTarget(null)
        drag.dropOn(stop.driver_username, stop.driver_username === '' ? null : stop)
      },
    }
  }
  return (
    <>
      <div ref={box} role="listbox" aria-multiselectable="true" aria-label={label} onFocus={onFocus}>
        {visible.map((stop) => {
          const key = keyOf(stop)
          return (
            <div
              key={key}
              role="option"
              data-stop={key}
              tabIndex={-1}
              aria-selected={selected.has(key)}
              aria-disabled={!isMovable(stop) || undefined}
              className={cx(
                styles.stop,
                selected.has(key) && styles.selected,
                !isMovable(stop) && styles.finished,
                target === key && styles.target,
              )}
              onClick={(event) => onClick(event, stop)}
              onKeyDown={(event) => onKeyDown(event, stop)}
              {...dragOf(stop)}
            >
              <StopFacts stop={stop} colour={colour} />
            </div>
          )
        })}
      </div>
      {stops.length > shown && (
        <div className={styles.more}>
          Showing {formatCount(shown)} of {formatCount(stops.length)} stops.
          <Button size="sm" onClick={() => setShown(shown + page_size)}>
            Show {formatCount(Math.min(page_size, stops.length - shown))} more
          </Button>
        </div>
      )}
    </>
  )
}

/** Returns what a key does with stops: M moves, L locks, Alt with an arrow changes the order. */
function stopKeyOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): StopKey | undefined {
  if (ctrlKey || metaKey) return undefined
  const keys: Readonly<Record<string, StopKey>> = altKey
    ? { ArrowUp: 'earlier', ArrowDown: 'later' }
    : { m: 'move', l: 'lock' }
  return keys[key]
}

const leg_words = { collection: 'Collect', delivery: 'Deliver' } as const

function StopFacts({ stop, colour }: { stop: BoardStop; colour: number }) {
  const { state, eta, is_late_risk, window_to, kg, parcels } = stop
  return (
    <>
      <span
        className={cx(styles.number, state !== 'to-do' && styles.done, state === 'failed' && styles.failed)}
        style={{ [state === 'to-do' ? 'background' : 'borderColor']: `var(--map-driver-${colour})` }}
      >
        {state === 'to-do' && (stop.driver_sequence || '')}
        {state === 'done' && <Icon of={IconCheck} size={14} />}
        {state === 'failed' && <Icon of={IconX} size={14} />}
        {state !== 'to-do' && <span className="only-heard">{state}</span>}
      </span>
      <span className={styles.place}>
        <span className={styles.name}>{stop.name}</span>
        <span className={styles.under}>{stop.place}</span>
      </span>
      <span className={styles.load}>
        <span>{leg_words[stop.leg]}</span>
        <span className={styles.under}>
          {parcels === 1 ? '1 parcel' : `${formatCount(parcels)} parcels`} · {formatDecimal(kg, 1)} kg
        </span>
      </span>
      <span className={cx(styles.time, is_late_risk && styles.late)}>
        <span>{eta ? clockOf(eta) : ''}</span>
        <span className={cx(styles.under, is_late_risk && styles.late)}>
          {window_to && `due ${window_to}`}
          {is_late_risk && <span className="only-heard"> late</span>}
        </span>
      </span>
      <span className={styles.lock}>
        {stop.is_locked && (
          <>
            <Icon of={IconLock} size={16} />
            <span className="only-heard">locked</span>
          </>
        )}
      </span>
    </>
  )
}
