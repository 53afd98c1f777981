import { randomUUID } from 'node:crypto'
import { billingApi } from '@waybill/domain/billing/api'
import { receivablesApi } from '@waybill/domain/billing/receivables-api'
import { cashApi } from '@waybill/domain/cash/api'
import { claimsApi } from '@waybill/domain/claims/api'
import { controlsApi } from '@waybill/domain/controls/api'
import { approval_life_ms } from '@waybill/domain/controls/approval'
import type { Approval } from '@waybill/domain/controls/model'
import { payApi } from '@waybill/domain/costs/api'
import { driversApi } from '@waybill/domain/drivers/api'
import { identityApi } from '@waybill/domain/identity/api'
import { role_ids } from '@waybill/domain/kit/actor'
import type { Endpoint, Input } from '@waybill/domain/kit/calls/endpoint'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { paymentsApi } from '@waybill/domain/payments/api'
import { settingsApi } from '@waybill/domain/settings/api'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../dev/test-kit/database/invariants.ts'
import { startFakeGateways } from '../../dev/test-kit/fakes/gateways.ts'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

const gateways = startFakeGateways()

let p: TestProvider
let asking: Caller
let approving: Caller
let third: Caller

beforeAll(async () => {
  p = await newProvider({ cod_enabled: true, cod_fee_percentage: 0, cod_fee_minimum: 0 })
  p.runtime.setNow(null)
  asking = await p.user(role_ids.system_administrator)
  approving = await p.user(role_ids.system_administrator)
  third = await p.user(role_ids.system_administrator)
  await gateways.take(p)
  await asking.send(settingsApi.save, { settings: [{ key: 'finance_four_eyes', value: true }] })
})
afterEach(() => p.runtime.setNow(null))

/** A call that waits for approval: how it is asked for, what it moves, and a change of what it is about. */
interface Waiting {
  ask: (key?: string) => Promise<unknown>
  /** What the call moves, as a text. */
  effect: () => Promise<string>
  before: string
  after: string
  /** Changes what the call is about, so that it can no longer be made as asked. */
  change: () => Promise<unknown>
  /** What the approver reads in the request. */
  reads: string
}

const asked =
  <E extends Endpoint>(endpoint: E, input: Partial<Input<E>> & object) =>
  (key?: string): Promise<unknown> =>
    asking.send(endpoint, input, key === undefined ? {} : { key })

/** Makes a call of a third person, with the approval of another when it needs it. */
async function byOthers<E extends Endpoint>(endpoint: E, input: Partial<Input<E>> & object): Promise<void> {
  if ((await errorOf(third.send(endpoint, input))).status !== 202) return
  const [request] = await listed()
  await decide(request?.id ?? 0, 'approve')
}

const balanceOf = async (accountId: number) =>
  String((await asking.send(billingApi.balance, { account_id: accountId })).balance)

/** An account with manual allocation and an invoice of R 300.00. */
async function invoiced() {
  const { id: accountId } = await p.given.account({ invoice_allocation_method: 'manual' })
  await asking.send(billingApi.post, {
    account_id: accountId,
    type: 'admin-debit',
    amount: 300_00,
    description: 'Storage',
  })
  const [invoice] = (await asking.send(billingApi.runInvoices, { account_id: accountId })).invoices
  if (!invoice) throw new Error('There is no invoice.')
  const creditSome = () =>
    byOthers(receivablesApi.credit, {
      invoice_id: invoice.id,
      uncredited: 300_00,
      amount: 1_00,
      reason: 'Goodwill',
    })
  return { accountId, invoice, creditSome }
}

async function creditNote(): Promise<Waiting> {
  const { accountId, invoice, creditSome } = await invoiced()
  return {
    ask: asked(receivablesApi.credit, {
      invoice_id: invoice.id,
      uncredited: 300_00,
      amount: 120_00,
      reason: 'Wrong price',
    }),
    effect: () => balanceOf(accountId),
    before: '-30000',
    after: '-18000',
    change: creditSome,
    reads: `Credit invoice ${invoice.doc_display_id} by R 120.00: Wrong price`,
  }
}

