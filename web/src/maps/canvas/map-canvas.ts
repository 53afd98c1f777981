import type {
  GeoJSONSource,
  LayerSpecification,
  Map as MapLibre,
  MapMouseEvent,
  MapTouchEvent,
  PointLike,
} from 'maplibre-gl'
import type { FeatureCollection } from 'geojson'
import type { Position } from '@waybill/domain/maps/geometry'
import type { ZoneGeometry } from '@waybill/domain/maps/model'
import {
  addCorner,
  cornersIn,
  geometryOf,
  middleAfter,
  moveCorner,
  removeCorner,
  ringsOf,
  type Corner,
  type Outline,
} from '../zones/outline.ts'
import type { Box } from '../service-area.ts'
import { coloursOf, empty, fitTo, onTilesMissing, openMap, type ColourOf, type MapView } from './open-map.ts'

/** An area as displayed on the map. */
export interface VisibleZone {
  id: number
  name: string
  colour: string
  geometry: ZoneGeometry
  /** Drawn faintly, for example because it is switched off or removed by the draft. */
  isFaint: boolean
}

/** What a click or tap on the map does. */
export type MapMode = 'look' | 'edit' | 'draw' | 'hole' | 'point'

/** Everything that the map displays. */
export interface MapScene {
  zones: readonly VisibleZone[]
  /** The outline being edited; `null` when there is none. */
  outline: Outline | null
  colour: string
  mode: MapMode
  /** The selected corner, on which keys act. */
  corner: Corner | null
  /** A tested point, or the place where an outline crosses itself. */
  marks: readonly { place: Position; isProblem: boolean }[]
}

/** Callbacks for the user's actions on the map. */
export interface MapActions {
  onZone: (id: number) => void
  onPoint: (place: Position) => void
  onOutline: (outline: Outline) => void
  onCorner: (corner: Corner | null) => void
  /** Called when drawing ends; `corners` is `null` when the drawing was discarded. */
  onDrawn: (corners: readonly Position[] | null) => void
  /** Called when the view moves. */
  onView: () => void
  /** Called when the company's map tiles cannot be loaded. The built-in base map is visible instead. */
  onTilesMissing: () => void
}

/**
 * Maximum number of corners with handles. When an outline has more corners, only those nearest to the pointer get
 * handles.
 */
const max_handles = 50
const reach_px = 10

/** The map: the built-in base map or the company's tiles, the areas above it, and the outline being edited. */
export class MapCanvas {
  readonly map: MapLibre
  readonly #actions: MapActions
  #scene: MapScene = { zones: [], outline: null, colour: '#2F6FDE', mode: 'look', corner: null, marks: [] }
  #drawn: Position[] = []
  #pointer: Position | null = null
  /** Pointer position when the handles were last chosen. */
  #handled: Position | null = null
  #suburbs: readonly { lat: number; lng: number }[] = []
  #dragged: { corner: Corner; outline: Outline } | null = null

