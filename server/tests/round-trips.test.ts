import { randomUUID } from 'node:crypto'
import { driversApi } from '@waybill/domain/drivers/api'
import { hubApi } from '@waybill/domain/hub/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { beforeAll, describe, expect, it } from 'vitest'
import { recordRoundTrips } from '../dev/test-kit/database/round-trips.ts'
import { booking, newProvider, type Caller, type TestProvider } from '../dev/test-kit/provider.ts'

let p: TestProvider
let clerk: Caller
beforeAll(async () => {
  p = await newProvider()
  clerk = await p.staff()
})

/** Counts the round trips and statements of each transaction of a request, when its caches are filled. */
async function cost(request: () => Promise<unknown>) {
  const transactions = await recordRoundTrips(p.runtime.runtime, request)
  return transactions.map((trips) => ({ trips: trips.length, statements: trips.flat().length }))
}

/** Creates a shipment whose only parcel stands at its destination, with a driver who delivers it. */
async function readyForDelivery() {
  const driver = await p.driver(undefined, 'JHB')
  const shipment = await p.given.shipment({ status: 'at-destination-hub' })
  await clerk.send(driversApi.assign, {
    shipment_ids: [shipment.id],
    leg: 'delivery',
    username: driver.username,
    assign_anyway: true,
  })
  const act = (type: 'load' | 'deliver', payload: object) => {
    const scanned = shipment.parcels.map((parcel) => parcel.tracking_reference)
    const action = {
      action_id: randomUUID(),
      type,
      shipment_id: shipment.id,
      occurred_at: new Date(),
      payload,
    }
    return driver.send(driversApi.actions, { actions: [{ ...action, scanned_references: scanned }] })
  }
  await act('load', {})
  return { deliver: () => act('deliver', { name: 'Naledi Mokoena', photos: ['6f1d2a.jpg'] }) }
}

// The numbers may only fall (decision 0122).
describe('round trips and statements', () => {
  it('of a booking, with and without an idempotency key', async () => {
    const owner = await p.owner()
    await owner.send(shipmentsApi.create, booking())
    expect(await cost(() => owner.send(shipmentsApi.create, booking()))).toEqual([
      { trips: 5, statements: 14 },
    ])
    const key = { key: randomUUID() }
    expect(await cost(() => owner.send(shipmentsApi.create, booking(), key))).toEqual([
      { trips: 5, statements: 16 },
    ])
  })

  it('of a repeated booking, which returns the stored answer', async () => {
    const owner = await p.owner()
    const key = { key: randomUUID() }
    const first = await owner.send(shipmentsApi.create, booking(), key)
    let again: unknown
    const [spent] = await cost(async () => (again = await owner.send(shipmentsApi.create, booking(), key)))
    expect(again).toEqual(first)
    expect(spent?.trips).toBeLessThanOrEqual(4)
  })

  it('of a scan that moves a parcel', async () => {
    const shipment = await p.given.shipment()
    const scan = (branchId: number) =>
      clerk.send(hubApi.addEvent, {
        parcel_reference: shipment.parcels[0]?.tracking_reference ?? '',
        mode: 'arrive',
        branch_id: branchId,
        scan_id: randomUUID(),
      })
    await scan(p.map.branches.CPT)
    expect(await cost(() => scan(p.map.branches.JHB))).toEqual([{ trips: 3, statements: 11 }])
  })

  it('of a delivery by a driver', async () => {
    await (await readyForDelivery()).deliver()
    const { deliver } = await readyForDelivery()
    // The second transaction is the answer, which stores nothing.
    expect(await cost(deliver)).toEqual([
      { trips: 5, statements: 16 },
      { trips: 0, statements: 0 },
    ])
  })
})
