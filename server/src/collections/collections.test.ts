import { accountsApi } from '@waybill/domain/accounts/api'
import { empty_address, type AddressParts } from '@waybill/domain/accounts/address'
import { auditApi } from '@waybill/domain/audit/api'
import { collectionsApi } from '@waybill/domain/collections/api'
import { daysAfter } from '@waybill/domain/kit/dates/service-days'
import type { NewRecurring, NewRequest } from '@waybill/domain/collections/model'
import { role_ids } from '@waybill/domain/kit/actor'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { ratesApi } from '@waybill/domain/rates/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobOf } from '../../dev/test-kit/job.ts'
import { testRuntime } from '../../dev/test-kit/runtime.ts'
import { booking, newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { makeDueRequests } from './make-requests.ts'
import { place, providerMap } from '../maps/index.ts'

let p: TestProvider
let clerk: Caller
beforeAll(async () => {
  p = await newProvider()
  clerk = await p.staff()
})

const cape_town: AddressParts = {
  ...empty_address,
  type: 'business',
  company: 'Overberg Books',
  street_address: '12 Bofors Circle',
  local_area: 'Epping',
  city: 'Cape Town',
  code: '7460',
  zone: 'WC',
}
const contact = { name: 'Riaan Jooste', mobile_number: '0215550142', email: 'riaan@example.com' }
/** A Monday far enough in the future that neither the cut-off nor the day of the test run matters. */
const monday = (() => {
  const start = daysAfter(dayOf(new Date()), 60)
  return daysAfter(start, (8 - new Date(`${start}T00:00:00Z`).getUTCDay()) % 7)
})()

const request = (more: Partial<NewRequest> = {}): Partial<NewRequest> & object => ({
  address: cape_town,
  contact,
  date: monday,
  expected_parcels: 40,
  expected_kg: 120,
  ...more,
})
async function made(more: Partial<NewRequest> = {}, by: Caller = clerk) {
  const accountId = by === clerk ? (more.account_id ?? (await p.given.account()).id) : undefined
  return by.send(collectionsApi.create, request({ ...more, ...(accountId ? { account_id: accountId } : {}) }))
}
const detail = (id: number, by: Caller = clerk) => by.send(collectionsApi.detail, { id })
const statusOf = async (id: number) => (await detail(id)).request.status
const setStatus = (id: number, status: never, more = {}) =>
  clerk.send(collectionsApi.setStatus, { id, status, ...more })
const enter = (id: number, status: string, more = {}) => setStatus(id, status as never, more)
const assign = (ids: number[], username: string) => clerk.send(collectionsApi.assign, { ids, username })

/** Removes all holidays of the company. */
async function clearHolidays(): Promise<void> {
  await clerk.send(ratesApi.replaceHolidays, [] as never)
}

describe('creating a collection request', () => {
  it('[COLL-001] accepts a request from callers with permission and rejects others', async () => {
    const account = await p.given.account()
    const taken = await made({ account_id: account.id })
    expect(taken).toMatchObject({
      account_id: account.id,
      account_name: account.name,
      date: monday,
      after: '08:00',
      before: '16:00',
      expected_parcels: 40,
      expected_kg: 120,
      vehicle: '',
      frequency: null,
      version: 1,
    })
    const owner = await p.owner(account.id)
    expect((await made({}, owner)).account_id).toBe(account.id)
    const hub = await p.user(12)
    expect((await errorOf(hub.send(collectionsApi.create, request({ account_id: account.id })))).status).toBe(
      403,
    )
    expect((await errorOf(p.guest().send(collectionsApi.create, request()))).status).toBe(401)
  })

  it('[COLL-008] stores every field of a request, and lists, reads and changes it through /collection-requests', async () => {
    const account = await p.given.account()
    const sent = {
      account_id: account.id,
      address: cape_town,
      contact,
      date: monday,
      after: '09:00',
      before: '12:00',
      expected_parcels: 12,
      expected_kg: 80.5,
      vehicle: 'bakkie',
      packaging: '3 mail bags',
      instructions: 'Ring at gate 2',
      customer_reference: 'PO 4711',
    }
    const taken = await clerk.http('POST', '/collection-requests', sent)
    expect(taken.status).toBe(200)
    const { address: _where, ...rest } = sent
    const whole = {
      ...rest,
      date: startOfDay(monday).toISOString(),
      address: { company: 'Overberg Books', city: 'Cape Town' },
      collected_parcels: null,
      failed_collection_attempts: 0,
      frequency: null,
    }
    expect(taken.body).toMatchObject(whole)
    const { display_id, status } = taken.body as Record<string, string>
    expect(display_id).toMatch(/^COL\d{6}$/)
    expect(status).toMatch(/^collection-(un)?assigned$/)
    const { id } = taken.body as { id: number }
    const listed = await clerk.http('GET', `/collection-requests?account_id=${account.id}`)
    expect(listed.body).toMatchObject({ count: 1, collection_requests: [whole] })
    const changed = await clerk.http('PATCH', '/collection-requests', { id, version: 1, vehicle: 'van' })
    expect(changed.body).toMatchObject({ ...whole, vehicle: 'van' })
    const read = await clerk.http('GET', `/collection-requests/detail?id=${id}`)
    expect(read.body).toMatchObject({ request: { id, vehicle: 'van' }, shipments: [], recurring: null })
  })

  it('[FMT-017] numbers requests with COL and six digits per company without gaps, even for parallel calls', async () => {
    const fresh = await newProvider()
    const staff = await fresh.staff()
    const accountId = (await fresh.given.account()).id
    const all = await Promise.all(
      Array.from({ length: 6 }, () => staff.send(collectionsApi.create, request({ account_id: accountId }))),
    )
    await expect(
      staff.send(collectionsApi.create, request({ account_id: accountId, contact: {} })),
    ).rejects.toMatchObject({
      status: 400,
    })
    const next = await staff.send(collectionsApi.create, request({ account_id: accountId }))
    expect([...all, next].map((one) => one.display_id).sort()).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((number) => `COL00000${number}`),
    )
  })

  it('assigns the branch, zone and driver of the address, or leaves the request unassigned without a driver', async () => {
    const map = await p.inTransaction((ctx) => providerMap(ctx))
    const taken = await made()
    const found = place(map, { lat: taken.address.lat ?? 0, lng: taken.address.lng ?? 0 }, 'collection')
    expect(taken.branch_id).toBe(found.branch?.id)
    expect(taken.agent_zone).toBe(found.driver_zone?.name ?? '')
    expect(taken.status).toBe(found.agent ? 'collection-assigned' : 'collection-unassigned')
    const { events } = await detail(taken.id)
    expect(events.map((event) => event.status)).toEqual([taken.status])
  })

  it('returns the stored response for a repeated key and creates no second request', async () => {
    const accountId = (await p.given.account()).id
    const send = () =>
      clerk.send(collectionsApi.create, request({ account_id: accountId }), { key: 'twice-collected' })
    expect((await send()).id).toBe((await send()).id)
    expect((await clerk.send(collectionsApi.list, { account_id: [accountId] })).count).toBe(1)
  })

  it('reports every invalid field, and rejects the accounts of other companies and addresses that cannot be found', async () => {
    const accountId = (await p.given.account()).id
    const reply = await clerk.http('POST', '/collection-requests', {
      account_id: accountId,
      contact: { name: '', mobile_number: 'x' },
      after: '16:00',
      before: '08:00',
      expected_parcels: -4,
    })
    expect(reply.status).toBe(400)
    expect((reply.body as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual([
      'address',
      'contact.name',
      'contact.mobile_number',
      'before',
      'expected_parcels',
    ])
    for (const bad of [
      { date: 'soon' },
      { vehicle: 'ship' },
      { expected_parcels: 'many' },
      { after: '25:00' },
    ])
      expect(
        (await clerk.http('POST', '/collection-requests', { ...request({ account_id: accountId }), ...bad }))
          .status,
      ).toBe(400)
    const elsewhere = await newProvider()
    const foreign = (await elsewhere.given.account()).id
    expect((await errorOf(made({ account_id: foreign }))).status).toBe(403)
    expect((await errorOf(made({ account_id: accountId, address_book_id: 999_999 }))).status).toBe(400)
    const nowhere = {
      ...cape_town,
      street_address: '1 Main Street',
      local_area: 'Atlantis-under-sea',
      city: 'Nowhereville',
      code: '',
      zone: '',
    }
    expect(await errorOf(made({ account_id: accountId, address: nowhere }))).toEqual({
      status: 400,
      message: 'We could not find the collection address. Check suburb, city and postal code.',
    })
  })

  it('moves the day to the next service day after the cut-off, at weekends and on holidays', async () => {
    await clearHolidays()
    const saturday = daysAfter(monday, 5)
    const nextMonday = daysAfter(monday, 7)
    expect((await made({ date: saturday })).date).toBe(nextMonday)
    await clerk.send(ratesApi.replaceHolidays, [{ date: nextMonday, description: 'A holiday' }] as never)
    expect((await made({ date: saturday })).date).toBe(daysAfter(nextMonday, 1))
    await clearHolidays()
    const late = await newProvider({ collection_request_cut_off_time: '00:00' })
    const staff = await late.staff()
    const accountId = (await late.given.account()).id
    const today = dayOf(new Date())
    const createRequest = (more: Partial<NewRequest>) =>
      staff.send(collectionsApi.create, request({ account_id: accountId, date: today, ...more }))
    expect((await createRequest({})).date > today).toBe(true)
    const day = await staff.send(collectionsApi.day, { date: today })
    expect(day.date && day.date > today).toBe(true)
    const ignoringCutOff = await createRequest({ ignore_cut_off: true })
    expect(ignoringCutOff.date >= today && ignoringCutOff.date <= (await createRequest({})).date).toBe(true)
    const owner = await late.owner(accountId)
    expect(
      await errorOf(owner.send(collectionsApi.create, request({ date: today, ignore_cut_off: true }))),
    ).toEqual({ status: 403, message: 'You may not request a collection for today after the cut-off.' })
  })

  it('rejects accounts that are on hold or closed, and the guest account', async () => {
    const held = await p.given.account({ is_on_hold: true })
    expect(await errorOf(made({ account_id: held.id }))).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^Your account is on hold\. Please contact /),
    })
    const closed = await p.given.account()
    await clerk.send(accountsApi.close, { id: closed.id, reason: 'Moved away' })
    expect((await errorOf(made({ account_id: closed.id }))).status).toBe(423)
    expect((await errorOf(made({ account_id: p.guest_account_id }))).status).toBe(400)
  })
})

