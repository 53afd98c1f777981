import { whenIs } from '../../kit/setting.ts'
import { settingsSection } from '../../kit/settings-section.ts'

/** Services that calculate travel times and order stops (docs/domain/routing-and-drivers.md#routing-services). */
const routing = settingsSection('general', 'map settings')

export const travel_times_from = routing.one(
  'travel_times_from',
  'Travel times from',
  ['estimate', 'osrm', 'valhalla'],
  'estimate',
  {
    labels: { estimate: 'Estimates', osrm: 'OSRM', valhalla: 'Valhalla' },
    description:
      'Estimates are the straight line times 1.3, at 35 km/h in town and 70 km/h outside. OSRM and Valhalla know the roads. When the service does not answer, times are estimated and the dispatch board says so.',
  },
)
export const travel_times_url = routing.url(
  'travel_times_url',
  'Address of the service for travel times',
  '',
  {
    guarded: 'destination',
    shown_when: whenIs(travel_times_from, 'osrm', 'valhalla'),
    description:
      'Such as https://osrm.example.co.za. The coordinates of stops are sent to it, without names and references.',
  },
)
export const stops_ordered_by = routing.one(
  'stops_ordered_by',
  'Stops are ordered by',
  ['built-in', 'vroom'],
  'built-in',
  {
    labels: { 'built-in': 'This installation', vroom: 'VROOM' },
    description:
      'VROOM gets the time windows, loads, priorities and travel times of the stops. Its order is used when it has every stop, leaves locked stops where they are and is not worse than the present order. Otherwise this installation orders the stops and the dispatch board says so.',
  },
)
export const vroom_url = routing.url('vroom_url', 'Address of VROOM', '', {
  guarded: 'destination',
  shown_when: whenIs(stops_ordered_by, 'vroom'),
  description: 'The address of vroom-express, such as https://vroom.example.co.za.',
})
