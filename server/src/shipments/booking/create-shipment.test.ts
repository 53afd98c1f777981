import { accountsApi } from '@waybill/domain/accounts/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { ratesApi } from '@waybill/domain/rates/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { booking, errorOf, newProvider } from '../../../dev/test-kit/provider.ts'

it('books a shipment and returns it with references, price, branches and status', async () => {
  const p = await newProvider()
  const account = await p.given.account()
  const shipment = await (await p.staff()).send(shipmentsApi.create, booking({ account_id: account.id }))
  expect(shipment.short_tracking_reference).toMatch(/^[23456789BCDFGHJKMNPQRSTVWXYZ]{6}$/)
  expect(shipment.rate).toBe(11138)
  expect(shipment.collection_branch_name).toBe('CPT')
  expect(shipment.delivery_branch_name).toBe('JHB')
  expect(shipment.status).toBe('collection-unassigned')
  expect(shipment.rates.map((row) => row.type)).toEqual(
    ['base', 'rate_formula', 'rate_adjustment', 'rate_group_extras'].slice(0, shipment.rates.length),
  )
})

it('answers with what a later read shows, for staff and for the account, with and without prices', async () => {
  const p = await newProvider()
  const account = await p.given.account()
  const [clerk, owner] = [await p.staff(), await p.owner(account.id)]
  const blind = await p.user(role_ids.account_user_no_billing, { account_id: account.id })
  for (const [by, accountId] of [
    [clerk, account.id],
    [owner, undefined],
    [blind, undefined],
  ] as const) {
    const answer = await by.send(
      shipmentsApi.create,
      booking({ account_id: accountId, declared_value: 50_000 }),
    )
    const { shipments } = await by.send(shipmentsApi.list, { id: [answer.id] })
    const {
      billing_contact: _contact,
      account_billing_card_information: _card,
      ...shown
    } = shipments[0]?.account ?? {}
    expect({ ...shipments[0], account: shown }).toEqual(answer)
  }
})

/** The role of the kiosk operator, which new companies start with. */
const kiosk_operator = 14

it('[PERM-050] prices and books for cash customers at the counter of a branch, and not for accounts of another branch', async () => {
  const p = await newProvider()
  const { CPT, DBN } = p.map.branches
  const kiosk = await p.user(kiosk_operator, { branch_id: CPT, limit_user_to_branch: true })
  const { accounts } = await kiosk.send(accountsApi.list, { account_type: ['guest'], for_booking: true })
  expect(accounts).toMatchObject([{ account_type: 'guest', branch_id: 0 }])
  const shipment = await kiosk.send(
    shipmentsApi.create,
    booking({ account_id: accounts[0]?.id, billing_contact: { email: 'walkin@example.com' } }),
  )
  expect(shipment).toMatchObject({ account_id: accounts[0]?.id, collection_branch_id: CPT })

  const { id: other } = await p.given.account({ branch_id: DBN })
  const { collection_address, delivery_address, parcels } = booking()
  const route = { collection_address, delivery_address, parcels }
  await (await p.staff()).send(ratesApi.price, { ...route, account_id: other })
  expect((await errorOf(kiosk.send(ratesApi.price, { ...route, account_id: other }))).status).toBe(403)
  expect((await errorOf(kiosk.send(shipmentsApi.create, booking({ account_id: other })))).status).toBe(403)
})

it('[PERM-050] lists the guest account to staff of a branch for bookings only, and without its balance', async () => {
  const p = await newProvider()
  const guest = { account_type: ['guest' as const] }
  const [known] = (await (await p.staff()).send(accountsApi.list, guest)).accounts
  await p.inTransaction((ctx) =>
    sql`UPDATE account_balance SET balance = -12345 WHERE account_id = ${known?.id}`.execute(ctx.db),
  )
  const manager = await p.user(role_ids.finance_manager, {
    branch_id: p.map.branches.CPT,
    limit_user_to_branch: true,
  })
  expect((await manager.send(accountsApi.list, guest)).accounts).toEqual([])
  const { accounts } = await manager.send(accountsApi.list, { ...guest, for_booking: true })
  expect(accounts).toMatchObject([{ id: known?.id, balance: 0 }])
  const all = (await (await p.staff()).send(accountsApi.list, { ...guest, for_booking: true })).accounts
  expect(all).toMatchObject([{ id: known?.id, balance: -12345 }])
})
