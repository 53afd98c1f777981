import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { creditControlApi } from '@waybill/domain/billing/credit-control'
import { deliveriesApi } from '@waybill/domain/billing/deliveries'
import { afterEach, describe, expect, it } from 'vitest'
import { caughtMail } from '../../../dev/test-kit/fakes/caught-messages.ts'
import { jobOf } from '../../../dev/test-kit/job.ts'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { testRuntime } from '../../../dev/test-kit/runtime.ts'
import { sendStatements } from '../deliveries/send-statements.ts'
import { sendHoldWarnings, sendReminders } from './send-reminders.ts'

const mail = caughtMail()
afterEach(async () => (await testRuntime()).setNow(null))

const sast = (text: string) => new Date(`${text.replace(' ', 'T')}:00+02:00`)

/** An account with an invoice of R 500.00 that was due on 10 January 2027. */
async function overdueAccount(settings: object = {}) {
  const p = await newProvider({ reminders_enabled: true, ...settings })
  mail.take(p)
  p.runtime.setNow(sast('2027-01-05 10:00'))
  const staff = await p.staff()
  const { id } = await p.given.account({ account_type: 'postpaid', credit_limit: 1_000_000 })
  const email = `books-${p.provider_id}@karoo.example`
  await staff.send(accountsApi.change, {
    id,
    payment_terms: 5,
    billing_contact: { name: 'Books', email },
  } as never)
  await staff.send(billingApi.post, {
    account_id: id,
    type: 'admin-debit',
    amount: 50_000,
    description: 'Storage',
  })
  await staff.send(billingApi.runInvoices, { account_id: id })
  const subjects = () =>
    mail
      .messages()
      .filter(({ to }) => to.includes(email))
      .map(({ subject }) => subject)
      .reverse()
  const remindAt = async (moment: string) => {
    p.runtime.setNow(sast(moment))
    await sendReminders(await jobOf(p))
    await p.settle()
  }
  return { p, staff, account_id: id, subjects, remindAt }
}

const pay = (staff: Caller, accountId: number, amount: number) =>
  staff.send(billingApi.post, { account_id: accountId, type: 'payment', amount, description: 'EFT' })

const promise = (staff: Caller, accountId: number) =>
  staff.send(creditControlApi.addPromise, {
    account_id: accountId,
    amount: 50_000,
    promised_date: '2027-01-20',
    promised_by: 'Anika Botha',
  })

describe('reminder ladder', () => {
  it('sends each step once, with the amount, and nothing once the invoice is paid', async () => {
    const { staff, account_id, subjects, remindAt } = await overdueAccount()
    await remindAt('2027-01-12 09:00')
    expect(subjects()).toEqual([])
    for (const moment of ['2027-01-13 09:00', '2027-01-13 10:00', '2027-01-14 09:00']) await remindAt(moment)
    expect(subjects()).toEqual([expect.stringContaining('Payment reminder') as string])
    expect(mail.messages()[0]?.text).toContain('R 500.00')
    await remindAt('2027-01-20 09:00')
    expect(subjects()).toHaveLength(2)
    await pay(staff, account_id, 50_000)
    await remindAt('2027-02-15 09:00')
    expect(subjects()).toHaveLength(2)
  })

  it('sends none before the morning, and none to an account that has them switched off', async () => {
    const { staff, account_id, subjects, remindAt } = await overdueAccount()
    await remindAt('2027-01-14 06:00')
    await staff.send(deliveriesApi.savePreference, { account_id, send_reminders: false })
    await remindAt('2027-01-14 09:00')
    expect(subjects()).toEqual([])
  })

  it('waits while a promise to pay is running, and continues when it is broken', async () => {
    const { staff, account_id, subjects, remindAt } = await overdueAccount()
    await promise(staff, account_id)
    await remindAt('2027-01-15 09:00')
    expect(subjects()).toEqual([])
    await remindAt('2027-01-21 09:00')
    expect(subjects()).toHaveLength(1)
    const { promises } = await staff.send(creditControlApi.promises, { account_id })
    expect(promises).toMatchObject([{ state: 'broken', paid: 0 }])
  })
})

describe('promises to pay', () => {
  it('are kept by payments, and one runs at a time', async () => {
    const { p, staff, account_id } = await overdueAccount()
    await promise(staff, account_id)
    expect(await errorOf(promise(staff, account_id))).toMatchObject({
      message: expect.stringContaining('Withdraw it first') as string,
    })
    p.runtime.setNow(sast('2027-01-08 10:00'))
    await pay(staff, account_id, 30_000)
    const stateNow = async () =>
      (await staff.send(creditControlApi.promises, { account_id })).promises.map(({ state, paid }) => [
        state,
        paid,
      ])
    expect(await stateNow()).toEqual([['running', 30_000]])
    await pay(staff, account_id, 20_000)
    expect(await stateNow()).toEqual([['kept', 50_000]])
  })
})

describe('warnings before an automatic hold', () => {
  it('are sent once before the hold and once on the last day', async () => {
    const { p, subjects } = await overdueAccount({ reminders_enabled: false })
    for (const day of ['13', '14', '15', '16', '17', '17']) {
      p.runtime.setNow(sast(`2027-01-${day} 09:00`))
      await sendHoldWarnings(await jobOf(p))
      await p.settle()
    }
    expect(subjects()).toHaveLength(2)
    expect(subjects()[0]).toContain('will go on hold')
  })
})

describe('statements of the month', () => {
  const runAt = async (p: TestProvider, moment: string) => {
    p.runtime.setNow(sast(moment))
    await sendStatements(await jobOf(p))
    await p.settle()
  }

  it('are e-mailed once, on the day of the setting or up to two days later', async () => {
    const { p, subjects } = await overdueAccount({ statement_day: 2 })
    await runAt(p, '2027-02-01 09:00')
    expect(subjects()).toEqual([])
    await runAt(p, '2027-02-03 09:00')
    await runAt(p, '2027-02-04 09:00')
    expect(subjects()).toEqual([expect.stringContaining('Statement of account') as string])
  })
})
