import { cx } from '../../kit/ui/class-names.ts'
import { MovableMap, type MapFocus } from './MovableMap.tsx'
import { LabelPlacer } from './place-labels.ts'
import type { Coordinate, Frame, Point } from './route-line.ts'
import { inDrawing } from './south-africa.ts'
import { frameAround, isNear, nearFrame } from './stops-frame.ts'
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
  /** Places that frame the map while there are no stops. */
  area: readonly Coordinate[]
  chosen: string | null
  focus: MapFocus | null
  onChoose: (key: string) => void
  label: string
}

/**
 * A drawn map of stops: numbered, coloured by state, and connected by the route. Keyboard and screen reader users choose
 * in the list beside it.
 */
export function StopsMap({ stops, isRoute, area, chosen, focus, onChoose, label }: StopsMapProps) {
  const placed = stops.map((stop) => ({ ...stop, at: inDrawing(stop) }))
  // Draw failed stops above the others, then the next stop, then the chosen one.
  const rank = (stop: MapStop): number =>
    stop.key === chosen ? 3 : stop.state === 'next' ? 2 : stop.state === 'failed' ? 1 : 0
  const drawn = placed.toSorted((a, b) => rank(a) - rank(b))
  const behind = placed.filter(({ state }) => state === 'done' || state === 'failed')
  const ahead = [...behind.slice(-1), ...placed.filter(({ state }) => state === 'to-do' || state === 'next')]
  return (
    <MovableMap
      whole={nearFrame(
        placed.map(({ at }) => at),
        area.map(inDrawing),
      )}
      wholeLabel="All stops"
      focus={focus}
      frameOfKey={(key) => {
        const stop = placed.find((one) => one.key === key)
        return stop ? frameAround(stop.at) : null
      }}
      label={label}
    >
      {(frame) => {
        const { size } = frame
        return (
          <>
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
                onClick={() => onChoose(stop.key)}
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
          </>
        )
      }}
    </MovableMap>
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
