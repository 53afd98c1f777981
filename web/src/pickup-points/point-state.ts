import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { ManagedPoint } from '@waybill/domain/pickup-points/api'
import type { PickupPoint } from '@waybill/domain/pickup-points/model'
import { isOpenAt } from '@waybill/domain/pickup-points/opening'
import { stateOf, takesParcels, type PointState } from '@waybill/domain/pickup-points/point-state'
import { countDoors } from '@waybill/domain/pickup-points/stock'
import type { StatusFamily } from '../kit/ui/values/StatusBadge.tsx'

interface Badge {
  label: string
  family: StatusFamily
}

/** Display names of the states that staff filter by. */
export const state_labels: Readonly<Record<PointState, string>> = {
  working: 'Working',
  full: 'Full',
  offline: 'Not working',
  hidden: 'Hidden',
  closed: 'Closed for good',
}

/**
 * Returns the state of a pickup point as label and colour: whether it accepts parcels, and whether it is open now, by
 * its hours of today.
 */
export function pointState(
  point: Pick<PickupPoint, 'status' | 'compartments' | 'trading_hours' | 'holiday_hours_today'>,
  now: Date,
): Badge {
  if (point.status === 'offline') return { label: 'Offline', family: 'grey' }
  if (!takesParcels(point)) return { label: 'Full', family: 'yellow' }
  const today = point.holiday_hours_today
  const holiday = today ? { hours: today, holidays: new Set([dayOf(now)]) } : {}
  return isOpenAt(point.trading_hours, now, holiday) === false
    ? { label: 'Closed now', family: 'grey' }
    : { label: 'Open', family: 'green' }
}

/** Returns the state of a point as staff see it. */
export function managedState(point: ManagedPoint, now: Date): Badge {
  const state = stateOf(point)
  if (state === 'closed') return { label: 'Closed for good', family: 'grey' }
  if (state === 'hidden') return { label: 'Hidden', family: 'grey' }
  if (state === 'full') return { label: 'Full', family: 'yellow' }
  return state === 'offline' && point.out_of_order_reason !== ''
    ? { label: 'Out of order', family: 'red' }
    : pointState(point, now)
}

/** Returns the free doors by size or the parcels at a point as text: `small 3 of 4 free`, `12 of 80 parcels`. */
export function stockText({ type, stock, capacity, parcels_held }: ManagedPoint): string {
  if (type === 'counter')
    return capacity === null ? parcelsText(parcels_held) : `${parcels_held} of ${capacity} parcels`
  const doors = countDoors(stock).map(({ size, free, all }) => `${size} ${free} of ${all}`)
  return doors.length > 0 ? `Free doors: ${doors.join(', ')}` : parcelsText(parcels_held)
}

const parcelsText = (parcels: number): string => (parcels === 1 ? '1 parcel' : `${parcels} parcels`)

/** Returns the opening hours with what holds today when it is a public holiday. */
export function hoursLine({ trading_hours, holiday_hours_today: today }: PickupPoint): string {
  if (!today) return trading_hours
  return [trading_hours, `public holiday today: ${today}`].filter(Boolean).join(' · ')
}

/** Returns a key that is unique across networks: `own:CG1042`. */
export function pointKey({
  pickup_point_provider,
  pickup_point_id,
}: Pick<PickupPoint, 'pickup_point_provider' | 'pickup_point_id'>): string {
  return `${pickup_point_provider}:${pickup_point_id}`
}

/** Returns the size of the largest compartment as text; `''` for counters, which have none. */
export function largestSize(point: Pick<PickupPoint, 'compartments'>): string {
  const [largest] = point.compartments.toSorted((a, b) => volume(b) - volume(a))
  if (!largest) return ''
  const { length, width, height, weight } = largest
  return `${length} × ${width} × ${height} cm, ${weight} kg`
}

function volume({ length, width, height }: PickupPoint['compartments'][number]): number {
  return length * width * height
}