describe('access to collection requests', () => {
  it('shows customers with postpaid accounts their own requests, without drivers', async () => {
    const account = await p.given.account()
    const [own, other] = [await made({ account_id: account.id }), await made()]
    const driver = await p.driver()
    await assign([own.id], driver.username)
    const owner = await p.owner(account.id)
    const { collection_requests } = await owner.send(collectionsApi.list, {})
    expect(collection_requests.map((one) => one.id)).toEqual([own.id])
    expect(collection_requests[0]).toMatchObject({
      status: 'collection-assigned',
      agent_id: '',
      agent_name: '',
    })
    expect((await detail(own.id, owner)).events.every((event) => event.source === '')).toBe(true)
    expect((await errorOf(detail(other.id, owner))).status).toBe(404)
    expect((await errorOf(owner.send(collectionsApi.cancel, { id: other.id }))).status).toBe(404)
    const prepaid = await p.owner((await p.given.account({ account_type: 'prepaid' })).id)
    expect(await errorOf(prepaid.send(collectionsApi.list, {}))).toEqual({
      status: 403,
      message: 'Bulk collections are for accounts that pay by invoice. Ask us to change your account.',
    })
  })

  it('rejects staff with 403 while the feature is off', async () => {
    const off = await newProvider()
    await off
      .inTransaction((ctx) =>
        ctx.db
          .updateTable('provider')
          .set({ enabled_features: ['shipments'] })
          .where('id', '=', off.provider_id)
          .execute(),
      )
      .catch(async () => {
        await off.runtime.runtime.pool.query(
          `UPDATE provider SET enabled_features = '{shipments}' WHERE id = $1`,
          [off.provider_id],
        )
      })
    const staff = await off.staff()
    expect(await errorOf(staff.send(collectionsApi.list, {}))).toEqual({
      status: 403,
      message: 'Collection requests are switched off for this company.',
    })
  })

  it('shows branch-limited staff the requests that their branch collects and those of its accounts', async () => {
    const there = await made({ account_id: (await p.given.account({ branch_id: p.map.branches.JHB })).id })
    const elsewhere = await made({
      account_id: (await p.given.account({ branch_id: p.map.branches.CPT })).id,
    })
    expect(there.branch_id).toBe(p.map.branches.CPT)
    const limited = (branchId: number) =>
      p.user(role_ids.administrator, { branch_id: branchId, limit_user_to_branch: true })
    const ids = async (by: Caller) =>
      (await by.send(collectionsApi.list, { id: [there.id, elsewhere.id] })).collection_requests
        .map((one) => one.id)
        .sort()
    expect(await ids(await limited(p.map.branches.CPT))).toEqual([there.id, elsewhere.id].sort())
    expect(await ids(await limited(p.map.branches.JHB))).toEqual([there.id])
    expect(await ids(await limited(p.map.branches.DBN))).toEqual([])
  })

  it('filters by status, problem, day, account, driver and search text', async () => {
    const fresh = await newProvider()
    const staff = await fresh.staff()
    const [a, b] = [await fresh.given.account({ name: 'Karoo Wool' }), await fresh.given.account()]
    const make = (more: Partial<NewRequest>) => staff.send(collectionsApi.create, request(more))
    const one = await make({ account_id: a.id, customer_reference: 'PO 77' })
    const two = await make({ account_id: b.id, date: daysAfter(monday, 1) })
    const driver = await fresh.driver()
    await staff.send(collectionsApi.assign, { ids: [one.id], username: driver.username })
    await staff.send(collectionsApi.assign, { ids: [two.id], username: '' })
    const ids = async (filter: object) =>
      (await staff.send(collectionsApi.list, filter)).collection_requests.map(({ id }) => id)
    expect(await ids({})).toEqual([two.id, one.id])
    expect(await ids({ order: 'asc' })).toEqual([one.id, two.id])
    expect(await ids({ status: ['collection-assigned'] })).toEqual([one.id])
    expect(await ids({ problem: true })).toEqual([two.id])
    await staff.send(collectionsApi.setStatus, {
      id: one.id,
      status: 'collection-failed-attempt',
      message: 'Closed',
    })
    expect(await ids({ problem: true })).toEqual([two.id, one.id])
    await staff.send(collectionsApi.assign, { ids: [one.id], username: driver.username })
    expect(await ids({ from: daysAfter(monday, 1) })).toEqual([two.id])
    expect(await ids({ to: monday })).toEqual([one.id])
    expect(await ids({ account_id: [b.id] })).toEqual([two.id])
    expect(await ids({ agent_id: driver.username })).toEqual([one.id])
    expect(await ids({ search: 'karoo' })).toEqual([one.id])
    expect(await ids({ search: 'po 77' })).toEqual([one.id])
    expect(await ids({ search: 'col000002' })).toEqual([two.id])
    expect(await ids({ search: '100%' })).toEqual([])
    expect((await staff.send(collectionsApi.list, { limit: 1 })).count).toBe(2)
  })
})

