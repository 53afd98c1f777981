import { DrawnGround } from './DrawnGround.tsx'
import { frameOf, type Coordinate } from './route-line.ts'
import styles from './points-map.module.css'
import { inDrawing } from './south-africa.ts'

/** A place that can be chosen on the map. */
export interface MapPoint extends Coordinate {
  key: string
  name: string
}

/**
 * A drawn map of places to choose from. It shows the whole country, or only the part that contains the places.
 * Keyboard and screen reader users choose in the list beside it.
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
  // Draw the chosen point last, so that it is above its neighbours.
  const drawn = placed.toSorted((a, b) => Number(a.key === chosen) - Number(b.key === chosen))
  return (
    <DrawnGround frame={frame} label={label}>
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
    </DrawnGround>
  )
}
