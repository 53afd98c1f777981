import { billingApi } from '@waybill/domain/billing/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../dev/test-kit/database/invariants.ts'
import { newProvider, errorOf, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'

let p: TestProvider
let staff: Caller
beforeAll(async () => {
  p = await newProvider()
  staff = await p.staff()
})

const heading = 'account_code,payment_reference,invoice_number,amount'
const file = (...lines: string[]) => [heading, ...lines].join('\n')
const send = (text: string, more: { dry_run?: true; key?: string; by?: Caller } = {}) =>
  (more.by ?? staff).send(
    billingApi.importAllocations,
    { text, ...(more.dry_run ? { dry_run: true } : {}) },
    more.key ? { key: more.key } : {},
  )

/** Creates an account with manual allocation, an invoice of R 115 and a payment of R 200. */
async function books() {
  const { id, account_code } = await p.given.account({ invoice_allocation_method: 'manual' })
  await staff.send(billingApi.post, {
    account_id: id,
    type: 'admin-debit',
    amount: 11_500,
    description: 'Storage',
  })
  const { invoices } = await staff.send(billingApi.runInvoices, { account_id: id })
  const paid = await staff.send(billingApi.post, {
    account_id: id,
    type: 'payment',
    amount: 20_000,
    description: 'EFT',
  })
  return { id, account_code, invoice: invoices[0]?.doc_display_id ?? '', payment: paid.doc_display_id }
}
const openOf = async (accountId: number) => {
  const { invoices } = await staff.send(billingApi.invoices, { account_id: accountId })
  const balance = await staff.send(billingApi.balance, { account_id: accountId })
  return [invoices[0]?.balance_due, balance.credit_allocation_balance]
}

describe('import of credit allocations', () => {
  it('[TOOL-006] [BILL-026] previews the lines with dry_run, then allocates payments of several accounts to their invoices', async () => {
    const a = await books()
    const b = await books()
    const text = file(
      `${a.account_code},${a.payment},${a.invoice},50.00`,
      `${a.account_code},${a.payment},${a.invoice},"65,00"`,
      `${b.account_code.toLowerCase()},${b.payment},${b.invoice},100`,
    )
    const checked = await send(text, { dry_run: true })
    expect(checked.imported).toBe(0)
    expect(checked.lines.map(({ effect }) => effect)).toEqual([
      'R 150.00 left on the credit, R 65.00 open on the invoice',
      'R 85.00 left on the credit, R 0.00 open on the invoice',
      'R 100.00 left on the credit, R 15.00 open on the invoice',
    ])
    expect(await openOf(a.id)).toEqual([11_500, 20_000])
    expect((await send(text)).imported).toBe(3)
    expect(await openOf(a.id)).toEqual([0, 8_500])
    expect(await openOf(b.id)).toEqual([1_500, 10_000])
    const ofA = { account_id: a.id, order: 'ASC' }
    const { allocations, count } = await staff.send(billingApi.allocations, ofA)
    expect(count).toBe(2)
    expect(
      allocations.map((one) => [one.doc_display_id, one.invoice_display_id, one.amount, one.account_code]),
    ).toEqual([
      [a.payment, a.invoice, 5_000, a.account_code],
      [a.payment, a.invoice, 6_500, a.account_code],
    ])
    expect((await (await p.user(role_ids.driver)).http('GET', '/billing/allocations')).status).toBe(403)
    expect(
      (await (await newProvider()).staff().then((other) => other.send(billingApi.allocations, {}))).count,
    ).toBe(0)
    expect(await p.inTransaction((ctx) => brokenInvariants(ctx))).toEqual({})
  })

  it('[TOOL-006] imports nothing when one line is wrong, and reports the problem of that line', async () => {
    const a = await books()
    const text = file(
      `${a.account_code},${a.payment},${a.invoice},50`,
      `${a.account_code},${a.payment},${a.invoice},70`,
    )
    expect((await send(text, { dry_run: true })).lines[1]?.problems).toEqual([
      'Only R 65.00 is open on this invoice.',
    ])
    expect(await errorOf(send(text))).toEqual({
      status: 400,
      message: 'Nothing was imported: one line is wrong. Correct the file and try again.',
    })
    expect(await openOf(a.id)).toEqual([11_500, 20_000])
    expect((await errorOf(send('nothing'))).message).toMatch(/^The first line must name the columns/)
  })

  it('[TOOL-006] allocates once per idempotency key, and never more than is left when imports run concurrently', async () => {
    const a = await books()
    const text = file(`${a.account_code},${a.payment},${a.invoice},60`)
    await send(text, { key: 'allocate-once' })
    await send(text, { key: 'allocate-once' })
    expect(await openOf(a.id)).toEqual([5_500, 14_000])
    const b = await books()
    const whole = file(`${b.account_code},${b.payment},${b.invoice},115`)
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => errorOf(send(whole))))
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    expect(await openOf(b.id)).toEqual([0, 8_500])
  })

  it('[TOOL-006] finds only accounts of the company, and requires the permission to allocate', async () => {
    const a = await books()
    const text = file(`${a.account_code},${a.payment},${a.invoice},1`)
    const foreigner = await (await newProvider()).staff()
    expect((await send(text, { dry_run: true, by: foreigner })).lines[0]?.problems).toEqual([
      `There is no account ${a.account_code}.`,
    ])
    expect((await errorOf(send(text, { by: await p.owner(a.id) }))).status).toBe(403)
    expect((await errorOf(send(text, { by: await p.user(13) }))).status).toBe(403)
    const finance = await p.user(role_ids.finance_manager)
    expect((await send(text, { by: finance })).imported).toBe(1)
  })
})
