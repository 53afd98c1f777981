import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import {
  postable_types,
  transaction_types,
  type TransactionTypeName,
} from '@waybill/domain/billing/transaction-types'
import { role_ids } from '@waybill/domain/kit/actor'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../dev/test-kit/database/invariants.ts'
import { newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { postPayment } from '../index.ts'

const post = (
  by: Caller,
  accountId: number,
  type: TransactionTypeName,
  amount: number,
  more: { reverses_id?: number; shipment_reference?: string; effective_date?: Date } = {},
) => by.send(billingApi.post, { account_id: accountId, type, amount, description: `A ${type}`, ...more })

const balanceOf = async (p: TestProvider, accountId: number) =>
  (await p.staff()).send(billingApi.balance, { account_id: accountId })

/** Posts an admin debit, issues an invoice for it and returns the invoice. */
async function invoiced(p: TestProvider, accountId: number, amount: number) {
  const staff = await p.staff()
  await post(staff, accountId, 'admin-debit', amount)
  const { invoices } = await staff.send(billingApi.runInvoices, { account_id: accountId })
  if (!invoices[0]) throw new Error('No invoice was issued.')
  return invoices[0]
}

const invoicesOf = async (p: TestProvider, accountId: number) =>
  (await (await p.staff()).send(billingApi.invoices, { account_id: accountId, order: 'ASC' })).invoices.map(
    (one) => ({
      status: one.status,
      amount_paid: one.amount_paid,
      credit_note_total: one.credit_note_total,
      balance_due: one.balance_due,
    }),
  )

describe('manual transactions', () => {
  it('[BILL-002] [BILL-003] [BILL-004] moves the balance by the sign of the type and lists the transaction', async () => {
    const p = await newProvider()
    const staff = await p.user(role_ids.system_administrator)
    const { id } = await p.given.account()
    const signs: [TransactionTypeName, number][] = [
      ['payment', 1],
      ['payment-reversal', -1],
      ['refund', -1],
      ['refund-reversal', 1],
      ['admin-debit', -1],
      ['admin-credit', 1],
      ['promotional-debit', -1],
      ['promotional-credit', 1],
      ['balance-adjustment-debit', -1],
      ['balance-adjustment-credit', 1],
      ['bad-debt-write-off', 1],
      ['bad-debt-write-off-reversal', -1],
    ]
    for (const [type, sign] of signs)
      expect((await post(staff, id, type, 11500)).amount, type).toBe(sign * 11500)
    expect((await balanceOf(p, id)).balance).toBe(0)
    const { transactions } = await staff.send(billingApi.transactions, { account_id: id, order: 'ASC' })
    expect(transactions.map(({ type }) => type)).toEqual(signs.map(([type]) => type))
    expect([billingApi.post, billingApi.transactions].map(({ method, path }) => `${method} ${path}`)).toEqual(
      ['POST /billing/transactions', 'GET /billing/transactions'],
    )
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  const rights: [row: string, right: string, type: TransactionTypeName][] = [
    ['PERM-038', 'INLINE_transaction_payment', 'payment'],
    ['PERM-039', 'INLINE_transaction_payment_reversal', 'payment-reversal'],
    ['PERM-040', 'INLINE_transaction_refund', 'refund'],
    ['PERM-041', 'INLINE_transaction_refund_reversal', 'refund-reversal'],
    ['PERM-042', 'INLINE_transaction_admin_debit', 'admin-debit'],
    ['PERM-043', 'INLINE_transaction_admin_credit', 'admin-credit'],
    ['PERM-044', 'INLINE_transaction_promotional_credit', 'promotional-credit'],
    ['PERM-045', 'INLINE_transaction_promotional_debit', 'promotional-debit'],
    ['PERM-046', 'INLINE_transaction_balance_adjustment_credit', 'balance-adjustment-credit'],
    ['PERM-047', 'INLINE_transaction_balance_adjustment_debit', 'balance-adjustment-debit'],
    ['PERM-048', 'INLINE_transaction_bad_debt_write_off', 'bad-debt-write-off'],
    ['PERM-049', 'INLINE_transaction_bad_debt_write_off_reversal', 'bad-debt-write-off-reversal'],
  ]

  it('[BILL-002] [PERM-038] [PERM-039] [PERM-040] [PERM-041] [PERM-042] [PERM-043] [PERM-044] [PERM-045] [PERM-046] [PERM-047] [PERM-048] [PERM-049] requires the permission of the type and accepts no permission of another type', async () => {
    const p = await newProvider()
    const { id } = await p.given.account()
    for (const [row, right, type] of rights) {
      await p.inTransaction((ctx) =>
        ctx.db
          .updateTable('role')
          .set({ permissions: ['API_/billing/*', 'INLINE_see_billing_info', right] })
          .where('id', '=', 11)
          .execute(),
      )
      const clerk = await p.user(11)
      expect((await post(clerk, id, type, 100)).type, row).toBe(type)
      for (const other of postable_types.filter((name) => name !== type))
        await expect(post(clerk, id, other, 100), row).rejects.toThrow(
          `You may not post a transaction of type ${transaction_types[other].label.toLowerCase()}.`,
        )
    }
    expect(rights.map(([, , type]) => type).sort()).toEqual([...postable_types].sort())
  })

  it('rejects an invalid amount, type, shipment or description, an account of another provider, and a customer', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const { id, account_code } = await p.given.account()
    await expect(post(staff, id, 'payment', 0)).rejects.toThrow('The amount must be more than R 0.00.')
    await expect(post(staff, id, 'payment', -5)).rejects.toThrow('The amount must be more than R 0.00.')
    await expect(post(staff, id, 'shipping-charge', 100)).rejects.toThrow(
      'Shipping charge is posted by the system only. Choose another type.',
    )
    const other = await p.given.shipment()
    await expect(
      post(staff, id, 'admin-debit', 100, { shipment_reference: other.tracking_reference }),
    ).rejects.toThrow(`${other.tracking_reference} is not a shipment of account ${account_code}.`)
    const silent = { account_id: id, type: 'payment', amount: 1, description: ' ' }
    expect(await staff.http('POST', '/billing/transactions', silent)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'description', message: 'is required' }] },
    })
    const foreign = await (await newProvider()).given.account()
    await expect(post(staff, foreign.id, 'payment', 100)).rejects.toMatchObject({ status: 403 })
    await expect(post(await p.owner(id), id, 'payment', 100)).rejects.toMatchObject({ status: 403 })
  })

  it('limits amounts to R 100,000,000.00, also for payments from a gateway or a bank', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const { id } = await p.given.account()
    const large = { account_id: id, type: 'payment', amount: 100_000_000.01, description: 'EFT' }
    expect(await staff.http('POST', '/billing/transactions', large)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'amount', message: 'must be at most R 100,000,000.00' }] },
    })
    for (const amount of [100_000_000_01, 0, -1, 1e17])
      await expect(
        p.inTransaction((ctx) =>
          postPayment(ctx, { account_id: id, amount, gateway: '', description: 'EFT' }),
        ),
      ).rejects.toThrow(/^The amount must be/)
    expect((await balanceOf(p, id)).balance).toBe(0)
    await post(staff, id, 'payment', 100_000_000_00)
    expect((await balanceOf(p, id)).balance).toBe(100_000_000_00)
  })

  it('[FMT-018] numbers payments PMT000001, PMT000002 …', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const { id } = await p.given.account()
    const numbers = [await post(staff, id, 'payment', 100), await post(staff, id, 'payment', 100)]
    expect(numbers.map((row) => row.doc_display_id)).toEqual(['PMT000001', 'PMT000002'])
  })

  it('stores the shipment that the transaction refers to', async () => {
    const p = await newProvider()
    const shipment = await p.given.shipment()
    const reference = { shipment_reference: shipment.tracking_reference.toLowerCase() }
    const row = await post(await p.staff(), shipment.account_id, 'admin-debit', 5750, reference)
    expect(row).toMatchObject({
      shipment_id: shipment.id,
      shipment_reference: shipment.tracking_reference,
      amount: -5750,
      vat: 750,
      invoiceable: true,
    })
  })
})

