import {
  map_attribution,
  map_default_lat,
  map_default_lng,
  map_default_zoom,
  map_tiles_url,
} from '@waybill/domain/maps/settings'
import { boundsOf } from '@waybill/domain/maps/geometry'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useSetting } from '../../kit/session/me.ts'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { AreaMap } from '../drawn-maps/AreaMap.tsx'
import { geometryOf } from '../zones/outline.ts'
import { boxAround, useServiceArea, type Box } from '../service-area.ts'
import { main_towns } from '../drawn-maps/towns.ts'
import { MapCanvas, type MapActions, type MapScene, type VisibleZone } from './map-canvas.ts'
import { placeNames, type MapName, type PlacedName } from './map-names.ts'
import styles from './zone-map.module.css'

const class_of_name: Readonly<Record<MapName['kind'], string | undefined>> = {
  zone: styles.zone,
  town: styles.town,
  suburb: styles.suburb,
}

/** Areas narrower than this, in px, show no name. */
const min_width = 28

/**
 * Returns the name of an area in the middle of its bounding box; nothing for faint and very small areas. `across`
 * converts degrees of longitude to px.
 */
function nameOf({ name, geometry, isFaint }: VisibleZone, across: (degrees: number) => number): MapName[] {
  const box = isFaint ? null : boundsOf([geometry])
  return box && across(box.east - box.west) >= min_width
    ? [{ name, lat: (box.south + box.north) / 2, lng: (box.west + box.east) / 2, kind: 'zone' }]
    : []
}

/** Methods of the map for the pages that contain it. */
export interface MapHandle {
  /** Handles a key press while drawing. Returns whether the map used the key. */
  key: (name: string) => boolean
  fit: (box: Box) => void
}

/** Returns the first mark of a scene as a place; `null` without marks. */
function placeOf({ marks: [mark] }: MapScene): { lat: number; lng: number } | null {
  return mark ? { lng: mark.place[0], lat: mark.place[1] } : null
}

const town_names: readonly MapName[] = main_towns.map((town) => ({ ...town, kind: 'town' }))
/** Suburb names are visible from this zoom level. */
const suburbs_from = 9

/**
 * The interactive map on which areas are displayed and drawn. When the browser cannot draw it, a static picture
 * replaces it; the table of points offers the same editing.
 */
export function ZoneMap({
  scene,
  actions,
  frame,
  suburbs,
  label,
  instead = 'Enter the points of an area in its table.',
  ref,
}: {
  scene: MapScene
  actions: Omit<MapActions, 'onView' | 'onTilesMissing'>
  /** The area to show at first; `null` shows the start view of the company, or else its branches or the country. */
  frame: Box | null
  suburbs: readonly { name: string; lat: number; lng: number }[]
  label: string
  /** What to do when the browser cannot draw the map. */
  instead?: string
  ref?: Ref<MapHandle>
}) {
  const container = useRef<HTMLDivElement>(null)
  const canvas = useRef<MapCanvas | null>(null)
  const latest = useEffectEvent(() => ({ actions, suburbs, scene, frame }))
  const [cannot, setCannot] = useState(false)
  const [isWithoutTiles, setWithoutTiles] = useState(false)
  const withoutTiles = useRef(false)
  const [names, setNames] = useState<readonly PlacedName[]>([])
  const view = {
    lat: useSetting(map_default_lat),
    lng: useSetting(map_default_lng),
    zoom: Math.min(useSetting(map_default_zoom), 12),
    tiles: useSetting(map_tiles_url),
    attribution: useSetting(map_attribution),
  }
  const start = useRef(view)
  const hasStartView = view.lat !== map_default_lat.default || view.lng !== map_default_lng.default
  const isEmpty = frame === null && !hasStartView
  const service = useServiceArea(isEmpty)
  const nothing = useMemo(() => boxAround(service), [service])

  useEffect(() => {
    const element = container.current
    if (!element) return undefined
    let made: MapCanvas
    const showNames = (): void => {
      const { map } = made
      const isNear = map.getZoom() >= suburbs_from
      const known: MapName[] = isNear
        ? latest().suburbs.map((suburb) => ({ ...suburb, kind: 'suburb' as const }))
        : []
      const across = (degrees: number): number => (degrees / 360) * 512 * 2 ** map.getZoom()
      const zones = latest().scene.zones.flatMap((zone) => nameOf(zone, across))
      const own =
        map.getSource('tiles') && !withoutTiles.current ? zones : [...zones, ...town_names, ...known]
      setNames(placeNames(own, ({ lng, lat }) => map.project([lng, lat]), element.getBoundingClientRect()))
    }
    const requested = () => latest().actions
    try {
      made = new MapCanvas(element, start.current, {
        onZone: (id) => requested().onZone(id),
        onPoint: (place) => requested().onPoint(place),
        onOutline: (outline) => requested().onOutline(outline),
        onCorner: (corner) => requested().onCorner(corner),
        onDrawn: (corners) => requested().onDrawn(corners),
        onView: showNames,
        onTilesMissing: () => {
          if (withoutTiles.current) return
          withoutTiles.current = true
          setWithoutTiles(true)
          showNames()
        },
      })
    } catch {
      setCannot(true)
      return undefined
    }
    canvas.current = made
    const atFirst = latest()
    if (atFirst.frame) made.fit(atFirst.frame)
    made.show(atFirst.scene)
    return () => {
      canvas.current = null
      made.remove()
    }
  }, [])
  useEffect(() => {
    if (isEmpty) canvas.current?.fit(nothing)
  }, [isEmpty, nothing])
  useEffect(() => canvas.current?.show(scene), [scene])
  useEffect(() => canvas.current?.showSuburbs(suburbs), [suburbs])
  useImperativeHandle(
    ref,
    () => ({
      key: (name) => canvas.current?.key(name) ?? false,
      fit: (box) => canvas.current?.fit(box),
    }),
    [],
  )
  if (cannot)
    return (
      <div className={styles.frame}>
        <AreaMap
          areas={scene.outline ? [{ id: 0, geometry: geometryOf(scene.outline) }] : scene.zones}
          place={placeOf(scene)}
          label={label}
        />
        <div className={styles.trouble}>
          <Notice variant="info">This browser cannot draw on the map. {instead}</Notice>
        </div>
      </div>
    )
  return (
    <div className={styles.frame}>
      <section ref={container} className={styles.map} aria-label={label} />
      {isWithoutTiles && (
        <div className={styles.trouble}>
          <Notice variant="info">The map tiles cannot be reached. A built-in map is shown.</Notice>
        </div>
      )}
      <div className={styles.names} aria-hidden="true">
        {names.map(({ name, x, y, kind }) => (
          <span key={`${name} ${x} ${y}`} className={class_of_name[kind]} style={{ left: x, top: y }}>
            {name}
          </span>
        ))}
      </div>
    </div>
  )
}
