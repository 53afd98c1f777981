import { billingApi } from '@waybill/domain/billing/api'
import { receivablesApi } from '@waybill/domain/billing/receivables-api'
import { role_ids } from '@waybill/domain/kit/actor'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../dev/test-kit/database/invariants.ts'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'

let p: TestProvider
let staff: Caller
beforeAll(async () => {
  p = await newProvider()
  staff = await p.staff()
})

/** Creates an account with manual allocation, two invoices of R 115 and R 230, and a payment of R 200. */
async function books() {
  const { id } = await p.given.account({ invoice_allocation_method: 'manual' })
  const invoices: number[] = []
  for (const amount of [11_500, 23_000]) {
    await staff.send(billingApi.post, { account_id: id, type: 'admin-debit', amount, description: 'Storage' })
    const run = await staff.send(billingApi.runInvoices, { account_id: id })
    invoices.push(run.invoices[0]?.id ?? 0)
  }
  const { id: payment } = await staff.send(billingApi.post, {
    account_id: id,
    type: 'payment',
    amount: 20_000,
    description: 'EFT',
  })
  return { id, payment, first: invoices[0] ?? 0, second: invoices[1] ?? 0 }
}
type Books = Awaited<ReturnType<typeof books>>

const openOf = async ({ id }: Books) => {
  const { credits, invoices } = await staff.send(receivablesApi.open, { account_id: id })
  return { rests: credits.map(({ rest }) => rest), open: invoices.map(({ open }) => open) }
}
const whole = (of: Books) => ({
  account_id: of.id,
  allocations: [
    { transaction_id: of.payment, invoice_id: of.first, amount: 11_500, rest: 20_000, open: 11_500 },
    { transaction_id: of.payment, invoice_id: of.second, amount: 8_500, rest: 20_000, open: 23_000 },
  ],
})

