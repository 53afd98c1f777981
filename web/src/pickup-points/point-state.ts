import type { PickupPoint } from '@waybill/domain/pickup-points/model'

/** How a pickup point stands: whether it takes parcels now, in words and colour. */
export function pointState({ status, compartments }: Pick<PickupPoint, 'status' | 'compartments'>): {
  label: string
  family: 'green' | 'yellow' | 'grey'
} {
  if (status === 'offline') return { label: 'Offline', family: 'grey' }
  if (compartments.length > 0 && !compartments.some(({ available }) => available))
    return { label: 'Full', family: 'yellow' }
  return { label: 'Open', family: 'green' }
}

/** One name for a pickup point over all networks: `own:CG1042`. */
export function pointKey({
  pickup_point_provider,
  pickup_point_id,
}: Pick<PickupPoint, 'pickup_point_provider' | 'pickup_point_id'>): string {
  return `${pickup_point_provider}:${pickup_point_id}`
}

/** The largest parcel that fits, as text; `''` for counters, which have no compartments. */
export function largestSize(point: Pick<PickupPoint, 'compartments'>): string {
  const [largest] = point.compartments.toSorted((a, b) => volume(b) - volume(a))
  if (!largest) return ''
  const { length, width, height, weight } = largest
  return `${length} × ${width} × ${height} cm, ${weight} kg`
}

function volume({ length, width, height }: PickupPoint['compartments'][number]): number {
  return length * width * height
}
