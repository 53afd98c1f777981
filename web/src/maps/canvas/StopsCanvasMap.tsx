import {
  map_attribution,
  map_default_lat,
  map_default_lng,
  map_default_zoom,
  map_tiles_url,
} from '@waybill/domain/maps/settings'
import type { Position } from '@waybill/domain/maps/geometry'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconTruck } from '../../kit/icons/icons.ts'
import { useSetting } from '../../kit/session/me.ts'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { main_towns } from '../drawn-maps/towns.ts'
import type { Box } from '../service-area.ts'
import { useSuburbs } from '../zones/zone-queries.ts'
import { placeNames, type PlacedName } from './map-names.ts'
import { StopsCanvas, type StopsActions, type StopsScene } from './stops-canvas.ts'
import styles from './stops-canvas-map.module.css'

/** A van at its last known position. */
export interface MapVan {
  key: string
  place: Position
  /** The colour of its driver (see `CanvasStop`). */
  colour: number
  /** Driver, vehicle and what is known of the phone. */
  title: string
}

interface PlacedVan extends MapVan {
  /** In px from the corner of the map. */
  at: { x: number; y: number }
}

/** Suburb names are visible from this zoom level. */
const suburbs_from = 9

/** The interactive map of the dispatch board. When the browser cannot draw it, a sentence says so. */
export function StopsCanvasMap({
  scene,
  actions,
  vans,
  frame,
  label,
}: {
  scene: StopsScene
  vans: readonly MapVan[]
  actions: Pick<StopsActions, 'onStop' | 'onLasso'>
  /** The area to show. The map moves only when it becomes another one. */
  frame: Box
  label: string
}) {
  const container = useRef<HTMLDivElement>(null)
  const canvas = useRef<StopsCanvas | null>(null)
  const suburbs = useSuburbs()
  const latest = useEffectEvent(() => ({ actions, scene, suburbs, vans }))
  const [placed, setPlaced] = useState<readonly PlacedVan[]>([])
  const [cannot, setCannot] = useState(false)
  const [isWithoutTiles, setWithoutTiles] = useState(false)
  const [names, setNames] = useState<readonly PlacedName[]>([])
  const start = useRef({
    lat: useSetting(map_default_lat),
    lng: useSetting(map_default_lng),
    zoom: Math.min(useSetting(map_default_zoom), 12),
    tiles: useSetting(map_tiles_url),
    attribution: useSetting(map_attribution),
  })

  useEffect(() => {
    const element = container.current
    if (!element) return undefined
    let made: StopsCanvas
    let hasTiles = start.current.tiles.includes('{z}')
    const showNames = (): void => {
      if (hasTiles) return
      const { map } = made
      const near = map.getZoom() >= suburbs_from ? latest().suburbs : []
      const known = [
        ...main_towns.map((town) => ({ ...town, kind: 'town' as const })),
        ...near.map((suburb) => ({ ...suburb, kind: 'suburb' as const })),
      ]
      setNames(placeNames(known, ({ lng, lat }) => map.project([lng, lat]), element.getBoundingClientRect()))
    }
    try {
      made = new StopsCanvas(element, start.current, {
        onStop: (key, isAdding) => latest().actions.onStop(key, isAdding),
        onLasso: (ring, isAdding) => latest().actions.onLasso(ring, isAdding),
        onView: () => {
          showNames()
          setPlaced(latest().vans.map((van) => ({ ...van, at: made.map.project(van.place) })))
        },
        onTilesMissing: () => {
          if (!hasTiles) return
          hasTiles = false
          setWithoutTiles(true)
          showNames()
        },
      })
    } catch {
      setCannot(true)
      return undefined
    }
    canvas.current = made
    made.show(latest().scene)
    return () => {
      canvas.current = null
      made.remove()
    }
  }, [])
  useEffect(() => canvas.current?.show(scene), [scene, suburbs, vans])
  const { west, south, east, north } = frame
  useEffect(() => canvas.current?.fit({ west, south, east, north }), [west, south, east, north])
  if (cannot)
    return (
      <div className={styles.frame}>
        <div className={styles.trouble}>
          <Notice variant="info">
            This browser cannot draw the map. The list offers everything that the map does.
          </Notice>
        </div>
      </div>
    )
  return (
    <div className={styles.frame}>
      <section ref={container} className={styles.map} aria-label={label} />
      <ul className={styles.vans} aria-label="Vans">
        {placed.map(({ key, at, colour, title }) => (
          <li
            key={key}
            className={styles.van}
            style={{ left: at.x, top: at.y, background: `var(--map-driver-${colour})` }}
            title={title}
          >
            <Icon of={IconTruck} size={16} />
            <span className="only-heard">{title}</span>
          </li>
        ))}
      </ul>
      {isWithoutTiles && (
        <div className={styles.trouble}>
          <Notice variant="info">The map tiles cannot be reached. A built-in map is shown.</Notice>
        </div>
      )}
      <div className={styles.names} aria-hidden="true">
        {names.map(({ name, x, y, kind }) => (
          <span
            key={`${name} ${x} ${y}`}
            className={kind === 'suburb' ? styles.suburb : styles.town}
            style={{ left: x, top: y }}
          >
            {name}
          </span>
        ))}
      </div>
    </div>
  )
}
