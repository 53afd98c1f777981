import { randomUUID } from 'node:crypto'
import { empty_address } from '@waybill/domain/accounts/address'
import { collectionsApi } from '@waybill/domain/collections/api'
import { driversApi } from '@waybill/domain/drivers/api'
import { hubApi } from '@waybill/domain/hub/api'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import { role_ids } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { beforeAll, describe, expect, it } from 'vitest'
import { newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

let p: TestProvider
let clerk: Caller
let durban: Caller
beforeAll(async () => {
  p = await newProvider()
  clerk = await p.staff()
  durban = await driverIn('DBN')
})

const driverIn = (branch: 'JHB' | 'DBN') => p.driver(undefined, branch)
const branchWarning = () => `${durban.username} belongs to DBN. Choose another driver, or assign anyway.`
const agent = async (id: number, leg: 'collection' | 'delivery') =>
  (await clerk.send(shipmentsApi.detail, { id })).shipment[`${leg}_agent_id`]

describe('confirmation before assigning a driver of another branch', () => {
  it('is required on a trip sheet, for each shipment', async () => {
    const { id } = await p.given.shipment({ status: 'at-destination-hub' })
    const assign = (more: { assign_anyway?: boolean } = {}) =>
      clerk.send(driversApi.assign, {
        shipment_ids: [id],
        leg: 'delivery',
        username: durban.username,
        ...more,
      })
    const before = await agent(id, 'delivery')
    expect((await assign()).results).toEqual([{ shipment_id: id, assigned: false, message: branchWarning() }])
    expect(await agent(id, 'delivery')).toBe(before)
    expect((await assign({ assign_anyway: true })).results[0]).toMatchObject({ assigned: true })
    expect(await agent(id, 'delivery')).toBe(durban.username)
    expect((await assign()).results[0]).toMatchObject({ assigned: true })
  })

  it('is required when a shipment is changed, except for an API key', async () => {
    const { id } = await p.given.shipment()
    const change = { id, collection_agent_id: durban.username }
    const refused = clerk.send(shipmentsApi.change, change)
    await expect(refused).rejects.toMatchObject({
      status: 400,
      message: branchWarning(),
      body: { errors: [{ field: 'assign_anyway' }] },
    })
    await clerk.send(shipmentsApi.change, { ...change, assign_anyway: true })
    expect(await agent(id, 'collection')).toBe(durban.username)
    const other = await p.given.shipment()
    await (await p.apiKey()).send(shipmentsApi.change, { ...change, id: other.id })
    expect(await agent(other.id, 'collection')).toBe(durban.username)
  })

  it('is required for a collection request', async () => {
    const { id } = await clerk.send(collectionsApi.create, {
      account_id: (await p.given.account()).id,
      address: {
        ...empty_address,
        street_address: '12 Bofors Circle',
        local_area: 'Epping',
        city: 'Cape Town',
        code: '7460',
        zone: 'WC',
      },
      contact: { name: 'Riaan Jooste', mobile_number: '0215550142', email: 'riaan@example.com' },
      date: dayOf(new Date(Date.now() + 60 * 86_400_000)),
    })
    const assign = (assignAnyway: boolean) =>
      clerk.send(collectionsApi.assign, { ids: [id], username: durban.username, assign_anyway: assignAnyway })
    expect((await assign(false)).results).toEqual([{ id, assigned: false, message: branchWarning() }])
    expect((await assign(true)).results[0]).toMatchObject({ assigned: true })
  })

  it('is required for an interhub manifest that does not include the branch of the driver', async () => {
    const { JHB, CPT, DBN } = p.map.branches
    const open = (toBranchId: number, more = {}) =>
      clerk.send(interhubApi.create, {
        from_branch_id: JHB,
        to_branch_id: toBranchId,
        driver: durban.username,
        ...more,
      })
    expect(await errorOf(open(CPT))).toEqual({ status: 400, message: branchWarning() })
    expect((await open(CPT, { assign_anyway: true })).driver).toBe(durban.username)
    const { id, version } = await open(DBN)
    const change = { id, version, to_branch_id: CPT, seal_number: 'S-1' }
    expect(await clerk.send(interhubApi.change, change)).toMatchObject({ seal_number: 'S-1' })
  })

  it('is required at the hub scanner, and a rejected scan leaves the parcel unchanged', async () => {
    const { id, parcels } = await p.given.shipment({ status: 'at-destination-hub' })
    const scan = (more = {}) =>
      clerk.send(hubApi.addEvent, {
        parcel_reference: parcels[0]?.tracking_reference,
        mode: 'out-for-delivery',
        branch_id: p.map.branches.JHB,
        driver: durban.username,
        scan_id: randomUUID(),
        ...more,
      })
    expect(await scan()).toMatchObject({
      verdict: 'refused',
      code: 'driver_doubtful',
      short: 'CHECK DRIVER',
      message: branchWarning(),
    })
    expect((await clerk.send(shipmentsApi.detail, { id })).shipment.status).toBe('at-destination-hub')
    expect(await scan({ assign_anyway: true })).toMatchObject({ verdict: 'ok' })
    expect(await agent(id, 'delivery')).toBe(durban.username)
  })
})

describe('drivers to choose from', () => {
  it('include their branch, their stops and the doubts for the given shipments', async () => {
    p = await newProvider({ tripsheet_unique_stops_alert_limit: 1 })
    clerk = await p.staff()
    durban = await driverIn('DBN')
    const driver = await driverIn('JHB')
    const [one, two] = [
      await p.given.shipment({ status: 'at-destination-hub' }),
      await p.given.shipment({ status: 'at-destination-hub' }),
    ]
    const offered = async (shipmentId: number) => {
      const { drivers } = await clerk.send(shipmentsApi.drivers, {
        shipment_ids: [shipmentId],
        leg: 'delivery',
      })
      return new Map(drivers.map(({ username, ...shown }) => [username, shown]))
    }
    const before = await offered(one.id)
    expect(before.get(driver.username)).toMatchObject({ branch_name: 'JHB', stops: 0, doubts: [] })
    expect(before.get(durban.username)?.doubts).toContain('belongs to DBN')
    const assign = (id: number) =>
      clerk.send(driversApi.assign, { shipment_ids: [id], leg: 'delivery', username: driver.username })
    expect((await assign(one.id)).results[0]).toMatchObject({ assigned: true })
    expect((await offered(two.id)).get(driver.username)).toMatchObject({
      stops: 1,
      doubts: ['has 1 of 1 stops already'],
    })
    expect((await assign(two.id)).results[0]).toMatchObject({
      assigned: false,
      message: `${driver.username} has 1 of 1 stops already. Choose another driver, or assign anyway.`,
    })
  })

  it('are listed for office staff only, and for branch-limited staff only those of their branch', async () => {
    for (const by of [durban, await p.owner()])
      expect(await errorOf(by.send(shipmentsApi.drivers, {}))).toMatchObject({ status: 403 })
    const limited = await p.user(role_ids.administrator, {
      branch_id: p.map.branches.DBN,
      limit_user_to_branch: true,
    })
    const { drivers } = await limited.send(shipmentsApi.drivers, {})
    expect(drivers.map(({ username }) => username)).toEqual([durban.username])
  })
})
