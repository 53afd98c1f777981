import { accountsApi } from '@waybill/domain/accounts/api'
import { auditApi } from '@waybill/domain/audit/api'
import { driversApi } from '@waybill/domain/drivers/api'
import { payApi } from '@waybill/domain/costs/api'
import { identityApi } from '@waybill/domain/identity/api'
import { staff_email_domains } from '@waybill/domain/identity/settings'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { role_ids } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { startupApi } from '@waybill/domain/startup/api'
import { beforeEach, describe, expect, it } from 'vitest'
import { caughtMail } from '../../../dev/test-kit/fakes/caught-messages.ts'
import {
  booking,
  newProvider,
  errorOf,
  type Caller,
  type TestProvider,
} from '../../../dev/test-kit/provider.ts'

const catcher = caughtMail()

let p: TestProvider
let admin: Caller
beforeEach(async () => {
  p = await newProvider({ provider_title: 'Fynbos Couriers', [staff_email_domains.key]: ['fynbos.example'] })
  catcher.take(p)
  admin = await p.staff()
})

const statusOf = async (call: Promise<unknown>) => (await errorOf(call)).status
let made = 0
const person = (more: object = {}) => {
  made += 1
  return { name: `Lerato ${made}`, email: `lerato${made}.${Date.now()}@fynbos.example`, role_id: 11, ...more }
}
const one = async (id: number) => (await admin.send(identityApi.users, { id })).users[0]

