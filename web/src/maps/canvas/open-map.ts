import 'maplibre-gl/dist/maplibre-gl.css'
import {
  AttributionControl,
  Map as MapLibre,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
  type LayerSpecification,
  type StyleSpecification,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import type { Box } from '../service-area.ts'
import { groundOf } from './base-map.ts'

setWorkerUrl(workerUrl)

/** The first view of a map, and the company's tiles: a URL with `{z}`, `{x}` and `{y}`, or `''`. */
export interface MapView {
  lat: number
  lng: number
  zoom: number
  tiles: string
  attribution: string
}

/** Returns the value of a colour token of maps, such as `land` for `--map-land`. */
export type ColourOf = (token: string) => string

export const empty = { type: 'FeatureCollection' as const, features: [] }

const hasTiles = ({ tiles }: MapView): boolean => tiles.includes('{z}')

/** Returns the colours of maps as styled at an element. */
export function coloursOf(element: HTMLElement): ColourOf {
  const css = getComputedStyle(element)
  return (token) => css.getPropertyValue(`--map-${token}`).trim()
}

/**
 * Opens a map with zoom buttons and scale: the built-in base map, the company's tiles above it, and `layers` above both,
 * which show empty GeoJSON `sources`. Throws when the browser cannot draw it.
 */
export function openMap(
  container: HTMLElement,
  view: MapView,
  sources: readonly string[],
  layers: readonly LayerSpecification[],
): MapLibre {
  const map = new MapLibre({
    container,
    style: styleOf(coloursOf(container), view, sources, layers),
    center: [view.lng, view.lat],
    zoom: view.zoom,
    minZoom: 3,
    maxZoom: 19,
    dragRotate: false,
    pitchWithRotate: false,
    attributionControl: false,
    fadeDuration: 0,
    locale: { 'Map.Title': 'Map: arrow keys move it, plus and minus zoom' },
  })
  map.touchZoomRotate.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  map.addControl(new ScaleControl({ unit: 'metric' }), 'bottom-left')
  if (view.attribution) map.addControl(new AttributionControl({ compact: true }), 'bottom-right')
  return map
}

/** Calls `listener` when tiles cannot be loaded. Other errors of the map are thrown. */
export function onTilesMissing(map: MapLibre, view: MapView, listener: () => void): void {
  map.on('error', ({ error }) => {
    if (!hasTiles(view)) throw new Error('The map could not be drawn.', { cause: error })
    listener()
  })
}

/** Zooms to a bounding box. */
export function fitTo(map: MapLibre, { west, south, east, north }: Box): void {
  map.fitBounds([west, south, east, north], { padding: 48, maxZoom: 14, animate: false })
}

function styleOf(
  colour: ColourOf,
  view: MapView,
  sources: readonly string[],
  layers: readonly LayerSpecification[],
): StyleSpecification {
  const ground = (layer: string, fill: string, line: string | null) => [
    ...(layer === 'province'
      ? []
      : [
          {
            id: `${layer}-fill`,
            type: 'fill' as const,
            source: 'ground',
            filter: ['==', ['get', 'layer'], layer] as ['==', ['get', string], string],
            paint: { 'fill-color': colour(fill) },
          },
        ]),
    ...(line
      ? [
          {
            id: `${layer}-line`,
            type: 'line' as const,
            source: 'ground',
            filter: ['==', ['get', 'layer'], layer] as ['==', ['get', string], string],
            paint: { 'line-color': colour(line), 'line-width': 1.2 },
          },
        ]
      : []),
  ]
  const { tiles, attribution } = view
  return {
    version: 8,
    sources: {
      ground: { type: 'geojson', data: groundOf() },
      ...(hasTiles(view)
        ? { tiles: { type: 'raster' as const, tiles: [tiles], tileSize: 256, maxzoom: 19, attribution } }
        : {}),
      ...Object.fromEntries(sources.map((source) => [source, { type: 'geojson' as const, data: empty }])),
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colour('sea') } },
      ...ground('neighbour', 'neighbour', null),
      ...ground('land', 'land', 'border'),
      ...ground('enclave', 'neighbour', 'border'),
      ...ground('province', '', 'province'),
      ...(hasTiles(view) ? [{ id: 'tiles', type: 'raster' as const, source: 'tiles' }] : []),
      ...layers,
    ],
  }
}
