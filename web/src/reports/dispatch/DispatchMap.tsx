import type { BoardStop } from '@waybill/domain/drivers/plan'
import type { Position } from '@waybill/domain/maps/geometry'
import { Suspense, useMemo, useState } from 'react'
import { IconPolygon } from '../../kit/icons/icons.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Loading } from '../../kit/ui/states/States.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import {
  boxAround,
  LazyStopsCanvasMap,
  useServiceArea,
  type Box,
  type CanvasStop,
  type MapVan,
} from '../../maps/index.ts'
import { isMovable, keyOf, keysInLasso, positionOf, type StopGroup } from './board-stops.ts'
import styles from './dispatch-map.module.css'

/** Space around the stops, in degrees. */
const margin = 0.01

interface DispatchMapProps {
  groups: readonly StopGroup[]
  vans: readonly MapVan[]
  /** The drivers whose routes are drawn. */
  open: ReadonlySet<string>
  selected: ReadonlySet<string>
  /** Changes when the map shall show all stops again: another branch or day. */
  viewKey: string
  onSelect: (keys: readonly string[], isAdding: boolean) => void
  onToggle: (key: string) => void
}

/** The stops of all drivers on the map, coloured by driver and numbered by their place on the trip sheet. */
export function DispatchMap(props: DispatchMapProps) {
  const { groups, vans, open, selected, viewKey, onSelect, onToggle } = props
  const [isLasso, setLasso] = useState(false)
  const all = useMemo(() => groups.flatMap(({ stops }) => stops), [groups])
  const stops = useMemo(
    () =>
      groups.flatMap((group) =>
        group.stops.flatMap((stop): CanvasStop[] => {
          const place = positionOf(stop)
          const key = keyOf(stop)
          return place
            ? [
                {
                  key,
                  place,
                  number: stop.driver_sequence,
                  colour: group.colour,
                  state: stop.state,
                  isSelected: selected.has(key),
                },
              ]
            : []
        }),
      ),
    [groups, selected],
  )
  const routes = useMemo(
    () =>
      groups
        .filter(({ driver }) => driver && open.has(driver.username))
        .map((group) => ({ colour: group.colour, places: group.stops.flatMap((stop) => placeOf(stop)) })),
    [groups, open],
  )
  const area = useServiceArea(stops.length === 0)
  const frame = useFrame(viewKey, all, boxAround(area))
  const scene = useMemo(() => ({ stops, routes, isLasso }), [stops, routes, isLasso])
  const unknown = all.length - stops.length
  return (
    <section className={styles.map} aria-label="Map">
      <Suspense fallback={<Loading lines={6} />}>
        <LazyStopsCanvasMap
          scene={scene}
          vans={vans}
          frame={frame}
          label={`${formatCount(stops.length)} stops on the map`}
          actions={{
            onStop: (key, isAdding) => {
              if (!all.some((stop) => keyOf(stop) === key && isMovable(stop))) return
              if (isAdding) onToggle(key)
              else onSelect([key], false)
            },
            onLasso: (ring, isAdding) => {
              onSelect(keysInLasso(all, ring), isAdding)
              setLasso(false)
            },
          }}
        />
      </Suspense>
      <div className={styles.tools}>
        <Button size="sm" icon={IconPolygon} aria-pressed={isLasso} onClick={() => setLasso(!isLasso)}>
          {isLasso ? 'Draw around the stops' : 'Lasso'}
        </Button>
      </div>
      {unknown > 0 && (
        <p className={styles.unknown}>
          {unknown === 1
            ? '1 stop has no position and is only in the list.'
            : `${formatCount(unknown)} stops have no position and are only in the list.`}
        </p>
      )}
    </section>
  )
}

function placeOf(stop: BoardStop): Position[] {
  const place = positionOf(stop)
  return place ? [place] : []
}

/** Returns the box around the stops when a view was first filled. Later changes do not move the map. */
function useFrame(viewKey: string, stops: readonly BoardStop[], whenEmpty: Box): Box {
  const [frame, setFrame] = useState<{ viewKey: string; box: Box } | null>(null)
  const isCurrent = frame?.viewKey === viewKey
  const places = isCurrent ? [] : stops.flatMap(placeOf)
  if (places.length > 0) {
    const box = boxAround(
      places.map(([lng, lat]) => ({ lat, lng })),
      margin,
    )
    setFrame({ viewKey, box })
    return box
  }
  return isCurrent ? frame.box : whenEmpty
}