describe('changing a request', () => {
  it('changes only the fields sent, and returns 409 with the stored values when the version is stale', async () => {
    const taken = await made({ packaging: '20 flyers', instructions: 'Gate 2' })
    const changed = await clerk.send(collectionsApi.change, {
      id: taken.id,
      version: taken.version,
      expected_parcels: 55,
      instructions: '',
    })
    expect(changed).toMatchObject({
      expected_parcels: 55,
      instructions: '',
      packaging: '20 flyers',
      version: 2,
    })
    await expect(
      clerk.send(collectionsApi.change, { id: taken.id, version: taken.version, packaging: 'x' }),
    ).rejects.toMatchObject({ status: 409, body: { current: { version: 2, expected_parcels: 55 } } })
    const outcomes = await Promise.all(
      ['a', 'b'].map((packaging) =>
        errorOf(clerk.send(collectionsApi.change, { id: taken.id, version: 2, packaging })),
      ),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await errorOf(clerk.send(collectionsApi.change, { id: 999_999, version: 1 }))).status).toBe(404)
  })

  it('reroutes a request with a new address, and reopens a failed request with a new day', async () => {
    await clearHolidays()
    const taken = await made()
    const driver = await p.driver()
    await assign([taken.id], driver.username)
    await enter(taken.id, 'collection-failed-attempt', { message: 'Gate closed' })
    const failed = (await detail(taken.id)).request
    expect(failed).toMatchObject({ status: 'collection-failed-attempt', failed_collection_attempts: 1 })
    const later = daysAfter(monday, 1)
    const moved = await clerk.send(collectionsApi.change, {
      id: taken.id,
      version: failed.version,
      date: later,
    })
    expect(moved).toMatchObject({ status: 'collection-assigned', agent_id: driver.username, date: later })
    const away = await clerk.send(collectionsApi.change, {
      id: taken.id,
      version: moved.version,
      address: {
        ...cape_town,
        street_address: '31 Bath Avenue',
        local_area: 'Rosebank',
        city: 'Johannesburg',
        code: '2196',
        zone: 'GP',
      },
    })
    expect(away.branch_id).toBe(p.map.branches.JHB)
    expect(away.agent_id).not.toBe(driver.username)
    const { events } = await detail(taken.id)
    expect(events.map((event) => event.message)).toContain(`Moved from ${monday} to ${later}`)
  })

  it('[COLL-003] allows a manual change from unassigned only to cancelled', async () => {
    const taken = await made()
    await assign([taken.id], '')
    expect(await statusOf(taken.id)).toBe('collection-unassigned')
    for (const to of [
      'closed',
      'collection-exception',
      'collection-failed-attempt',
      'collection-rejected',
      'collection-assigned',
    ])
      expect((await errorOf(enter(taken.id, to))).status).toBe(400)
    await enter(taken.id, 'cancelled', { message: 'Not needed' })
    expect(await statusOf(taken.id)).toBe('cancelled')
  })

  it('[COLL-002] filters by each of the seven statuses and rejects other statuses with 400', async () => {
    const driver = await p.driver()
    const account = await p.given.account()
    for (const status of [
      'collection-assigned',
      'collection-unassigned',
      'collection-rejected',
      'collection-exception',
      'collection-failed-attempt',
      'closed',
      'cancelled',
    ]) {
      const { id } = await made({ account_id: account.id })
      await assign([id], driver.username)
      if (status !== 'collection-assigned') await enter(id, status, { message: 'Said so' })
      const found = await clerk.http('GET', `/collection-requests?account_id=${account.id}&status=${status}`)
      expect(found.body).toMatchObject({ count: 1, collection_requests: [{ id, status }] })
    }
    for (const status of ['collected', 'submitted', 'open'])
      expect((await clerk.http('GET', `/collection-requests?status=${status}`)).status, status).toBe(400)
  })

  it('[COLL-004] allows a manual change from assigned, failed, exception and rejected to every status of the list', async () => {
    const driver = await p.driver()
    const list = [
      'collection-failed-attempt',
      'collection-exception',
      'collection-rejected',
      'collection-unassigned',
      'cancelled',
      'closed',
    ]
    const taken = await made()
    for (const from of ['collection-assigned', ...list.slice(0, 3)])
      for (const to of list.filter((one) => one !== from)) {
        const one =
          to === 'cancelled' || to === 'closed' ? await made({ account_id: taken.account_id }) : taken
        await assign([one.id], driver.username)
        if (from !== 'collection-assigned') await enter(one.id, from)
        expect((await enter(one.id, to)).status).toBe(to)
      }
  })

  it('[COLL-005] accepts only one of two concurrent final changes, and no change after it', async () => {
    const driver = await p.driver()
    const taken = await made()
    await assign([taken.id], driver.username)
    const outcomes = await Promise.all([
      errorOf(enter(taken.id, 'closed', { collected_parcels: 38 })),
      errorOf(clerk.send(collectionsApi.cancel, { id: taken.id, reason: 'Changed our minds' })),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 400])
    const { request: last } = await detail(taken.id)
    expect((await errorOf(enter(taken.id, 'collection-exception'))).status).toBe(400)
    expect(
      (
        await errorOf(
          clerk.send(collectionsApi.change, { id: taken.id, version: last.version, packaging: 'x' }),
        )
      ).status,
    ).toBe(400)
    expect((await assign([taken.id], driver.username)).results[0]).toMatchObject({ assigned: false })
  })

  it('lets a customer change and cancel their own request, and nothing else', async () => {
    const owner = await p.owner()
    const taken = await made({}, owner)
    const changed = await owner.send(collectionsApi.change, {
      id: taken.id,
      version: 1,
      packaging: '5 boxes',
    })
    expect(changed.packaging).toBe('5 boxes')
    expect(
      (await errorOf(owner.send(collectionsApi.setStatus, { id: taken.id, status: 'closed' }))).status,
    ).toBe(403)
    expect((await errorOf(owner.send(collectionsApi.assign, { ids: [taken.id], username: '' }))).status).toBe(
      403,
    )
    await owner.send(collectionsApi.cancel, { id: taken.id, reason: 'Ready tomorrow' })
    expect(await statusOf(taken.id)).toBe('cancelled')
    expect((await detail(taken.id, owner)).events[0]).toMatchObject({
      status: 'cancelled',
      message: 'Ready tomorrow',
    })
  })

  it('[COLL-005] assigns requests to a driver with a separate result for each request', async () => {
    const [one, two] = [await made(), await made()]
    await clerk.send(collectionsApi.cancel, { id: two.id })
    const driver = await p.driver(undefined, 'JHB')
    const { results } = await clerk.send(collectionsApi.assign, {
      ids: [two.id, one.id, 999_999],
      username: driver.username,
      assign_anyway: true,
    })
    expect(results.map(({ id, assigned }) => [id, assigned])).toEqual([
      [one.id, true],
      [two.id, false],
      [999_999, false],
    ])
    expect((await detail(one.id)).request).toMatchObject({
      status: 'collection-assigned',
      agent_id: driver.username,
      agent_name: driver.username,
    })
    expect((await errorOf(assign([one.id], 'nobody'))).status).toBe(404)
    const controller = await p.user(11)
    const local = await p.inTransaction(async (ctx) => {
      await ctx.db
        .updateTable('role')
        .set({ permissions: ['API_/collection-requests/*'] })
        .where('id', '=', 11)
        .execute()
      return controller
    })
    const { results: refused } = await local.send(collectionsApi.assign, {
      ids: [one.id],
      username: driver.username,
    })
    expect(refused[0]).toMatchObject({
      assigned: false,
      message: `${driver.username} belongs to another branch.`,
    })
  })

  it('records changes in the audit trail', async () => {
    const taken = await made()
    await clerk.send(collectionsApi.change, { id: taken.id, version: 1, packaging: 'Three bags' })
    const { rows } = await p.runtime.runtime.pool.query<{ action: string; source: string; change: object }>(
      `SELECT action, source, change FROM audit_event WHERE provider_id = $1 AND object_type = 'collection_request' AND object_id = $2 ORDER BY id`,
      [p.provider_id, taken.id],
    )
    expect(rows.map((row) => [row.action, row.source])).toEqual([
      ['insert', clerk.username],
      ['update', clerk.username],
    ])
    expect(rows[1]?.change).toMatchObject({ packaging: { change_from: '', change_to: 'Three bags' } })
    await clerk.send(collectionsApi.change, { id: taken.id, version: 2, before: '15:30' })
    const of = { type: 'collection_request' as const, object_id: String(taken.id), limit: 1 }
    const { audit_events } = await clerk.send(auditApi.events, of)
    expect(audit_events[0]?.change).toContainEqual({
      field: 'before',
      change_from: taken.before,
      change_to: '15:30',
    })
  })
})

