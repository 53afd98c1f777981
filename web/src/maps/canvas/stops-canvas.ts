import type {
  GeoJSONSource,
  LayerSpecification,
  Map as MapLibre,
  MapMouseEvent,
  MapTouchEvent,
  PointLike,
} from 'maplibre-gl'
import type { Feature } from 'geojson'
import { closeRing, type Position } from '@waybill/domain/maps/geometry'
import type { Box } from '../service-area.ts'
import { coloursOf, empty, fitTo, onTilesMissing, openMap, type ColourOf, type MapView } from './open-map.ts'

/** A stop on the map. */
export interface CanvasStop {
  key: string
  place: Position
  /** The place on the trip sheet of its driver, from 1; 0 while nobody has it. */
  number: number
  /** The colour of its driver: 1 to `driver_colours`; 0 while nobody has it. */
  colour: number
  state: 'to-do' | 'done' | 'failed'
  isSelected: boolean
}

/** Everything that the map displays. */
export interface StopsScene {
  stops: readonly CanvasStop[]
  /** The lines of routes, with the colours of their drivers. */
  routes: readonly { colour: number; places: readonly Position[] }[]
  /** Whether dragging draws a lasso. Otherwise it moves the map, and draws a lasso only with Shift. */
  isLasso: boolean
}

/** Callbacks for the user's actions on the map. */
export interface StopsActions {
  /** A stop was pressed; `isAdding` with Shift. */
  onStop: (key: string, isAdding: boolean) => void
  /** A lasso was drawn; `isAdding` with Shift. */
  onLasso: (ring: readonly Position[], isAdding: boolean) => void
  /** The view moved. */
  onView: () => void
  onTilesMissing: () => void
}

/** Up to this number of stops, their numbers are shown at every zoom level; more are dots until the map is closer. */
const numbered_at_once = 300
const numbers_from_zoom = 11
const reach_px = 6
/** A lasso has a corner every so many px. */
const lasso_step_px = 6
/** The size of a stop, in px. */
const [open_px, finished_px, ring_px] = [24, 16, 34]

/** A map with thousands of stops, coloured by driver, on which stops are chosen. */
export class StopsCanvas {
  readonly map: MapLibre
  readonly #actions: StopsActions
  readonly #colour: ColourOf
  #scene: StopsScene = { stops: [], routes: [], isLasso: false }
  #lasso: Position[] | null = null