describe('allocating by hand', () => {
  it('[BILL-009] allocates a list at once, and undoes an allocation with a negative row', async () => {
    const of = await books()
    expect(await openOf(of)).toEqual({ rests: [20_000], open: [11_500, 23_000] })
    expect(await staff.send(receivablesApi.allocate, whole(of))).toEqual({ allocated: 20_000 })
    expect(await openOf(of)).toEqual({ rests: [], open: [14_500] })
    const undo = { transaction_id: of.payment, invoice_id: of.first, amount: 11_500 }
    expect(await staff.send(receivablesApi.deallocate, undo)).toEqual({})
    expect(await openOf(of)).toEqual({ rests: [11_500], open: [11_500, 14_500] })
    const { allocations } = await staff.send(billingApi.allocations, { account_id: of.id, order: 'ASC' })
    expect(allocations.map(({ amount }) => amount)).toEqual([11_500, 8_500, -11_500])
    const { parts } = await staff.send(receivablesApi.allocated, { account_id: of.id })
    expect(parts.map(({ invoice_id, amount }) => [invoice_id, amount])).toEqual([[of.second, 8_500]])
    expect(await errorOf(staff.send(receivablesApi.deallocate, undo))).toMatchObject({ status: 409 })
    expect(await p.inTransaction((ctx) => brokenInvariants(ctx))).toEqual({})
  })

  it('[BILL-009] allocates once when several clerks send the same amounts, and says to the others what changed', async () => {
    const of = await books()
    const clerks = [staff, await p.staff(), await p.user(role_ids.finance_manager)]
    const outcomes = await Promise.all(
      clerks.map((clerk) => errorOf(clerk.send(receivablesApi.allocate, whole(of)))),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(outcomes.find(({ status }) => status === 409)?.message).toBe(
      'Somebody else changed these amounts: R 0.00 is left on the credit now, not R 200.00. Nothing was allocated. Check the amounts.',
    )
    expect(await openOf(of)).toEqual({ rests: [], open: [14_500] })
    expect(await p.inTransaction((ctx) => brokenInvariants(ctx))).toEqual({})
  })

  it('[BILL-009] allocates once per idempotency key', async () => {
    const of = await books()
    const send = () => staff.send(receivablesApi.allocate, whole(of), { key: 'allocate-by-hand' })
    expect(await Promise.all([send(), send()])).toEqual([{ allocated: 20_000 }, { allocated: 20_000 }])
    expect(await openOf(of)).toEqual({ rests: [], open: [14_500] })
  })

  it('rejects more than is open with the amount beside its field, and users without the right', async () => {
    const of = await books()
    const [first] = whole(of).allocations
    if (!first) throw new Error('There is no allocation.')
    const tooMuch = { account_id: of.id, allocations: [{ ...first, amount: 11_501 }] }
    expect(await errorOf(staff.send(receivablesApi.allocate, tooMuch))).toMatchObject({
      status: 400,
      message: 'Only R 115.00 is open on this invoice.',
    })
    for (const caller of [await p.owner(of.id), await p.user(role_ids.driver)])
      expect((await errorOf(caller.send(receivablesApi.allocate, whole(of)))).status).toBe(403)
    expect(await openOf(of)).toEqual({ rests: [20_000], open: [11_500, 23_000] })
  })

  it('[BILL-002] writes off what is open of an invoice, with the permission for bad debts', async () => {
    const of = await books()
    await staff.send(receivablesApi.allocate, {
      account_id: of.id,
      allocations: whole(of).allocations.slice(1),
    })
    const ask = { invoice_id: of.second, open: 14_500, reason: 'Insolvent' }
    const seller = await p.user(13)
    expect((await errorOf(seller.send(receivablesApi.writeOff, ask))).status).toBe(403)
    const outcomes = await Promise.all(
      [staff, await p.staff()].map((clerk) => errorOf(clerk.send(receivablesApi.writeOff, ask))),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await openOf(of)).toEqual({ rests: [11_500], open: [11_500] })
    const { transactions } = await staff.send(billingApi.transactions, {
      account_id: of.id,
      type: ['bad-debt-write-off'],
    })
    expect(transactions.map(({ amount, internal_note }) => [amount, internal_note])).toEqual([
      [14_500, 'Insolvent'],
    ])
    expect(await p.inTransaction((ctx) => brokenInvariants(ctx))).toEqual({})
  })

  it('[BILL-002] refunds a free credit once, and never promotional credit', async () => {
    const of = await books()
    const ask = { transaction_id: of.payment, rest: 20_000, amount: 15_000, reason: 'Paid twice' }
    const outcomes = await Promise.all(
      [staff, await p.staff()].map((clerk) => errorOf(clerk.send(receivablesApi.refund, ask))),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await openOf(of)).toEqual({ rests: [5_000], open: [11_500, 23_000] })
    expect(
      await errorOf(staff.send(receivablesApi.refund, { ...ask, rest: 5_000, amount: 5_001 })),
    ).toMatchObject({ status: 400, message: 'Only R 50.00 is left on this credit.' })
    const gift = await staff.send(billingApi.post, {
      account_id: of.id,
      type: 'promotional-credit',
      amount: 1_000,
      description: 'Welcome',
    })
    expect(
      (
        await errorOf(
          staff.send(receivablesApi.refund, {
            transaction_id: gift.id,
            rest: 1_000,
            amount: 1_000,
            reason: 'x',
          }),
        )
      ).message,
    ).toMatch(/^Promotional credit is not paid back/)
    expect(await p.inTransaction((ctx) => brokenInvariants(ctx))).toEqual({})
  })

  it('hides the accounts and invoices of other companies', async () => {
    const of = await books()
    const foreigner = await (await newProvider()).staff()
    expect((await errorOf(foreigner.send(receivablesApi.open, { account_id: of.id }))).status).toBe(403)
    expect((await errorOf(foreigner.send(receivablesApi.allocate, whole(of)))).status).toBe(403)
    const ask = { invoice_id: of.first, open: 11_500, reason: 'x' }
    expect((await errorOf(foreigner.send(receivablesApi.writeOff, ask))).status).toBe(404)
  })
})