describe('recurring collections', () => {
  // In the morning, because no request is created for a window that is over.
  beforeAll(async () => (await testRuntime()).setNow(new Date(`${today}T08:00:00+02:00`)))
  afterAll(async () => (await testRuntime()).setNow(null))
  const recurring = (more: Partial<NewRecurring> = {}): Partial<NewRecurring> & object => ({
    ...request({ date: undefined }),
    frequency: 'daily',
    ...more,
  })
  async function company(settings = {}) {
    const fresh = await newProvider({ collection_request_cut_off_time: '23:59', ...settings })
    const staff = await fresh.staff()
    await staff.send(ratesApi.replaceHolidays, [] as never)
    const accountId = (await fresh.given.account()).id
    const list = async (filter: object = {}) =>
      (await staff.send(collectionsApi.list, { order: 'asc', ...filter })).collection_requests
    /** Runs the scheduled job as if it were 03:30, `days` days later. */
    const run = async (days = 0) => {
      const job = await jobOf(fresh)
      const now = new Date(`${daysAfter(dayOf(new Date()), days)}T03:30:00+02:00`)
      await makeDueRequests({
        ...job,
        now,
        inTransaction: (fn) => job.inTransaction((ctx) => fn({ ...ctx, now })),
      })
    }
    return { fresh, staff, account_id: accountId, list, run }
  }
  const today = dayOf(new Date())
  const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
  const isWorkday = (day: string) => ![0, 6].includes(weekday(day))
  const week = Array.from({ length: 8 }, (_, index) => daysAfter(today, index))

  it('[COLL-006] [COLL-007] creates daily requests for service days up to seven days ahead, one per day', async () => {
    const { staff, account_id, list, run } = await company()
    const series = await staff.send(collectionsApi.createRecurring, recurring({ account_id }))
    expect((await list()).map((one) => one.date)).toEqual(week.filter(isWorkday))
    const recurs = { frequency: 'daily', recurring_id: series.id, account_id }
    const place = { local_area: series.address.local_area, city: series.address.city }
    for (const one of await list()) expect(one).toMatchObject({ ...recurs, address: place })
    const [first] = await list()
    const detail = await staff.send(collectionsApi.detail, { id: first?.id ?? 0 })
    expect(detail.events.map(({ message }) => message)).toEqual(['Created by the recurring collection'])
    await Promise.all([run(), run()])
    expect((await list()).length).toBe(week.filter(isWorkday).length)
    await Promise.all([run(3), run(3)])
    const later = Array.from({ length: 11 }, (_, index) => daysAfter(today, index)).filter(isWorkday)
    expect((await list()).map((one) => one.date)).toEqual(later)
    expect((await staff.send(collectionsApi.recurring, {})).recurring).toMatchObject([
      { id: series.id, next_date: later[0] },
    ])
  })

  it('[COLL-006] creates weekly requests on their weekdays, and skips or moves those on holidays by the rule', async () => {
    const holiday = week.slice(2).find((day) => isWorkday(day) && isWorkday(daysAfter(day, 1))) ?? today
    for (const [rule, dates] of [
      ['skip', []],
      ['next', [daysAfter(holiday, 1)]],
    ] as const) {
      const { staff, account_id, list } = await company({ recurring_collection_holiday_rule: rule })
      await staff.send(ratesApi.replaceHolidays, [{ date: holiday, description: 'A holiday' }] as never)
      await staff.send(
        collectionsApi.createRecurring,
        recurring({ account_id, frequency: 'weekly', weekdays: [weekday(holiday)] }),
      )
      expect((await list()).map((one) => one.date).filter((day) => day !== daysAfter(holiday, 7))).toEqual(
        dates,
      )
    }
  })

  it('creates no requests after the end day or while the account is on hold', async () => {
    const { fresh, staff, account_id, list, run } = await company()
    const until = daysAfter(today, 3)
    await staff.send(collectionsApi.createRecurring, recurring({ account_id, until }))
    await run(2)
    expect((await list()).every((one) => one.date <= until)).toBe(true)
    const held = (await fresh.given.account()).id
    await staff.send(collectionsApi.createRecurring, recurring({ account_id: held }))
    const before = (await list({ account_id: [held] })).length
    await fresh.inTransaction((ctx) =>
      ctx.db.updateTable('account').set({ is_on_hold: true }).where('id', '=', held).execute(),
    )
    await run(5)
    expect((await list({ account_id: [held] })).length).toBe(before)
    await fresh.inTransaction((ctx) =>
      ctx.db.updateTable('account').set({ is_on_hold: false }).where('id', '=', held).execute(),
    )
    await run(5)
    expect((await list({ account_id: [held] })).length).toBeGreaterThan(before)
  })

  it('changes a single request, or a request and all that follow', async () => {
    const { staff, account_id, list, run } = await company()
    const series = await staff.send(
      collectionsApi.createRecurring,
      recurring({ account_id, packaging: 'Bags' }),
    )
    const [first, second, third] = await list()
    if (!first || !second || !third) throw new Error('There are too few requests.')
    await staff.send(collectionsApi.change, { id: first.id, version: first.version, packaging: 'Boxes' })
    expect((await list()).map((one) => one.packaging)).toEqual([
      'Boxes',
      ...Array.from({ length: (await list()).length - 1 }, () => 'Bags'),
    ])
    const changed = await staff.send(collectionsApi.changeRecurring, {
      id: series.id,
      version: series.version,
      from: second.date,
      packaging: 'Crates',
    })
    expect(changed).toMatchObject({ packaging: 'Crates', version: 2 })
    expect((await list()).map((one) => one.packaging)).toEqual([
      'Boxes',
      ...Array.from({ length: (await list()).length - 1 }, () => 'Crates'),
    ])
    await run(2)
    expect((await list()).at(-1)?.packaging).toBe('Crates')
    await expect(
      staff.send(collectionsApi.changeRecurring, {
        id: series.id,
        version: 1,
        from: second.date,
        packaging: 'x',
      }),
    ).rejects.toMatchObject({ status: 409, body: { current: { packaging: 'Crates' } } })
    const weekly = await staff.send(collectionsApi.changeRecurring, {
      id: series.id,
      version: 2,
      from: second.date,
      frequency: 'weekly',
      weekdays: [weekday(third.date)],
    })
    expect(weekly.weekdays).toEqual([weekday(third.date)])
    const open = (await list()).filter((one) => one.status !== 'cancelled').map((one) => one.date)
    expect(open.filter((day) => day > first.date).every((day) => weekday(day) === weekday(third.date))).toBe(
      true,
    )
    await staff.send(collectionsApi.changeRecurring, {
      id: series.id,
      version: 3,
      from: first.date,
      frequency: 'daily',
    })
    const again = (await list()).filter((one) => one.status !== 'cancelled').map((one) => one.date)
    expect(new Set(again).size).toBe(again.length)
    expect(again).toContain(second.date)
  })

  it('makes no requests for days before the one from which a recurring collection changes, also not later', async () => {
    const { staff, account_id, list, run } = await company()
    const [earlier = today, from = today] = week.slice(2).filter(isWorkday)
    const series = await staff.send(
      collectionsApi.createRecurring,
      recurring({ account_id, frequency: 'weekly', weekdays: [weekday(from)] }),
    )
    const datesOpen = async () =>
      (await list()).filter((one) => one.status !== 'cancelled').map((one) => one.date)
    expect(await datesOpen()).toEqual([from])
    const changed = { id: series.id, weekdays: [weekday(earlier)] }
    await staff.send(collectionsApi.changeRecurring, { ...changed, version: 1, from })
    expect(await datesOpen()).toEqual([])
    await run(week.indexOf(earlier))
    expect(await datesOpen()).toEqual([daysAfter(earlier, 7)])
    await staff.send(collectionsApi.changeRecurring, { ...changed, version: 2, from: earlier })
    expect(await datesOpen()).toEqual([earlier, daysAfter(earlier, 7)])
  })

  it('ends a recurring collection from a day on, and when its account is closed', async () => {
    const { staff, account_id, list, run } = await company()
    const series = await staff.send(collectionsApi.createRecurring, recurring({ account_id }))
    const [first, second] = await list()
    await staff.send(collectionsApi.endRecurring, { id: series.id, from: second?.date })
    await run(4)
    expect((await list()).filter((one) => one.status !== 'cancelled').map((one) => one.id)).toEqual([
      first?.id,
    ])
    expect((await staff.send(collectionsApi.recurring, {})).count).toBe(1)
    await staff.send(accountsApi.close, { id: account_id, reason: 'Moved away' })
    expect((await list()).every((one) => one.status === 'cancelled')).toBe(true)
    expect((await staff.send(collectionsApi.recurring, {})).count).toBe(0)
  })

  it('limits recurring collections to their account, and rejects a weekly one without weekdays and unknown frequencies', async () => {
    const { fresh, staff, account_id } = await company()
    const series = await staff.send(collectionsApi.createRecurring, recurring({ account_id }))
    const stranger = await fresh.owner()
    expect((await stranger.send(collectionsApi.recurring, {})).count).toBe(0)
    expect((await errorOf(stranger.send(collectionsApi.endRecurring, { id: series.id }))).status).toBe(404)
    const owner = await fresh.owner(account_id)
    expect((await owner.send(collectionsApi.recurring, {})).count).toBe(1)
    const error = await errorOf(
      staff.send(collectionsApi.createRecurring, recurring({ account_id, frequency: 'weekly' })),
    )
    expect(error).toEqual({ status: 400, message: 'Choose at least one day of the week.' })
    expect(
      (
        await staff.http('POST', '/collection-requests/recurring', {
          ...recurring({ account_id }),
          frequency: 'hourly',
        })
      ).status,
    ).toBe(400)
  })
})