  constructor(container: HTMLElement, view: MapView, actions: StopsActions) {
    this.#actions = actions
    this.#colour = coloursOf(container)
    this.map = openMap(container, view, ['routes', 'stops', 'lasso'], layersOf(this.#colour))
    this.map.boxZoom.disable()
    this.map.on('load', () => this.show(this.#scene))
    this.map.on('move', actions.onView)
    onTilesMissing(this.map, view, () => actions.onTilesMissing())
    this.map.on('styleimagemissing', ({ id }) => this.#draw(id))
    this.map.on('click', (event) => this.#press(event))
    this.map.on('mousedown', (event) => this.#grab(event, event.originalEvent.shiftKey))
    this.map.on('touchstart', (event) => event.originalEvent.touches.length === 1 && this.#grab(event, false))
    this.map.on('mousemove', (event) => this.#move(event))
    this.map.on('touchmove', (event) => this.#move(event))
    this.map.on('mouseup', (event) => this.#drop(event.originalEvent.shiftKey))
    this.map.on('touchend', () => this.#drop(false))
  }

  remove(): void {
    this.map.remove()
  }

  /** Zooms to a bounding box. */
  fit(box: Box): void {
    fitTo(this.map, box)
  }

  /** Draws the scene. */
  show(scene: StopsScene): void {
    this.#scene = scene
    this.map.getCanvas().style.cursor = scene.isLasso ? 'crosshair' : ''
    if (!this.map.getSource('stops')) return
    const isNumbered = scene.stops.length <= numbered_at_once
    this.map.setLayoutProperty('dots', 'visibility', isNumbered ? 'none' : 'visible')
    this.map.setLayerZoomRange('numbers', isNumbered ? 0 : numbers_from_zoom, 24)
    // Before the map asks for them, so that no stop is missing for a moment.
    if (isNumbered) for (const stop of scene.stops) this.#draw(imageOf(stop))
    this.#fill(
      'stops',
      scene.stops.map((stop) => ({
        type: 'Feature',
        properties: {
          key: stop.key,
          image: imageOf(stop),
          colour: this.#colour(`driver-${stop.colour}`),
          isSelected: stop.isSelected,
          above: (stop.isSelected ? 1000 : 0) + (stop.state === 'to-do' ? 500 : 0),
        },
        geometry: { type: 'Point', coordinates: stop.place },
      })),
    )
    this.#fill(
      'routes',
      scene.routes.map(({ colour, places }) => ({
        type: 'Feature',
        properties: { colour: this.#colour(`driver-${colour}`) },
        geometry: { type: 'LineString', coordinates: [...places] },
      })),
    )
    this.#actions.onView()
  }

  #fill(source: string, features: Feature[]): void {
    void this.map.getSource<GeoJSONSource>(source)?.setData({ ...empty, features })
  }

  /** Draws the image of a stop (`imageOf`) if the map does not have it. */
  #draw(id: string): void {
    if (this.map.hasImage(id)) return
    const [colour = '0', number = '', state, isSelected] = id.split('|')
    const isOpen = state === 'to-do'
    const size = 2 * ring_px
    const canvas = document.createElement('canvas')
    canvas.width = size
    canvas.height = size
    const pen = canvas.getContext('2d')
    if (!pen) return
    const own = this.#colour(`driver-${colour}`)
    const disc = (radius: number, fill: string): void => {
      pen.beginPath()
      pen.arc(size / 2, size / 2, radius, 0, 2 * Math.PI)
      pen.fillStyle = fill
      pen.fill()
    }
    const radius = isOpen ? open_px : finished_px
    if (isSelected === 'true') disc(radius + 9, this.#colour('text'))
    disc(radius + 3, this.#colour('paper'))
    disc(radius, own)
    if (!isOpen || colour === '0') disc(radius - 4, this.#colour('paper'))
    pen.fillStyle = isOpen && colour !== '0' ? this.#colour('paper') : this.#colour('text')
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    pen.font = `600 ${isOpen && number.length < 3 ? 24 : 20}px ${getComputedStyle(this.map.getContainer()).fontFamily}`
    const text = { done: '✓', failed: '×' }[state ?? ''] ?? (colour === '0' ? '' : number)
    pen.fillText(text, size / 2, size / 2 + 1)
    this.map.addImage(id, pen.getImageData(0, 0, size, size), { pixelRatio: 2 })
  }

  /** Returns the key of the stop under the pointer; `null` when there is none. */
  #stopAt({ point: { x, y } }: MapMouseEvent): string | null {
    if (!this.map.getLayer('numbers')) return null
    const box: [PointLike, PointLike] = [
      [x - reach_px, y - reach_px],
      [x + reach_px, y + reach_px],
    ]
    const [found] = this.map.queryRenderedFeatures(box, { layers: ['numbers', 'dots'] })
    return found ? String(found.properties.key) : null
  }

  #press(event: MapMouseEvent): void {
    if (this.#scene.isLasso) return
    const key = this.#stopAt(event)
    if (key !== null) this.#actions.onStop(key, event.originalEvent.shiftKey)
  }

  #grab(event: MapMouseEvent | MapTouchEvent, isShift: boolean): void {
    if (!this.#scene.isLasso && !isShift) return
    // Stops the map from moving.
    event.preventDefault()
    this.#lasso = [placeOf(event)]
  }

  #move(event: MapMouseEvent | MapTouchEvent): void {
    if (!this.#lasso) {
      if (event.type === 'mousemove' && !this.#scene.isLasso)
        this.map.getCanvas().style.cursor = this.#stopAt(event as MapMouseEvent) === null ? '' : 'pointer'
      return
    }
    const last = this.map.project(this.#lasso.at(-1) ?? event.lngLat)
    if (Math.hypot(last.x - event.point.x, last.y - event.point.y) < lasso_step_px) return
    this.#lasso = [...this.#lasso, placeOf(event)]
    this.#fill('lasso', [
      {
        type: 'Feature',
        properties: {},
        geometry: { type: 'Polygon', coordinates: [closeRing(this.#lasso)] },
      },
    ])
  }

  #drop(isAdding: boolean): void {
    const ring = this.#lasso
    if (!ring) return
    this.#lasso = null
    this.#fill('lasso', [])
    if (ring.length >= 3) this.#actions.onLasso(ring, isAdding)
  }
}

const placeOf = ({ lngLat: { lng, lat } }: MapMouseEvent | MapTouchEvent): Position => [lng, lat]

/** Returns the id of a stop’s image: colour, number, state, and whether it is selected. */
const imageOf = ({ colour, number, state, isSelected }: CanvasStop): string =>
  [colour, number, state, isSelected].join('|')

function layersOf(colour: ColourOf): LayerSpecification[] {
  return [
    {
      id: 'routes',
      type: 'line',
      source: 'routes',
      layout: { 'line-join': 'round' },
      paint: { 'line-color': ['get', 'colour'], 'line-width': 2, 'line-opacity': 0.7 },
    },
    {
      id: 'dots',
      type: 'circle',
      source: 'stops',
      maxzoom: numbers_from_zoom,
      layout: { 'circle-sort-key': ['get', 'above'] },
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 5, 2.5, numbers_from_zoom, 6],
        'circle-color': ['get', 'colour'],
        'circle-stroke-color': ['case', ['get', 'isSelected'], colour('text'), colour('paper')],
        'circle-stroke-width': ['case', ['get', 'isSelected'], 2.5, 1],
      },
    },
    {
      id: 'numbers',
      type: 'symbol',
      source: 'stops',
      layout: {
        'icon-image': ['get', 'image'],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'symbol-sort-key': ['get', 'above'],
      },
    },
    {
      id: 'lasso-fill',
      type: 'fill',
      source: 'lasso',
      paint: { 'fill-color': colour('route'), 'fill-opacity': 0.15 },
    },
    {
      id: 'lasso-line',
      type: 'line',
      source: 'lasso',
      paint: { 'line-color': colour('route'), 'line-width': 2 },
    },
  ]
}
