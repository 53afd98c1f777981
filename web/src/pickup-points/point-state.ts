import type { PickupPoint } from '@waybill/domain/pickup-points/model'
import { isOpenAt } from '@waybill/domain/pickup-points/opening'

type Standing = Pick<PickupPoint, 'status' | 'compartments'>

/** Returns the state of a pickup point as label and colour: whether it accepts parcels, and whether it is open now. */
export function pointState(
  point: Standing & Pick<PickupPoint, 'trading_hours'>,
  now: Date,
): {
  label: string
  family: 'green' | 'yellow' | 'grey'
} {
  if (point.status === 'offline') return { label: 'Offline', family: 'grey' }
  if (!takesParcels(point)) return { label: 'Full', family: 'yellow' }
  return isOpenAt(point.trading_hours, now) === false
    ? { label: 'Closed now', family: 'grey' }
    : { label: 'Open', family: 'green' }
}

/**
 * Whether a parcel can be sent to a pickup point now: the point is not offline, and one of its compartments is free
 * if it has any.
 */
export function takesParcels({ status, compartments }: Standing): boolean {
  const isFull = compartments.length > 0 && !compartments.some(({ available }) => available)
  return status !== 'offline' && !isFull
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
