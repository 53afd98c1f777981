import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { deliveriesApi } from '@waybill/domain/billing/deliveries'
import { blockedListApi } from '@waybill/domain/blocked-list/api'
import { beforeEach, describe, expect, it } from 'vitest'
import { jobOf } from '../../../dev/test-kit/job.ts'
import { caughtMail } from '../../../dev/test-kit/fakes/caught-messages.ts'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { mailPort } from '../../kit/mail/index.ts'
import { mailDocument } from '../../notifications/index.ts'

const mail = caughtMail()
let p: TestProvider
let staff: Caller
let address: string
beforeEach(async () => {
  p = await newProvider({ provider_title: 'Fynbos Couriers', invoice_company_vat_no: '4123456789' })
  mail.take(p)
  staff = await p.staff()
  address = `books-${p.provider_id}@karoo.example`
})

async function invoicedAccount(email = address): Promise<{ account_id: number; invoice_id: number }> {
  const { id } = await p.given.account()
  if (email) await staff.send(accountsApi.change, { id, billing_contact: { name: 'Books', email } } as never)
  await staff.send(billingApi.post, {
    account_id: id,
    type: 'admin-debit',
    amount: 11500,
    description: 'Storage',
  })
  const { invoices } = await staff.send(billingApi.runInvoices, { account_id: id })
  return { account_id: id, invoice_id: invoices[0]?.id ?? 0 }
}

const send = (ids: number[], more: object = {}) =>
  staff.send(deliveriesApi.send, { kind: 'invoice', ids, ...more } as never)
const deliveries = async (invoiceId: number) =>
  (await staff.send(deliveriesApi.list, { invoice_id: invoiceId })).deliveries
const mails = () =>
  mail.messages().filter((one) => one.to.some((to) => to.endsWith(`-${p.provider_id}@karoo.example`)))

