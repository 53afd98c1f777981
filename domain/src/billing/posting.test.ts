import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { max_at_once } from '../kit/money.ts'
import { systemActor, type Actor } from '../kit/actor.ts'
import { BillingTransaction, seesTransactions, transactionVisibleTo } from './model.ts'
import { apportion, mayPost, mayReverse, postingOf, reversalOf, type NewPosting } from './posting.ts'
import { postable_types, transaction_type_names, transaction_types } from './transaction-types.ts'

const post = (type: NewPosting['type'], amount: number, more: Partial<NewPosting> = {}) =>
  postingOf({ type, amount, vat_percentage: 15, zero_rated: 0, by_kind: [], gateway: '', ...more })
const sum = (rows: readonly { amount: number }[]): number =>
  rows.reduce((total, { amount }) => total + amount, 0)
const staff = (...permissions: string[]): Actor => ({ ...systemActor(1), kind: 'user', permissions })

describe('ledger postings', () => {
  it('gives the right balances when a prepaid account tops up, ships, is re-rated up and down, and cancels', () => {
    const topUp = post('payment', 50000, { gateway: 'payfast' })
    const charge = post('shipping-charge', 11138)
    const up = post('shipping-charge-adjustment', 9618)
    const down = post('shipping-charge-adjustment', -956)
    const undone = reversalOf('shipping-charge-reversal', [charge, up, down])
    if (!undone) throw new Error('there is a charge to undo')
    const balances: number[] = []
    for (const row of [topUp, charge, up, down, undone]) balances.push((balances.at(-1) ?? 0) + row.amount)
    expect(balances).toEqual([50000, 38862, 29244, 30200, 50000])
    expect(undone.amount).toBe(19800)
    expect(undone.vat).toBe(1453 + 1255 - 125)
    expect(
      sum(
        [charge, up, down, undone]
          .flatMap(({ entries }) => entries)
          .filter(({ ledger_account }) => ledger_account === 'vat-output'),
      ),
    ).toBe(0)
  })

  it('splits a shipping charge into revenue by kind and VAT', () => {
    const byKind = [
      { kind: 'base', amount: 9900 },
      { kind: 'rate_adjustment', amount: 1238 },
    ]
    expect(post('shipping-charge', 11138, { by_kind: byKind })).toEqual({
      type: 'shipping-charge',
      amount: -11138,
      vat: 1453,
      vat_percentage: 15,
      ex_vat_zero_rated: 0,
      entries: [
        { ledger_account: 'customer-balance', detail: '', amount: -11138 },
        { ledger_account: 'revenue', detail: 'base', amount: 8609 },
        { ledger_account: 'revenue', detail: 'rate_adjustment', amount: 1076 },
        { ledger_account: 'vat-output', detail: '', amount: 1453 },
      ],
    })
  })

  it('[BILL-013] includes VAT only in standard-rated amounts, at the percentage of the day', () => {
    expect(post('shipping-charge', 125000, { zero_rated: 125000 })).toMatchObject({
      vat: 0,
      ex_vat_zero_rated: 125000,
    })
    expect(post('shipping-charge', 11500, { zero_rated: 0, vat_percentage: 0 })).toMatchObject({ vat: 0 })
    expect(post('admin-credit', 11500)).toMatchObject({ amount: 11500, vat: 1500 })
    expect(post('payment', 11500)).toMatchObject({ amount: 11500, vat: 0, vat_percentage: 0 })
    expect(post('shipping-charge-adjustment', -956)).toMatchObject({ amount: 956, vat: 125 })
  })

  it('posts money to the bank or to the gateway it came through', () => {
    expect(post('payment', 500).entries).toEqual([
      { ledger_account: 'customer-balance', detail: '', amount: 500 },
      { ledger_account: 'bank-clearing', detail: '', amount: -500 },
    ])
    expect(post('refund', 500, { gateway: 'payfast' }).entries[1]).toEqual({
      ledger_account: 'gateway-clearing',
      detail: 'payfast',
      amount: 500,
    })
  })

  it('[BILL-003] gives every type the sign of its table entry', () => {
    for (const name of transaction_type_names) {
      const { sign } = transaction_types[name]
      expect(Math.sign(post(name, 10000).amount)).toBe(sign || -1)
    }
  })

  const postings = fc
    .record({
      type: fc.constantFrom(...transaction_type_names),
      amount: fc.integer({ min: 1, max: 1_000_000_000 }),
      vat_percentage: fc.constantFrom(0, 14, 15, 15.5),
      zeroShare: fc.double({ min: 0, max: 1, noNaN: true }),
      weights: fc.array(fc.nat(100_000), { maxLength: 4 }),
      gateway: fc.constantFrom('', 'stitch'),
    })
    .map(({ zeroShare, weights, ...rest }) =>
      postingOf({
        ...rest,
        zero_rated: Math.floor(rest.amount * zeroShare),
        by_kind: weights.map((amount, index) => ({ kind: `kind ${index}`, amount })),
      }),
    )

  it('creates entries that sum to zero and match the balance effect and the VAT', () => {
    fc.assert(
      fc.property(postings, (posting) => {
        expect(sum(posting.entries)).toBe(0)
        expect(sum(posting.entries.filter((entry) => entry.ledger_account === 'customer-balance'))).toBe(
          posting.amount,
        )
        expect(Math.abs(sum(posting.entries.filter((entry) => entry.ledger_account === 'vat-output')))).toBe(
          posting.vat,
        )
      }),
    )
  })

  it('reverses every ledger account exactly', () => {
    fc.assert(
      fc.property(fc.array(postings, { minLength: 1, maxLength: 4 }), (rows) => {
        const undone = reversalOf('shipping-charge-reversal', rows)
        if (!undone) return
        expect(undone.amount).toBe(-sum(rows))
        expect(sum(undone.entries)).toBe(0)
        const totals = new Map<string, number>()
        for (const { ledger_account, detail, amount } of [
          ...rows.flatMap(({ entries }) => entries),
          ...undone.entries,
        ])
          totals.set(`${ledger_account} ${detail}`, (totals.get(`${ledger_account} ${detail}`) ?? 0) + amount)
        expect([...totals.values()].every((total) => total === 0)).toBe(true)
      }),
    )
  })

  it('splits an amount without losing a cent', () => {
    expect(apportion(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(apportion(-100, [1, 1, 1])).toEqual([-33, -33, -34])
    expect(apportion(7, [0, 0])).toEqual([7, 0])
    expect(apportion(10, [1, 2, 4])).toEqual([1, 3, 6])
    fc.assert(
      fc.property(
        fc.integer(),
        fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 8 }),
        (amount, weights) => {
          expect(apportion(amount, weights).reduce((total, part) => total + part, 0)).toBe(amount)
        },
      ),
    )
  })
})