async function writeOff(): Promise<Waiting> {
  const { accountId, invoice, creditSome } = await invoiced()
  return {
    ask: asked(receivablesApi.writeOff, { invoice_id: invoice.id, open: 300_00, reason: 'Closed' }),
    effect: () => balanceOf(accountId),
    before: '-30000',
    after: '0',
    change: creditSome,
    reads: `Bad debt of R 300.00. Written off: ${invoice.doc_display_id}: Closed`,
  }
}

async function refundByBank(): Promise<Waiting> {
  const { id: accountId } = await p.given.account({ balance: 500_00 })
  const [payment] = (await asking.send(billingApi.transactions, { account_id: accountId })).transactions
  const credit = { transaction_id: payment?.id ?? 0, rest: 500_00, reason: 'Left us' }
  return {
    ask: asked(receivablesApi.refund, { ...credit, amount: 200_00 }),
    effect: () => balanceOf(accountId),
    before: '50000',
    after: '30000',
    change: () => byOthers(receivablesApi.refund, { ...credit, amount: 1_00 }),
    reads: `R 200.00 by bank. Refund of ${payment?.doc_display_id ?? ''}: Left us`,
  }
}

async function refundByGateway(): Promise<Waiting> {
  const { id: accountId } = await p.given.account({ account_type: 'prepaid', credit_limit: 0 })
  const customer = await p.owner(accountId)
  const pairs = [{ name: 'amount', value: '200.00' }]
  await gateways.sendForm(await customer.send(paymentsApi.payfastSignature, { key_value_pairs: pairs }))
  await gateways.act(gateways.newest(), 'success')
  const [payment] = (await asking.send(paymentsApi.list, { account_id: accountId })).payments
  const atGateway = gateways.newest()
  const id = payment?.id ?? 0
  return {
    ask: asked(paymentsApi.refund, { id, amount: 150_00, reason: 'Booked twice' }),
    async effect() {
      await p.settle()
      const found = gateways.payments().find((one) => one.id === atGateway)
      const returned = found?.refunds.map(({ amount }) => amount).join('+') ?? ''
      return `${await balanceOf(accountId)}, returned ${returned}`
    },
    before: '20000, returned ',
    after: '5000, returned 15000',
    // The money is refunded in another way, so that less than what was asked for is left of the payment.
    async change() {
      await byOthers(paymentsApi.refund, { id, amount: 200_00, reason: 'Asked at the counter' })
      await p.settle()
    },
    reads: `Refund R 150.00 of payment ${payment?.reference ?? ''} by its gateway: Booked twice`,
  }
}

async function claimPayment(): Promise<Waiting> {
  const { id: accountId } = await p.given.account()
  const shipment = await p.given.shipment({ account_id: accountId, status: 'delivered' })
  const owner = await p.owner(accountId)
  const lodged = await owner.send(claimsApi.lodge, {
    shipment_id: shipment.id,
    kind: 'damaged',
    description: 'The vase is in pieces.',
    item_value: 400_00,
    claimed_amount: 400_00,
  })
  const { id } = lodged
  const { version } = await asking.send(claimsApi.move, { id, version: lodged.version, to: 'in-review' })
  const ready = await asking.send(claimsApi.move, { id, version, to: 'approved', amount: 200_00 })
  const before = Number(await balanceOf(accountId))
  return {
    ask: asked(claimsApi.move, { id, version: ready.version, to: 'paid' }),
    effect: () => balanceOf(accountId),
    before: String(before),
    after: String(before + 200_00),
    change: () =>
      byOthers(claimsApi.move, { id, version: ready.version, to: 'in-review', message: 'We look again.' }),
    reads: `Pay claim ${lodged.display_id}: R 200.00 as credit on the account`,
  }
}

