import { empty_address } from '@waybill/domain/accounts/address'
import { accountsApi } from '@waybill/domain/accounts/api'
import { auditApi } from '@waybill/domain/audit/api'
import { identityApi } from '@waybill/domain/identity/api'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { role_ids } from '@waybill/domain/kit/actor'
import { mapsApi } from '@waybill/domain/maps/api'
import { zonesApi } from '@waybill/domain/maps/zones-api'
import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { startupApi } from '@waybill/domain/startup/api'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  address,
  booking,
  newProvider,
  errorOf,
  type Caller,
  type TestProvider,
} from '../../dev/test-kit/provider.ts'

let p: TestProvider
let admin: Caller
beforeEach(async () => {
  p = await newProvider()
  admin = await p.staff()
})

const messageOf = async (call: Promise<unknown>) => (await errorOf(call)).message
const statusOf = async (call: Promise<unknown>) => (await errorOf(call)).status
const rustenburg = {
  name: 'RTB',
  public_name: 'Rustenburg',
  address: address('14 Nelson Mandela Drive', 'Rustenburg Central', 'Rustenburg', '0299', 'NW'),
  contact_name: 'Palesa Motsepe',
  phone: '0145550110',
  email: 'rtb@fynbos.example',
  bays: ['1', '2', 'Returns'],
}
const hours = { open: '07:00', close: '18:00' }
const weekdays = { mon: hours, tue: hours, wed: hours, thu: hours, fri: hours, sat: null, sun: null }
const listed = async (who: Caller = admin) => (await who.send(mapsApi.branches, {})).branches
const one = async (id: number) => (await admin.send(mapsApi.branches, { id: [id] })).branches[0]