describe('reversals', () => {
  it('posts a reversal only once, for the whole amount and with the matching type', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const { id } = await p.given.account()
    const payment = await post(staff, id, 'payment', 50000)
    await expect(post(staff, id, 'refund', 50000, { reverses_id: payment.id })).rejects.toThrow(
      'A payment is reversed by a payment reversal. Choose that type.',
    )
    await expect(post(staff, id, 'payment-reversal', 20000, { reverses_id: payment.id })).rejects.toThrow(
      'A reversal must be for the full amount, R 500.00.',
    )
    const reversal = await post(staff, id, 'payment-reversal', 50000, { reverses_id: payment.id })
    expect(reversal).toMatchObject({ amount: -50000, reverses_id: payment.id })
    await expect(post(staff, id, 'payment-reversal', 50000, { reverses_id: payment.id })).rejects.toThrow(
      'This payment of R 500.00 has already been reversed.',
    )
    await expect(post(staff, id, 'refund', 50000, { reverses_id: reversal.id })).rejects.toThrow(
      'cannot be reversed',
    )
    expect(await balanceOf(p, id)).toMatchObject({ balance: 0, credit_allocation_balance: 0 })
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('undoes the allocations of a reversed payment', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const { id } = await p.given.account()
    await invoiced(p, id, 30000)
    const payment = await post(staff, id, 'payment', 40000)
    expect(await invoicesOf(p, id)).toMatchObject([{ status: 'paid', amount_paid: 30000 }])
    expect((await balanceOf(p, id)).credit_allocation_balance).toBe(10000)
    await post(staff, id, 'payment-reversal', 40000, { reverses_id: payment.id })
    expect(await invoicesOf(p, id)).toMatchObject([{ status: 'open', amount_paid: 0, balance_due: 30000 }])
    expect((await balanceOf(p, id)).credit_allocation_balance).toBe(0)
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('[BILL-008] [FMT-020] issues a credit note on the invoice when the reversed charge is invoiced', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const { id } = await p.given.account()
    const invoice = await invoiced(p, id, 11500)
    const { transactions } = await staff.send(billingApi.transactions, { account_id: id })
    const credit = await post(staff, id, 'admin-credit', 11500, { reverses_id: transactions[0]?.id ?? 0 })
    expect(credit).toMatchObject({ doc_display_id: 'CR000001', vat: 1500 })
    const { credit_notes } = await staff.send(billingApi.creditNotes, { account_id: id })
    expect(credit_notes).toMatchObject([
      {
        doc_display_id: 'CR000001',
        invoice_id: invoice.id,
        status: 'allocated',
        total: 11500,
        vat: 1500,
        total_excluding_vat: 10000,
        balance: 0,
      },
    ])
    expect(await invoicesOf(p, id)).toEqual([
      { status: 'paid', amount_paid: 0, credit_note_total: 11500, balance_due: 0 },
    ])
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('creates no document when the reversed charge is not invoiced yet', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const { id } = await p.given.account()
    const debit = await post(staff, id, 'admin-debit', 11500)
    const credit = await post(staff, id, 'admin-credit', 11500, { reverses_id: debit.id })
    expect(credit).toMatchObject({ doc_display_id: null, credit_note_id: 0 })
    expect((await staff.send(billingApi.runInvoices, { account_id: id })).invoices).toEqual([])
    expect(await balanceOf(p, id)).toMatchObject({ balance: 0, credit_allocation_balance: 0 })
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })
})

describe('received payments', () => {
  it('[BILL-009] pays the oldest invoice first', async () => {
    const p = await newProvider()
    const { id } = await p.given.account()
    await invoiced(p, id, 30000)
    await invoiced(p, id, 20000)
    await post(await p.staff(), id, 'payment', 40000)
    expect(await invoicesOf(p, id)).toMatchObject([
      { status: 'paid', amount_paid: 30000, balance_due: 0 },
      { status: 'open', amount_paid: 10000, balance_due: 10000 },
    ])
    expect((await balanceOf(p, id)).credit_allocation_balance).toBe(0)
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('[BILL-009] [BILL-010] keeps a payment unallocated with the manual method, and pays the oldest invoice once the method is automatic', async () => {
    const p = await newProvider()
    const { id } = await p.given.account()
    await (await p.staff()).send(accountsApi.change, { id, invoice_allocation_method: 'manual' })
    await invoiced(p, id, 30000)
    await post(await p.staff(), id, 'payment', 40000)
    expect(await invoicesOf(p, id)).toMatchObject([{ status: 'open', amount_paid: 0 }])
    expect((await balanceOf(p, id)).credit_allocation_balance).toBe(40000)
    await (
      await p.staff()
    ).send(accountsApi.change, { id, invoice_allocation_method: 'auto-oldest-invoice-first' })
    await post(await p.staff(), id, 'payment', 5000)
    expect(await invoicesOf(p, id)).toMatchObject([{ status: 'paid', amount_paid: 30000 }])
  })

  it('uses a payment for the next invoice, less the part that a refund has used up', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const { id } = await p.given.account()
    await post(staff, id, 'payment', 40000)
    await post(staff, id, 'refund', 15000)
    expect(await balanceOf(p, id)).toMatchObject({ balance: 25000, credit_allocation_balance: 25000 })
    await invoiced(p, id, 30000)
    expect(await invoicesOf(p, id)).toMatchObject([{ amount_paid: 25000, balance_due: 5000 }])
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('releases an automatic hold on payment, but not a manual one', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const { id } = await p.given.account({ credit_limit: 10000 })
    await post(staff, id, 'admin-debit', 20000)
    expect((await balanceOf(p, id)).is_on_hold).toBe(true)
    await post(staff, id, 'payment', 15000)
    expect((await balanceOf(p, id)).is_on_hold).toBe(false)
    await staff.send(accountsApi.change, { id, is_on_hold: true, hold_message: 'Unpaid' })
    await post(staff, id, 'payment', 15000)
    expect((await balanceOf(p, id)).is_on_hold).toBe(true)
  })
})
