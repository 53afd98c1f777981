import { role_ids } from '@waybill/domain/kit/actor'
import { billingApi } from '@waybill/domain/billing/api'
import { paymentsApi } from '@waybill/domain/payments/api'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../dev/test-kit/database/invariants.ts'
import { startFakeGateways } from '../../../dev/test-kit/fakes/gateways.ts'
import { jobOf } from '../../../dev/test-kit/job.ts'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { pollRefunds } from './ask-refunds.ts'

const gateways = startFakeGateways()
type Name = 'payfast' | 'bobpay' | 'stitch'

let p: TestProvider
let staff: Caller
let customer: Caller
let account_id: number
beforeEach(async () => {
  p = await newProvider()
  await gateways.take(p)
  account_id = (await p.given.account({ account_type: 'prepaid', credit_limit: 0 })).id
  customer = await p.owner(account_id)
  staff = await p.staff()
  gateways.failWith(null)
})
afterEach(() => {
  gateways.failWith(null)
  p.runtime.setNow(null)
})

/** Tops up R 200.00 through a gateway; returns the id of the payment. */
async function topUp(gateway: Name): Promise<number> {
  const pairs = [{ name: gateway === 'stitch' ? 'quantity' : 'amount', value: '200.00' }]
  if (gateway === 'payfast')
    await gateways.sendForm(await customer.send(paymentsApi.payfastSignature, { key_value_pairs: pairs }))
  else if (gateway === 'bobpay')
    await customer.send(paymentsApi.bobpayUrl, { key_value_pairs: pairs, payment_method: 'credit-card' })
  else await customer.send(paymentsApi.stitchUrl, { key_value_pairs: pairs })
  await gateways.act(gateways.newest(), 'success')
  return (await newest()).id ?? 0
}

async function newest() {
  const [payment] = (await staff.send(paymentsApi.list, {})).payments
  if (!payment) throw new Error('There is no payment.')
  return payment
}
const balance = async () => (await staff.send(billingApi.balance, { account_id })).balance
const refund = (id: number, amount: number) =>
  staff.send(paymentsApi.refund, { id, amount, reason: 'Booked twice' })
const returned = () => gateways.payments()[0]?.refunds.map(({ amount }) => amount)

/** Lets an hour pass and asks the gateways again. */
async function pollLater(hours = 2): Promise<void> {
  p.runtime.setNow(new Date(Date.now() + hours * 3_600_000))
  await pollRefunds(await jobOf(p))
  p.runtime.setNow(null)
}

