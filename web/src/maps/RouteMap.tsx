import styles from './route-map.module.css'
import {
  distance,
  frameOf,
  smoothLine,
  stopsBetween,
  type Coordinate,
  type Frame,
  type Point,
} from './route-line.ts'
import { inDrawing, south_africa } from './south-africa.ts'

/** A named place on the map. */
export interface MapPlace extends Coordinate {
  name: string
}

/** Towns that help people to find their way; the first six also on the map of the whole country. */
const towns: readonly MapPlace[] = [
  { name: 'Cape Town', lat: -33.93, lng: 18.45 },
  { name: 'Johannesburg', lat: -26.2, lng: 28.05 },
  { name: 'Durban', lat: -29.86, lng: 31.02 },
  { name: 'Gqeberha', lat: -33.96, lng: 25.6 },
  { name: 'Bloemfontein', lat: -29.1, lng: 26.2 },
  { name: 'Polokwane', lat: -23.9, lng: 29.45 },
  { name: 'Tshwane', lat: -25.75, lng: 28.19 },
  { name: 'Mbombela', lat: -25.47, lng: 30.98 },
  { name: 'Kimberley', lat: -28.74, lng: 24.76 },
  { name: 'East London', lat: -33.02, lng: 27.9 },
  { name: 'Mahikeng', lat: -25.85, lng: 25.64 },
  { name: 'George', lat: -33.96, lng: 22.46 },
  { name: 'Upington', lat: -28.45, lng: 21.25 },
  { name: 'Pietermaritzburg', lat: -29.6, lng: 30.38 },
  { name: 'Vereeniging', lat: -26.67, lng: 27.93 },
  { name: 'Stellenbosch', lat: -33.93, lng: 18.86 },
]
const towns_of_country = 6

/** About how far a name reaches, in units of the whole map, so that two of them do not lie over each other. */
const name_reach = 24

/**
 * A small drawn map of the way of a shipment: always light, drawn from data of its own, nothing fetched. Places without
 * coordinates are left out; without both ends the map stands alone.
 */
export function RouteMap({
  from,
  to,
  stops = [],
  problemAt = null,
}: {
  from: MapPlace | null
  to: MapPlace | null
  /** Hubs on the way. */
  stops?: readonly MapPlace[]
  problemAt?: 'from' | 'to' | null
}) {
  const between = from && to ? stopsBetween(from, to, stops) : []
  const way = [from, ...between, to].flatMap((place) => (place ? [inDrawing(place)] : []))
  const frame = frameOf(way)
  const taken = way.map((point) => ({ point }))
  const shown = (frame.size === 1 ? towns.slice(0, towns_of_country) : towns).filter((town) => {
    const point = inDrawing(town)
    const isFree = taken.every((other) => distance(other.point, point) > name_reach * frame.size)
    if (isFree && isInside(point, frame)) taken.push({ point })
    return isFree && isInside(point, frame)
  })
  const line = smoothLine(way)
  return (
    <svg
      className={styles.map}
      viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={nameOf(from, to, between)}
      style={{ fontSize: 11 * frame.size, strokeWidth: frame.size }}
    >
      <rect className={styles.sea} x="-200" y="-200" width="700" height="700" />
      <path className={styles.neighbour} d={south_africa.neighbours} />
      <path className={styles.land} d={south_africa.country} />
      <path className={styles.province} d={south_africa.provinces} />
      <path className={styles.enclave} d={south_africa.enclaves} />
      {line && <path className={styles.halo} d={line} strokeWidth={5.5 * frame.size} />}
      {line && <path className={styles.route} d={line} strokeWidth={2.6 * frame.size} />}
      {shown.map((town) => (
        <Town key={town.name} place={town} frame={frame} way={way} />
      ))}
      {between.map((stop) => (
        <circle
          key={stop.name}
          className={styles.stop}
          {...centre(stop)}
          r={3.5 * frame.size}
          strokeWidth={1.8 * frame.size}
        />
      ))}
      {from && <End place={from} frame={frame} way={way} isProblem={problemAt === 'from'} isStart />}
      {to && <End place={to} frame={frame} way={way} isProblem={problemAt === 'to'} />}
    </svg>
  )
}

function nameOf(from: MapPlace | null, to: MapPlace | null, between: readonly MapPlace[]): string {
  if (!from || !to) return 'Map of South Africa'
  const by = between.length > 0 ? ` by ${between.map((stop) => stop.name).join(' and ')}` : ''
  return `Map of the way from ${from.name}${by} to ${to.name}`
}

function centre(place: Coordinate): { cx: number; cy: number } {
  const { x, y } = inDrawing(place)
  return { cx: x, cy: y }
}

function isInside({ x, y }: Point, { x: left, y: top, width, height, size }: Frame): boolean {
  const edge = 12 * size
  return x > left + edge && x < left + width - edge && y > top + edge && y < top + height - edge
}

/** Where a name stands: beside the way rather than on it, and inside the frame. */
function labelAt(
  point: Point,
  frame: Frame,
  way: readonly Point[],
  gap: number,
): { x: number; y: number; textAnchor: 'start' | 'middle' | 'end' } {
  const { size } = frame
  const low = point.y + (gap + 9) * size
  const isNearBottom = low > frame.y + frame.height - 3 * size
  const right = (frame.x + frame.width - point.x) / frame.width
  const others = way.filter((other) => distance(other, point) > 1)
  const goesUp = others.length > 0 && others.every((other) => other.y < point.y)
  if (goesUp && !isNearBottom)
    return {
      x: point.x,
      y: low,
      textAnchor: right < 0.22 ? 'end' : point.x - frame.x < frame.width * 0.2 ? 'start' : 'middle',
    }
  return right < 0.45
    ? { x: point.x - gap * size, y: point.y - gap * 0.3 * size, textAnchor: 'end' }
    : { x: point.x + gap * size, y: point.y - gap * 0.3 * size, textAnchor: 'start' }
}

function Town({ place, frame, way }: { place: MapPlace; frame: Frame; way: readonly Point[] }) {
  const point = inDrawing(place)
  return (
    <>
      <circle className={styles.town} cx={point.x} cy={point.y} r={2 * frame.size} />
      <text className={styles.townName} strokeWidth={3 * frame.size} {...labelAt(point, frame, way, 5)}>
        {place.name}
      </text>
    </>
  )
}

function End({
  place,
  frame,
  way,
  isProblem,
  isStart = false,
}: {
  place: MapPlace
  frame: Frame
  way: readonly Point[]
  isProblem: boolean
  isStart?: boolean
}) {
  const point = inDrawing(place)
  const { size } = frame
  return (
    <>
      {isProblem ? (
        <g transform={`translate(${point.x} ${point.y}) scale(${size})`}>
          <circle className={styles.problem} r="8" strokeWidth="2" />
          <path className={styles.mark} d="M0-3.6V.8M0 3.2v.1" strokeWidth="1.9" />
        </g>
      ) : (
        <circle
          className={isStart ? styles.start : styles.finish}
          cx={point.x}
          cy={point.y}
          r={(isStart ? 5.5 : 5) * size}
          strokeWidth={(isStart ? 3 : 2) * size}
        />
      )}
      <text className={styles.endName} strokeWidth={3 * size} {...labelAt(point, frame, way, 11)}>
        {place.name}
      </text>
    </>
  )
}