describe('branches', () => {
  it('[ACC-026] creates, changes and removes a branch with address, contact, bays and hours, and finds its coordinates', async () => {
    const made = await admin.send(mapsApi.createBranch, { ...rustenburg, working_hours: weekdays })
    expect(made).toMatchObject({
      name: 'RTB',
      code: 'RTB',
      public_name: 'Rustenburg',
      address: { street_address: '14 Nelson Mandela Drive', city: 'Rustenburg', zone: 'NW' },
      contact_name: 'Palesa Motsepe',
      phone: '0145550110',
      email: 'rtb@fynbos.example',
      bays: ['1', '2', 'Returns'],
      working_hours: weekdays,
      is_active: true,
      user_count: 0,
    })
    expect(made.lat).toBeCloseTo(-25.67, 1)
    expect(made.lng).toBeCloseTo(27.24, 1)
    const { id, version } = made
    const changed = await admin.send(mapsApi.changeBranch, {
      id,
      version,
      phone: '',
      bays: ['A'],
      working_hours: null,
    })
    expect(changed).toMatchObject({
      phone: '',
      bays: ['A'],
      working_hours: null,
      email: 'rtb@fynbos.example',
      version: version + 1,
    })
    await admin.send(mapsApi.removeBranch, { id })
    expect((await listed()).map(({ name }) => name)).toEqual(['JHB', 'CPT', 'DBN'])
    expect(await statusOf(admin.send(mapsApi.changeBranch, { id, version: version + 1, phone: '' }))).toBe(
      404,
    )
    const again = await admin.send(mapsApi.createBranch, rustenburg)
    expect(again.id).not.toBe(id)
    const { audit_events } = await admin.send(auditApi.events, { type: 'branch', object_id: String(id) })
    expect(audit_events.map(({ action }) => action)).toEqual(['changed', 'changed', 'created'])
    expect(audit_events[0]?.object_name).toBe('RTB')
  })

  it('searches branches by code or name and sorts them', async () => {
    const names = async (input: object) =>
      (await admin.send(mapsApi.branches, input)).branches.map(({ name }) => name)
    expect(await names({ search: 'town' })).toEqual(['CPT'])
    expect(await names({ search: 'jhb' })).toEqual(['JHB'])
    expect(await names({ order_by: 'name', order: 'DESC' })).toEqual(['JHB', 'DBN', 'CPT'])
    expect(await names({ order_by: 'public_name', limit: 1, offset: 1 })).toEqual(['DBN'])
  })

  it('rejects each invalid value with its own message', async () => {
    const make = (more: object) => admin.send(mapsApi.createBranch, { ...rustenburg, ...more })
    expect(await messageOf(make({ name: 'The big depot' }))).toBe(
      'Enter a branch code of up to 10 letters, digits and hyphens, such as JHB.',
    )
    expect(await messageOf(make({ name: 'jhb' }))).toBe('A branch JHB already exists. Choose another code.')
    expect(await messageOf(make({ public_name: ' ' }))).toBe('Enter the name that customers see.')
    expect(await messageOf(make({ address: empty_address }))).toBe(
      'The address needs at least a suburb or a city.',
    )
    expect(await messageOf(make({ phone: 'ask' }))).toMatch(/^This is not a phone number/)
    expect(await messageOf(make({ email: 'rtb' }))).toBe('rtb is not an email address.')
    expect(await messageOf(make({ bays: ['a', 'A'] }))).toBe('The bay A is listed twice.')
    const late = { ...weekdays, tue: { open: '18:00', close: '07:00' } }
    expect(await messageOf(make({ working_hours: late }))).toBe('Tuesday closes before it opens.')
    const [jhb] = await listed()
    if (!jhb) throw new Error('a branch is missing')
    const rename = admin.send(mapsApi.changeBranch, { id: jhb.id, version: jhb.version, name: 'CPT' })
    expect(await messageOf(rename)).toBe('A branch CPT already exists. Choose another code.')
  })

  it('returns 409 with the stored values when the version is stale', async () => {
    const { CPT: id } = p.map.branches
    const before = await one(id)
    const version = before?.version ?? 0
    await admin.send(mapsApi.changeBranch, { id, version, contact_name: 'Lerato' })
    const late = await admin.http('PATCH', '/branches', { id, version, contact_name: 'Thandi' })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ current: { contact_name: 'Lerato', version: version + 1 } })
    expect(await one(id)).toMatchObject({ contact_name: 'Lerato' })
  })

  it('rejects removal while users, accounts, map areas or active shipments use the branch', async () => {
    const { CPT: id } = p.map.branches
    await p.user(11, { branch_id: id })
    await p.given.account({ branch_id: id })
    expect(await messageOf(admin.send(mapsApi.removeBranch, { id }))).toMatch(
      /^CPT still has 1 user, 1 account and \d+ map areas\. Move them to another branch first, or switch CPT off/,
    )
    const made = await admin.send(mapsApi.createBranch, rustenburg)
    const account = await p.given.account({ balance: 100_000 })
    const shipment = await admin.send(shipmentsApi.create, booking({ account_id: account.id }))
    await p.inTransaction((ctx) =>
      ctx.db
        .updateTable('shipment')
        .set({ collection_branch_id: made.id })
        .where('id', '=', shipment.id)
        .execute(),
    )
    expect(await messageOf(admin.send(mapsApi.removeBranch, { id: made.id }))).toBe(
      'Shipments of RTB are still active. Switch RTB off so that it gets no new ones, and remove it when they have arrived.',
    )
    await admin.send(shipmentsApi.cancel, { id: shipment.id, message: 'no' })
    await admin.send(mapsApi.removeBranch, { id: made.id })
    const stored = await admin.send(shipmentsApi.detail, { id: shipment.id })
    expect(stored.shipment.collection_branch_name).toBe('RTB')
  })

  it('assigns no new shipments to an inactive branch', async () => {
    const { CPT: id } = p.map.branches
    const account = await p.given.account({ balance: 100_000 })
    const book = () => admin.send(shipmentsApi.create, booking({ account_id: account.id }))
    expect((await book()).collection_branch_name).toBe('CPT')
    const version = (await one(id))?.version ?? 0
    await admin.send(mapsApi.changeBranch, { id, version, is_active: false })
    expect((await book()).collection_branch_name).not.toBe('CPT')
  })

  it('returns the map areas whose parcels go to a branch', async () => {
    const { areas } = await admin.send(mapsApi.branchAreas, { id: p.map.branches.CPT })
    expect(areas.length).toBeGreaterThan(0)
    expect(areas[0]?.geometry.coordinates[0]?.[0]?.length).toBeGreaterThan(3)
  })

  it('[ACC-023] lists branches, roles, tags and drivers in general data, and returns later removals with a deletion date', async () => {
    const { current_time, ...data } = await admin.send(startupApi.generalData, {})
    expect(data.branches.map(({ name }) => name)).toEqual(['JHB', 'CPT', 'DBN'])
    expect(data.roles.length).toBeGreaterThan(9)
    expect([data.shipment_tags, data.account_tags]).toEqual([[], []])
    const driver = await p.driver('sipho')
    const since = new Date(current_time)
    await admin.send(usersApi.remove, { id: driver.user_id })
    const made = await admin.send(mapsApi.createBranch, rustenburg)
    await admin.send(mapsApi.removeBranch, { id: made.id })
    const updates = await admin.send(startupApi.generalData, { since })
    expect(updates.drivers.find(({ username }) => username === 'sipho')?.deleted_date).not.toBeNull()
    expect(updates.branches.find(({ name }) => name === 'RTB')?.deleted_date).not.toBeNull()
    const whole = await admin.send(startupApi.generalData, {})
    expect(whole.branches.map(({ name }) => name)).not.toContain('RTB')
  })

  it('hides user counts from customers and rejects their changes, and limits branch staff to their own branch', async () => {
    const { CPT, DBN } = p.map.branches
    const owner = await p.owner()
    expect((await owner.http('POST', '/branches', rustenburg)).status).toBe(403)
    expect((await listed(owner)).map(({ user_count }) => user_count)).toEqual([null, null, null])
    const cape = await p.user(role_ids.administrator, { branch_id: CPT, limit_user_to_branch: true })
    expect((await listed(cape)).map(({ id }) => id)).toEqual([CPT])
    expect((await listed(cape))[0]?.user_count).toBe(1)
    expect((await cape.send(startupApi.generalData, {})).branches.map(({ id }) => id)).toEqual([CPT])
    expect(await statusOf(cape.send(mapsApi.branchAreas, { id: DBN }))).toBe(404)
    expect(await statusOf(cape.send(mapsApi.changeBranch, { id: DBN, version: 1, phone: '' }))).toBe(403)
    expect(await statusOf(cape.send(mapsApi.createBranch, rustenburg))).toBe(403)
    expect(await statusOf(cape.send(mapsApi.removeBranch, { id: CPT }))).toBe(403)
    expect(await cape.send(mapsApi.changeBranch, { id: CPT, version: 1, phone: '0215550100' })).toMatchObject(
      {
        phone: '0215550100',
      },
    )
  })

  it('rejects users and accounts that name a removed branch', async () => {
    const { id } = await admin.send(mapsApi.createBranch, rustenburg)
    await admin.send(mapsApi.removeBranch, { id })
    const account = await p.given.account({})
    const person = { name: 'Lerato', email: 'lerato@fynbos.example', role_id: 11, branch_id: id }
    expect(await statusOf(admin.send(usersApi.create, person))).toBe(400)
    expect(await statusOf(admin.send(accountsApi.change, { id: account.id, branch_id: id }))).toBe(400)
    const mine = (await admin.send(identityApi.users, { id: admin.user_id })).users[0]
    const moved = { id: admin.user_id, version: mine?.version, branch_id: id }
    expect(await statusOf(admin.send(identityApi.changeUser, moved))).toBe(400)
  })
})

