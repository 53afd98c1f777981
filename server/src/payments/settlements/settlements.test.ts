import { billingApi } from '@waybill/domain/billing/api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { paymentsApi } from '@waybill/domain/payments/api'
import { settlementApi } from '@waybill/domain/payments/settlement-api'
import { beforeEach, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../dev/test-kit/database/invariants.ts'
import { startFakeGateways } from '../../../dev/test-kit/fakes/gateways.ts'
import { jobOf } from '../../../dev/test-kit/job.ts'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { fetchSettlements } from './import-settlement.ts'

const gateways = startFakeGateways()

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
})

async function payWithBobpay(): Promise<string> {
  await customer.send(paymentsApi.bobpayUrl, {
    key_value_pairs: [{ name: 'amount', value: '200.00' }],
    payment_method: 'credit-card',
  })
  await gateways.act(gateways.newest(), 'success')
  return (await staff.send(paymentsApi.list, {})).payments[0]?.reference ?? ''
}
const upload = (content: string, gateway: 'payfast' | 'bobpay' | 'stitch' = 'bobpay') =>
  staff.send(settlementApi.upload, { gateway, file_name: 'report.csv', content })
const settlements = async (input = {}) => (await staff.send(settlementApi.list, input)).settlements
const feesOf = (gateway: string) =>
  p.inTransaction(async (ctx) =>
    (
      await ctx.db
        .selectFrom('ledger_entry')
        .select('amount')
        .where('ledger_account', '=', `gateway-fee:${gateway}`)
        .execute()
    ).map(({ amount }) => amount),
  )

