import { randomUUID } from 'node:crypto'
import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { receivablesApi } from '@waybill/domain/billing/receivables-api'
import { cashApi } from '@waybill/domain/cash/api'
import type { CashTaken } from '@waybill/domain/cash/cash-taken'
import { counterApi } from '@waybill/domain/payments/counter-api'
import { driversApi, type DriverAction } from '@waybill/domain/drivers/api'
import type { ActionResult } from '@waybill/domain/drivers/model'
import { role_ids } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { NewShipment, Shipment } from '@waybill/domain/shipments/model'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../dev/test-kit/database/invariants.ts'
import { pagesOf, textOf } from '../../dev/test-kit/documents/inspect-pdf.ts'
import { booking, errorOf, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { lockHolder } from './book-store.ts'

let p: TestProvider
let clerk: Caller
let other: Caller
let driver: Caller
let account_id: number
beforeAll(async () => {
  p = await newProvider({ cod_enabled: true, cod_fee_percentage: 3, cod_fee_minimum: 25 })
  clerk = await p.staff()
  other = await p.user(role_ids.finance_manager)
})
beforeEach(async () => {
  driver = await p.driver(undefined, 'JHB')
  account_id = (await p.given.account()).id
})

const assign = (shipment: Shipment) =>
  clerk.send(driversApi.assign, {
    shipment_ids: [shipment.id],
    leg: 'delivery',
    username: driver.username,
    assign_anyway: true,
  })

function action(shipment: Shipment, type: 'load' | 'deliver', cash?: CashTaken): DriverAction {
  return {
    action_id: randomUUID(),
    type,
    shipment_id: shipment.id,
    scanned_references: shipment.parcels.map((parcel) => parcel.tracking_reference),
    occurred_at: new Date(),
    payload: type === 'deliver' ? { name: 'Naledi Mokoena', photos: ['6f1d2a.jpg'], cash } : {},
  }
}

async function report(one: DriverAction, by = driver): Promise<ActionResult> {
  const { results } = await by.send(driversApi.actions, { actions: [one] })
  return results[0] as ActionResult
}

/** Creates a shipment with money to collect that the driver has loaded. */
async function onTheRoad(codAmount = 450_00, more: Partial<NewShipment> = {}): Promise<Shipment> {
  const shipment = await p.given.shipment({
    status: 'at-destination-hub',
    account_id,
    cod_amount: codAmount,
    ...more,
  })
  await assign(shipment)
  expect((await report(action(shipment, 'load'))).result).toBe('applied')
  return shipment
}

const numbers = async () => (await driver.send(cashApi.reserveNumbers, {})).blocks
const firstNumber = async () => (await numbers())[0]?.first_number ?? 0
const cash = (number: number, amount = 450_00, more: Partial<CashTaken> = {}): CashTaken => ({
  receipt_number: number,
  method: 'cash',
  amount,
  ...more,
})
const drawerOf = async () => (await driver.send(cashApi.drawer, {})).drawer
const count = (expected: number, denominations: Record<string, number>, more = {}, by = driver) =>
  by.send(cashApi.cashUp, { kind: 'driver', expected, denominations, ...more })
const receiptsOf = async (shipment: Shipment) =>
  (await clerk.send(cashApi.receipts, { search: shipment.tracking_reference })).receipts
const payable = async () => {
  const { accounts } = await clerk.send(accountsApi.list, { id: [account_id] })
  const { payables } = await clerk.send(cashApi.payables, { search: accounts[0]?.account_code })
  return payables[0]
}

describe('cash on delivery at booking', () => {
  it('is rejected where it is not offered, and by the own terms of an account', async () => {
    const book = (more: object) => clerk.send(shipmentsApi.create, booking({ account_id, ...more }))
    expect((await book({ cod_amount: 450_00 })).cod_amount).toBe(450_00)
    for (const [amount, message] of [
      [450_05, 'multiple of 10 cents'],
      [5_000_10, 'exceeds the maximum of R 5,000.00'],
      [-1_00, 'negative'],
    ] as const)
      expect(await errorOf(book({ cod_amount: amount }))).toEqual({
        status: 400,
        message: expect.stringContaining(message),
      })
    await clerk.send(accountsApi.change, { id: account_id, cod_own_terms: true, cod_max_amount: 0 })
    expect(await errorOf(book({ cod_amount: 100_00 }))).toEqual({
      status: 400,
      message: 'Cash on delivery is not offered.',
    })
  })
})

describe('receipt numbers', () => {
  it('are reserved in blocks that never overlap, also when drivers ask at the same time', async () => {
    const drivers = await Promise.all([1, 2, 3, 4].map(() => p.driver(undefined, 'JHB')))
    const answers = await Promise.all(
      [...drivers, ...drivers].map((one) => one.send(cashApi.reserveNumbers, {})),
    )
    const blocks = answers.flatMap((answer) => answer.blocks)
    const firsts = new Set(blocks.map(({ first_number }) => first_number))
    expect(firsts.size).toBe(drivers.length)
    for (const { first_number, last_number } of blocks) expect(last_number - first_number).toBe(49)
  })

  it('are rejected when they belong to another driver', async () => {
    const shipment = await onTheRoad()
    const foreign = (await (await p.driver(undefined, 'JHB')).send(cashApi.reserveNumbers, {})).blocks[0]
    const answer = await report(action(shipment, 'deliver', cash(foreign?.first_number ?? 0)))
    expect(answer).toMatchObject({
      result: 'conflict',
      message: expect.stringContaining('is not a number of yours'),
    })
    expect(await receiptsOf(shipment)).toEqual([])
  })
})

describe('the money of a delivery', () => {
  it('must be recorded before the delivery, and is then held by the driver and owed to the sender', async () => {
    const shipment = await onTheRoad()
    const without = await report(action(shipment, 'deliver'))
    expect(without).toMatchObject({
      result: 'conflict',
      message: expect.stringContaining('R 450.00 must be paid'),
    })
    const number = await firstNumber()
    const otherAmount = await report(action(shipment, 'deliver', cash(number, 400_00)))
    expect(otherAmount.result).toBe('conflict')
    expect(await receiptsOf(shipment)).toMatchObject([
      { number, amount: 400_00, difference_reason: expect.stringContaining('changed from R 400.00') },
    ])
    const done = action(shipment, 'deliver', cash(number, 400_00, { difference_reason: 'Short of change' }))
    expect(await report(done)).toMatchObject({ result: 'applied', shipment_status: 'delivered' })
    expect(await report(done)).toMatchObject({ result: 'duplicate' })
    expect(await receiptsOf(shipment)).toMatchObject([
      { number, due: 450_00, amount: 400_00, difference_reason: 'Short of change', is_handed_in: false },
    ])
    expect(await drawerOf()).toMatchObject({ held: 400_00, receipts: 1 })
    expect(await payable()).toMatchObject({ owed: 400_00, ready: 0 })
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('is recorded once when the same report arrives twice at the same time', async () => {
    const shipment = await onTheRoad()
    const one = action(shipment, 'deliver', cash(await firstNumber()))
    const answers = await Promise.all([report(one), report(one)])
    expect(answers.map(({ result }) => result).toSorted()).toEqual(['applied', 'duplicate'])
    expect(await drawerOf()).toMatchObject({ held: 450_00, receipts: 1 })
  })

  it('is kept when the delivery is rejected, and the delivery can be reported again with the same receipt', async () => {
    const shipment = await onTheRoad()
    const money = cash(await firstNumber())
    const rejected = action(shipment, 'deliver', money)
    rejected.payload = { pin: '0', cash: money }
    expect((await report(rejected)).result).toBe('conflict')
    expect(await receiptsOf(shipment)).toMatchObject([
      { refusal: expect.stringMatching(/PIN/), amount: 450_00 },
    ])
    expect((await report(action(shipment, 'deliver', money))).result).toBe('applied')
    expect(await receiptsOf(shipment)).toMatchObject([{ refusal: '' }])
    expect(await drawerOf()).toMatchObject({ held: 450_00, receipts: 1 })
  })

  it.each([
    ['without money', false],
    ['with the number of money that is to be given back', true],
  ])(
    'is accepted with a delivery that is recorded afresh %s, for which nothing is due any more',
    async (_, repeats) => {
      const shipment = await onTheRoad()
      const number = await firstNumber()
      await report({ ...action(shipment, 'deliver'), payload: { pin: '0', cash: cash(number) } })
      const more = cash(number + 1)
      const again = { ...action(shipment, 'deliver'), payload: { pin: '0', cash: more } }
      expect((await report(again)).result).toBe('conflict')
      expect((await report(action(shipment, 'deliver', repeats ? more : undefined))).result).toBe('applied')
      const rejections = new Map((await receiptsOf(shipment)).map((one) => [one.number, one.refusal]))
      expect(rejections.get(number)).toBe('')
      expect(rejections.get(number + 1)).not.toBe('')
    },
  )

  it('has its rejection still when the same delivery is reported again after the office removed the amount', async () => {
    const shipment = await onTheRoad()
    const money = cash(await firstNumber())
    await clerk.send(shipmentsApi.change, { id: shipment.id, cod_amount: 0 })
    expect(await report(action(shipment, 'deliver', money))).toMatchObject({
      message_parts: [{ code: 'money_taken' }],
    })
    expect((await report(action(shipment, 'deliver', money))).result).toBe('applied')
    const [receipt] = await receiptsOf(shipment)
    expect(receipt).toMatchObject({ due: 0, refusal: expect.stringMatching(/./) as string })
  })

  it('is with the company when the receiver of a rejected delivery pays by card machine in the end', async () => {
    const shipment = await onTheRoad()
    const number = await firstNumber()
    await report({ ...action(shipment, 'deliver'), payload: { pin: '0', cash: cash(number) } })
    const card = { method: 'card-machine', slip_reference: 'AP-1' } as const
    expect((await report(action(shipment, 'deliver', cash(number, 450_00, card)))).result).toBe('applied')
    expect(await receiptsOf(shipment)).toMatchObject([{ number, ...card, refusal: '', is_handed_in: true }])
    expect(await drawerOf()).toMatchObject({ held: 0, receipts: 0 })
    expect(await payable()).toMatchObject({ owed: 450_00, ready: 450_00 })
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('stays cash when it was counted before the receiver of a rejected delivery pays by card machine', async () => {
    const shipment = await onTheRoad()
    const number = await firstNumber()
    await report({ ...action(shipment, 'deliver'), payload: { pin: '0', cash: cash(number) } })
    await count(450_00, { 20000: 2, 5000: 1 })
    const card = cash(number, 450_00, { method: 'card-machine', slip_reference: 'AP-1' })
    expect(await report(action(shipment, 'deliver', card))).toMatchObject({
      result: 'conflict',
      message_parts: [{ code: 'money_taken' }],
    })
    expect(await receiptsOf(shipment)).toMatchObject([{ method: 'cash' }])
    expect((await report(action(shipment, 'deliver', cash(number)))).result).toBe('applied')
  })

  it('is accepted as the driver saw it when the amount was changed while the phone had no signal', async () => {
    const shipment = await onTheRoad()
    const seen = cash(await firstNumber(), 400_00, { displayed_due: 400_00 })
    expect((await report(action(shipment, 'deliver', seen))).result).toBe('applied')
    expect(await receiptsOf(shipment)).toMatchObject([
      {
        amount: 400_00,
        due: 450_00,
        difference_reason: 'The amount to pay changed from R 400.00 to R 450.00.',
        refusal: '',
      },
    ])
  })

  it('needs another number when the receipt of a rejected delivery is void', async () => {
    const shipment = await onTheRoad()
    const number = await firstNumber()
    await report({ ...action(shipment, 'deliver'), payload: { pin: '0', cash: cash(number) } })
    await clerk.send(cashApi.voidReceipt, { number, reason: 'Money given back' })
    expect(await report(action(shipment, 'deliver', cash(number)))).toMatchObject({
      result: 'conflict',
      message_parts: [{ code: 'receipt_void' }],
    })
    expect(await drawerOf()).toMatchObject({ held: 0, receipts: 0 })
    expect((await report(action(shipment, 'deliver', cash(number + 1)))).result).toBe('applied')
    expect(await drawerOf()).toMatchObject({ held: 450_00, receipts: 1 })
  })

  it('by card machine is with the company at once', async () => {
    const shipment = await onTheRoad()
    const paid = cash(await firstNumber(), 450_00, { method: 'card-machine', slip_reference: 'AP-1' })
    expect((await report(action(shipment, 'deliver', paid))).result).toBe('applied')
    expect(await drawerOf()).toMatchObject({ held: 0 })
    expect(await payable()).toMatchObject({ owed: 450_00, ready: 450_00, fee: 25_00 })
  })

  it('is not owed any more when its receipt is made void', async () => {
    const shipment = await onTheRoad()
    const number = await firstNumber()
    await report(action(shipment, 'deliver', cash(number)))
    await clerk.send(cashApi.voidReceipt, { number, reason: 'Money given back' })
    expect(await drawerOf()).toMatchObject({ held: 0, receipts: 0 })
    expect(await payable()).toBeUndefined()
    expect(await errorOf(clerk.send(cashApi.voidReceipt, { number, reason: 'Again' }))).toMatchObject({
      message: expect.stringContaining('is void already'),
    })
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })
})

describe('counting cash', () => {
  it('leaves nothing with the driver once another person has confirmed it, with the difference', async () => {
    const shipment = await onTheRoad()
    await report(action(shipment, 'deliver', cash(await firstNumber())))
    await clerk.send(cashApi.giveFloat, { username: driver.username, amount: 100_00 })
    expect(await errorOf(count(450_00, { 20000: 2, 5000: 1 }))).toMatchObject({ status: 409 })
    expect(await errorOf(count(550_00, { 20000: 2, 5000: 2 }))).toMatchObject({
      status: 400,
      message: expect.stringContaining('R 50.00 is missing'),
    })
    const counted = await count(550_00, { 20000: 2, 5000: 2 }, { difference_reason: 'A note is torn' })
    expect(counted).toMatchObject({ expected: 550_00, counted: 500_00, state: 'counted' })
    expect(await errorOf(count(550_00, { 20000: 2, 5000: 3 }))).toMatchObject({
      message: expect.stringContaining('counted already'),
    })
    const before = (await clerk.send(cashApi.holders, {})).totals
    const answers = await Promise.all(
      [clerk, other].map((one) =>
        one.send(cashApi.decide, { id: counted.id, is_confirmed: true }).then(
          () => 'confirmed',
          (thrown: Error) => thrown.message,
        ),
      ),
    )
    expect(answers.toSorted()).toEqual(['This count has been decided already.', 'confirmed'])
    const after = (await clerk.send(cashApi.holders, {})).totals
    expect(after.safe - before.safe).toBe(500_00)
    expect(after.differences - before.differences).toBe(50_00)
    expect(await drawerOf()).toMatchObject({ held: 0, receipts: 0 })
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('is not confirmed by the person who counted, and can be rejected and repeated', async () => {
    const shipment = await onTheRoad()
    await report(action(shipment, 'deliver', cash(await firstNumber())))
    const first = await count(450_00, { 20000: 2, 5000: 1 }, { username: driver.username }, clerk)
    expect(await errorOf(clerk.send(cashApi.decide, { id: first.id, is_confirmed: true }))).toMatchObject({
      status: 403,
    })
    expect(await errorOf(other.send(cashApi.decide, { id: first.id, is_confirmed: false }))).toMatchObject({
      status: 400,
    })
    await other.send(cashApi.decide, { id: first.id, is_confirmed: false, reason: 'Count again' })
    expect(await drawerOf()).toMatchObject({ held: 450_00, receipts: 1 })
    expect(await count(450_00, { 20000: 2, 5000: 1 })).toMatchObject({ state: 'counted' })
  })

  it('and the slip of a payout need the permission for all cash when they are those of another person', async () => {
    const kiosk = 14
    const operator = await p.user(kiosk)
    await operator.send(cashApi.openTill, { opening_float: 100_00 })
    const { transaction_id } = await operator.send(cashApi.payFromTill, { amount: 80_00, reason: 'Parking' })
    const { username } = operator
    const ownCount = { kind: 'till', username, expected: 20_00, denominations: { 2000: 1 } } as const
    const colleague = await p.user(kiosk)
    for (const call of [
      () => colleague.send(cashApi.drawer, { kind: 'till', username }),
      () => colleague.send(cashApi.drawer, { kind: 'driver', username: driver.username }),
      () => driver.send(cashApi.drawer, { kind: 'till', username }),
      () => colleague.send(cashApi.cashUp, ownCount),
      () => count(0, { 2000: 1 }, { username: driver.username }, colleague),
    ])
      expect(await errorOf(call())).toEqual({ status: 403, message: 'You may count only your own cash.' })
    expect(await errorOf(colleague.send(cashApi.payoutSlip, { transaction_id }))).toEqual({
      status: 404,
      message: 'Could not find this payout.',
    })
    expect((await other.send(cashApi.drawer, { kind: 'till', username })).drawer?.held).toBe(20_00)
    expect(await operator.send(cashApi.cashUp, ownCount)).toMatchObject({ state: 'counted' })
  })

  it('is never at the same time as a receipt of the driver becomes void, so that no count expects its money', async () => {
    const shipment = await onTheRoad()
    const number = await firstNumber()
    await report(action(shipment, 'deliver', cash(number)))
    let voiding: Promise<unknown> = Promise.resolve()
    await p.inTransaction(async (ctx) => {
      await lockHolder(ctx, 'driver', driver.username)
      voiding = clerk.send(cashApi.voidReceipt, { number, reason: 'Money given back' })
      const waiting = async () =>
        (
          await sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
          AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`.execute(ctx.db)
        ).rows.length
      await expect.poll(waiting).toBe(1)
    })
    await voiding
    expect(await errorOf(count(450_00, { 20000: 2, 5000: 1 }))).toMatchObject({ status: 409 })
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('needs a reason for receipt numbers that were left out', async () => {
    const shipment = await onTheRoad()
    const number = await firstNumber()
    await report(action(shipment, 'deliver', cash(number + 2)))
    expect(await drawerOf()).toMatchObject({ unused_numbers: [number, number + 1] })
    expect(await errorOf(count(450_00, { 20000: 2, 5000: 1 }))).toMatchObject({
      message: expect.stringContaining('left out'),
    })
    const counted = await count(450_00, { 20000: 2, 5000: 1 }, { unused_reason: 'The phone was replaced' })
    expect(counted.unused_numbers).toBe(`${number}–${number + 1}`)
    await other.send(cashApi.decide, { id: counted.id, is_confirmed: true })
    expect(await drawerOf()).toMatchObject({ unused_numbers: [] })
  })
})

describe('tills', () => {
  it('hold the float and what was taken, less payouts with a slip, until they are counted', async () => {
    const operator = await p.user(role_ids.administrator)
    await operator.send(cashApi.openTill, { opening_float: 500_00 })
    expect(await errorOf(operator.send(cashApi.openTill, { opening_float: 0 }))).toMatchObject({
      message: 'Your till is open already.',
    })
    expect(
      await errorOf(operator.send(cashApi.payFromTill, { amount: 500_10, reason: 'Tea' })),
    ).toMatchObject({
      status: 400,
    })
    const paid = await operator.send(cashApi.payFromTill, { amount: 80_00, reason: 'Parking' })
    expect(paid.held).toBe(420_00)
    const { url } = await operator.send(cashApi.payoutSlip, { transaction_id: paid.transaction_id })
    const { pathname, search } = new URL(url)
    const { body } = await operator.http('GET', pathname + search)
    expect(textOf(body as Buffer)).toContain('Parking')
    expect(pagesOf(body as Buffer)).toMatchObject({ count: 1, width_mm: 80 })
    const counted = await operator.send(cashApi.cashUp, {
      kind: 'till',
      expected: 420_00,
      denominations: { 20000: 2, 2000: 1 },
    })
    expect(await errorOf(operator.send(cashApi.payFromTill, { amount: 10_00, reason: 'Tea' }))).toMatchObject(
      {
        message: expect.stringContaining('was counted'),
      },
    )
    await other.send(cashApi.decide, { id: counted.id, is_confirmed: true })
    expect((await operator.send(cashApi.drawer, { kind: 'till' })).drawer).toBeNull()
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })
})

describe('reports of tills', () => {
  it('[SHIP-103] state opening, cash, card and links of the shift, payouts, count and confirmation, and agree with the cash book', async () => {
    const q = await newProvider({ till_required: true })
    const operator = await q.staff()
    const cashier = await q.user(role_ids.finance_manager)
    expect((await operator.send(cashApi.tillReport, {})).report).toBeNull()
    const opened = await operator.send(cashApi.openTill, { opening_float: 500_00 })
    const tillId = opened.till_id ?? 0
    const pay = async (method: 'cash' | 'card-terminal') => {
      const shipment = await operator.send(
        shipmentsApi.create,
        booking({ account_id: q.guest_account_id, save_as: 'payment-pending' }),
      )
      const rate = shipment.rate ?? 0
      const due = method === 'cash' ? rate - (rate % 10) : rate
      await operator.send(counterApi.take, {
        shipment_id: shipment.id,
        method,
        rate,
        amount: due,
        ...(method === 'cash' ? {} : { slip_reference: `AP${shipment.id}` }),
      })
      return due
    }
    const cashTaken = (await pay('cash')) + (await pay('cash'))
    const cardTaken = await pay('card-terminal')
    await operator.send(cashApi.payFromTill, { amount: 80_00, reason: 'Parking' })
    const held = 500_00 + cashTaken - 80_00
    const { report } = await operator.send(cashApi.tillReport, {})
    expect(report).toMatchObject({
      till_id: tillId,
      opening: 500_00,
      cash: { payments: 2, amount: cashTaken },
      card: { payments: 1, amount: cardTaken },
      links: { payments: 0, amount: 0 },
      payouts: { payments: 1, amount: 80_00 },
      expected: held,
      count: null,
      closed_at: null,
    })
    expect((await operator.send(cashApi.drawer, { kind: 'till' })).drawer?.held).toBe(held)
    const counted = await operator.send(cashApi.cashUp, {
      kind: 'till',
      expected: held,
      denominations: { 10: Math.trunc((held - 10_00) / 10) },
      difference_reason: 'Short of R 10',
    })
    await cashier.send(cashApi.decide, { id: counted.id, is_confirmed: true })
    const { report: closed } = await operator.send(cashApi.tillReport, { till_id: tillId })
    expect(closed).toMatchObject({
      expected: held,
      closed_at: expect.any(Date),
      count: { expected: held, difference: -10_00, state: 'confirmed', difference_reason: 'Short of R 10' },
    })
    // Every entry of the till in the cash book is in the report, and together they leave nothing in it.
    expect(closed?.movements.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    expect((await operator.send(cashApi.tillShifts, {})).tills.map((one) => one.till_id)).toEqual([tillId])
    const { url } = await operator.send(cashApi.printTillReport, { till_id: tillId })
    const { pathname, search } = new URL(url)
    const { body } = await operator.http('GET', pathname + search)
    expect(textOf(body as Buffer)).toContain('TILL REPORT')
    expect(textOf(body as Buffer)).toContain('Short of R 10')
    expect(pagesOf(body as Buffer)).toMatchObject({ count: 1, width_mm: 80 })
    const stranger = await p.staff()
    expect(await errorOf(stranger.send(cashApi.tillReport, { till_id: 999 }))).toMatchObject({ status: 404 })
  })
})

describe('cash at the counter', () => {
  it('goes into the open till, and is rejected without one where the company requires it', async () => {
    const q = await newProvider({ till_required: true })
    const operator = await q.staff()
    const { id, rate } = await operator.send(
      shipmentsApi.create,
      booking({ account_id: q.guest_account_id, save_as: 'payment-pending' }),
    )
    const price = rate ?? 0
    const take = () =>
      operator.send(counterApi.take, {
        shipment_id: id,
        rate: price,
        method: 'cash',
        amount: price - (price % 10),
      })
    expect(await errorOf(take())).toMatchObject({
      message: 'Open your till under Cash before you take cash.',
    })
    await operator.send(cashApi.openTill, { opening_float: 100_00 })
    const { due } = await take()
    expect((await operator.send(cashApi.drawer, { kind: 'till' })).drawer?.held).toBe(100_00 + due)
    expect(await q.inTransaction(brokenInvariants)).toEqual({})
  })
})

describe('payouts to senders', () => {
  it('pay out what was handed in less the fee, once, with a statement and a charge that leaves the balance', async () => {
    const shipments = [await onTheRoad(450_00), await onTheRoad(2_000_00)]
    const start = await firstNumber()
    for (const [at, shipment] of shipments.entries())
      await report(action(shipment, 'deliver', cash(start + at, shipment.cod_amount)))
    expect(await payable()).toMatchObject({ owed: 2_450_00, ready: 0 })
    const counted = await count(2_450_00, { 20000: 12, 5000: 1 })
    const pay = (by = clerk, collected = 2_450_00) =>
      by.send(cashApi.remit, { account_id, collected, bank_reference: 'EFT 77' })
    expect(await errorOf(pay())).toMatchObject({
      message: expect.stringContaining('No money of this account'),
    })
    await other.send(cashApi.decide, { id: counted.id, is_confirmed: true })
    expect(await payable()).toMatchObject({ ready: 2_450_00, fee: 85_00, receipts: 2 })
    expect(await errorOf(pay(clerk, 2_400_00))).toMatchObject({ status: 409 })
    const balance = async () => (await clerk.send(billingApi.balance, { account_id })).balance
    const balanceBefore = await balance()
    const answers = await Promise.all(
      [clerk, other].map((one) =>
        pay(one).then(
          ({ paid, fee }) => ({ paid, fee }),
          () => null,
        ),
      ),
    )
    expect(answers.filter(Boolean)).toEqual([{ paid: 2_365_00, fee: 85_00 }])
    expect(await balance()).toBe(balanceBefore)
    const { transactions } = await clerk.send(billingApi.transactions, { account_id })
    expect(
      transactions
        .filter(({ description }) => description?.startsWith('Fee for cash'))
        .map(({ type, amount, vat }) => ({ type, amount, vat }))
        .toSorted((a, b) => a.amount - b.amount),
    ).toMatchObject([
      { type: 'admin-debit', amount: -85_00 },
      { type: 'payment', amount: 85_00 },
    ])
    const owner = await p.owner(account_id)
    const { remittances } = await owner.send(cashApi.remittances, {})
    expect(remittances).toMatchObject([
      { collected: 2_450_00, fee: 85_00, paid: 2_365_00, bank_reference: 'EFT 77' },
    ])
    const { url } = await owner.send(cashApi.statement, { id: remittances[0]?.id ?? 0 })
    const { pathname, search } = new URL(url)
    const text = textOf((await owner.http('GET', pathname + search)).body as Buffer)
    for (const words of [...shipments.map((one) => one.tracking_reference), 'R 2,365.00', 'EFT 77'])
      expect(text).toContain(words)
    const stranger = await p.owner()
    expect((await stranger.send(cashApi.remittances, {})).remittances).toEqual([])
    expect(await errorOf(stranger.send(cashApi.statement, { id: remittances[0]?.id ?? 0 }))).toMatchObject({
      status: 404,
    })
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
    const [invoice] = (await clerk.send(billingApi.runInvoices, { account_id })).invoices
    const { uncredited } = await clerk.send(receivablesApi.creditable, { invoice_id: invoice?.id ?? 0 })
    await clerk.send(receivablesApi.credit, {
      invoice_id: invoice?.id ?? 0,
      uncredited,
      is_void: true,
      invoice_again: true,
      reason: 'Wrong order number',
    })
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })
})
