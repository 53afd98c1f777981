import { MovableMap, type MapFocus } from './MovableMap.tsx'
import { frameOf, type Coordinate } from './route-line.ts'
import styles from './points-map.module.css'
import { inDrawing } from './south-africa.ts'

/** A place that can be chosen on the map. */
export interface MapPoint extends Coordinate {
  key: string
  name: string
}

/** The part around a focused place, as a share of the drawing: about 50 km. */
const focus_share = 0.03

/**
 * A drawn map of places to choose from. It shows the whole country, or only the part that contains the places.
 * Keyboard and screen reader users choose in the list beside it.
 */
export function PointsMap({
  points,
  chosen,
  focus,
  onChoose,
  label,
}: {
  points: readonly MapPoint[]
  chosen: string | null
  focus: MapFocus | null
  onChoose: (key: string) => void
  label: string
}) {
  const placed = points.map((point) => ({ ...point, at: inDrawing(point) }))
  // Draw the chosen point last, so that it is above its neighbours.
  const drawn = placed.toSorted((a, b) => Number(a.key === chosen) - Number(b.key === chosen))
  return (
    <MovableMap
      whole={frameOf(placed.map(({ at }) => at))}
      wholeLabel="All locations"
      focus={focus}
      frameOfKey={(key) => {
        const point = placed.find((one) => one.key === key)
        return point ? frameOf([point.at], focus_share) : null
      }}
      label={label}
    >
      {({ size }) =>
        drawn.map(({ key, name, at }) => (
          <circle
            key={key}
            className={key === chosen ? styles.chosenPoint : styles.point}
            cx={at.x}
            cy={at.y}
            r={(key === chosen ? 4.5 : 3) * size}
            strokeWidth={1.2 * size}
            onClick={() => onChoose(key)}
          >
            <title>{name}</title>
          </circle>
        ))
      }
    </MovableMap>
  )
}
