import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { deliveriesApi } from '@waybill/domain/billing/deliveries'
import { monthEndApi, type MonthEndSummary } from '@waybill/domain/billing/month-end'
import { claimsApi } from '@waybill/domain/claims/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { afterEach, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../dev/test-kit/database/invariants.ts'
import { caughtMail } from '../../../dev/test-kit/fakes/caught-messages.ts'
import { jobOf } from '../../../dev/test-kit/job.ts'
import { errorOf, newProvider, type Caller } from '../../../dev/test-kit/provider.ts'
import { testRuntime } from '../../../dev/test-kit/runtime.ts'
import type { ExternalContext } from '../../kit/handler.ts'
import { runMonthEnd } from './run-month-end.ts'

const mail = caughtMail()
afterEach(async () => (await testRuntime()).setNow(null))

const sast = (text: string) => new Date(`${text.replace(' ', 'T')}:00+02:00`)
const period = { period_end: '2027-01-31' }

async function company(settings: object = {}) {
  const p = await newProvider({
    invoice_trigger_shipment_status: 'delivered',
    invoice_minimum_amount: 10,
    ...settings,
  })
  mail.take(p)
  p.runtime.setNow(sast('2027-01-20 10:00'))
  return { p, staff: await p.staff() }
}

async function debit(staff: Caller, accountId: number, amount: number): Promise<void> {
  await staff.send(billingApi.post, {
    account_id: accountId,
    type: 'admin-debit',
    amount,
    description: 'Storage',
  })
}

/** A company in February whose January has something of every kind. */
async function companyWithJanuary(settings: object = {}) {
  const { p, staff } = await company(settings)
  const [first, second, small] = [await p.given.account(), await p.given.account(), await p.given.account()]
  const delivered = await p.given.shipment({ account_id: first.id, status: 'delivered' })
  const collected = await p.given.shipment({ account_id: first.id, status: 'collected' })
  await debit(staff, first.id, 5000)
  await debit(staff, second.id, 7000)
  await debit(staff, small.id, 900)
  await p.settle()
  p.runtime.setNow(sast('2027-02-03 10:00'))
  await debit(staff, second.id, 3000)
  return { p, staff, first, second, small, delivered, collected }
}

const invoicesOf = async (staff: Caller) =>
  (await staff.send(billingApi.invoices, { order_by: 'invoice_number', order: 'ASC' })).invoices
const excluded = ({ excluded: reasons }: MonthEndSummary) =>
  Object.fromEntries(reasons.map(({ reason, charges }) => [reason, charges]))

/** A context whose process is killed at the end of its nth transaction, before the commit or after it. */
function mortal(
  ctx: ExternalContext,
  lives: number,
  when: 'before commit' | 'after commit',
): ExternalContext {
  let count = 0
  return {
    ...ctx,
    inTransaction: async (fn) => {
      count += 1
      const isLast = count >= lives
      const result = await ctx.inTransaction(async (inner) => {
        const made = await fn(inner)
        if (isLast && when === 'before commit') throw new Error('killed')
        return made
      })
      if (isLast) throw new Error('killed')
      return result
    },
  }
}