describe('documents by mail', () => {
  it('[BILL-008] e-mails an invoice as PDF with its lines as CSV to the billing contact', async () => {
    const { invoice_id } = await invoicedAccount()
    expect(await send([invoice_id])).toEqual({ queued: 1, sent_before: 0, no_address: [] })
    await p.settle()
    const [sent] = mails()
    expect(sent?.subject).toBe('Invoice INV000001 from Fynbos Couriers')
    expect(sent?.attachments.map(({ filename }) => filename)).toEqual(['INV000001.pdf', 'INV000001.csv'])
    expect(sent?.attachments[0]?.content.subarray(0, 5).toString()).toBe('%PDF-')
    expect(sent?.attachments[1]?.content.toString()).toContain('Storage')
    expect(await deliveries(invoice_id)).toMatchObject([
      { kind: 'invoice', document: 'INV000001', recipient: address, state: 'sent', attempts: 1, error: '' },
    ])
  })

  it('attaches UBL for an account that asked for it, with the totals of the invoice', async () => {
    const { account_id, invoice_id } = await invoicedAccount()
    await staff.send(deliveriesApi.savePreference, { account_id, attach_ubl: true })
    await send([invoice_id])
    await p.settle()
    const xml = mails()[0]?.attachments.find(({ filename }) => filename === 'INV000001.xml')
    expect(xml?.content.toString()).toContain(
      '<cbc:PayableAmount currencyID="ZAR">115.00</cbc:PayableAmount>',
    )
    expect(xml?.content.toString()).toContain('<cbc:TaxAmount currencyID="ZAR">15.00</cbc:TaxAmount>')
  })

  it('sends to every address of the invoice list, each once, however often it is requested', async () => {
    const { account_id, invoice_id } = await invoicedAccount()
    const [first, second] = [`a-${p.provider_id}@karoo.example`, `b-${p.provider_id}@karoo.example`]
    await staff.send(deliveriesApi.savePreference, { account_id, invoice_emails: `${first}, ${second}` })
    await Promise.all([send([invoice_id]), send([invoice_id])])
    await p.settle()
    await send([invoice_id])
    await p.settle()
    expect(
      mails()
        .map(({ to }) => to[0])
        .sort(),
    ).toEqual([first, second])
  })

  it('lists an account without address and queues nothing for it', async () => {
    const { account_id, invoice_id } = await invoicedAccount('')
    const answer = await send([invoice_id])
    expect(answer).toMatchObject({ queued: 0, sent_before: 0, no_address: [{ account_id }] })
    expect(await deliveries(invoice_id)).toEqual([])
  })

  it('sends a sent invoice again only on request', async () => {
    const { invoice_id } = await invoicedAccount()
    await send([invoice_id])
    await p.settle()
    expect(await send([invoice_id])).toMatchObject({ queued: 0, sent_before: 1 })
    expect(await send([invoice_id], { again: true })).toMatchObject({ queued: 1, sent_before: 0 })
    await p.settle()
    expect(mails()).toHaveLength(2)
  })

  it('shows a failure with its reason, and keeps the message id when it is sent again', async () => {
    const { invoice_id } = await invoicedAccount()
    const ids: string[] = []
    let isBroken = true
    p.runtime.runtime.adapters.set(mailPort.name, {
      send: (message: { headers?: Record<string, string> }) => {
        ids.push(message.headers?.['Message-ID'] ?? '')
        return isBroken
          ? Promise.reject(new Error('mailbox is full'))
          : Promise.resolve({ message_id: 'one' })
      },
    })
    await send([invoice_id])
    const [queued] = await deliveries(invoice_id)
    const job = await jobOf(p)
    await expect(mailDocument(job, { delivery_id: queued?.id ?? 0 })).rejects.toThrow('mailbox is full')
    expect(await deliveries(invoice_id)).toMatchObject([{ state: 'failed', error: 'mailbox is full' }])
    isBroken = false
    await send([invoice_id], { again: true })
    await p.settle()
    expect(await deliveries(invoice_id)).toMatchObject([{ state: 'sent', error: '' }])
    expect(new Set(ids).size).toBe(1)
  })

  it('shows an address on the blocked list as a failure, and does not try it again and again', async () => {
    const { invoice_id } = await invoicedAccount()
    await staff.send(blockedListApi.block, {
      type: 'email-address',
      value: address,
      reason: 'Bounces',
    } as never)
    await send([invoice_id])
    await p.settle()
    expect(await deliveries(invoice_id)).toMatchObject([
      { state: 'failed', attempts: 1, error: 'The address is on the blocked list.' },
    ])
    await send([invoice_id], { again: true })
    await p.settle()
    expect(await deliveries(invoice_id)).toMatchObject([{ state: 'failed', attempts: 2 }])
    expect(mails()).toEqual([])
  })

  it('stores that a mail was sent whose result a killed process did not store', async () => {
    const { invoice_id } = await invoicedAccount()
    await send([invoice_id])
    await p.settle()
    const [sent] = await deliveries(invoice_id)
    const id = sent?.id ?? 0
    const job = await jobOf(p)
    await job.inTransaction((tx) =>
      tx.db.updateTable('document_delivery').set({ state: 'queued' }).where('id', '=', id).execute(),
    )
    await mailDocument(job, { delivery_id: id })
    expect(await deliveries(invoice_id)).toMatchObject([{ state: 'sent', error: '' }])
    expect(mails()).toHaveLength(1)
  })

  it('e-mails a statement once for the same days', async () => {
    const { account_id } = await invoicedAccount()
    const days = { kind: 'statement', ids: [account_id], start_date: '2026-03-01', end_date: '2026-03-31' }
    await staff.send(deliveriesApi.send, days as never)
    await staff.send(deliveriesApi.send, days as never)
    await p.settle()
    expect(mails().map(({ subject }) => subject)).toMatchObject([
      expect.stringContaining('Statement of account') as string,
    ])
  })

  it('rejects a list with something that is no e-mail address, naming it', async () => {
    const { account_id } = await invoicedAccount()
    expect(
      await errorOf(staff.send(deliveriesApi.savePreference, { account_id, invoice_emails: 'books@' })),
    ).toMatchObject({ status: 400, message: 'books@ is not an email address. Separate several with commas.' })
  })

  it('shows a customer where the documents of their own account go, without naming it', async () => {
    const { account_id } = await invoicedAccount()
    const owner = await p.owner(account_id)
    expect(await owner.send(deliveriesApi.preference, {})).toMatchObject({
      account_id,
      invoice_recipients: [address],
    })
    expect((await errorOf(staff.send(deliveriesApi.preference, {}))).status).toBe(400)
  })
})
