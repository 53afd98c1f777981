import { randomUUID } from 'node:crypto'
import { driversApi, type ActionPayload } from '@waybill/domain/drivers/api'
import type { ActionType } from '@waybill/domain/drivers/model'
import type { Shipment } from '@waybill/domain/shipments/model'
import { address, type Caller, type TestProvider } from './provider.ts'

const door = (name: string) => ({ name, is_out_of_order: false })

/** Inside sizes in cm and the largest weight in kg of the doors of `own_locker`. */
export const door_sizes = {
  small: { size: 'small', length: 40, width: 30, height: 15, weight: 5 },
  large: { size: 'large', length: 60, width: 40, height: 40, weight: 20 },
}

/** An address in Sea Point, with coordinates. */
export const sea_point = {
  ...address('1 Main Road', 'Sea Point', 'Cape Town', '8005', 'WC'),
  lat: -33.91,
  lng: 18.39,
}

/** An own locker with two small doors and a large one. */
export const own_locker = {
  pickup_point_id: 'CT01',
  type: 'locker' as const,
  name: 'Sea Point locker',
  address: sea_point,
  trading_hours: '24/7',
  holiday_hours: 'usual',
  stock: [
    { ...door_sizes.large, doors: [door('B1')] },
    { ...door_sizes.small, doors: [door('A1'), door('A2')] },
  ],
}

/** A parcel that fits the small doors of `own_locker` while it is at most 15 cm high. */
export const small_parcel = (height = 10) => ({
  submitted_length_cm: 35,
  submitted_width_cm: 25,
  submitted_height_cm: height,
  submitted_weight_kg: 3,
})

/**
 * Returns a function that reports what a driver did with a shipment and runs the outbox; it returns the results.
 */
export function actingDriver(p: TestProvider, driver: Caller, shipment: Shipment) {
  return async (type: ActionType, payload: Partial<ActionPayload> = {}) => {
    const { results } = await driver.send(driversApi.actions, {
      actions: [
        {
          action_id: randomUUID(),
          type,
          shipment_id: shipment.id,
          scanned_references: shipment.parcels.map((parcel) => parcel.tracking_reference),
          occurred_at: p.runtime.runtime.clock(),
          payload,
        },
      ],
    })
    await p.settle()
    return results
  }
}
