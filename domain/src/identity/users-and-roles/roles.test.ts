import { expect, it } from 'vitest'
import { isAccountAdmin, isStaff, role_ids, systemActor } from '../../kit/actor.ts'
import { grantedBy } from './permissions.ts'
import { starter_roles } from './roles.ts'

const named = (id: number) => starter_roles.find((role) => role.id === id)
const mayOf = (id: number) => grantedBy(named(id)?.permissions ?? []).map(({ name }) => name)
const as = (roleId: number, accountId: number | null = null) => ({
  ...systemActor(1),
  role_id: roleId,
  account_id: accountId,
})

it('[PERM-003] role 2 is the guest, who is not staff', () => {
  expect(named(2)?.name).toBe('Guest')
  expect(isStaff(as(2))).toBe(false)
  for (const role of [1, 3, 4, 7, 8, 10]) expect(isStaff(as(role)), String(role)).toBe(true)
  expect(isStaff(as(5, 9))).toBe(false)
  expect(mayOf(2)).toEqual(expect.arrayContaining(['API_/rates:POST', 'API_/shipments:POST']))
  // Guests pay for their own bookings and cannot change anything of other users.
  expect(mayOf(2).filter((name) => /:(PATCH|DELETE)$|\/(users|accounts|billing)/.test(name))).toEqual([
    'API_/billing/payfast/signature:POST',
    'API_/billing/bobpay/url:POST',
    'API_/billing/stitch/url:POST',
  ])
})

it('[PERM-006] role 5, the account owner, is the only account admin', () => {
  expect(named(5)?.name).toBe('Account Owner')
  const admins = starter_roles.filter(({ id }) => isAccountAdmin(as(id, 9))).map(({ id }) => id)
  expect(admins).toEqual([role_ids.account_owner])
})

it('[PERM-016] roles 3, 4, 7 and 8 are administrator, finance manager, driver and API user of the company', () => {
  expect([3, 4, 7, 8].map((id) => named(id)?.name)).toEqual([
    'Administrator',
    'Finance manager',
    'Driver',
    'Provider API user',
  ])
  expect(mayOf(3)).toEqual(expect.arrayContaining(['API_/users:POST', 'API_/providers/settings:POST']))
  expect(mayOf(3)).not.toContain('API_/providers:POST')
  expect(mayOf(4)).toEqual(expect.arrayContaining(['API_/billing/invoices/run:POST', 'INLINE_run_invoicing']))
  for (const never of ['API_/shipments:POST', 'API_/trip-sheet/assign:POST', 'API_/users:POST'])
    expect(mayOf(4)).not.toContain(never)
  expect(mayOf(7)).toEqual(expect.arrayContaining(['API_/trip-sheet:GET', 'API_/drivers/actions:POST']))
  expect(mayOf(7)).not.toContain('API_/shipments:GET')
})