describe('shipments booked after the collection', () => {
  it('sets the status to collected with the time of the collection', async () => {
    const accountId = (await p.given.account()).id
    const taken = await made({ account_id: accountId })
    const driver = await p.driver()
    await assign([taken.id], driver.username)
    const book = (collectionRequestId: number, more = {}) =>
      clerk.send(
        shipmentsApi.create,
        booking({ account_id: accountId, collection_request_id: collectionRequestId, ...more }),
      )
    expect(await errorOf(book(taken.id))).toEqual({
      status: 400,
      message: `${taken.display_id} has not been collected yet. Book without it, or wait for the collection.`,
    })
    const closed = await enter(taken.id, 'closed', { collected_parcels: 3 })
    const shipment = await book(taken.id)
    expect(shipment).toMatchObject({ status: 'collected', collection_request_id: taken.id })
    expect(shipment.collected_date?.getTime()).toBe(closed.collected_date?.getTime())
    expect((await detail(taken.id)).shipments).toMatchObject([{ id: shipment.id, status: 'collected' }])
    expect((await detail(taken.id)).request.shipment_count).toBe(1)
    expect((await errorOf(book(999_999))).status).toBe(404)
    const other = await p.given.account()
    expect((await errorOf(book(taken.id, { account_id: other.id }))).status).toBe(404)
    expect(
      (
        await clerk.send(
          shipmentsApi.create,
          booking({ account_id: accountId, collection_request_id: taken.id, save_as: 'quote' }),
        )
      ).collection_request_id,
    ).toBe(0)
  })
})