describe('company users', () => {
  it('[ACC-026] are invited by email with a single-use link to choose a password', async () => {
    const user = await admin.send(
      usersApi.create,
      person({ name: 'Lerato Khumalo', phone_number: '0821234567' }),
    )
    expect(user).toMatchObject({ state: 'invited', role_id: 11, username: user.email, is_internal: true })
    await p.settle()
    const [mail] = catcher.messages().filter((one) => one.to.includes(user.email))
    expect(mail?.subject).toBe('You are invited to Fynbos Couriers')
    const link = /verification=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const newcomer = p.guest()
    const password = 'a rather long password'
    await newcomer.send(identityApi.login, { email: user.email, verification_code: link, password })
    expect(await one(user.id)).toMatchObject({ state: 'active' })
    expect(
      await statusOf(
        newcomer.send(identityApi.login, { email: user.email, verification_code: link, password }),
      ),
    ).not.toBe(200)
    expect(await statusOf(admin.send(usersApi.invite, { id: user.id }))).toBe(400)
  })

  it('receive a second invitation on request, and only one of the two links works', async () => {
    const user = await admin.send(usersApi.create, person())
    await p.settle()
    await admin.send(usersApi.invite, { id: user.id })
    await p.settle()
    const links = catcher
      .messages()
      .filter((mail) => mail.to.includes(user.email))
      .map((mail) => /verification=([\w-]+)/.exec(mail.text)?.[1] ?? '')
    expect(new Set(links).size).toBe(2)
    const password = 'a rather long password'
    const results = []
    for (const verificationCode of links.toReversed())
      results.push(
        await statusOf(
          p
            .guest()
            .send(identityApi.login, { email: user.email, verification_code: verificationCode, password }),
        ),
      )
    expect(results.filter((status) => status === 200)).toHaveLength(1)
  })

  it('rejects invalid fields, an email address in use, and unknown roles and branches with 400', async () => {
    const bad = await admin.http('POST', '/users', { name: '', email: 'nobody', role_id: 11 })
    expect(bad).toMatchObject({ status: 400, body: { errors: [{ field: 'name' }, { field: 'email' }] } })
    const user = await admin.send(usersApi.create, person())
    expect(
      await errorOf(admin.send(usersApi.create, person({ email: user.email.toUpperCase() }))),
    ).toMatchObject({
      status: 400,
      message: `${user.email.toUpperCase()} is in use by another user.`,
    })
    expect(await statusOf(admin.send(usersApi.create, person({ role_id: 4711 })))).toBe(400)
    expect(await statusOf(admin.send(usersApi.create, person({ branch_id: 4711 })))).toBe(400)
    expect(await statusOf(admin.send(usersApi.create, person({ limit_user_to_branch: true })))).toBe(400)
  })

  it('[ACC-025] are changed by PATCH, which returns 409 with the stored values when the version is stale', async () => {
    const user = await admin.send(usersApi.create, person())
    const branchId = p.map.branches.CPT
    await admin.send(identityApi.changeUser, {
      id: user.id,
      version: user.version,
      name: 'Lerato Mokoena',
      role_id: 12,
      branch_id: branchId,
      limit_user_to_branch: true,
    })
    expect(await one(user.id)).toMatchObject({
      name: 'Lerato Mokoena',
      role_id: 12,
      branch_id: branchId,
      limit_user_to_branch: true,
    })
    const stale = await admin.http('PATCH', '/users', { id: user.id, version: user.version, name: 'X' })
    expect(stale).toMatchObject({ status: 409, body: { current: { name: 'Lerato Mokoena' } } })
    await admin.send(identityApi.changeUser, { id: user.id, branch_id: 0, limit_user_to_branch: false })
    expect((await one(user.id))?.branch_id).toBeUndefined()
  })

  it('cannot change their own role, branch or state', async () => {
    const clerk = await p.user(11)
    for (const more of [{ role_id: 3 }, { branch_id: p.map.branches.CPT }, { is_active: true }])
      expect(await statusOf(clerk.send(identityApi.changeUser, more)), JSON.stringify(more)).toBe(403)
    expect(await statusOf(admin.send(identityApi.changeUser, { role_id: 11 }))).toBe(403)
    expect(await one(clerk.user_id)).toMatchObject({ role_id: 11 })
  })

  it('are signed out at once when disabled, and the session stays ended when they are enabled again', async () => {
    const clerk = await p.user(11)
    await admin.send(identityApi.changeUser, { id: clerk.user_id, is_active: false })
    expect(await statusOf(clerk.send(startupApi.generalData, {}))).toBe(401)
    expect(await one(clerk.user_id)).toMatchObject({ state: 'disabled' })
    expect(await statusOf(admin.send(usersApi.invite, { id: clerk.user_id }))).toBe(400)
    await admin.send(identityApi.changeUser, { id: clerk.user_id, is_active: true })
    expect((await one(clerk.user_id))?.state).not.toBe('disabled')
    expect(await statusOf(clerk.send(startupApi.generalData, {}))).toBe(401)
  })

  it('disappear from lists and are signed out when removed, and their email address can be used again', async () => {
    const clerk = await p.user(11)
    await admin.send(usersApi.remove, { id: clerk.user_id })
    expect(await one(clerk.user_id)).toBeUndefined()
    expect(await statusOf(clerk.send(startupApi.generalData, {}))).toBe(401)
    expect(await statusOf(admin.send(usersApi.remove, { id: clerk.user_id }))).toBe(404)
    const again = person({ email: `${clerk.username}@example.com`, username: `${clerk.username}-2` })
    expect(await statusOf(admin.send(usersApi.create, again))).toBe(200)
  })

  it('have changes recorded in the audit trail', async () => {
    const user = await admin.send(usersApi.create, person())
    await admin.send(identityApi.changeUser, { id: user.id, role_id: 12 })
    const { audit_events } = await admin.send(auditApi.events, { type: 'user', object_id: String(user.id) })
    expect(audit_events[0]).toMatchObject({
      source: admin.username,
      action: 'changed',
      change: [{ field: 'role_id', change_from: 11, change_to: 12 }],
    })
  })

  it('can be filtered by search text, role, state, kind and branch', async () => {
    const account = await p.given.account()
    const customer = await p.owner(account.id)
    const clerk = await p.user(11, { branch_id: p.map.branches.CPT, limit_user_to_branch: true })
    await admin.send(identityApi.changeUser, { id: clerk.user_id, is_active: false })
    const found = async (input: object) =>
      (await admin.send(identityApi.users, input)).users.map(({ id }) => id)
    expect(await found({ search: clerk.username.slice(2) })).toEqual([clerk.user_id])
    expect(await found({ role_id: 11 })).toEqual([clerk.user_id])
    expect(await found({ state: 'disabled' })).toEqual([clerk.user_id])
    expect(await found({ kind: 'account' })).toEqual([customer.user_id])
    expect(await found({ branch_id: p.map.branches.CPT })).toEqual([clerk.user_id])
    expect((await admin.send(identityApi.users, { id: customer.user_id })).users[0]).toMatchObject({
      account_code: account.account_code,
      time_last_seen: expect.any(Date) as Date,
    })
  })

  it('[PERM-009] [PERM-010] are marked as internal when their email address is on a company domain', async () => {
    const inside = await admin.send(usersApi.create, person())
    const outside = await admin.send(usersApi.create, person({ email: `x${Date.now()}@other.example` }))
    expect([inside.is_internal, outside.is_internal]).toEqual([true, false])
  })
})