describe('permission to post and reverse', () => {
  const now = new Date('2026-01-14T10:00:00Z')
  const request = {
    type: 'payment',
    amount: 100,
    effective_date: null,
    now,
    accounting_lock_date: null,
  } as const

  it('[BILL-002] allows twelve types by hand, each under its own permission', () => {
    expect(postable_types).toHaveLength(12)
    for (const type of postable_types) {
      const key = `INLINE_transaction_${type.replaceAll('-', '_')}`
      expect(transaction_types[type].permission).toBe(key)
      expect(mayPost(staff(key), { ...request, type })).toBe(true)
      expect(mayPost(staff('INLINE_transaction_nothing'), { ...request, type })).toMatchObject({
        kind: 'forbidden',
      })
    }
    expect(mayPost(staff('*'), { ...request, type: 'shipping-charge' })).toMatchObject({ kind: 'invalid' })
    expect(mayPost(systemActor(1), { ...request, type: 'shipping-charge' })).toBe(true)
  })

  it('rejects zero amounts, amounts above the maximum, backdating and posting into closed books', () => {
    const cashier = staff('INLINE_transaction_payment')
    expect(mayPost(cashier, { ...request, amount: max_at_once })).toBe(true)
    expect(mayPost(cashier, { ...request, amount: max_at_once + 1 })).toMatchObject({
      message: 'The amount must be at most R 100,000,000.00.',
      fields: [{ field: 'amount', message: 'must be at most R 100,000,000.00' }],
    })
    // Transactions posted before the maximum existed can still be reversed.
    expect(mayPost(cashier, { ...request, amount: max_at_once + 1, is_reversal: true })).toBe(true)
    expect(mayPost(cashier, { ...request, amount: 0, is_reversal: true })).toMatchObject({ kind: 'invalid' })
    expect(mayPost(cashier, { ...request, amount: 0 })).toMatchObject({
      message: 'The amount must be more than R 0.00.',
    })
    const yesterday = { ...request, effective_date: new Date('2026-01-13T10:00:00Z') }
    expect(mayPost(cashier, yesterday)).toMatchObject({ kind: 'forbidden' })
    expect(mayPost(staff('INLINE_transaction_payment', 'INLINE_backdate_transaction'), yesterday)).toBe(true)
    expect(mayPost(cashier, { ...request, accounting_lock_date: '2026-01-14' })).toMatchObject({
      kind: 'wrong_state',
    })
  })

  it('reverses a row only once and never reverses a reversal', () => {
    const row = { type: 'payment', amount: 500, has_been_reversed: false, reverses_id: null } as const
    const actor = staff('INLINE_transaction_payment_reversal')
    expect(mayReverse(actor, row)).toBe(true)
    expect(mayReverse(actor, { ...row, has_been_reversed: true })).toMatchObject({
      message: 'This payment of R 5.00 has already been reversed.',
    })
    expect(mayReverse(actor, { ...row, type: 'payment-reversal', reverses_id: 3 })).not.toBe(true)
    expect(mayReverse(staff('INLINE_transaction_payment'), row)).toMatchObject({ kind: 'forbidden' })
    expect(mayReverse(actor, { ...row, reverses_id: 3 })).toMatchObject({ kind: 'wrong_state' })
    const charge = { ...row, type: 'shipping-charge' } as const
    expect(mayReverse(systemActor(1), charge)).toBe(true)
    expect(mayReverse(staff('*'), charge)).not.toBe(true)
  })
})