async function payout(): Promise<Waiting> {
  const { id: accountId } = await p.given.account()
  const collect = async (): Promise<void> => {
    const driver = await p.driver(undefined, 'JHB')
    const shipment = await p.given.shipment({
      status: 'at-destination-hub',
      account_id: accountId,
      cod_amount: 400_00,
    })
    await asking.send(driversApi.assign, {
      shipment_ids: [shipment.id],
      leg: 'delivery',
      username: driver.username,
      assign_anyway: true,
    })
    const [block] = (await driver.send(cashApi.reserveNumbers, {})).blocks
    const action = {
      shipment_id: shipment.id,
      scanned_references: shipment.parcels.map((parcel) => parcel.tracking_reference),
      occurred_at: new Date(),
    }
    const cash = { receipt_number: block?.first_number ?? 0, method: 'cash' as const, amount: 400_00 }
    for (const one of [
      { ...action, action_id: randomUUID(), type: 'load' as const, payload: {} },
      {
        ...action,
        action_id: randomUUID(),
        type: 'deliver' as const,
        payload: { name: 'Naledi Mokoena', photos: ['6f1d2a.jpg'], cash },
      },
    ])
      await driver.send(driversApi.actions, { actions: [one] })
    const { id } = await driver.send(cashApi.cashUp, {
      kind: 'driver',
      expected: 400_00,
      denominations: { 20000: 2 },
    })
    await approving.send(cashApi.decide, { id, is_confirmed: true })
  }
  await collect()
  return {
    ask: asked(cashApi.remit, { account_id: accountId, collected: 400_00, bank_reference: 'EFT 77' }),
    async effect() {
      const { remittances } = await asking.send(cashApi.remittances, { account_id: [accountId] })
      return remittances.map(({ paid }) => paid).join('+')
    },
    before: '',
    after: '40000',
    change: collect,
    reads: 'Pay out R 400.00 of collected money, less a fee of R 0.00. Bank reference: EFT 77',
  }
}

/** Pay of a driver, which waits only when the person who pays it also approved the statement. */
async function driverPay(): Promise<Waiting> {
  const driver = await p.driver(undefined, 'JHB')
  const name = `Plan ${randomUUID().slice(0, 8)}`
  const rules = { per_stop: 50_00, per_kg: 0, zones: [], bonus_from_stops: 0, bonus: 0 }
  await third.send(payApi.createPlan, { name, valid_from: '2020-01-01', rules })
  await third.send(identityApi.changeUser, {
    id: driver.user_id,
    driver: { pay_plan: name, pay_plan_from: '2020-01-01' },
  })
  const shipment = await p.given.shipment({ status: 'delivered' })
  const yesterday = new Date(Date.now() - day_ms)
  await p.inTransaction((ctx) =>
    sql`INSERT INTO tracking_event (provider_id, shipment_id, date, time_received, status, source)
      VALUES (${p.provider_id}, ${shipment.id}, ${yesterday}, ${yesterday}, 'delivered', ${driver.username})`.execute(
      ctx.db,
    ),
  )
  const day = dayOf(yesterday)
  await third.send(payApi.prepare, { from: day, to: day, username: driver.username })
  const statementOf = async () => {
    const [found] = (await third.send(payApi.statements, { username: driver.username })).pay_statements
    if (!found) throw new Error('There is no statement.')
    return found
  }
  const { id, version } = await statementOf()
  const ready = await asking.send(payApi.approve, { id, version })
  return {
    ask: asked(payApi.pay, { id, version: ready.version, payment_reference: 'EFT 12' }),
    effect: async () => (await statementOf()).state,
    before: 'approved',
    after: 'paid',
    change: () => third.send(payApi.pay, { id, version: ready.version, payment_reference: 'EFT 13' }),
    reads: `Pay ${ready.display_id} of ${ready.driver_name}: R 50.00. Payment reference: EFT 12`,
  }
}