  constructor(container: HTMLElement, view: MapView, actions: MapActions) {
    this.#actions = actions
    this.map = openMap(
      container,
      view,
      ['suburbs', 'zones', 'outline', 'handles', 'marks'],
      layersOf(coloursOf(container)),
    )
    this.map.on('load', () => {
      this.show(this.#scene)
      this.showSuburbs(this.#suburbs)
    })
    this.map.on('move', actions.onView)
    onTilesMissing(this.map, view, () => actions.onTilesMissing())
    this.map.on('click', (event) => this.#press(event))
    this.map.on('dblclick', (event) => this.#finish(event))
    this.map.on('contextmenu', (event) => this.#take(event))
    this.map.on('mousedown', (event) => this.#grab(event))
    this.map.on('touchstart', (event) => event.originalEvent.touches.length === 1 && this.#grab(event))
    this.map.on('mousemove', (event) => this.#move(event))
    this.map.on('touchmove', (event) => this.#move(event))
    this.map.on('mouseup', () => this.#drop())
    this.map.on('touchend', () => this.#drop())
  }

  remove(): void {
    this.map.remove()
  }

  /** Draws the scene. */
  show(scene: MapScene): void {
    if (scene.mode !== this.#scene.mode) this.#drawn = []
    this.#scene = scene
    const isDrawing = scene.mode === 'draw' || scene.mode === 'hole'
    this.map.getCanvas().style.cursor = isDrawing || scene.mode === 'point' ? 'crosshair' : ''
    if (isDrawing) this.map.doubleClickZoom.disable()
    else this.map.doubleClickZoom.enable()
    if (!this.map.getSource('zones')) return
    this.#fill(
      'zones',
      scene.zones.map(({ id, colour, geometry, isFaint }) => ({
        type: 'Feature' as const,
        id,
        properties: { id, colour: colour || '#6b7280', opacity: isFaint ? 0.05 : 0.18 },
        geometry,
      })),
    )
    this.#fill(
      'marks',
      scene.marks.map(({ place, isProblem }) => point(place, { isProblem })),
    )
    this.#showOutline(this.#dragged?.outline ?? scene.outline)
    this.#actions.onView()
  }

  /** Draws a dot for each suburb. */
  showSuburbs(suburbs: readonly { lat: number; lng: number }[]): void {
    this.#suburbs = suburbs
    this.#fill(
      'suburbs',
      suburbs.map(({ lat, lng }) => point([lng, lat], {})),
    )
    this.#actions.onView()
  }

  /** Zooms to a bounding box. */
  fit(box: Box): void {
    fitTo(this.map, box)
  }

  /**
   * Handles a key press while drawing: Enter finishes the outline, Escape discards it, Backspace and Delete remove
   * its last corner. Returns whether the key was used.
   */
  key(name: string): boolean {
    if (this.#drawn.length === 0) return false
    if (name === 'Enter') this.#close()
    else if (name === 'Escape') {
      this.#drawn = []
      this.#actions.onDrawn(null)
    } else if (name === 'Backspace' || name === 'Delete') this.#drawn = this.#drawn.slice(0, -1)
    else return false
    this.#showOutline(this.#scene.outline)
    return true
  }

  #fill(source: string, features: object[]): void {
    void this.map.getSource<GeoJSONSource>(source)?.setData({ ...empty, features } as FeatureCollection)
  }

  #showOutline(outline: Outline | null): void {
    const { colour } = this.#scene
    const shape = outline ? [{ type: 'Feature', properties: { colour }, geometry: geometryOf(outline) }] : []
    const line =
      this.#drawn.length > 0
        ? [
            {
              type: 'Feature',
              properties: { colour },
              geometry: {
                type: 'LineString',
                coordinates: [...this.#drawn, ...(this.#pointer ? [this.#pointer] : [])],
              },
            },
            ...this.#drawn.map((place) => point(place, { kind: 'corner', isChosen: false })),
          ]
        : []
    this.#fill('outline', [...shape, ...line])
    this.#showHandles(outline)
  }

  #showHandles(outline: Outline | null): void {
    const { corner, mode } = this.#scene
    this.#handled = this.#pointer
    this.#fill('handles', outline && mode === 'edit' ? this.#handlesOf(outline, corner) : [])
  }

  /** Returns the handles of corners and of the middles of sides. */
  #handlesOf(outline: Outline, chosen: Corner | null): object[] {
    const all = ringsOf(outline).flatMap(({ polygon, ring, corners }) =>
      corners.map((place, at) => ({ place, middle: middleAfter(corners, at), polygon, ring, at })),
    )
    const pointer = this.#pointer ?? this.map.getCenter().toArray()
    const shown =
      cornersIn(outline) <= max_handles
        ? all
        : all.toSorted((a, b) => away(a.place, pointer) - away(b.place, pointer)).slice(0, max_handles)
    return shown.flatMap(({ place, middle, polygon, ring, at }) => {
      const isChosen = chosen?.polygon === polygon && chosen.ring === ring && chosen.at === at
      return [
        point(middle, { kind: 'middle', polygon, ring, at, isChosen: false }),
        point(place, { kind: 'corner', polygon, ring, at, isChosen }),
      ]
    })
  }

  /** Returns the corner or middle handle under the pointer, or `null`. */
  #handleAt({ point: at }: { point: { x: number; y: number } }): (Corner & { kind: string }) | null {
    if (!this.map.getLayer('handles')) return null
    const box: [PointLike, PointLike] = [
      [at.x - reach_px, at.y - reach_px],
      [at.x + reach_px, at.y + reach_px],
    ]
    const found = this.map.queryRenderedFeatures(box, { layers: ['handles'] })
    const best = found.find(({ properties }) => properties.kind === 'corner') ?? found[0]
    return (best?.properties as (Corner & { kind: string }) | undefined) ?? null
  }

  #press(event: MapMouseEvent): void {
    const place = placeOf(event)
    const { mode } = this.#scene
    if (mode === 'draw' || mode === 'hole') {
      const [first] = this.#drawn
      if (first && this.#drawn.length >= 3 && this.#isNear(event, first)) this.#close()
      else this.#drawn = [...this.#drawn, place]
      this.#showOutline(this.#scene.outline)
      return
    }
    if (mode === 'point') return this.#actions.onPoint(place)
    if (mode === 'edit') return
    const [zone] = this.map.getLayer('zone-fill')
      ? this.map.queryRenderedFeatures(event.point, { layers: ['zone-fill'] })
      : []
    if (zone) this.#actions.onZone(Number(zone.properties.id))
  }

  #isNear({ point: at }: MapMouseEvent, place: Position): boolean {
    const other = this.map.project(place)
    return Math.hypot(other.x - at.x, other.y - at.y) <= reach_px
  }

  #finish(event: MapMouseEvent): void {
    if (this.#scene.mode !== 'draw' && this.#scene.mode !== 'hole') return
    event.preventDefault()
    this.#close()
  }

  /** Ends drawing. Removes repeated corners, because a double-click adds the same corner twice. */
  #close(): void {
    const corners = this.#drawn.filter((place, at) => {
      const before = this.#drawn[at - 1]
      return !before || away(before, place) > 0
    })
    this.#drawn = []
    this.#actions.onDrawn(corners.length >= 3 ? corners : null)
  }

  /** Removes a corner on right-click or long press. */
  #take(event: MapMouseEvent): void {
    const { mode, outline } = this.#scene
    if (mode !== 'edit' || !outline) return
    const handle = this.#handleAt(event)
    if (handle?.kind === 'corner') this.#actions.onOutline(removeCorner(outline, cornerOf(handle)))
  }

  #grab(event: MapMouseEvent | MapTouchEvent): void {
    const { mode, outline } = this.#scene
    if (mode !== 'edit' || !outline) return
    const handle = this.#handleAt(event)
    if (!handle) return this.#actions.onCorner(null)
    event.preventDefault()
    const corner = cornerOf(handle)
    this.#dragged =
      handle.kind === 'middle'
        ? { corner: { ...corner, at: corner.at + 1 }, outline: addCorner(outline, corner, placeOf(event)) }
        : { corner, outline }
    this.#actions.onCorner(this.#dragged.corner)
  }

