import { isFor, statusesFor, type ShipmentStatus } from './status.ts'

/** Statuses of each leg. */
type ByLeg = Readonly<Record<'collection' | 'delivery', readonly ShipmentStatus[]>>

/** Statuses in which a leg waits for a driver. One that was rejected still names who rejected it. */
export const to_give: ByLeg = {
  collection: statusesFor('ops_dashboard_unassigned').filter((status) => isFor('collections', status)),
  delivery: statusesFor('ops_dashboard_unassigned').filter((status) => isFor('deliveries', status)),
}

/** Statuses in which the driver still has to make the collection. */
export const to_collect: readonly ShipmentStatus[] = ['collection-assigned']
/** Statuses in which a driver is already at work on the delivery, so that its planned day no longer counts. */
export const under_way: readonly ShipmentStatus[] = [
  'bob-box-reservation-failed',
  'out-for-delivery',
  'collect-and-return-to-hub',
]
/** Statuses in which the driver still has to make the delivery. */
export const to_deliver: readonly ShipmentStatus[] = [
  'at-destination-hub',
  'delivery-assigned',
  'returned-to-hub',
  ...under_way,
]
/** Statuses in which the driver of a leg still has it to do. Without a driver, it waits for one. */
export const to_do: ByLeg = { collection: to_collect, delivery: to_deliver }
