import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jobOf } from '../../../dev/test-kit/job.ts'
import {
  booking,
  newProvider,
  errorOf,
  type Caller,
  type TestProvider,
} from '../../../dev/test-kit/provider.ts'
import { reviewHolds } from './review-hold.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

let p: TestProvider
let staff: Caller
beforeEach(async () => {
  p = await newProvider({ auto_hold_enabled: true })
  staff = await p.staff()
})
afterEach(() => p.runtime.setNow(null))

const read = async (id: number) => {
  const [account] = (await staff.send(accountsApi.list, { id: [id] })).accounts
  return {
    is_on_hold: account?.is_on_hold,
    reason: account?.hold_reason,
    temp: account?.temp_disable_auto_hold,
  }
}
const held = (reason: string) => ({ is_on_hold: true, reason, temp: false })
const free = { is_on_hold: false, reason: undefined, temp: false }
const change = (id: number, more: object) => staff.send(accountsApi.change, { id, ...more })
const post = (accountId: number, type: 'payment' | 'admin-debit', amount: number) =>
  staff.send(billingApi.post, { account_id: accountId, type, amount, description: 'Test' })
const later = (days: number) => p.runtime.setNow(new Date(Date.now() + days * day_ms))
const runReview = async () => reviewHolds(await jobOf(p))

/** Creates an account that owes R 200 on an invoice due in 30 days. */
async function owing(more: object = {}): Promise<number> {
  const { id } = await p.given.account({ payment_terms: 30, credit_limit: 1_000_000, ...more })
  await post(id, 'admin-debit', 20_000)
  await staff.send(billingApi.runInvoices, { account_id: id })
  return id
}

describe('automatic holds', () => {
  it('[ACC-007] holds an account when an invoice is more than 7 days overdue, and releases it on payment', async () => {
    const id = await owing()
    later(37)
    await runReview()
    expect(await read(id)).toEqual(free)
    later(39)
    await runReview()
    expect(await read(id)).toEqual(held('overdue'))
    const owner = await p.owner(id)
    const { account_id: _none, ...sent } = booking()
    expect((await errorOf(owner.send(shipmentsApi.create, sent))).message).toMatch(/^Your account is on hold/)
    await post(id, 'payment', 20_000)
    expect(await read(id)).toEqual(free)
    expect((await errorOf(owner.send(shipmentsApi.create, sent))).status).toBe(200)
  })

  it('[ACC-007] holds an account as soon as it exceeds its credit limit, and releases it when the limit is raised', async () => {
    const id = await owing({ credit_limit: 20_000 })
    expect(await read(id)).toEqual(free)
    await post(id, 'admin-debit', 100)
    expect(await read(id)).toEqual(held('over_limit'))
    await change(id, { credit_limit: 30_000 })
    expect(await read(id)).toEqual(free)
  })

  it('[ACC-007] holds an account when a re-rated shipment takes it over its credit limit', async () => {
    const { id } = await p.given.account({ credit_limit: 1_000_000 })
    const shipment = await p.given.shipment({ account_id: id })
    await change(id, { credit_limit: Math.round((shipment.rate ?? 0) * 1.1) })
    await p.settle()
    expect(await read(id)).toEqual(free)
    const [parcel] = shipment.parcels
    await staff.send(shipmentsApi.changeParcels, {
      id: shipment.id,
      parcels: [{ id: parcel?.id, submitted_weight_kg: 60 }],
    })
    await p.settle()
    expect(await read(id)).toEqual(held('over_limit'))
  })

  it.each([
    ['a prepaid account', { account_type: 'prepaid' }, {}],
    ['an account without automatic holds', {}, { disable_auto_hold: true }],
    ['an account whose arrears are not looked at', {}, { disable_account_in_arrears_checks: true }],
    ['an account released until the next payment', {}, { temp_disable_auto_hold: true }],
  ])('[ACC-007] does not hold %s', async (_, more, exemption) => {
    const { id } = await p.given.account({ credit_limit: 0, ...more } as never)
    if (Object.keys(exemption).length > 0) await change(id, exemption)
    await post(id, 'admin-debit', 100)
    await runReview()
    expect((await read(id)).is_on_hold).toBe(false)
  })

  it('[ACC-007] notifies the account and staff once', async () => {
    const { id } = await p.given.account({ credit_limit: 0 })
    const owner = await p.owner(id)
    await post(id, 'admin-debit', 100)
    await runReview()
    const messages = async (who: Caller) =>
      (await who.send(inboxApi.messages, {})).messages.filter(({ subject }) => /hold/i.test(subject)).length
    expect([await messages(owner), await messages(staff)]).toEqual([1, 1])
  })
})

describe('releasing holds', () => {
  it('[ACC-007] rejects a plain release while an invoice is overdue, and ends a temporary release with the next payment', async () => {
    const id = await owing()
    later(60)
    await runReview()
    expect(await read(id)).toEqual(held('overdue'))
    expect((await errorOf(change(id, { is_on_hold: false }))).message).toMatch(
      /^An invoice is overdue, so the account would be put on hold again\. Release it until the next payment/,
    )
    expect(await read(id)).toEqual(held('overdue'))
    await change(id, { temp_disable_auto_hold: true })
    await runReview()
    expect(await read(id)).toEqual({ ...free, temp: true })
    await post(id, 'payment', 5_000)
    expect(await read(id)).toEqual(held('overdue'))
    await post(id, 'payment', 15_000)
    expect(await read(id)).toEqual(free)
  })

  it('[ACC-007] requires a reason for a manual hold and keeps it through payments and reviews until a person releases it', async () => {
    const id = await owing()
    await expect(change(id, { is_on_hold: true })).rejects.toMatchObject({
      status: 400,
      message: 'Enter why the account is put on hold.',
    })
    expect(await change(id, { is_on_hold: true, hold_message: 'Cheque returned' })).toMatchObject({
      hold_message: 'Cheque returned',
    })
    expect(await read(id)).toEqual(held('manual'))
    await post(id, 'payment', 20_000)
    await runReview()
    expect(await read(id)).toEqual(held('manual'))
    await change(id, { is_on_hold: false })
    expect(await read(id)).toEqual(free)
  })

  it('[ACC-007] keeps an account that awaits approval on hold until a person releases it', async () => {
    const { id } = await p.given.account({ is_on_hold: true, hold_reason: 'awaiting_approval' })
    await post(id, 'payment', 100)
    await runReview()
    expect(await read(id)).toEqual(held('awaiting_approval'))
    await change(id, { is_on_hold: false })
    expect(await read(id)).toEqual(free)
  })
})
