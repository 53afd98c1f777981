import { billingApi } from '@waybill/domain/billing/api'
import { receivablesApi } from '@waybill/domain/billing/receivables-api'
import { paymentsApi } from '@waybill/domain/payments/api'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../dev/test-kit/database/invariants.ts'
import { startFakeGateways } from '../../../dev/test-kit/fakes/gateways.ts'
import { jobOf } from '../../../dev/test-kit/job.ts'
import { newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { pollRefunds } from './ask-refunds.ts'

const gateways = startFakeGateways()

let p: TestProvider
let staff: Caller
let account_id: number
let invoiceId: number
let paymentId: number

type Method = 'manual' | 'auto-oldest-invoice-first'

/** An account that paid R 200.00 through PayFast, of which R 120.00 is allocated to its only invoice. */
async function paidPartly(method: Method): Promise<void> {
  account_id = (await p.given.account({ invoice_allocation_method: method })).id
  const customer = await p.owner(account_id)
  await staff.send(billingApi.post, {
    account_id,
    type: 'admin-debit',
    amount: 120_00,
    description: 'Storage',
  })
  const { invoices } = await staff.send(billingApi.runInvoices, { account_id })
  invoiceId = invoices[0]?.id ?? 0
  const pairs = [{ name: 'amount', value: '200.00' }]
  await gateways.sendForm(await customer.send(paymentsApi.payfastSignature, { key_value_pairs: pairs }))
  await gateways.act(gateways.newest(), 'success')
  paymentId = (await payment()).id ?? 0
  if (method === 'auto-oldest-invoice-first') return
  const { credits } = await staff.send(receivablesApi.open, { account_id })
  await staff.send(receivablesApi.allocate, {
    account_id,
    allocations: [
      {
        transaction_id: credits[0]?.transaction_id ?? 0,
        invoice_id: invoiceId,
        amount: 120_00,
        rest: 200_00,
        open: 120_00,
      },
    ],
  })
}

async function payment() {
  const [found] = (await staff.send(paymentsApi.list, { account_id })).payments
  if (!found) throw new Error('There is no payment.')
  return found
}
const refund = (amount: number) =>
  staff.send(paymentsApi.refund, { id: paymentId, amount, reason: 'Booked twice' })
const returned = () => gateways.payments()[0]?.refunds.map(({ amount }) => amount)

/** What the ledger, the allocations and the invoice say, after the rules of the data were checked. */
async function books() {
  expect(await p.inTransaction(brokenInvariants)).toEqual({})
  const { balance } = await staff.send(billingApi.balance, { account_id })
  const { credits } = await staff.send(receivablesApi.open, { account_id })
  const { invoices } = await staff.send(billingApi.invoices, { id: invoiceId })
  return {
    balance,
    free: credits.reduce((sum, { rest }) => sum + rest, 0),
    owed: invoices[0]?.balance_due ?? 0,
  }
}

/** Lets two hours pass and asks the gateways again. */
async function pollLater(): Promise<void> {
  p.runtime.setNow(new Date(Date.now() + 2 * 3_600_000))
  await pollRefunds(await jobOf(p))
  p.runtime.setNow(null)
}

beforeEach(async () => {
  p = await newProvider()
  await gateways.take(p)
  staff = await p.staff()
})
afterEach(() => {
  gateways.failWith(null)
  p.runtime.setNow(null)
})

describe('the refund of a payment that is partly allocated', () => {
  it.each<[Method, number, { balance: number; free: number; owed: number }]>([
    ['manual', 50_00, { balance: 30_00, free: 30_00, owed: 0 }],
    ['manual', 150_00, { balance: -70_00, free: 0, owed: 70_00 }],
    ['manual', 200_00, { balance: -120_00, free: 0, owed: 120_00 }],
    ['auto-oldest-invoice-first', 200_00, { balance: -120_00, free: 0, owed: 120_00 }],
  ])(
    'takes what is free of it first, and then opens its invoice again: %s, %i cents',
    async (method, amount, after) => {
      await paidPartly(method)
      expect(await books()).toEqual({ balance: 80_00, free: 80_00, owed: 0 })
      await refund(amount)
      expect(await books()).toEqual(after)
      await p.settle()
      await pollLater()
      expect(returned()).toEqual([amount])
      expect(await payment()).toMatchObject({ refund_state: 'confirmed', refunded: amount })
      expect(await books()).toEqual(after)
    },
  )

  it('takes the credit of that payment and leaves other credits, which then pay the invoice that is open again', async () => {
    await paidPartly('auto-oldest-invoice-first')
    await staff.send(billingApi.post, { account_id, type: 'payment', amount: 300_00, description: 'By EFT' })
    await refund(200_00)
    expect(await books()).toEqual({ balance: 180_00, free: 180_00, owed: 0 })
  })
})

describe('a refund of a part whose answer was lost', () => {
  it.each<Method>(['manual', 'auto-oldest-invoice-first'])(
    'and that the gateway made is not made again, and the money stays off the account (%s)',
    async (method) => {
      await paidPartly(method)
      gateways.failWith('lost answer')
      await refund(150_00)
      await p.settle()
      expect(await payment()).toMatchObject({ refund_state: 'in-doubt', refunded: 150_00 })
      expect(await books()).toEqual({ balance: -70_00, free: 0, owed: 70_00 })
      gateways.failWith(null)
      await pollLater()
      await pollLater()
      expect(await payment()).toMatchObject({ refund_state: 'confirmed', refunded: 150_00 })
      expect(returned()).toEqual([150_00])
      expect(await books()).toEqual({ balance: -70_00, free: 0, owed: 70_00 })
    },
  )

  it.each<[Method, { balance: number; free: number; owed: number }]>([
    ['manual', { balance: 80_00, free: 150_00, owed: 70_00 }],
    ['auto-oldest-invoice-first', { balance: 80_00, free: 80_00, owed: 0 }],
  ])('and that the gateway did not make is on the account again, once (%s)', async (method, after) => {
    await paidPartly(method)
    gateways.failWith('error')
    await refund(150_00)
    await p.settle()
    expect(await payment()).toMatchObject({ refund_state: 'in-doubt' })
    gateways.failWith(null)
    await gateways.take(p, { payfast_merchant_id: '10000101' })
    await pollLater()
    await pollLater()
    expect(await payment()).toMatchObject({ refund_state: 'failed', refunded: 0 })
    expect(returned()).toEqual([])
    expect(await books()).toEqual(after)
    await gateways.take(p)
    await refund(200_00)
    await p.settle()
    await pollLater()
    expect(returned()).toEqual([200_00])
    expect(await books()).toEqual({ balance: -120_00, free: 0, owed: 120_00 })
  })
})