describe('visibility of transactions', () => {
  const shown = { show_billing_transactions_for_account_users: true }
  const hidden = { show_billing_transactions_for_account_users: false }
  const customer: Actor = { ...staff('INLINE_see_billing_info'), account_id: 5 }

  it('[BILL-005] allows account users when the provider or their account allows it', () => {
    expect(seesTransactions(customer, shown, null)).toBe(true)
    expect(seesTransactions(customer, hidden, { force_show_billing_transactions: false })).toBe(false)
    expect(seesTransactions(customer, hidden, { force_show_billing_transactions: true })).toBe(true)
  })

  it('[BILL-006] [BILL-007] allows staff with the billing permission, and no user without it', () => {
    expect(seesTransactions(staff('INLINE_see_billing_info'), hidden, null)).toBe(true)
    expect(
      seesTransactions({ ...customer, permissions: [] }, shown, { force_show_billing_transactions: true }),
    ).toBe(false)
  })

  it('[BILL-001] has fields for its documents, and shows internal notes to staff only', () => {
    const keys = Object.keys(BillingTransaction.shape)
    expect(keys).toEqual(
      expect.arrayContaining([
        'type',
        'shipment_id',
        'invoiceable',
        'invoice_id',
        'credit_note_id',
        'imported_payment_id',
        'doc_display_id',
        'invoice_number',
        'migration_reference',
      ]),
    )
    const row = { internal_note: 'Slow payer' } as BillingTransaction
    expect(transactionVisibleTo(customer, row).internal_note).toBeNull()
    expect(transactionVisibleTo(staff(), row).internal_note).toBe('Slow payer')
  })
})
