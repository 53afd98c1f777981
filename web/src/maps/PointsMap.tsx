import { frameOf, type Coordinate } from './route-line.ts'
import styles from './route-map.module.css'
import { inDrawing, south_africa } from './south-africa.ts'

/** A place that can be chosen on the map. */
export interface MapPoint extends Coordinate {
  key: string
  name: string
}

/**
 * A drawn map of places to choose from: the whole country or as much of it as they fill. Where pixels are few, lists
 * are better: whoever uses the keyboard or listens chooses in the list beside it.
 */
export function PointsMap({
  points,
  chosen,
  onChoose,
  label,
}: {
  points: readonly MapPoint[]
  chosen: string | null
  onChoose: (key: string) => void
  label: string
}) {
  const placed = points.map((point) => ({ ...point, at: inDrawing(point) }))
  const frame = frameOf(placed.map(({ at }) => at))
  // The chosen one is drawn last, above its neighbours.
  const drawn = placed.toSorted((a, b) => Number(a.key === chosen) - Number(b.key === chosen))
  return (
    <svg
      className={styles.map}
      viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
      preserveAspectRatio="xMidYMid meet"
      role="img"
      aria-label={label}
      style={{ strokeWidth: frame.size }}
    >
      <rect className={styles.sea} x="-900" y="-900" width="2000" height="2000" />
      <path className={styles.neighbour} d={south_africa.neighbours} />
      <path className={styles.land} d={south_africa.country} />
      <path className={styles.province} d={south_africa.provinces} />
      <path className={styles.enclave} d={south_africa.enclaves} />
      {drawn.map(({ key, name, at }) => (
        <circle
          key={key}
          className={key === chosen ? styles.chosenPoint : styles.point}
          cx={at.x}
          cy={at.y}
          r={(key === chosen ? 4.5 : 3) * frame.size}
          strokeWidth={1.2 * frame.size}
          onClick={() => onChoose(key)}
        >
          <title>{name}</title>
        </circle>
      ))}
    </svg>
  )
}
