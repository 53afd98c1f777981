import { driversApi } from '@waybill/domain/drivers/api'
import { hubApi } from '@waybill/domain/hub/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { lockShipment, readParcels, updateShipment } from '../store.ts'
import { enterStatus } from './enter-status.ts'

/** Statuses that the status menu does not lead out of, left through the API by staff who may not force a status. */

let p: TestProvider
let manager: Caller
beforeAll(async () => {
  p = await newProvider()
  manager = await p.user(10)
})

const statusesOf = (id: number) =>
  p.inTransaction(async (ctx) => {
    const { shipment } = await manager.send(shipmentsApi.detail, { id })
    return [shipment.status, ...(await readParcels(ctx, [id])).map(({ status }) => status)]
  })
const mark = (id: number, status: ShipmentStatus, by = manager) =>
  by.send(hubApi.addEvent, { shipment_id: id, status, message: 'Agreed with the customer' })
const two_parcels = Array.from({ length: 2 }, () => ({
  submitted_length_cm: 30,
  submitted_width_cm: 20,
  submitted_height_cm: 10,
  submitted_weight_kg: 2,
}))

describe('a damaged shipment', () => {
  it('is released with its parcels, so that the hub can scan them again', async () => {
    const { id } = await p.given.shipment({ status: 'at-hub', parcels: two_parcels })
    await mark(id, 'damaged')
    expect(await statusesOf(id)).toEqual(['damaged', 'damaged', 'damaged'])
    await manager.send(shipmentsApi.release, { id })
    expect(await statusesOf(id)).toEqual(['at-hub', 'at-hub', 'at-hub'])
  })
  it('is returned to its sender with its parcels', async () => {
    const { id } = await p.given.shipment({ status: 'at-hub', parcels: two_parcels })
    await mark(id, 'damaged')
    await mark(id, 'returned-to-sender')
    expect(await statusesOf(id)).toEqual(['returned-to-sender', 'returned-to-sender', 'returned-to-sender'])
  })
})

describe('one damaged parcel of several', () => {
  /** Damages the first of two parcels. */
  const given = async () => {
    const { id, parcels } = await p.given.shipment({ status: 'at-hub', parcels: two_parcels })
    await p.inTransaction(async (ctx) =>
      enterStatus(ctx, await lockShipment(ctx, id), { to: 'damaged', parcel_ids: [parcels[0]?.id ?? 0] }),
    )
    return { id, damaged: parcels[0]?.id ?? 0 }
  }
  const change = (id: number, parcel: number, status: ShipmentStatus) =>
    manager.send(shipmentsApi.changeParcels, { id, parcels: [{ id: parcel, status }] })

  it('is released to the status of the others, and to no other status', async () => {
    const { id, damaged } = await given()
    expect(await statusesOf(id)).toEqual(['at-hub', 'damaged', 'at-hub'])
    expect(await errorOf(change(id, damaged, 'delivered'))).toMatchObject({ status: 400 })
    await change(id, damaged, 'at-hub')
    expect(await statusesOf(id)).toEqual(['at-hub', 'at-hub', 'at-hub'])
  })

  it('is released with its shipment when the others have been delivered', async () => {
    const { id, damaged } = await given()
    const { parcels } = (await manager.send(shipmentsApi.detail, { id })).shipment
    const rest = parcels.flatMap((parcel) => (parcel.id === damaged ? [] : parcel.id))
    await p.inTransaction(async (ctx) =>
      enterStatus(ctx, await lockShipment(ctx, id), { to: 'delivered', parcel_ids: rest }),
    )
    expect(await statusesOf(id)).toEqual(['damaged', 'damaged', 'delivered'])
    expect(await errorOf(change(id, damaged, 'at-hub'))).toMatchObject({ status: 400 })
    await manager.send(shipmentsApi.release, { id })
    expect(await statusesOf(id)).toEqual(['at-hub', 'at-hub', 'delivered'])
  })
})

describe('an undeliverable shipment', () => {
  /** Only administrators may mark a shipment as undeliverable; managers may lead it on. */
  const given = async () => {
    const { id } = await p.given.shipment({ status: 'returned-to-hub', parcels: two_parcels })
    await mark(id, 'undeliverable', await p.staff())
    return id
  }
  it('is delivered again from the hub', async () => {
    const id = await given()
    await manager.send(shipmentsApi.release, { id, message: 'The receiver called' })
    expect(await statusesOf(id)).toEqual(['at-hub', 'at-hub', 'at-hub'])
  })
  it('is returned to its sender, but not held', async () => {
    const id = await given()
    expect(await errorOf(manager.send(shipmentsApi.hold, { id, reason: 'Wait' }))).toMatchObject({
      status: 400,
    })
    await mark(id, 'returned-to-sender')
    expect(await statusesOf(id)).toEqual(['returned-to-sender', 'returned-to-sender', 'returned-to-sender'])
  })
})

describe('a parcel at a pickup point', () => {
  it.each(['in-locker', 'ready-for-pickup'] as const)(
    'is taken back from %s before its time is over',
    async (from) => {
      const { id } = await p.given.shipment({ status: from })
      await mark(id, 'collect-and-return-to-hub')
      expect(await statusesOf(id)).toEqual(['collect-and-return-to-hub', 'collect-and-return-to-hub'])
    },
  )
  it('is not taken back from anywhere else', async () => {
    const { id } = await p.given.shipment({ status: 'at-hub' })
    expect(await errorOf(mark(id, 'collect-and-return-to-hub'))).toMatchObject({ status: 400 })
  })
})

describe('assigning a driver', () => {
  const assign = async (id: number, leg: 'collection' | 'delivery') => {
    const { username } = await p.driver()
    const { results } = await manager.send(driversApi.assign, {
      shipment_ids: [id],
      leg,
      username,
      assign_anyway: true,
    })
    return results[0]?.assigned
  }
  it('collects a parcel that was to be dropped off', async () => {
    const { id } = await p.given.shipment({ status: 'awaiting-dropoff' })
    expect(await assign(id, 'collection')).toBe(true)
    expect(await statusesOf(id)).toEqual(['collection-assigned', 'collection-assigned'])
  })
  it.each([
    [null, 'collection', 'collection-assigned'],
    [new Date(), 'delivery', 'delivery-assigned'],
  ] as const)(
    'takes an outsourced shipment back that was collected at %s',
    async (collected, leg, status) => {
      const { id } = await p.given.shipment({ status: 'outsourced' })
      await p.inTransaction((ctx) =>
        updateShipment(ctx, id, { collected_date: collected, outsourced_to: 'Karoo Couriers' }),
      )
      expect(await assign(id, leg)).toBe(true)
      expect(await statusesOf(id)).toEqual([status, status])
      expect((await manager.send(shipmentsApi.detail, { id })).shipment.outsourced_to).toBeFalsy()
    },
  )
  it('gives a parcel that is to be taken back to a driver without changing its status', async () => {
    const { id } = await p.given.shipment({ status: 'collect-and-return-to-hub' })
    expect(await assign(id, 'delivery')).toBe(true)
    expect(await statusesOf(id)).toEqual(['collect-and-return-to-hub', 'collect-and-return-to-hub'])
  })
})
