import { mapPicture } from '@waybill/domain/maps/map-picture'
import { google_maps_client_key } from '@waybill/domain/maps/settings'
import { useState } from 'react'
import { useSetting } from '../../kit/session/me.ts'
import routeMap from '../shared.module.css'
import styles from './route-map.module.css'
import { DrawnGround } from './DrawnGround.tsx'
import { isClear, LabelPlacer, type LabelPlace } from './place-labels.ts'
import { frameOf, smoothLine, stopsBetween, type Coordinate } from './route-line.ts'
import { inDrawing } from './south-africa.ts'
import { main_towns } from './towns.ts'

/** A named place on the map. */
export interface MapPlace extends Coordinate {
  name: string
}

const towns_of_country = 6

/** Approximate length of a name in units of the whole map. Keeps names from overlapping. */
const name_reach = 24

export interface RouteMapProps {
  from: MapPlace | null
  to: MapPlace | null
  /** Hubs on the route. */
  stops?: readonly MapPlace[]
  problemAt?: 'from' | 'to' | null
}

const picture_size = { width: 320, height: 204 }

/**
 * The route of a shipment on a map: a Google Maps picture when the company has set a key (SHELL-084). Without a key,
 * or when the picture cannot be loaded, the built-in map.
 */
export function RouteMap(props: RouteMapProps) {
  const clientKey = useSetting(google_maps_client_key)
  const [isMissing, setMissing] = useState(false)
  const { from, to, stops = [] } = props
  const between = from && to ? stopsBetween(from, to, stops) : []
  const address =
    from && to && !isMissing ? mapPicture(clientKey, { from, to, stops: between }, picture_size) : null
  if (!address) return <DrawnMap {...props} />
  return (
    <img
      className={styles.picture}
      src={address}
      alt={nameOf(from, to, between)}
      referrerPolicy="origin"
      onError={() => setMissing(true)}
    />
  )
}

/**
 * A small drawn map of the route of a shipment. It always uses light colours and is drawn from built-in data without
 * network requests. Places without coordinates are left out; hubs are drawn only when both ends have coordinates.
 */
function DrawnMap({ from, to, stops = [], problemAt = null }: RouteMapProps) {
  const between = from && to ? stopsBetween(from, to, stops) : []
  const route = [from, ...between, to].flatMap((place) => (place ? [inDrawing(place)] : []))
  const frame = frameOf(route)
  const placer = new LabelPlacer(frame, route)
  const endName = (place: MapPlace | null) => place && placer.place(place.name, inDrawing(place), 11)
  const [fromName, toName] = [endName(from), endName(to)]
  const taken = [...route]
  const shown = (frame.size === 1 ? main_towns.slice(0, towns_of_country) : main_towns).flatMap((town) => {
    const point = inDrawing(town)
    if (!isClear(point, frame, taken, name_reach)) return []
    taken.push(point)
    return [{ name: town.name, point, label: placer.place(town.name, point, 5) }]
  })
  const line = smoothLine(route)
  return (
    <DrawnGround frame={frame} label={nameOf(from, to, between)} style={{ fontSize: 11 * frame.size }}>
      {line && <path className={styles.halo} d={line} strokeWidth={5.5 * frame.size} />}
      {line && <path className={styles.route} d={line} strokeWidth={2.6 * frame.size} />}
      {shown.map(({ name, point, label }) => (
        <g key={name}>
          <circle className={styles.town} cx={point.x} cy={point.y} r={2 * frame.size} />
          <text className={styles.townName} strokeWidth={3 * frame.size} {...label}>
            {name}
          </text>
        </g>
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
      {from && fromName && (
        <End place={from} label={fromName} size={frame.size} isProblem={problemAt === 'from'} isStart />
      )}
      {to && toName && <End place={to} label={toName} size={frame.size} isProblem={problemAt === 'to'} />}
    </DrawnGround>
  )
}

function nameOf(from: MapPlace | null, to: MapPlace | null, between: readonly MapPlace[]): string {
  if (!from || !to) return 'Map of South Africa'
  const by = between.length > 0 ? ` by ${between.map((stop) => stop.name).join(' and ')}` : ''
  return `Map of the route from ${from.name}${by} to ${to.name}`
}

function centre(place: Coordinate): { cx: number; cy: number } {
  const { x, y } = inDrawing(place)
  return { cx: x, cy: y }
}

function End({
  place,
  label,
  size,
  isProblem,
  isStart = false,
}: {
  place: MapPlace
  label: LabelPlace
  size: number
  isProblem: boolean
  isStart?: boolean
}) {
  const point = inDrawing(place)
  return (
    <>
      {isProblem ? (
        <g transform={`translate(${point.x} ${point.y}) scale(${size})`}>
          <circle className={styles.problem} r="8" strokeWidth="2" />
          <path className={styles.mark} d="M0-3.6V.8M0 3.2v.1" strokeWidth="1.9" />
        </g>
      ) : (
        <circle
          className={isStart ? styles.start : routeMap.finish}
          cx={point.x}
          cy={point.y}
          r={(isStart ? 5.5 : 5) * size}
          strokeWidth={(isStart ? 3 : 2) * size}
        />
      )}
      <text className={styles.endName} strokeWidth={3 * size} {...label}>
        {place.name}
      </text>
    </>
  )
}
