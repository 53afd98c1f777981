import type { ZoneGeometry } from '@waybill/domain/maps/model'
import { frameOf, type Coordinate, type Point } from './route-line.ts'
import { cx } from '../../kit/ui/class-names.ts'
import routeMap from '../shared.module.css'
import styles from './area-map.module.css'
import { inDrawing, south_africa } from './south-africa.ts'

/** The smallest visible part, as a share of the drawing: about 30 km, so that an area of a suburb can be seen. */
const least_share = 0.02

type Shape = ZoneGeometry['coordinates']

const ringsOf = (shapes: readonly Shape[]): Point[][] =>
  shapes.flatMap((shape) =>
    shape.flatMap((polygon) => polygon.map((ring) => ring.map(([lng, lat]) => inDrawing({ lat, lng })))),
  )

function outline(ring: readonly Point[]): string {
  return `M${ring.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}Z`
}

/**
 * A small static map of areas and the place to which they belong. It is drawn from built-in data without network
 * requests.
 */
export function AreaMap({
  areas,
  place,
  label,
}: {
  areas: readonly { id: number; geometry: ZoneGeometry }[]
  place: Coordinate | null
  label: string
}) {
  const rings = ringsOf(areas.map(({ geometry }) => geometry.coordinates))
  const point = place && inDrawing(place)
  const frame = frameOf([...rings.flat(), ...(point ? [point] : [])], least_share)
  return (
    <svg
      className={routeMap.map}
      viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
      preserveAspectRatio="xMidYMid meet"
      role="img"
      aria-label={label}
      style={{ strokeWidth: frame.size }}
    >
      <rect className={routeMap.sea} x="-900" y="-900" width="2000" height="2000" />
      <path className={cx(routeMap.neighbour, routeMap.mapPath)} d={south_africa.neighbours} />
      <path className={cx(routeMap.land, routeMap.mapPath)} d={south_africa.country} />
      <path className={cx(routeMap.province, routeMap.mapPath)} d={south_africa.provinces} />
      <path className={cx(routeMap.enclave, routeMap.mapPath)} d={south_africa.enclaves} />
      {rings.length > 0 && (
        <path
          className={cx(styles.area, routeMap.mapPath)}
          d={rings.map(outline).join('')}
          strokeWidth={1.6 * frame.size}
        />
      )}
      {point && (
        <circle
          className={routeMap.finish}
          cx={point.x}
          cy={point.y}
          r={5 * frame.size}
          strokeWidth={2 * frame.size}
        />
      )}
    </svg>
  )
}
