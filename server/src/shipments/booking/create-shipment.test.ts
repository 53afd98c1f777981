import { role_ids } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { expect, it } from 'vitest'
import { booking, newProvider } from '../../../dev/test-kit/provider.ts'

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
