import type { ShipmentStatus } from '../statuses/status.ts'

/** The three PINs that can be sent again (PP-027…PP-029). */
export const pin_actions = ['resend-pod-pin', 'resend-pickup-pin', 'resend-dropoff-pin'] as const
export type PinAction = (typeof pin_actions)[number]

/** Times a PIN of one kind is sent again per day (docs/domain/routing-and-drivers.md#proof-of-delivery). */
export const pin_resends_per_day = 3

/** What the rules need to know; ids and types are empty when no pickup point is set. */
export interface PinHolder {
  status: ShipmentStatus
  collection_pickup_point_id?: string | null | undefined
  delivery_pickup_point_id?: string | null | undefined
  collection_address: { type: string }
  delivery_address: { type: string }
}

/** The PINs that can be sent again now; a locker is any pickup point of type locker (PP-027…PP-030). */
export function pinActions(shipment: PinHolder): PinAction[] {
  const { status } = shipment
  const isToLocker = Boolean(shipment.delivery_pickup_point_id) && shipment.delivery_address.type === 'locker'
  const isFromLocker =
    Boolean(shipment.collection_pickup_point_id) && shipment.collection_address.type === 'locker'
  const allowed: Record<PinAction, boolean> = {
    'resend-pod-pin':
      !shipment.delivery_pickup_point_id &&
      (status === 'out-for-delivery' || status === 'delivery-failed-attempt'),
    'resend-pickup-pin':
      isToLocker && (status === 'ready-for-pickup' || status === 'collect-and-return-to-hub'),
    'resend-dropoff-pin': isFromLocker && status === 'awaiting-dropoff',
  }
  return pin_actions.filter((action) => allowed[action])
}