describe('settlement reports', () => {
  it('are matched to payments, and their fees are posted once, also when a report is imported again', async () => {
    const reference = await payWithBobpay()
    const report = `Date,Type,Gross,Fee,Net,Reference\n2026-03-10,Payment,200.00,-5.50,194.50,${reference}`
    expect(await upload(report)).toEqual({ imported: 1, known: 0, differences: 0, fees: 5_50 })
    expect(await upload(report)).toEqual({ imported: 0, known: 1, differences: 0, fees: 0 })
    expect(await settlements()).toMatchObject([
      {
        payment_reference: reference,
        gross: 200_00,
        fee: 5_50,
        net: 194_50,
        difference: '',
        is_fee_posted: true,
      },
    ])
    expect(await feesOf('bobpay')).toEqual([-5_50])
    expect((await staff.send(billingApi.balance, { account_id })).balance).toBe(200_00)
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('list payments that we do not have, other amounts, other currencies and refunds that we did not make', async () => {
    const reference = await payWithBobpay()
    const lines = [
      `2026-03-10,Payment,150.00,5.50,ZAR,${reference}`,
      '2026-03-10,Payment,80.00,2.00,ZAR,PMT999999',
      `2026-03-10,Refund,20.00,0,ZAR,${reference}`,
      `2026-03-10,Payment,200.00,5.50,USD,${reference}`,
      '2026-03-11,Payout,500.00,0,ZAR,',
    ]
    const answer = await upload(['Date,Type,Gross,Fee,Currency,Reference', ...lines].join('\n'))
    expect(answer).toEqual({ imported: 5, known: 0, differences: 4, fees: 0 })
    expect((await settlements()).map(({ difference }) => difference).toSorted()).toEqual([
      '',
      'amount',
      'currency',
      'refund',
      'unknown-payment',
    ])
    expect(await settlements({ difference: ['amount'] })).toMatchObject([{ payment_reference: reference }])
    expect(await feesOf('bobpay')).toEqual([])
  })

  it('are fetched from gateways that send them', async () => {
    const form = await customer.send(paymentsApi.payfastSignature, {
      key_value_pairs: [{ name: 'amount', value: '200.00' }],
    })
    await gateways.act(await gateways.sendForm(form), 'success')
    p.runtime.setNow(new Date(Date.now() + 24 * 3_600_000))
    await fetchSettlements(await jobOf(p))
    await fetchSettlements(await jobOf(p))
    p.runtime.setNow(null)
    const mine = (await settlements()).filter(({ payment_reference }) => payment_reference !== null)
    expect(mine).toMatchObject([{ gateway: 'payfast', gross: 200_00, fee: 4_60, difference: '' }])
    expect(await feesOf('payfast')).toEqual([-4_60])
  })

  it('post the fee of a payment once, although another report names it with another day', async () => {
    const reference = await payWithBobpay()
    const report = (day: string) =>
      upload(`Date,Type,Gross,Fee,Net,Reference\n${day},Payment,200.00,5.50,194.50,${reference}`)
    expect(await report('2026-03-10')).toMatchObject({ fees: 5_50 })
    expect(await report('2026-03-11')).toEqual({ imported: 1, known: 0, differences: 1, fees: 0 })
    expect(await settlements({ difference: ['repeated'] })).toMatchObject([{ payment_reference: reference }])
    expect(await feesOf('bobpay')).toEqual([-5_50])
  })

  it('are compared again when they are imported again after their payment was posted', async () => {
    await customer.send(paymentsApi.bobpayUrl, {
      key_value_pairs: [{ name: 'amount', value: '200.00' }],
      payment_method: 'credit-card',
    })
    const reference = (await staff.send(paymentsApi.list, {})).payments[0]?.reference
    const report = `Date,Type,Gross,Fee,Net,Reference\n2026-03-10,Payment,200.00,5.50,194.50,${reference}`
    await upload(report)
    expect(await settlements()).toMatchObject([{ difference: 'not-posted', is_fee_posted: false }])
    await gateways.act(gateways.newest(), 'success')
    expect(await upload(report)).toEqual({ imported: 0, known: 1, differences: 0, fees: 5_50 })
    expect(await upload(report)).toEqual({ imported: 0, known: 1, differences: 0, fees: 0 })
    expect(await settlements()).toMatchObject([{ difference: '', is_fee_posted: true }])
    expect(await feesOf('bobpay')).toEqual([-5_50])
  })

  it('that leave out a payment of their days show it, until a report has it', async () => {
    const left = await payWithBobpay()
    const day = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000))
    const line = (on: string, reference: string) => `${on},Payment,200.00,5.50,194.50,${reference}`
    const title = 'Date,Type,Gross,Fee,Net,Reference'
    await upload([title, line(day(-1), 'PMT900001'), line(day(2), 'PMT900002')].join('\n'))
    const unsettled = async () => (await staff.send(settlementApi.list, {})).unsettled
    expect(await unsettled()).toEqual({ count: 0, received: 0 })
    await upload([title, line(day(3), 'PMT900003')].join('\n'))
    expect(await unsettled()).toEqual({ count: 1, received: 200_00 })
    const { payments } = await staff.send(paymentsApi.list, { is_unsettled: true })
    expect(payments.map(({ reference }) => reference)).toEqual([left])
    await upload([title, line(day(1), left)].join('\n'))
    expect(await unsettled()).toEqual({ count: 0, received: 0 })
  })

  it('whose total is not the sum of their lines are rejected whole, and lines that do not add up are listed', async () => {
    const reference = await payWithBobpay()
    const lines = [
      'Date,Type,Gross,Fee,Net,Reference',
      `2026-03-10,Payment,200.00,5.50,190.00,${reference}`,
      ',Total,300.00,5.50,,',
    ]
    expect((await errorOf(upload(lines.join('\n')))).message).toBe(
      'The lines of the report add up to R 200.00 (gross), but its total is 300.00. A part of the report is missing or wrong: export it again at the gateway.',
    )
    expect(await settlements()).toEqual([])
    await upload(lines.with(2, ',Total,200.00,5.50,190.00,').join('\n'))
    expect(await settlements()).toMatchObject([{ difference: 'total', is_fee_posted: false }])
    expect(await feesOf('bobpay')).toEqual([])
  })

  it('keep the fee when their payment is reversed', async () => {
    const reference = await payWithBobpay()
    await upload(`Date,Type,Gross,Fee,Reference\n2026-03-10,Payment,200.00,5.50,${reference}`)
    const { transactions } = await staff.send(billingApi.transactions, { account_id })
    await staff.send(billingApi.post, {
      account_id,
      type: 'payment-reversal',
      amount: 200_00,
      description: 'Chargeback',
      reverses_id: transactions[0]?.id ?? 0,
    })
    expect(await feesOf('bobpay')).toEqual([-5_50])
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('are rejected with the reason when they cannot be read, and are not for customers', async () => {
    expect((await errorOf(upload('Name,Town\nA,B'))).message).toContain('This is not a settlement report')
    expect((await errorOf(upload('Date,Gross,Reference\n2026-03-10,much,PMT000001'))).message).toContain(
      'Line 2',
    )
    expect((await errorOf(customer.send(settlementApi.list, {}))).status).toBe(403)
  })
})