describe('refunds through a gateway', () => {
  it.each(['payfast', 'bobpay', 'stitch'] as const)(
    'return the money of a payment with %s once and take it from the balance',
    async (gateway) => {
      const id = await topUp(gateway)
      expect(await refund(id, 200_00)).toMatchObject({ refund_state: 'asked', refunded: 200_00 })
      expect(await balance()).toBe(0)
      await p.settle()
      await pollLater()
      expect(await newest()).toMatchObject({ refund_state: 'confirmed', refunded: 200_00 })
      expect(returned()).toEqual([200_00])
      expect(await balance()).toBe(0)
      expect((await errorOf(refund(id, 1))).message).toBe('This payment was refunded in full.')
      expect(await p.inTransaction(brokenInvariants)).toEqual({})
    },
  )

  it.each(['payfast', 'stitch'] as const)(
    'return parts of a payment with %s, together at most what was received',
    async (gateway) => {
      const id = await topUp(gateway)
      await refund(id, 50_00)
      expect((await errorOf(refund(id, 10_00))).message).toContain('Wait until the gateway has confirmed it')
      await p.settle()
      await pollLater()
      expect(await errorOf(refund(id, 150_01))).toMatchObject({
        status: 400,
        message: 'The amount must be at most R 150.00, what is left of the payment.',
      })
      await refund(id, 150_00)
      await p.settle()
      await pollLater()
      expect(returned()).toEqual([50_00, 150_00])
      expect(await balance()).toBe(0)
    },
  )

  it('are made once when the gateway made it and its answer was lost, or it answered 500', async () => {
    for (const fault of ['lost answer', 'error after doing it'] as const) {
      for (const gateway of ['payfast', 'bobpay', 'stitch'] as const) {
        const id = await topUp(gateway)
        gateways.failWith(fault)
        await refund(id, 200_00)
        await p.settle()
        expect(await newest()).toMatchObject({ refund_state: 'in-doubt' })
        gateways.failWith(null)
        await pollLater()
        expect(await newest()).toMatchObject({ refund_state: 'confirmed' })
        expect(returned()).toEqual([200_00])
      }
    }
    expect(await balance()).toBe(0)
  })

  it('in doubt are settled by staff with a reason: made, or not made with the money back on the account', async () => {
    for (const isMade of [true, false]) {
      const id = await topUp('stitch')
      const before = await balance()
      gateways.failWith('error')
      await refund(id, 50_00)
      await p.settle()
      const listed = await newest()
      expect(listed.remark).toContain('Stitch has not answered about refund')
      expect((await errorOf(refund(id, 10_00))).message).toContain('has not answered about a refund')
      const settle = (caller: Caller) =>
        caller.send(paymentsApi.settleRefund, { id, is_made: isMade, reason: 'Seen at Stitch' })
      expect((await errorOf(settle(customer))).status).toBe(403)
      const settled = await settle(staff)
      expect(settled.refund_state).toBe(isMade ? 'confirmed' : 'failed')
      expect(settled.remark).toContain('Seen at Stitch')
      expect(await balance()).toBe(before - (isMade ? 50_00 : 0))
      expect((await errorOf(settle(staff))).status).toBe(400)
      gateways.failWith(null)
    }
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('that staff request at the same time are one, and never more than what was received', async () => {
    const id = await topUp('payfast')
    const [one, two] = [await p.staff(), await p.staff()]
    const ask = (caller: Caller) =>
      caller.send(paymentsApi.refund, { id, amount: 150_00, reason: 'Booked twice' })
    const results = await Promise.allSettled([ask(one), ask(two)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await p.settle()
    expect(returned()).toEqual([150_00])
    expect(await balance()).toBe(50_00)
  })

  it('are asked for again after the gateway did not answer, and once with two processes', async () => {
    const id = await topUp('payfast')
    gateways.failWith('error')
    await refund(id, 200_00)
    await p.settle()
    expect(returned()).toEqual([])
    gateways.failWith(null)
    p.runtime.setNow(new Date(Date.now() + 2 * 3_600_000))
    const [one, two] = [await jobOf(p), await jobOf(p)]
    await Promise.all([pollRefunds(one), pollRefunds(two)])
    p.runtime.setNow(null)
    expect(returned()).toEqual([200_00])
    expect(await newest()).toMatchObject({ refund_state: 'confirmed' })
  })

  it('that the gateway does not make are reversed in the ledger, with the reason', async () => {
    const id = await topUp('payfast')
    await gateways.take(p, { payfast_merchant_id: '10000101' })
    await refund(id, 200_00)
    expect(await balance()).toBe(0)
    await p.settle()
    expect(await balance()).toBe(200_00)
    const payment = await newest()
    expect(payment).toMatchObject({ refund_state: 'failed', refunded: 0 })
    expect(payment.remark).toMatch(/^PayFast did not make refund PMT\d{6}-R1: /)
    const { transactions } = await staff.send(billingApi.transactions, { account_id })
    expect(transactions.map(({ type }) => type).toSorted()).toEqual(['payment', 'refund', 'refund-reversal'])
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('of a part are rejected for a gateway that refunds whole payments only', async () => {
    const id = await topUp('bobpay')
    expect((await errorOf(refund(id, 50_00))).message).toBe(
      'The amount must be R 200.00: Bob Pay refunds whole payments only.',
    )
    expect(await balance()).toBe(200_00)
  })

  it('need the permission and a confirmed identity, and are not for customers', async () => {
    const id = await topUp('payfast')
    const ask = (caller: Caller) =>
      errorOf(caller.send(paymentsApi.refund, { id, amount: 1_00, reason: 'Mine' }))
    expect((await ask(customer)).status).toBe(403)
    expect((await ask(await p.user(role_ids.driver))).status).toBe(403)
    expect(paymentsApi.refund.step_up).toEqual({ api_keys: 'refused' })
    expect(await balance()).toBe(200_00)
  })

  it('of money that was not received are rejected', async () => {
    await customer.send(paymentsApi.stitchUrl, { key_value_pairs: [{ name: 'quantity', value: '200' }] })
    const { id } = await newest()
    expect((await errorOf(refund(id ?? 0, 1_00))).message).toBe(
      'Only a payment whose money was received can be refunded.',
    )
  })
})

describe('money that must not be posted', () => {
  it.each([
    ['payfast', 'other-merchant', 'merchant', 'It was paid to merchant 10009999, not to 10000100.'],
    ['payfast', 'foreign-currency', 'currency', 'It was paid in USD.'],
    ['bobpay', 'other-merchant', 'merchant', 'It was paid to account OTH001, not to STA001.'],
    ['bobpay', 'foreign-currency', 'currency', 'It was paid in USD.'],
    ['stitch', 'foreign-currency', 'currency', 'It was paid in USD.'],
  ] as const)(
    '[PAY-054] through %s as %s is held, and can only be closed',
    async (gateway, action, reason, text) => {
      await topUp(gateway)
      const pairs = [{ name: gateway === 'stitch' ? 'quantity' : 'amount', value: '300.00' }]
      if (gateway === 'payfast')
        await gateways.sendForm(await customer.send(paymentsApi.payfastSignature, { key_value_pairs: pairs }))
      else if (gateway === 'bobpay')
        await customer.send(paymentsApi.bobpayUrl, { key_value_pairs: pairs, payment_method: 'credit-card' })
      else await customer.send(paymentsApi.stitchUrl, { key_value_pairs: pairs })
      await gateways.act(gateways.newest(), action)
      const held = await newest()
      expect(held).toMatchObject({ status: 'held', held_reason: reason })
      expect(held.remark).toContain(`Not posted. ${text}`)
      expect(await balance()).toBe(200_00)
      const id = held.id ?? 0
      expect((await errorOf(staff.send(paymentsApi.applyHeld, { id, reason: 'Seen' }))).message).toContain(
        'This money is not ours',
      )
      const closed = await staff.send(paymentsApi.closeHeld, { id, reason: 'Returned by the gateway' })
      expect(closed).toMatchObject({ status: 'failed', held_reason: '' })
      expect(closed.remark).toContain('Returned by the gateway')
      expect(await balance()).toBe(200_00)
      expect(await p.inTransaction(brokenInvariants)).toEqual({})
    },
  )
})
