import { billingApi } from '@waybill/domain/billing/api'
import { beforeEach, expect, it } from 'vitest'
import { newProvider, type TestProvider } from '../../dev/test-kit/provider.ts'

let p: TestProvider
beforeEach(async () => {
  p = await newProvider()
})

it('finds ledger rows by payment number, invoice number and account code', async () => {
  const staff = await p.staff()
  const [account, other] = [await p.given.account(), await p.given.account()]
  const post = async (accountId: number, type: 'payment' | 'admin-debit') =>
    staff.send(billingApi.post, { account_id: accountId, type, amount: 10_000, description: 'By hand' })
  const debit = await post(account.id, 'admin-debit')
  const { invoices } = await staff.send(billingApi.runInvoices, { account_id: account.id })
  const payment = await post(account.id, 'payment')
  await post(other.id, 'payment')
  const found = async (search: string) => {
    const { transactions, count } = await staff.send(billingApi.transactions, { search })
    expect(count).toBe(transactions.length)
    return transactions.map(({ id }) => id).toSorted((a, b) => a - b)
  }
  expect(await found((payment.doc_display_id ?? '').toLowerCase())).toEqual([payment.id])
  expect(await found(invoices[0]?.doc_display_id ?? '')).toEqual([debit.id])
  expect(await found(account.account_code)).toEqual([debit.id, payment.id])
  expect(await found('PMT999999')).toEqual([])
})
