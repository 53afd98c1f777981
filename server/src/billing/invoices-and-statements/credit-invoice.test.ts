import { billingApi } from '@waybill/domain/billing/api'
import { receivablesApi } from '@waybill/domain/billing/receivables-api'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../dev/test-kit/database/invariants.ts'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'

let p: TestProvider
let staff: Caller
beforeAll(async () => {
  p = await newProvider({ invoice_company_vat_no: '4123456789' })
  staff = await p.staff()
})

/** Creates an account with manual allocation and an invoice with lines of R 115 and R 230. */
async function invoiced() {
  const { id } = await p.given.account({ invoice_allocation_method: 'manual' })
  for (const amount of [11_500, 23_000])
    await staff.send(billingApi.post, {
      account_id: id,
      type: 'admin-debit',
      amount,
      description: `Storage of ${amount}`,
    })
  const { invoices } = await staff.send(billingApi.runInvoices, { account_id: id })
  return { id, invoice_id: invoices[0]?.id ?? 0, name: invoices[0]?.doc_display_id ?? '' }
}
const invoiceOf = async (invoiceId: number) => {
  const { invoices } = await staff.send(billingApi.invoices, { id: invoiceId })
  return invoices[0]
}
const sound = async () => expect(await p.inTransaction((ctx) => brokenInvariants(ctx))).toEqual({})