  #move(event: MapMouseEvent | MapTouchEvent): void {
    this.#pointer = placeOf(event)
    const { mode, outline } = this.#scene
    if (this.#dragged) {
      this.#dragged = {
        ...this.#dragged,
        outline: moveCorner(this.#dragged.outline, this.#dragged.corner, this.#pointer),
      }
      return this.#showOutline(this.#dragged.outline)
    }
    if (this.#drawn.length > 0) return this.#showOutline(outline)
    if (mode !== 'edit' || !outline) return
    if (cornersIn(outline) > max_handles && this.#hasMoved(event)) this.#showHandles(outline)
    this.map.getCanvas().style.cursor = this.#handleAt(event) ? 'move' : ''
  }

  /** Whether the pointer has moved so far that other corners may be the nearest. */
  #hasMoved({ point: at }: { point: { x: number; y: number } }): boolean {
    if (!this.#handled) return true
    const before = this.map.project(this.#handled)
    return Math.hypot(before.x - at.x, before.y - at.y) > 2 * reach_px
  }

  #drop(): void {
    if (!this.#dragged) return
    const { outline } = this.#dragged
    this.#dragged = null
    if (outline !== this.#scene.outline) this.#actions.onOutline(outline)
  }
}

const placeOf = ({ lngLat }: { lngLat: { lng: number; lat: number } }): Position => [
  Math.round(lngLat.lng * 1e6) / 1e6,
  Math.round(lngLat.lat * 1e6) / 1e6,
]

const cornerOf = ({ polygon, ring, at }: Corner): Corner => ({ polygon, ring, at })

const away = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot((a[0] ?? 0) - (b[0] ?? 0), (a[1] ?? 0) - (b[1] ?? 0))

const point = (place: Position, properties: object) => ({
  type: 'Feature' as const,
  properties,
  geometry: { type: 'Point' as const, coordinates: place },
})

/** Returns the layers above the base map. */
function layersOf(colour: ColourOf): LayerSpecification[] {
  return [
    {
      id: 'suburbs',
      type: 'circle',
      source: 'suburbs',
      minzoom: 7.5,
      paint: { 'circle-radius': 2, 'circle-color': colour('border') },
    },
    {
      id: 'zone-fill',
      type: 'fill',
      source: 'zones',
      paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': ['get', 'opacity'] },
    },
    {
      id: 'zone-line',
      type: 'line',
      source: 'zones',
      paint: { 'line-color': ['get', 'colour'], 'line-width': 1.5 },
    },
    {
      id: 'outline-fill',
      type: 'fill',
      source: 'outline',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': 0.25 },
    },
    {
      id: 'outline-line',
      type: 'line',
      source: 'outline',
      paint: { 'line-color': ['get', 'colour'], 'line-width': 2.5 },
    },
    {
      id: 'outline-points',
      type: 'circle',
      source: 'outline',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 5,
        'circle-color': colour('paper'),
        'circle-stroke-color': colour('text'),
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'handles',
      type: 'circle',
      source: 'handles',
      paint: {
        'circle-radius': ['match', ['get', 'kind'], 'corner', 6, 4],
        'circle-color': ['case', ['get', 'isChosen'], colour('route'), colour('paper')],
        'circle-stroke-color': colour('text'),
        'circle-stroke-width': 1.5,
        'circle-opacity': ['match', ['get', 'kind'], 'corner', 1, 0.7],
      },
    },
    {
      id: 'marks',
      type: 'circle',
      source: 'marks',
      paint: {
        'circle-radius': 7,
        'circle-color': ['case', ['get', 'isProblem'], colour('problem'), colour('route')],
        'circle-stroke-color': colour('paper'),
        'circle-stroke-width': 3,
      },
    },
  ]
}