describe('role assignment', () => {
  const rolesFor = async (caller: Caller, accountId?: number) =>
    (await caller.send(usersApi.assignable, { account_id: accountId })).roles.map(({ id }) => id)

  it('[PERM-019] [PERM-020] [PERM-021] never lists roles 1, 2, 5, 6 and 9, and lists 3, 4 and 8 for administrators only', async () => {
    expect(await rolesFor(admin)).toEqual([3, 4, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18])
    const lead = await withRole(['*'])
    const listed = await rolesFor(lead)
    expect(listed).toEqual(expect.arrayContaining([7, 10, 11, 12, 13]))
    for (const id of [1, 2, 3, 4, 5, 6, 8, 9]) {
      expect(listed, String(id)).not.toContain(id)
      expect(await statusOf(lead.send(usersApi.create, person({ role_id: id }))), String(id)).toBe(403)
    }
    for (const id of [1, 2, 5, 6, 9])
      expect(await statusOf(admin.send(usersApi.create, person({ role_id: id }))), String(id)).toBe(403)
  })

  /** Creates a staff user with a new role that has these permissions. */
  async function withRole(permissions: string[]): Promise<Caller> {
    const roleId = await p.inTransaction(async (ctx) => {
      const { id } = await ctx.db
        .selectFrom('role')
        .select((eb) => eb.fn.max<number>('id').as('id'))
        .executeTakeFirstOrThrow()
      const values = { provider_id: ctx.provider_id, id: id + 1, name: `R${id + 1}`, label: '', permissions }
      await ctx.db.insertInto('role').values(values).execute()
      return id + 1
    })
    return p.user(roleId)
  }

  it('rejects roles with permissions that the caller lacks, and changes of users who have more permissions', async () => {
    const clerk = await withRole(['API_/users/*', 'INLINE_assign_roles', 'API_/shipments/*'])
    expect(await rolesFor(clerk)).toEqual([19])
    const refused = await errorOf(clerk.send(usersApi.create, person({ role_id: 11 })))
    expect(refused).toMatchObject({ status: 403 })
    expect(refused.message).toContain('has permissions that you do not have (')
    const controller = await p.user(11)
    expect(await statusOf(clerk.send(identityApi.changeUser, { id: controller.user_id, name: 'X' }))).toBe(
      403,
    )
    expect(await statusOf(clerk.send(usersApi.remove, { id: admin.user_id }))).toBe(403)
  })

  it('[PERM-013] [PERM-014] [PERM-015] assigns account roles inside an account only', async () => {
    const { id: accountId } = await p.given.account()
    expect(await rolesFor(admin, accountId)).toEqual([5, 6, 9])
    for (const roleId of [5, 6, 9])
      expect(
        await statusOf(admin.send(usersApi.create, person({ role_id: roleId, account_id: accountId }))),
      ).toBe(200)
    for (const roleId of [1, 2, 3, 4, 7, 8, 11])
      expect(
        await statusOf(admin.send(usersApi.create, person({ role_id: roleId, account_id: accountId }))),
      ).toBe(403)
  })

  it('rejects removing, disabling or demoting the last administrator, even in concurrent requests', async () => {
    const other = await p.user(role_ids.administrator)
    const both = await Promise.all([
      statusOf(admin.send(usersApi.remove, { id: other.user_id })),
      statusOf(other.send(usersApi.remove, { id: admin.user_id })),
    ])
    expect(both.toSorted()[0]).toBe(200)
    expect(both.toSorted()[1]).toBeGreaterThanOrEqual(401)
    const rest = both[0] === 200 ? admin : other
    const lead = await withRole(['*'])
    for (const call of [
      () => lead.send(usersApi.remove, { id: rest.user_id }),
      () => lead.send(identityApi.changeUser, { id: rest.user_id, is_active: false }),
      () => lead.send(identityApi.changeUser, { id: rest.user_id, role_id: 11 }),
    ])
      expect(await errorOf(call())).toMatchObject({
        status: 403,
        message: 'This is the last administrator. Make someone else an administrator first.',
      })
    for (const more of [{ is_active: false }, { role_id: 11 }])
      expect(await statusOf(rest.send(identityApi.changeUser, { id: rest.user_id, ...more }))).toBe(403)
    expect(await statusOf(rest.send(usersApi.remove, { id: rest.user_id }))).toBe(403)
  })
})

