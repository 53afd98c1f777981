import { whenIs } from '../kit/setting.ts'
import { settingsSection } from '../kit/settings-section.ts'
import { count } from '../kit/calls/wire.ts'

/** Map settings: start view, tiles, geocoding and limits (docs/domain/maps.md#the-map-on-screen). */
const map = settingsSection('general', 'map settings')

export const map_max_node_count = map.whole('map_max_node_count', 'Maximum points per polygon', 500, {
  min: 3,
  max: 20_000,
  unit: 'points',
})
export const map_default_lat = map.number(
  'map_default_lat',
  'Start view: latitude',
  -26.2041,
  { min: -90, max: 90 },
  { public: true },
)
export const map_default_lng = map.number(
  'map_default_lng',
  'Start view: longitude',
  28.0473,
  { min: -180, max: 180 },
  { public: true },
)
export const map_default_zoom = map.whole(
  'map_default_zoom',
  'Start view: zoom',
  10,
  { min: 1, max: 20 },
  { public: true },
)
export const map_tiles_url = map.words('map_tiles_url', 'Address of map tiles', '', {
  public: true,
  description:
    'With {z}, {x} and {y} in it, such as https://tiles.example/{z}/{x}/{y}.png. Empty: the map that comes with the product. Nothing is fetched from others until this is set.',
})
export const map_attribution = map.words('map_attribution', 'Attribution', '', { public: true })
export const google_maps_client_key = map.words(
  'google_maps_client_key',
  'Google Maps key for browsers',
  '',
  {
    public: true,
    description:
      'With a key, shipment routes are shown on Google Maps images. Limit the key to your own addresses. Leave empty to use the built-in map.',
  },
)
export const geocoder = map.one('geocoder', 'Geocoder', ['none', 'google'], 'none', {
  labels: { google: 'Google Maps', none: 'This installation' },
  description:
    'With Google Maps and a key, address search in every form offers Google places worldwide. Typed text is sent to Google, which bills the owner of the key. This installation finds addresses with the Nominatim server of its operator, or, without one, in the built-in list of places.',
})
export const geocoder_api_key = map.secret('geocoder_api_key', 'Geocoder key', {
  sent_to: [],
  shown_when: whenIs(geocoder, 'google'),
  description:
    'A key for the Places API (New) of Google. It stays on the server; limit it to that API and to the addresses of this server.',
})
export const require_coordinates = map.toggle(
  'require_coordinates',
  'Refuse addresses without coordinates',
  false,
  {
    description:
      'Shipments are booked only where coordinates were chosen or sent, or the geocoder found the street. A suburb alone does not do; the built-in geocoder knows no streets.',
  },
)
export const branch_fallback_km = map.whole(
  'branch_fallback_km',
  'Nearest branch within',
  100,
  { min: 0, max: 2000, unit: 'km' },
  {
    description: 'An address outside every branch area goes to the nearest branch within this distance.',
  },
)
export const default_branch_id = map.custom<number | null>(
  'default_branch_id',
  'Branch for addresses farther away',
  count.nullable(),
  null,
  { kind: 'named', of: 'branch id', max: 20 },
  {
    description:
      'Addresses outside every branch area, with no branch near enough, go to this branch. If none is set, someone must choose a branch.',
  },
)
