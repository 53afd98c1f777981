import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { driversApi } from '@waybill/domain/drivers/api'
import { hubApi } from '@waybill/domain/hub/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { beforeAll, it } from 'vitest'
import { recordRoundTrips, type RoundTrips } from '../dev/test-kit/database/round-trips.ts'
import { booking, newProvider, type Caller, type TestProvider } from '../dev/test-kit/provider.ts'

let p: TestProvider
let clerk: Caller
let driver: Caller
beforeAll(async () => {
  p = await newProvider()
  clerk = await p.staff()
  driver = await p.driver(undefined, 'JHB')
})
const print = (name: string, all: readonly RoundTrips[]) =>
  fs.appendFileSync('/tmp/h-fast33a.trips', `\n##### ${name}\n` + all.map((t) => `--- tx ${t.length} trips ${t.flat().length} statements\n` + t.map((g, i) => g.map((s) => `${i + 1}: ${s.replace(/\s+/g, ' ').slice(0, 230)}`).join('\n')).join('\n')).join('\n') + '\n')

it('prints', async () => {
  fs.writeFileSync('/tmp/h-fast33a.trips', '')
  const account = await p.given.account()
  const book = (more = {}) => clerk.send(shipmentsApi.create, booking({ account_id: account.id, ...more }), { key: randomUUID() })
  await book()
  let shipment = await book()
  print('booking', await recordRoundTrips(p.runtime.runtime, async () => { shipment = await book() }))
  const owner = await p.owner(account.id)
  await owner.send(shipmentsApi.create, booking())
  print('booking owner', await recordRoundTrips(p.runtime.runtime, () => owner.send(shipmentsApi.create, booking())))
  const scan = (branch_id: number) => clerk.send(hubApi.addEvent, { parcel_reference: shipment.parcels[0]?.tracking_reference ?? '', mode: 'arrive', branch_id, scan_id: randomUUID() })
  await scan(p.map.branches.CPT)
  print('scan', await recordRoundTrips(p.runtime.runtime, () => scan(p.map.branches.JHB)))
  await clerk.send(driversApi.assign, { shipment_ids: [shipment.id], leg: 'delivery', username: driver.username, assign_anyway: true })
  const act = async (type: string, payload: object) => {
    const action = { action_id: randomUUID(), type, shipment_id: shipment.id, scanned_references: shipment.parcels.map((parcel) => parcel.tracking_reference), occurred_at: new Date(), payload }
    const { results } = await driver.send(driversApi.actions, { actions: [action] } as never)
    fs.appendFileSync('/tmp/h-fast33a.trips', JSON.stringify(results) + '\n')
  }
  print('load', await recordRoundTrips(p.runtime.runtime, () => act('load', {})))
  print('deliver', await recordRoundTrips(p.runtime.runtime, () => act('deliver', { name: 'Naledi Mokoena', photos: ['6f1d2a.jpg'] })))
})