describe('account users', () => {
  it('are invited, changed and removed by their owner, within the same account only', async () => {
    const account = await p.given.account()
    const owner = await p.owner(account.id)
    const stranger = await p.owner()
    const mate = await owner.send(usersApi.create, person({ role_id: 6, account_id: 4711 }))
    expect(mate).toMatchObject({ account_id: account.id, role_id: 6 })
    await owner.send(identityApi.changeUser, { id: mate.id, role_id: 9 })
    expect((await owner.send(identityApi.users, {})).users.map(({ id, role_id }) => [id, role_id])).toEqual(
      expect.arrayContaining([
        [mate.id, 9],
        [owner.user_id, 5],
      ]),
    )
    expect(await statusOf(owner.send(usersApi.create, person({ role_id: 3 })))).toBe(403)
    for (const call of [
      () => stranger.send(identityApi.changeUser, { id: mate.id, name: 'X' }),
      () => stranger.send(usersApi.remove, { id: mate.id }),
      () => stranger.send(usersApi.invite, { id: mate.id }),
      () => owner.send(usersApi.remove, { id: admin.user_id }),
    ])
      expect(await statusOf(call())).toBe(404)
    await owner.send(usersApi.remove, { id: mate.id })
    const user = await p.user(role_ids.account_user, { account_id: account.id })
    expect(await statusOf(user.send(usersApi.create, person({ role_id: 6 })))).toBe(403)
    expect(await statusOf(user.send(identityApi.changeUser, { id: owner.user_id, name: 'X' }))).toBe(403)
  })

  it('rejects an owner’s removal of their own user', async () => {
    const owner = await p.owner()
    expect(await statusOf(owner.send(usersApi.remove, { id: owner.user_id }))).toBe(403)
    const { users } = await owner.send(identityApi.users, {})
    expect(users).toHaveLength(1)
  })

  it('[PERM-051] [PERM-053] access and book for their own account only, even when a request names another one', async () => {
    const mine = await p.given.account()
    const other = await p.given.account()
    const owner = await p.owner(mine.id)
    const user = await owner.send(usersApi.create, person({ role_id: 6 }))
    expect(user.limit_user_to_account).toBe(true)
    const caller = await p.user(6, { account_id: mine.id })
    const shipment = await caller.send(shipmentsApi.create, booking({ account_id: other.id }))
    expect(shipment.account_id).toBe(mine.id)
    expect((await caller.send(accountsApi.list, { id: [other.id] })).accounts).toEqual([])
    expect((await caller.http('GET', `/shipments?account_id=${other.id}`)).status).toBe(403)
  })
})

describe('user import', () => {
  const heading = 'name,email,phone_number,role,account_code,branch\n'

  it('[TOOL-005] checks every line and imports all lines or none', async () => {
    const account = await p.given.account()
    const stamp = Date.now()
    const text = `${heading}Anele Dlamini,anele${stamp}@x.example,,Controller,,CPT\n"Botha, Jan",jan${stamp}@x.example,,Account User,${account.account_code},\n,nobody,,Emperor,NOPE,XXX\nTwice,anele${stamp}@x.example,,Controller,,\nBoss,boss${stamp}@x.example,,System administrator,,\n`
    const checked = await admin.send(usersApi.importFile, { text, dry_run: true })
    expect(checked.imported).toBe(0)
    expect(checked.lines.map(({ line, problems }) => [line, problems.length])).toEqual([
      [2, 0],
      [3, 0],
      [4, 5],
      [5, 1],
      [6, 1],
    ])
    expect(checked.lines[3]?.problems).toEqual(['Line 2 has the same email address.'])
    const before = (await admin.send(identityApi.users, {})).count
    expect(await errorOf(admin.send(usersApi.importFile, { text }))).toEqual({
      status: 400,
      message: 'Nothing was imported: 3 lines are wrong. Correct the file and try again.',
    })
    expect((await admin.send(identityApi.users, {})).count).toBe(before)
    const good = text.split('\n').slice(0, 3).join('\n')
    expect((await admin.send(usersApi.importFile, { text: good })).imported).toBe(2)
    const { users } = await admin.send(identityApi.users, { search: 'Botha' })
    expect(users[0]).toMatchObject({
      name: 'Botha, Jan',
      account_id: account.id,
      role_id: 6,
      state: 'invited',
    })
    expect((await errorOf(admin.send(usersApi.importFile, { text: good }))).message).toContain(
      '2 lines are wrong',
    )
  })

  it('rejects empty and unreadable files with 400', async () => {
    for (const text of ['', 'a,b\n1,2', heading])
      expect(await statusOf(admin.send(usersApi.importFile, { text })), text).toBe(400)
  })
})

