import type { PickupPoint } from './model.ts'

/** States of a point, in the order of the filter: `offline` is out of order, or its network does not reach it. */
export const point_states = ['working', 'full', 'offline', 'hidden', 'closed'] as const
export type PointState = (typeof point_states)[number]

/** What decides the state of a point. */
export interface PointStanding extends Pick<PickupPoint, 'status' | 'compartments' | 'is_hidden'> {
  /** Parcels that a counter holds at most; `null`: no limit. */
  capacity: number | null
  parcels_held: number
  closed_date: Date | null
}

/** Whether a point is online and one of its compartments is free, if it has any. */
export function takesParcels({
  status,
  compartments,
}: Pick<PointStanding, 'status' | 'compartments'>): boolean {
  const isFull = compartments.length > 0 && !compartments.some(({ available }) => available)
  return status !== 'offline' && !isFull
}

/** Returns why nothing can be booked from or to a point, whatever its size; `null` when something can. */
export function closedReason({ status }: Pick<PickupPoint, 'status'>): string | null {
  return status === 'offline' ? 'It takes no parcels at the moment.' : null
}

/** Returns the state of a point for staff: the first that holds of closed, offline, full and hidden. */
export function stateOf(point: PointStanding): PointState {
  if (point.closed_date !== null) return 'closed'
  if (point.status === 'offline') return 'offline'
  if (!takesParcels(point) || (point.capacity !== null && point.parcels_held >= point.capacity)) return 'full'
  return point.is_hidden ? 'hidden' : 'working'
}