describe('month-end', () => {
  it('[BILL-015] previews what will be invoiced, and what not with the reason, and the run issues exactly that', async () => {
    const { p, staff } = await companyWithJanuary()
    const preview = await staff.send(monthEndApi.summary, period)
    expect(preview.to_issue).toEqual({ accounts: 2, invoices: 2, charges: 3, amount: 11138 + 5000 + 7000 })
    expect(excluded(preview)).toEqual({ 'trigger-not-reached': 1, 'below-minimum': 1 })
    const { accounts } = await staff.send(monthEndApi.accounts, period)
    expect(accounts.map(({ amount }) => amount)).toEqual([16138, 7000])
    const { invoices, amount } = preview.to_issue
    await staff.send(monthEndApi.run, {
      ...period,
      action: 'issue',
      expected_invoices: invoices,
      expected_amount: amount,
    })
    await p.settle()
    const issued = await invoicesOf(staff)
    expect(issued.map((one) => one.total)).toEqual(expect.arrayContaining(accounts.map((one) => one.amount)))
    expect(issued.map((one) => [one.invoice_number, one.invoice_date])).toEqual([
      [1, sast('2027-01-31 00:00')],
      [2, sast('2027-01-31 00:00')],
    ])
    const after = await staff.send(monthEndApi.summary, period)
    expect(after.to_issue.invoices).toBe(0)
    expect(excluded(after)).toEqual({
      'already-invoiced': 3,
      'trigger-not-reached': 1,
      'below-minimum': 1,
    })
    expect(after.issued).toEqual({ invoices: 2, amount })
    expect(after.runs).toMatchObject([{ action: 'issue', state: 'done', made: 2, amount, failures: [] }])
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('recognises with the month-end trigger exactly what the preview counts', async () => {
    const { p, staff } = await companyWithJanuary({
      invoice_trigger_shipment_status_for_month_end: 'collected',
    })
    const { to_issue } = await staff.send(monthEndApi.summary, period)
    expect(to_issue.charges).toBe(4)
    await staff.send(monthEndApi.run, { ...period, action: 'issue' })
    await p.settle()
    const issued = await invoicesOf(staff)
    expect(issued.reduce((sum, { total }) => sum + total, 0)).toBe(to_issue.amount)
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('lists the excluded charges by reason, with their account and shipment', async () => {
    const { staff, collected, small } = await companyWithJanuary()
    const listed = async (reason: 'trigger-not-reached' | 'below-minimum') =>
      (await staff.send(monthEndApi.charges, { ...period, reason: [reason] })).charges
    expect(await listed('trigger-not-reached')).toMatchObject([
      { shipment_id: collected.id, amount: 11138, reason: 'trigger-not-reached' },
    ])
    expect(await listed('below-minimum')).toMatchObject([{ account_id: small.id, amount: 900 }])
  })

  it('holds charges with an open claim when the setting is on', async () => {
    const { p, staff, delivered } = await companyWithJanuary({ hold_charges_under_claim: true })
    await staff.send(claimsApi.lodge, {
      shipment_id: delivered.id,
      kind: 'damaged',
      claimed_amount: 5000,
      description: 'Broken',
      item_value: 50000,
      contact_email: 'naledi@example.com',
    } as never)
    const { to_issue, ...rest } = await staff.send(monthEndApi.summary, period)
    expect(to_issue.charges).toBe(2)
    expect(excluded({ to_issue, ...rest })).toMatchObject({ 'on-hold-by-claim': 1 })
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('a dry run returns the figures of the run and starts nothing', async () => {
    const { p, staff } = await companyWithJanuary()
    const dry = await staff.send(monthEndApi.run, { ...period, action: 'issue', dry_run: true })
    expect(dry).toEqual({ invoices: 2, amount: 23138, run: null })
    await p.settle()
    expect(await invoicesOf(staff)).toEqual([])
  })

  it('started twice is one run', async () => {
    const { p, staff } = await companyWithJanuary()
    const start = () => staff.send(monthEndApi.run, { ...period, action: 'issue' })
    const answers = await Promise.all([start(), start()])
    expect(new Set(answers.map(({ run }) => run?.id)).size).toBe(1)
    await p.settle()
    expect((await invoicesOf(staff)).map((one) => one.invoice_number)).toEqual([1, 2])
  })

  it('rejects a start when the figures differ from those on the screen', async () => {
    const { staff } = await companyWithJanuary()
    expect(
      await errorOf(staff.send(monthEndApi.run, { ...period, action: 'issue', expected_invoices: 3 })),
    ).toMatchObject({ message: expect.stringContaining('now it is 2 invoices') as string })
  })

  it.each(['before commit', 'after commit'] as const)(
    'continues after it was killed at the end of each of its transactions, %s',
    async (when) => {
      const { p, staff } = await companyWithJanuary()
      const { run } = await staff.send(monthEndApi.run, { ...period, action: 'issue' })
      const job = await jobOf(p)
      for (const lives of [1, 2, 3, 4])
        await runMonthEnd(mortal(job, lives, when), { run_id: run?.id ?? 0 }).catch(() => undefined)
      await runMonthEnd(job, { run_id: run?.id ?? 0 })
      await p.settle()
      const issued = await invoicesOf(staff)
      expect(issued.map((one) => [one.invoice_number, one.total])).toEqual([
        [1, 16138],
        [2, 7000],
      ])
      const { runs } = await staff.send(monthEndApi.summary, period)
      expect(runs).toMatchObject([{ state: 'done', made: 2, failures: [] }])
      expect(await p.inTransaction(brokenInvariants)).toEqual({})
    },
  )

  it('e-mails each invoice once, and does not count an account without address as sent', async () => {
    const { p, staff, first } = await companyWithJanuary()
    const email = `books-${p.provider_id}@karoo.example`
    await staff.send(accountsApi.change, { id: first.id, billing_contact: { name: 'Books', email } } as never)
    await staff.send(monthEndApi.run, { ...period, action: 'issue' })
    await p.settle()
    const { to_send } = await staff.send(monthEndApi.summary, period)
    expect(to_send).toEqual({ invoices: 1, accounts_without_address: 1 })
    for (let time = 0; time < 2; time += 1) {
      await staff.send(monthEndApi.run, { ...period, action: 'send' })
      await p.settle()
    }
    expect(mail.messages().filter(({ to }) => to.includes(email))).toHaveLength(1)
    const after = await staff.send(monthEndApi.summary, period)
    expect([after.to_send, after.emails]).toEqual([
      { invoices: 0, accounts_without_address: 1 },
      { queued: 0, sent: 1, failed: 0 },
    ])
    expect((await staff.send(deliveriesApi.list, { state: ['sent'] })).count).toBe(1)
  })

  it('is closed to customers, and to staff without the permission to run invoicing', async () => {
    const { p, staff, first } = await companyWithJanuary()
    const owner = await p.owner(first.id)
    expect(await errorOf(owner.send(monthEndApi.summary, period))).toMatchObject({ status: 403 })
    const clerk = await p.user(role_ids.account_user_no_billing, { account_id: first.id })
    expect(await errorOf(clerk.send(monthEndApi.run, { action: 'issue' }))).toMatchObject({ status: 403 })
    expect(await errorOf(staff.send(monthEndApi.summary, { period_end: '2027-02-04' }))).toMatchObject({
      status: 400,
    })
  })
})