describe('addresses outside every branch area', () => {
  // Graaff-Reinet is more than 500 km from Johannesburg, Cape Town and Durban.
  const far = address('1 Church Street', 'Graaff-Reinet', 'Graaff-Reinet', '6280', 'EC')
  beforeEach(() =>
    p.inTransaction(async (ctx) => {
      await ctx.db.deleteFrom('zone').where('kind', '=', 'branches').execute()
      await ctx.publish({ topic: 'map' })
    }),
  )
  const sent = async () => {
    const shipment = await p.given.shipment({ delivery_address: far })
    return shipment.delivery_branch_name
  }
  const save = (key: string, value: unknown) => admin.send(settingsApi.save, { settings: [{ key, value }] })
  const tested = async () => (await admin.send(zonesApi.testPoint, { search: '-32.2522, 24.5308' })).branch

  it('uses the nearest branch within the configured distance as soon as the setting is saved', async () => {
    expect(await sent()).toBe('')
    expect(await tested()).toBeNull()
    await save('branch_fallback_km', 900)
    const nearest = await tested()
    expect(nearest).toMatchObject({ found_by: 'nearest' })
    expect(await sent()).toBe(nearest?.name)
    await save('branch_fallback_km', 50)
    expect(await sent()).toBe('')
  })

  it('uses the configured default branch when no branch is near enough, while that branch is active', async () => {
    await save('default_branch_id', p.map.branches.DBN)
    expect(await tested()).toMatchObject({ name: 'DBN', found_by: 'default' })
    expect(await sent()).toBe('DBN')
    await save('branch_fallback_km', 900)
    expect(await tested()).toMatchObject({ found_by: 'nearest' })
    await save('branch_fallback_km', 50)
    const dbn = await one(p.map.branches.DBN)
    await p.inTransaction((ctx) =>
      ctx.db
        .updateTable('branch')
        .set({ is_active: false })
        .where('id', '=', dbn?.id ?? 0)
        .execute(),
    )
    await p.inTransaction((ctx) => ctx.publish({ topic: 'map' }))
    expect(await sent()).toBe('')
    await save('default_branch_id', null)
    expect(await tested()).toBeNull()
  })
})
