import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { receivablesApi } from '@waybill/domain/billing/receivables-api'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { beforeAll, describe, expect, it } from 'vitest'
import { jobOf } from '../../../dev/test-kit/job.ts'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { accountSchedules } from '../../accounts/index.ts'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'

let p: TestProvider
let staff: Caller
/** 40 days after the invoices of the tests. */
const today = '2026-04-20'
beforeAll(async () => {
  p = await newProvider()
  staff = await p.staff()
})

/** Creates an account that owes an invoice with these payment terms in days. */
async function debtor(amount: number, terms = 0) {
  const account = await p.given.account({ invoice_allocation_method: 'manual', payment_terms: terms })
  await staff.send(billingApi.post, {
    account_id: account.id,
    type: 'admin-debit',
    amount,
    description: 'Storage',
  })
  await staff.send(billingApi.runInvoices, { account_id: account.id })
  return account
}

describe('list of debtors', () => {
  it('[BILL-008] ages open invoices as the statement does, and totals all accounts, not only the page', async () => {
    const [late, due] = [await debtor(10_000), await debtor(20_000, 30)]
    await p.given.account({})
    p.runtime.setNow(startOfDay(today))
    await staff.send(billingApi.post, {
      account_id: late.id,
      type: 'payment',
      amount: 4_000,
      description: 'EFT',
    })
    const { debtors, count, totals } = await staff.send(receivablesApi.debtors, { limit: 1 })
    expect([debtors.length, count]).toEqual([1, 2])
    expect(totals).toMatchObject({
      open: 30_000,
      overdue: 30_000,
      days_30: 20_000,
      days_60: 10_000,
      unallocated: 4_000,
    })
    const all = await staff.send(receivablesApi.debtors, { order_by: 'days_60', order: 'desc' })
    expect(all.debtors.map((one) => [one.account_id, one.last_payment])).toEqual([
      [late.id, 4_000],
      [due.id, null],
    ])
    const { ageing } = await staff.send(billingApi.ageing, { ids: [late.id, due.id] })
    for (const { account_id, ...ages } of ageing)
      expect(all.debtors.find((one) => one.account_id === account_id)).toMatchObject(ages)
    const found = await staff.send(receivablesApi.debtors, { search: late.account_code })
    expect([found.count, found.totals.open]).toEqual([1, 10_000])
    expect((await errorOf((await p.owner(late.id)).send(receivablesApi.debtors, {}))).status).toBe(403)
  })

  it('reminds the author of a note on the day to follow up, once', async () => {
    const { id } = await debtor(5_000)
    const note = { account_id: id, message: 'Promised to pay on Friday' }
    expect(
      (await errorOf(staff.send(accountsApi.addNote, { ...note, follow_up_day: '2020-01-01' }))).status,
    ).toBe(400)
    await staff.send(accountsApi.addNote, { ...note, follow_up_day: today })
    const listed = await staff.send(receivablesApi.debtors, { show: ['follow-up'] })
    expect(listed.debtors.map((one) => [one.account_id, one.last_note, one.follow_up_day])).toEqual([
      [id, note.message, today],
    ])
    const remind = accountSchedules.find(({ name }) => name === 'follow-ups')
    await remind?.run(await jobOf(p))
    await remind?.run(await jobOf(p))
    const { messages } = await staff.send(inboxApi.messages, {})
    expect(messages.filter(({ text }) => text.includes(note.message)).map(({ link }) => link)).toEqual([
      `/accounts/${id}`,
    ])
  })
})
