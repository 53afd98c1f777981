import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { useRef, useState, type PointerEvent } from 'react'
import { IconButton } from '../../kit/ui/buttons/Button.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { DrawnGround } from './DrawnGround.tsx'
import { LabelPlacer } from './place-labels.ts'
import type { Coordinate, Frame, Point } from './route-line.ts'
import { inDrawing, map_height, map_width } from './south-africa.ts'
import { frameAround, isNear, nearFrame, zoomed } from './stops-frame.ts'
import styles from './stops-map.module.css'

/** A stop as drawn on the map. */
export interface MapStop extends Coordinate {
  key: string
  /** The number in its marker. */
  number: number
  name: string
  /** Printed once beside the stops of the suburb. */
  suburb: string
  state: 'to-do' | 'next' | 'done' | 'failed'
}

const class_of_state: Readonly<Record<MapStop['state'], string | undefined>> = {
  'to-do': undefined,
  next: styles.next,
  done: styles.done,
  failed: styles.failed,
}

interface StopsMapProps {
  /** In the order of the visits. */
  stops: readonly MapStop[]
  /** Whether the stops form one route. A line then connects them. */
  isRoute: boolean
  chosen: string | null
  onChoose: (key: string) => void
  label: string
}

const zoom_step = 1.6

/**
 * A drawn map of stops: numbered, coloured by state, and connected by the route. Buttons zoom the map and dragging
 * moves it. Keyboard and screen reader users choose in the list beside it.
 */
export function StopsMap({ stops, isRoute, chosen, onChoose, label }: StopsMapProps) {
  const placed = stops.map((stop) => ({ ...stop, at: inDrawing(stop) }))
  const fit = nearFrame(placed.map(({ at }) => at))
  const [moved, setMoved] = useState<Frame | null>(null)
  // Zoom to a stop that is chosen elsewhere. A stop that is pressed on the map is already visible.
  const [seen, setVisible] = useState(chosen)
  if (chosen !== seen) {
    setVisible(chosen)
    const stop = placed.find(({ key }) => key === chosen)
    if (stop) setMoved(frameAround(stop.at))
  }
  const frame = moved ?? fit
  const size = frame.size
  const drag = useDrag(frame, setMoved)
  // Draw failed stops above the others, then the next stop, then the chosen one.
  const rank = (stop: MapStop): number =>
    stop.key === chosen ? 3 : stop.state === 'next' ? 2 : stop.state === 'failed' ? 1 : 0
  const drawn = placed.toSorted((a, b) => rank(a) - rank(b))
  const behind = placed.filter(({ state }) => state === 'done' || state === 'failed')
  const ahead = [...behind.slice(-1), ...placed.filter(({ state }) => state === 'to-do' || state === 'next')]
  return (
    <div className={styles.frame}>
      <DrawnGround frame={frame} label={label} className={styles.map} {...drag}>
        <Suburbs stops={placed} frame={frame} />
        {isRoute && <polyline className={styles.gone} points={lineOf(behind)} strokeWidth={3 * size} />}
        {isRoute && (
          <polyline
            className={styles.toGo}
            points={lineOf(ahead)}
            strokeWidth={3 * size}
            strokeDasharray={`${4 * size} ${6 * size}`}
          />
        )}
        {drawn.map((stop) => (
          <g
            key={stop.key}
            data-stop={stop.key}
            className={cx(styles.stop, class_of_state[stop.state], stop.key === chosen && styles.chosen)}
            transform={`translate(${stop.at.x} ${stop.at.y}) scale(${size})`}
            onClick={() => {
              setVisible(stop.key)
              onChoose(stop.key)
            }}
          >
            <title>{stop.name}</title>
            <circle className={styles.stopCircle} r={stop.key === chosen ? 14 : 11} strokeWidth="2" />
            {stop.state === 'done' ? (
              <path className={styles.stopPath} d="M-4.5 .3l3 3.2l6-6.6" strokeWidth="2.2" />
            ) : (
              <text className={styles.stopText} y="4" textAnchor="middle">
                {stop.number}
              </text>
            )}
          </g>
        ))}
      </DrawnGround>
      <div className={styles.zoom}>
        <IconButton
          label="Nearer"
          icon={IconPlus}
          variant="secondary"
          onClick={() => setMoved(zoomed(frame, 1 / zoom_step))}
        />
        <IconButton
          label="Zoom out"
          icon={IconMinus}
          variant="secondary"
          onClick={() => setMoved(zoomed(frame, zoom_step))}
        />
        {moved && (
          <IconButton
            label="All stops"
            icon={IconFocusCentered}
            variant="secondary"
            onClick={() => setMoved(null)}
          />
        )}
      </div>
    </div>
  )
}

type Placed = MapStop & { at: Point }

function lineOf(stops: readonly Placed[]): string {
  return stops.map(({ at }) => `${at.x},${at.y}`).join(' ')
}

/** The names of the suburbs of the stops, each once, where there is room. */
function Suburbs({ stops, frame }: { stops: readonly Placed[]; frame: Frame }) {
  const placer = new LabelPlacer(
    frame,
    stops.map(({ at }) => at),
  )
  const first = new Map(stops.map((stop) => [stop.suburb, stop.at]))
  const shown: { name: string; at: Point }[] = []
  for (const [name, at] of first)
    if (name && shown.every((other) => !isNear(other.at, at, 34 * frame.size))) shown.push({ name, at })
  return shown.map(({ name, at }) => (
    <text
      key={name}
      className={styles.suburb}
      fontSize={11 * frame.size}
      strokeWidth={3 * frame.size}
      {...placer.place(name, at, 15)}
    >
      {name}
    </text>
  ))
}

/** Moves the map with the pointer. A press without movement remains a click on the element. */
function useDrag(frame: Frame, setFrame: (frame: Frame) => void) {
  const from = useRef<{ at: Point; frame: Frame; scale: number } | null>(null)
  return {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      const scale = event.currentTarget.getScreenCTM()?.a ?? 1
      from.current = { at: { x: event.clientX, y: event.clientY }, frame, scale }
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      const start = from.current
      if (!start || event.buttons === 0) return
      const [dx, dy] = [event.clientX - start.at.x, event.clientY - start.at.y]
      if (Math.hypot(dx, dy) < 4) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const x = Math.max(-20, Math.min(start.frame.x - dx / start.scale, map_width))
      const y = Math.max(-20, Math.min(start.frame.y - dy / start.scale, map_height))
      setFrame({ ...start.frame, x, y })
    },
    onPointerUp: () => {
      from.current = null
    },
  }
}
