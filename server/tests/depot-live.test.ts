import { randomUUID } from 'node:crypto'
import { driversApi } from '@waybill/domain/drivers/api'
import { vehicle_check_items } from '@waybill/domain/drivers/vehicle-check'
import { hubApi } from '@waybill/domain/hub/api'
import { damagesApi } from '@waybill/domain/hub/damages/damages-api'
import { floorApi } from '@waybill/domain/hub/floor/floor-api'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import { beforeAll, describe, expect, it } from 'vitest'
import { newProvider, type Caller, type TestProvider } from '../dev/test-kit/provider.ts'
import { uploadShipmentFile } from '../dev/test-kit/shipment-files.ts'

let p: TestProvider
let clerk: Caller
beforeAll(async () => {
  p = await newProvider()
  clerk = await p.staff()
})

const branch = (name: 'JHB' | 'CPT' | 'DBN') => p.map.branches[name]
const startCount = () => clerk.send(floorApi.start, { branch_id: branch('JHB') })
const count = (id: number) =>
  clerk.send(floorApi.scan, {
    floor_count_id: id,
    scans: [{ scan_id: randomUUID(), parcel_reference: 'NOBODY-1' }],
  })
const reportDamage = async () => {
  const shipment = await p.given.shipment({ status: 'at-hub' })
  const photo = await uploadShipmentFile(p, clerk, 'damage.jpg', undefined, 'shipment-images')
  return () =>
    clerk.send(damagesApi.report, {
      report_id: randomUUID(),
      parcel_reference: shipment.parcels[0]?.tracking_reference ?? '',
      branch_id: branch('JHB'),
      note: 'Corner crushed',
      photos: [photo],
    })
}
const openManifest = () =>
  clerk.send(interhubApi.create, {
    from_branch_id: branch('CPT'),
    via_branch_ids: [branch('DBN')],
    to_branch_id: branch('JHB'),
    vehicle_registration: 'CA 123-456',
  })

/** Runs a call and returns the branches whose depot boards it published. */
async function published(call: () => Promise<unknown>): Promise<(number | null)[]> {
  const branches: (number | null)[] = []
  const stop = p.runtime.runtime.pubsub.subscribe('live', ({ provider_id, live }) => {
    if (provider_id === p.provider_id && live?.kind === 'depot') branches.push(live.branch_id)
  })
  await call()
  stop()
  return branches
}

type Way = readonly [
  way: string,
  where: readonly ('JHB' | 'CPT' | 'DBN')[],
  prepare: () => Promise<() => Promise<unknown>>,
]
const ways: readonly Way[] = [
  [
    'a floor count ends',
    ['JHB'],
    async () => {
      const { id } = await startCount()
      await count(id)
      return () => clerk.send(floorApi.close, { id })
    },
  ],
  [
    'a scan of a count that ended comes in late',
    ['JHB'],
    async () => {
      const { id } = await startCount()
      await clerk.send(floorApi.close, { id })
      return () => count(id)
    },
  ],
  ['a damage is reported', ['JHB'], reportDamage],
  [
    'a damage is resolved',
    ['JHB'],
    async () => {
      const { id } = await (await reportDamage())()
      return () => clerk.send(damagesApi.resolve, { id, resolution: 'Packed again' })
    },
  ],
  ['a line-haul is opened', ['CPT', 'JHB', 'DBN'], async () => openManifest],
  [
    'the seal of a line-haul is changed',
    ['CPT', 'JHB', 'DBN'],
    async () => {
      const { id, version } = await openManifest()
      return () => clerk.send(interhubApi.change, { id, version, seal_number: 'S 77' })
    },
  ],
  [
    'the scanner refuses a parcel, which a count may not have found',
    ['JHB'],
    async () => {
      const shipment = await p.given.shipment({ status: 'delivered' })
      return () =>
        clerk.send(hubApi.addEvent, {
          parcel_reference: shipment.parcels[0]?.tracking_reference ?? '',
          mode: 'arrive',
          branch_id: branch('JHB'),
        })
    },
  ],
  [
    'a driver checks the vehicle',
    ['JHB'],
    async () => {
      const driver = await p.driver(undefined, 'JHB')
      const now = p.runtime.runtime.clock()
      const act = (type: 'start-day' | 'vehicle-check', payload = {}) =>
        driver.send(driversApi.actions, {
          actions: [{ action_id: randomUUID(), type, occurred_at: now, payload }],
        })
      await act('start-day')
      const items = vehicle_check_items.map(({ key }) => ({ key, ok: true }))
      return () => act('vehicle-check', { vehicle_check: items })
    },
  ],
]

describe('the depot board of another window', () => {
  it.each(ways)('[OPS-002] [HUB-003] is informed when %s', async (_way, where, prepare) => {
    const call = await prepare()
    expect(await published(call)).toEqual(where.map(branch))
  })

  it('is not informed of each scan of an open count, which is on no board', async () => {
    const { id } = await startCount()
    expect(await published(() => count(id))).toEqual([])
  })
})