describe('staff limited to a branch', () => {
  it('[PERM-050] see users, accounts, documents and audit of that branch only', async () => {
    const { CPT, DBN } = p.map.branches
    const here = await p.given.account({ branch_id: CPT, balance: 1000 })
    const there = await p.given.account({ branch_id: DBN, balance: 1000 })
    const mate = await p.user(11, { branch_id: CPT })
    const far = await p.user(11, { branch_id: DBN })
    const cape = await p.user(role_ids.administrator, { branch_id: CPT, limit_user_to_branch: true })
    const { users } = await cape.send(identityApi.users, {})
    expect(users.map(({ id }) => id)).toEqual(expect.arrayContaining([mate.user_id, cape.user_id]))
    expect(users.map(({ id }) => id)).not.toContain(far.user_id)
    const { accounts } = await cape.send(accountsApi.list, {})
    expect(accounts.map(({ id }) => id)).toEqual([here.id])
    expect((await cape.http('PATCH', '/accounts', { id: there.id, name: 'X' })).status).toBe(404)
    expect((await cape.http('GET', `/accounts/settings?account_id=${there.id}`)).status).toBe(403)
    expect((await cape.http('GET', `/billing/balance?account_id=${there.id}`)).status).toBe(403)
    const seen = (await cape.http('GET', '/billing/transactions')).body as {
      transactions: { account_id: number }[]
    }
    expect(new Set(seen.transactions.map(({ account_id }) => account_id))).toEqual(new Set([here.id]))
    const audit = (await cape.http('GET', `/audit/events?type=account&object_id=${there.id}`)).body
    expect(audit).toMatchObject({ count: 0 })
    expect((await cape.http('GET', `/ui/nav-search?search_query=${there.account_code}`)).status).toBe(404)
    expect(await statusOf(cape.send(usersApi.create, person({ branch_id: DBN })))).toBe(403)
    expect(await cape.send(usersApi.create, person())).toMatchObject({
      branch_id: CPT,
      limit_user_to_branch: true,
    })
    expect(await statusOf(cape.send(usersApi.remove, { id: far.user_id }))).toBe(404)
    const data = await cape.send(startupApi.generalData, {})
    expect(data.drivers.every(({ branch_id }) => branch_id === CPT)).toBe(true)
  })
})

describe('driver data', () => {
  it('[ACC-024] stores vehicle, capacity, licence and pay plan and returns them with branch, duty and zones', async () => {
    const p = await newProvider()
    const [staff, driver, owner] = [await p.staff(), await p.driver(undefined, 'JHB'), await p.owner()]
    const driverFacts = {
      vehicle_registration: 'ND 123 456',
      vehicle_type: 'Panel van',
      vehicle_max_kg: 800,
      vehicle_max_m3: 6.5,
      licence_expiry: '2027-03-31',
      pay_plan: 'Per stop',
    }
    const rules = { per_stop: 20_00, per_kg: 0, zones: [], bonus_from_stops: 0, bonus: 0 }
    await staff.send(payApi.createPlan, { name: 'Per stop', valid_from: '2026-01-01', rules })
    await staff.send(identityApi.changeUser, { id: driver.user_id, driver: driverFacts })
    const listed = await staff.send(identityApi.users, { id: driver.user_id })
    expect(listed.users[0]?.driver).toEqual(driverFacts)
    await staff.send(identityApi.changeUser, { id: driver.user_id, driver: { vehicle_max_kg: 750 } })
    const { drivers } = await staff.send(driversApi.list, {})
    expect(drivers.find(({ username }) => username === driver.username)).toMatchObject({
      name: driver.username,
      mobile_number: '',
      branch_id: p.map.branches.JHB,
      vehicle_registration: 'ND 123 456',
      vehicle_type: 'Panel van',
      vehicle_max_weight: 750,
      vehicle_max_volume: 6.5,
      licence_expiry: '2027-03-31',
      on_duty: expect.any(Boolean),
      zones: expect.any(Array),
    })
    const wrong = await staff.http('PATCH', '/users', { id: owner.user_id, driver: driverFacts })
    expect(wrong.status).toBe(400)
    const { users } = await staff.send(identityApi.users, { id: owner.user_id })
    expect(users[0]?.driver).toBeNull()
  })
})
