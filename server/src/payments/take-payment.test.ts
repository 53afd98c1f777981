import { billingApi } from '@waybill/domain/billing/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { formatRand } from '@waybill/domain/kit/money'
import { paymentsApi } from '@waybill/domain/payments/api'
import { counterApi } from '@waybill/domain/payments/counter-api'
import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { beforeEach, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../dev/test-kit/database/invariants.ts'
import { pagesOf, textOf } from '../../dev/test-kit/documents/inspect-pdf.ts'
import { caughtMail } from '../../dev/test-kit/fakes/caught-messages.ts'
import { booking, newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

const mail = caughtMail()
let p: TestProvider
let operator: Caller
beforeEach(async () => {
  p = await newProvider()
  mail.take(p)
  operator = await p.staff()
})

/** An unpaid shipment of a walk-in customer. */
async function unpaid() {
  const shipment = await operator.send(
    shipmentsApi.create,
    booking({ account_id: p.guest_account_id, save_as: 'payment-pending' }),
  )
  const { id, payment_reference, rate, short_tracking_reference } = shipment
  return { id, payment_reference, rate: rate ?? 0, reference: short_tracking_reference }
}
type Unpaid = Awaited<ReturnType<typeof unpaid>>
const cash = ({ id, rate }: Unpaid, amount = rate + 10_00 - (rate % 10)) => ({
  shipment_id: id,
  rate,
  method: 'cash' as const,
  amount,
})
const slip = ({ id, rate }: Unpaid, slipReference: string) => ({
  shipment_id: id,
  rate,
  method: 'card-terminal' as const,
  amount: rate,
  slip_reference: slipReference,
})
const statusOf = async (id: number) =>
  (await operator.send(shipmentsApi.list, { id: [id] })).shipments[0]?.status
const ledgerOf = async (id: number) =>
  (await operator.send(billingApi.transactions, { account_id: p.guest_account_id })).transactions.filter(
    (one) => one.shipment_id === id,
  )
const entriesOf = (transactionId: number) =>
  p.inTransaction(async (ctx) =>
    ctx.db
      .selectFrom('ledger_entry')
      .select(['ledger_account', 'amount'])
      .where('transaction_id', '=', transactionId)
      .orderBy('id')
      .execute(),
  )

describe('counter payments', () => {
  it('[SHIP-103] in cash settle the shipment with correct change, rounding and ledger entries, and send a receipt', async () => {
    const shipment = await unpaid()
    const { rate } = shipment
    const rounding = rate % 10
    expect(rounding).toBeGreaterThan(0)
    const methods = await operator.send(paymentsApi.ways, { purpose: 'shipment' })
    expect(methods.counter).toEqual(['cash', 'card-terminal'])
    const taken = await operator.send(counterApi.take, cash(shipment))
    expect(taken).toMatchObject({
      method: 'cash',
      price: rate,
      due: rate - rounding,
      rounding,
      change: 10_00,
      shipment_reference: shipment.reference,
    })
    expect(await statusOf(shipment.id)).toMatch(/^collection-/)
    const rows = await ledgerOf(shipment.id)
    expect(rows.map(({ type, amount }) => [type, amount]).toSorted()).toEqual([
      ['payment', rate],
      ['shipping-charge', -rate],
    ])
    const posted = rows.find(({ type }) => type === 'payment')
    expect(posted?.doc_display_id).toBe(taken.reference)
    expect(await entriesOf(posted?.id ?? 0)).toEqual([
      { ledger_account: 'customer-balance', amount: rate },
      { ledger_account: 'gateway-clearing:cash', amount: rounding - rate },
      { ledger_account: 'rounding', amount: -rounding },
    ])
    await p.settle()
    const letter = mail.messages().find(({ subject }) => subject.includes(taken.reference))
    expect(letter?.to).toEqual(['riaan@example.com'])
    expect(letter?.text).toContain('in cash')
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('[SHIP-103] by card terminal store the slip without rounding, and accept a slip for one shipment only', async () => {
    const [first, second] = [await unpaid(), await unpaid()]
    const taken = await operator.send(counterApi.take, { ...slip(first, 'ap-0417'), last_digits: '4242' })
    expect(taken).toMatchObject({
      method: 'card-terminal',
      due: first.rate,
      rounding: 0,
      change: 0,
      slip_reference: 'ap-0417',
      last_digits: '4242',
    })
    for (const copied of ['AP-0417', 'AP 0417', '#ap0417']) {
      const again = await errorOf(operator.send(counterApi.take, slip(second, copied)))
      expect(again).toEqual({ status: 400, message: expect.stringContaining(first.reference) })
    }
    expect(await statusOf(second.id)).toBe('payment-pending')
    await operator.send(counterApi.take, slip(second, 'AP-0418'))
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('[SHIP-103] print a receipt with the amounts due, handed over and returned, or with the slip', async () => {
    const [first, second] = [await unpaid(), await unpaid()]
    const printed = async (paymentId: number, by: Caller = operator) => {
      const { url, filename } = await by.send(counterApi.receipt, { payment_id: paymentId })
      const { pathname, search } = new URL(url)
      const { body } = await by.http('GET', pathname + search)
      return { filename, text: textOf(body as Buffer), pages: pagesOf(body as Buffer) }
    }
    const cashTaken = await operator.send(counterApi.take, cash(first))
    const receipt = await printed(cashTaken.payment_id)
    expect(receipt).toMatchObject({
      filename: `Receipt_${cashTaken.reference}.pdf`,
      pages: { count: 1, width_mm: 80 },
    })
    for (const words of [
      cashTaken.reference,
      first.reference,
      'Rounded off',
      `Paid in cash ${formatRand(cashTaken.due)}`,
      `Handed over ${formatRand(cashTaken.tendered)}`,
      'Change R 10.00',
      'This is a receipt, not a tax invoice.',
    ])
      expect(receipt.text.replaceAll(/\s+/g, ' ')).toContain(words)
    const slipped = await operator.send(counterApi.take, { ...slip(second, 'ap-0500'), last_digits: '4242' })
    const byCard = (await printed(slipped.payment_id)).text.replaceAll(/\s+/g, ' ')
    expect(byCard).toMatch(/Slip ap-0500.*4242.*Paid by card/)
    expect(byCard).not.toContain('Handed over')
    await operator.send(billingApi.post, {
      account_id: p.guest_account_id,
      type: 'payment-reversal',
      amount: second.rate,
      reverses_id: (await ledgerOf(second.id)).find(({ type }) => type === 'payment')?.id ?? 0,
      description: 'Wrong customer',
    })
    expect((await printed(slipped.payment_id)).text).toContain('REVERSED')
    const unknown = await errorOf(operator.send(counterApi.receipt, { payment_id: 999_999 }))
    expect(unknown.status).toBe(404)
    const elsewhere = await p.user(role_ids.administrator, {
      branch_id: p.map.branches.DBN,
      limit_user_to_branch: true,
    })
    expect((await errorOf(printed(cashTaken.payment_id, elsewhere))).status).toBe(404)
  })

  it('[SHIP-103] are recorded once when sent several times or repeated with the same key, and rejected for a second user', async () => {
    const shipment = await unpaid()
    const pressed = await Promise.all(
      Array.from({ length: 5 }, () =>
        operator.send(counterApi.take, cash(shipment), { key: 'one-intention' }),
      ),
    )
    expect(new Set(pressed.map(({ reference }) => reference)).size).toBe(1)
    const late = await operator.send(counterApi.take, cash(shipment), { key: 'one-intention' })
    expect(late.reference).toBe(pressed[0]?.reference)
    const others = await Promise.all([
      errorOf(operator.send(counterApi.take, cash(shipment), { key: 'other' })),
      errorOf(operator.send(counterApi.take, slip(shipment, 'S1'))),
    ])
    for (const { status, message } of others) {
      expect(status).toBe(400)
      expect(message).toContain(late.reference)
      expect(message).toContain('Do not take money again.')
    }
    const rows = await ledgerOf(shipment.id)
    expect(rows.filter(({ type }) => type === 'payment')).toHaveLength(1)
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('[SHIP-103] are recorded once when sent twice at once with different keys', async () => {
    const shipment = await unpaid()
    const answers = await Promise.all([
      errorOf(operator.send(counterApi.take, cash(shipment), { key: 'a' })),
      errorOf(operator.send(counterApi.take, cash(shipment), { key: 'b' })),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('[SHIP-103] reject wrong amounts, a different price, nothing to pay and a disabled method', async () => {
    const shipment = await unpaid()
    const { rate } = shipment
    const tried = async (input: ReturnType<typeof cash> | ReturnType<typeof slip>) =>
      errorOf(operator.send(counterApi.take, input))
    expect((await tried(cash(shipment, rate - (rate % 10) - 10))).message).toBe(
      `R 0.10 is missing: R ${((rate - (rate % 10)) / 100).toFixed(2)} is due in cash.`,
    )
    expect((await tried({ ...slip(shipment, 'S1'), amount: rate - 1 })).message).toMatch(
      /^The terminal must charge/,
    )
    expect((await tried(slip(shipment, ' '))).message).toBe('Enter the reference on the slip.')
    expect((await tried({ ...cash(shipment), rate: rate - 100 })).status).toBe(409)
    expect(await statusOf(shipment.id)).toBe('payment-pending')
    expect(await ledgerOf(shipment.id)).toEqual([])
    const booked = await p.given.shipment()
    expect((await tried(cash({ ...shipment, id: booked.id, rate: booked.rate ?? 0 }))).message).toMatch(
      /there is nothing to pay/,
    )
    await operator.send(settingsApi.save, {
      settings: [{ key: 'counter_payment_methods', value: ['card-terminal'] }],
    })
    expect((await tried(cash(shipment))).message).toMatch(/^Cash is not taken at the counter here/)
    expect((await operator.send(paymentsApi.ways, { purpose: 'shipment' })).counter).toEqual([
      'card-terminal',
    ])
  })

  it('[SHIP-103] are only for staff who may post payments', async () => {
    const shipment = await unpaid()
    const driver = await p.user(role_ids.driver)
    const counter = await p.user(14)
    const owner = await p.owner()
    for (const caller of [driver, owner, p.guest()]) {
      expect((await errorOf(caller.send(counterApi.take, cash(shipment)))).status).toBeGreaterThanOrEqual(401)
      expect((await caller.send(paymentsApi.ways, { purpose: 'shipment' })).counter).toEqual([])
    }
    expect((await counter.send(counterApi.take, cash(shipment))).taken_by).not.toBe('')
  })

  it('[SHIP-103] can be reversed, including the rounding', async () => {
    const shipment = await unpaid()
    await operator.send(counterApi.take, cash(shipment))
    const posted = (await ledgerOf(shipment.id)).find(({ type }) => type === 'payment')
    const reversed = await operator.send(billingApi.post, {
      account_id: p.guest_account_id,
      type: 'payment-reversal',
      amount: shipment.rate,
      reverses_id: posted?.id ?? 0,
      description: 'Typed for the wrong parcel',
    })
    expect(await entriesOf(reversed.id)).toEqual(
      expect.arrayContaining([
        { ledger_account: 'rounding', amount: shipment.rate % 10 },
        { ledger_account: 'gateway-clearing:cash', amount: shipment.rate - (shipment.rate % 10) },
      ]),
    )
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })
})