async function bankDetails(): Promise<Waiting> {
  const key = 'invoice_bank_account_number'
  const stored = async () => {
    const { settings } = await asking.send(settingsApi.list, { setting: key })
    return settings.find((one) => one.key === key)
  }
  const save = (value: string) => byOthers(settingsApi.save, { settings: [{ key, value }] })
  await save('62000000001')
  const basedOn = (await stored())?.time_modified.toISOString() ?? null
  return {
    ask: asked(settingsApi.save, { settings: [{ key, value: '62000000002', based_on: basedOn }] }),
    effect: async () => (await stored())?.value ?? '',
    before: '"62000000001"',
    after: '"62000000002"',
    change: () => save('62000000003'),
    reads: 'Change settings. Account number on invoices: 62000000002',
  }
}

const listed = async (): Promise<Approval[]> => (await approving.send(controlsApi.approvals, {})).approvals
const decide = (id: number, decision: 'approve' | 'reject', by = approving) =>
  by.send(controlsApi.decide, { id, decision, ...(decision === 'reject' ? { reason: 'No proof' } : {}) })

/** Asks for a call, checks that it waits and moved nothing, and returns its request. */
async function held({ ask, effect, before, reads }: Waiting, key?: string): Promise<Approval> {
  expect(await errorOf(ask(key))).toMatchObject({ status: 202 })
  const [request] = await listed()
  if (!request) throw new Error('Nothing waits for approval.')
  expect(request).toMatchObject({ state: 'pending', requested_by: asking.username, description: reads })
  expect(await effect()).toBe(before)
  return request
}

describe.each<[string, () => Promise<Waiting>]>([
  ['a credit note', creditNote],
  ['a write-off', writeOff],
  ['a refund by bank', refundByBank],
  ['a refund by a gateway', refundByGateway],
  ['payment of a claim', claimPayment],
  ['a payout of collected money', payout],
  ['pay of a driver', driverPay],
  ['a change of bank details', bankDetails],
])('%s', (_name, given) => {
  it('is made once when two people approve it at the same time, and a repeat of it or of its approval moves nothing', async () => {
    const waiting = await given()
    const key = randomUUID()
    const { id, number } = await held(waiting, key)
    const total = (await listed()).length
    const first = await errorOf(waiting.ask(key))
    expect(first).toMatchObject({ status: 202, message: expect.stringContaining(number) as string })
    const answers = await Promise.all([approving, third].map((by) => errorOf(decide(id, 'approve', by))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await waiting.effect()).toBe(waiting.after)
    expect((await errorOf(decide(id, 'approve', third))).message).toBe('This was applied already.')
    expect(await errorOf(waiting.ask(key))).toEqual(first)
    expect(await waiting.effect()).toBe(waiting.after)
    expect(await listed()).toHaveLength(total)
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('is refused with the reason and waits on when what it is about has changed, and is then rejected', async () => {
    const waiting = await given()
    const { id } = await held(waiting)
    await waiting.change()
    const changed = await waiting.effect()
    const { status, message } = await errorOf(decide(id, 'approve'))
    expect([400, 409]).toContain(status)
    expect((await listed()).find((one) => one.id === id)).toMatchObject({
      state: 'pending',
      problem: message,
    })
    expect(await waiting.effect()).toBe(changed)
    expect((await decide(id, 'reject')).state).toBe('rejected')
    expect((await errorOf(decide(id, 'approve'))).message).toBe('This was rejected already.')
    expect(await waiting.effect()).toBe(changed)
    const { messages } = await asking.send(inboxApi.messages, {})
    expect(messages[0]?.subject).toBe(`AP-${id} was rejected`)
  })

  it('is not made after it expired', async () => {
    const waiting = await given()
    const { id } = await held(waiting)
    p.runtime.setNow(new Date(Date.now() + approval_life_ms + 60_000))
    expect((await errorOf(decide(id, 'approve'))).message).toBe('This was expired already.')
    p.runtime.setNow(null)
    expect(await waiting.effect()).toBe(waiting.before)
    await asking.send(controlsApi.withdraw, { id })
  })
})
