import { settingsSection } from '../kit/settings-section.ts'

/** What own vehicles, routes and pickup points cost (docs/domain/costs-and-pay.md#cost-lines). */
const costs = settingsSection('rates', 'costs')

export const vehicle_cost_per_km = costs.amount('vehicle_cost_per_km', 'Vehicle cost per km', 0, 1_000_00, {
  description: 'Fuel, tyres and wear. Multiplied by the odometer readings of the driver’s day.',
})
export const line_haul_cost_per_trip = costs.amount(
  'line_haul_cost_per_trip',
  'Cost of a trip between hubs',
  0,
  100_000_00,
  {
    description: 'For manifests of own carriers, and without a carrier, that have no cost of their own.',
  },
)
export const line_haul_cost_per_km = costs.amount(
  'line_haul_cost_per_km',
  'Cost per km between hubs',
  0,
  1_000_00,
  {
    description: 'Added for each km of the straight line between the two branches.',
  },
)
export const pickup_point_cost_per_parcel = costs.amount(
  'pickup_point_cost_per_parcel',
  'Cost of a parcel at a locker or counter',
  0,
  1_000_00,
  { description: 'Leave it at R 0.00 if the network sends a bill that you import.' },
)