describe('credit notes by hand', () => {
  it('[BILL-008] credits an amount with its share of VAT, and the rest with the rest of the VAT', async () => {
    const { invoice_id } = await invoiced()
    const first = await staff.send(receivablesApi.credit, {
      invoice_id,
      uncredited: 34_500,
      amount: 10_001,
      reason: 'Late delivery',
    })
    expect([first.total, first.vat, first.allocated, first.reason]).toEqual([
      10_001,
      1_304,
      10_001,
      'Late delivery',
    ])
    const rest = await staff.send(receivablesApi.credit, {
      invoice_id,
      uncredited: 24_499,
      is_void: true,
      reason: 'All of it',
    })
    expect([rest.total, first.vat + rest.vat]).toEqual([24_499, 4_500])
    expect(await invoiceOf(invoice_id)).toMatchObject({ balance_due: 0, credit_note_total: 34_500 })
    expect(
      await errorOf(
        staff.send(receivablesApi.credit, { invoice_id, uncredited: 0, amount: 1, reason: 'More' }),
      ),
    ).toMatchObject({ status: 400, message: 'Only R 0.00 of this invoice can still be credited.' })
    await sound()
  })

  it('[BILL-008] credits a line once, also when two clerks choose it, and needs a reason', async () => {
    const { invoice_id } = await invoiced()
    const { lines, uncredited } = await staff.send(receivablesApi.creditable, { invoice_id })
    expect(lines.map(({ amount }) => amount)).toEqual([11_500, 23_000])
    const ask = {
      invoice_id,
      uncredited,
      transaction_ids: [lines[0]?.transaction_id ?? 0],
      reason: 'Not stored',
    }
    const unreasoned = { ...ask, uncredited: 345, reason: ' ' }
    expect((await staff.http('POST', '/billing/credit-notes', unreasoned)).status).toBe(400)
    const outcomes = await Promise.all(
      [staff, await p.staff(), await p.staff()].map((clerk) =>
        errorOf(clerk.send(receivablesApi.credit, ask)),
      ),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const left = await staff.send(receivablesApi.creditable, { invoice_id })
    expect([left.uncredited, left.lines.length, left.may_invoice_again]).toEqual([23_000, 1, true])
    await sound()
  })

  it('makes free credit of what a paid invoice does not need', async () => {
    const { id, invoice_id } = await invoiced()
    const payment = await staff.send(billingApi.post, {
      account_id: id,
      type: 'payment',
      amount: 34_500,
      description: 'EFT',
    })
    await staff.send(receivablesApi.allocate, {
      account_id: id,
      allocations: [{ transaction_id: payment.id, invoice_id, amount: 34_500, rest: 34_500, open: 34_500 }],
    })
    const note = await staff.send(receivablesApi.credit, {
      invoice_id,
      uncredited: 34_500,
      amount: 5_000,
      reason: 'Damage',
    })
    expect([note.allocated, note.balance, note.status]).toEqual([0, 5_000, 'open'])
    await sound()
  })

  it('voids an invoice and puts its charges on the next one, with the same amounts and VAT', async () => {
    const { id, invoice_id, name } = await invoiced()
    const before = await invoiceOf(invoice_id)
    const note = await staff.send(receivablesApi.credit, {
      invoice_id,
      uncredited: 34_500,
      is_void: true,
      invoice_again: true,
      reason: 'Wrong company',
    })
    expect([note.total, note.vat]).toEqual([34_500, before?.vat])
    expect((await invoiceOf(invoice_id))?.status).toBe('paid')
    const { invoices } = await staff.send(billingApi.runInvoices, { account_id: id })
    expect(invoices.map(({ total, vat, doc_display_id }) => [total, vat, doc_display_id === name])).toEqual([
      [34_500, before?.vat, false],
    ])
    await sound()
  })

  it('invoices charges of a shipment again, and its cancellation finds the new charge', async () => {
    const { id } = await p.given.account({ invoice_allocation_method: 'manual' })
    const shipment = await p.given.shipment({ account_id: id, status: 'collected' })
    const [invoice] = (await staff.send(billingApi.runInvoices, { account_id: id })).invoices
    if (!invoice) throw new Error('Nothing was invoiced.')
    await staff.send(receivablesApi.credit, {
      invoice_id: invoice.id,
      uncredited: invoice.total,
      is_void: true,
      invoice_again: true,
      reason: 'Wrong order number',
    })
    const again = (await staff.send(billingApi.runInvoices, { account_id: id })).invoices[0]
    expect(again?.total).toBe(invoice.total)
    const { invoice_items } = await staff
      .send(billingApi.invoiceItems, { invoice_id: again?.id ?? 0 })
      .then((answer) => ('invoice_items' in answer ? answer : { invoice_items: [] }))
    expect(invoice_items.map((line) => line.shipment_id)).toEqual([shipment.id])
    await sound()
  })

  it('invoices a debit again that reversed a credit, and the debit is credited, not reversed', async () => {
    const { id } = await p.given.account({ invoice_allocation_method: 'manual' })
    const credit = await staff.send(billingApi.post, {
      account_id: id,
      type: 'admin-credit',
      amount: 4_600,
      description: 'Damaged box',
    })
    await staff.send(billingApi.post, {
      account_id: id,
      type: 'admin-debit',
      amount: 4_600,
      description: 'Not damaged',
      reverses_id: credit.id,
    })
    const [invoice] = (await staff.send(billingApi.runInvoices, { account_id: id })).invoices
    if (!invoice) throw new Error('Nothing was invoiced.')
    const asked = { invoice_id: invoice.id, is_void: true, invoice_again: true, reason: 'Wrong address' }
    const note = await staff.send(receivablesApi.credit, { ...asked, uncredited: 4_600 })
    expect([note.total, note.vat]).toEqual([4_600, 600])
    const [again] = (await staff.send(billingApi.runInvoices, { account_id: id })).invoices
    expect([again?.total, again?.vat]).toEqual([4_600, 600])
    const { lines } = await staff.send(receivablesApi.creditable, { invoice_id: invoice.id })
    expect(lines).toEqual([])
    await sound()
  })

  it('does not invoice charges again when an amount of them was credited', async () => {
    const { invoice_id } = await invoiced()
    await staff.send(receivablesApi.credit, {
      invoice_id,
      uncredited: 34_500,
      amount: 100,
      reason: 'Rounding',
    })
    expect((await staff.send(receivablesApi.creditable, { invoice_id })).may_invoice_again).toBe(false)
    expect(
      (
        await errorOf(
          staff.send(receivablesApi.credit, {
            invoice_id,
            uncredited: 34_400,
            is_void: true,
            invoice_again: true,
            reason: 'Wrong',
          }),
        )
      ).message,
    ).toMatch(/^Part of this invoice was credited as an amount/)
  })
})
