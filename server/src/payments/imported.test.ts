import { billingApi } from '@waybill/domain/billing/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { paymentsApi } from '@waybill/domain/payments/api'
import { importedApi } from '@waybill/domain/payments/imported-payment'
import { searchApi } from '@waybill/domain/search/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { quoteReference } from '@waybill/domain/shipments/pricing/quotes'
import { settingsApi } from '@waybill/domain/settings/api'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../dev/test-kit/database/invariants.ts'
import { booking, newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { insertRole } from '../identity/index.ts'
import { nextNumber } from '../kit/document-numbers-store.ts'
import { applyFinding } from './apply-payment.ts'
import { paymentRoutes } from './index.ts'
import { insertPayment, updatePayment } from './store.ts'

let p: TestProvider
let staff: Caller
beforeEach(async () => {
  p = await newProvider()
  staff = await p.staff()
})

const today = dayOf(new Date())
const statement = (...lines: readonly (readonly [description: string, amount: string])[]) =>
  [
    'Date,Description,Amount',
    ...lines.map(([description, amount]) => `${today},${description},${amount}`),
  ].join('\n')
const upload = (content: string) =>
  staff.send(importedApi.upload, { file_name: 'fnb.csv', bank_account: 'FNB cheque', content })
const listed = async () => (await staff.send(importedApi.list, { order: 'ASC' })).imported_payments
const balanceOf = async (accountId: number) =>
  (await staff.send(billingApi.balance, { account_id: accountId })).balance

/** Imports a statement with one line of `amount` Rand. */
async function imported(description: string, amount = '100.00') {
  await upload(statement([description, amount]))
  const payment = (await listed()).find((one) => one.description === description)
  if (!payment) throw new Error('The line was not imported.')
  return payment
}

describe('bank statement import', () => {
  it('imports each line once when later statements repeat it', async () => {
    const first = await upload(statement(['A', '10.00'], ['A', '10.00'], ['B', '-5.00'], ['C', '7.50']))
    expect(first).toMatchObject({ imported: 3, known: 0, money_out: 1, too_old: 0, zero: 0 })
    const again = await upload(statement(['A', '10.00'], ['A', '10.00'], ['C', '7.50'], ['D', '1.00']))
    expect(again).toMatchObject({ imported: 1, known: 3 })
    expect((await listed()).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([
      100, 750, 1_000, 1_000,
    ])
  })

  it('imports each line once when two users import the same file at the same time', async () => {
    const content = statement(['A', '10.00'], ['B', '20.00'])
    const both = await Promise.all([upload(content), upload(content)])
    expect(both.reduce((sum, { imported: added }) => sum + added, 0)).toBe(2)
    expect(await listed()).toHaveLength(2)
  })

  it('[SET-067] leaves out lines older than the setting allows', async () => {
    await staff.send(settingsApi.save, { settings: [{ key: 'payment_import_date_range', value: 30 }] })
    const old = `${dayOf(new Date(Date.now() - 31 * 86_400_000))},OLD,10.00`
    expect(await upload(`${statement(['NEW', '10.00'])}\n${old}`)).toMatchObject({ imported: 1, too_old: 1 })
  })

  it('counts everything that it leaves out, by kind', async () => {
    const content = [
      'Date,Description,Money in,Money out,Fee,Balance',
      `${today},A,10.00,,,100.00`,
      `${today},OPEN BALANCE,,,,100.00`,
      `${today},CARD CHECKED,0.00,,,100.00`,
      `${today},SMS,,,0.35,99.65`,
      `${today},RENT,,5.00,,94.65`,
    ].join('\n')
    expect(await upload(content)).toEqual({
      imported: 1,
      suggested: 0,
      possible_duplicates: 0,
      known: 0,
      too_old: 0,
      too_large: 0,
      money_out: 1,
      fees: 1,
      balances: 1,
      zero: 1,
      pending: 0,
    })
  })

  it('rejects the whole file with the line and the reason when one line cannot be read', async () => {
    expect(await errorOf(upload(`${statement(['A', '10.00'])}\n${today},B,many`))).toMatchObject({
      status: 400,
      message: 'Line 3: “many” is not an amount.',
    })
    expect(await listed()).toEqual([])
  })

  it('is an external endpoint, which runs outside a transaction', () => {
    expect(paymentRoutes.find(({ endpoint }) => endpoint === importedApi.upload)?.kind).toBe('external')
  })

  it('rejects a file with more than 5000 lines', async () => {
    const many = Array.from({ length: 5_001 }, (_, at) => [`A${at}`, '10.00'] as const)
    expect((await errorOf(upload(statement(...many)))).message).toMatch(
      /^The statement has more than 5000 lines/,
    )
    expect(await listed()).toEqual([])
  })

  it('imports a payment above the maximum posting without a suggestion; it can be ignored but not matched', async () => {
    const account = await p.given.account()
    const { imported: count, too_large } = await upload(statement([account.account_code, '100000000.01']))
    expect([count, too_large]).toEqual([1, 1])
    const [payment] = await listed()
    expect(payment).toMatchObject({ state: 'unmatched', suggestion: null, amount: 100_000_000_01 })
    const parts = [{ account_id: account.id, amount: 100_000_000_01 }]
    expect(await errorOf(staff.send(importedApi.match, { id: payment?.id ?? 0, parts }))).toMatchObject({
      status: 400,
      message: expect.stringMatching(
        /must be at most R 100,000,000\.00\. Ask your bank about it, or ignore it\.$/,
      ),
    })
    expect(await balanceOf(account.id)).toBe(0)
    await staff.send(importedApi.ignore, { id: payment?.id ?? 0, reason: 'A mistake of the bank' })
  })

  /** Stores a line as the parsers of an earlier release did. */
  const storedBefore = (line: { description: string; reference: string; amount: number; balance?: number }) =>
    p.inTransaction(async (ctx) => {
      const { id } = await ctx.db
        .insertInto('imported_payment')
        .values({
          provider_id: ctx.provider_id,
          bank_account: 'FNB cheque',
          bank_date: today,
          balance: null,
          payer: '',
          file_name: 'earlier.csv',
          imported_by: 'system',
          time_created: ctx.now,
          time_modified: ctx.now,
          ...line,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })
  const shortDay = today.replaceAll('-', '').slice(2)

  it.each<[string, Parameters<typeof storedBefore>[0], () => string, 'known' | 'possible_duplicates']>([
    [
      'Standard Bank, without the originator’s reference',
      { description: 'CREDIT TRANSFER 1', reference: 'INV000123', amount: 700_000, balance: 51_691_025 },
      () =>
        `Date,Description,Amount,Balance,Originator Reference,Customer Reference\n${today},CREDIT TRANSFER 1,7000.00,+516910.25,OVB014,INV000123`,
      'known',
    ],
    [
      'OFX, with entities as they stood',
      { description: 'OVERBERG SONS&#39;', reference: 'A77', amount: 125_000 },
      () =>
        `<OFX><STMTTRN><DTPOSTED>${today.replaceAll('-', '')}<TRNAMT>1250.00<FITID>A77<NAME>OVERBERG SONS&#39;</STMTTRN></OFX>`,
      'known',
    ],
    [
      'MT940, without the details of the bank',
      { description: 'FNB OB PMT', reference: 'OVB', amount: 125_000 },
      () =>
        `:20:S\n:60F:C${shortDay}ZAR1,00\n:61:${shortDay}C1250,00NTRFOVB/014//R1\nOVERBERG\n:86:FNB OB PMT\n`,
      'possible_duplicates',
    ],
    [
      'another layout of the same bank',
      { description: 'PAYMENT RECEIVED', reference: '', amount: 1_000 },
      () => statement(['FNB APP PAYMENT', '10.00']),
      'possible_duplicates',
    ],
  ])(
    'recognises a line imported earlier from %s as known or a possible duplicate',
    async (_, before, content, as) => {
      const earlier = await storedBefore(before)
      const answer = await upload(content())
      expect(answer).toMatchObject({
        known: as === 'known' ? 1 : 0,
        possible_duplicates: as === 'known' ? 0 : 1,
        imported: as === 'known' ? 0 : 1,
        suggested: 0,
      })
      expect((await listed()).map((one) => [one.state, one.duplicate_of?.id])).toEqual([
        ['unmatched', undefined],
        ...(as === 'known' ? [] : [['possible-duplicate', earlier]]),
      ])
    },
  )

  it('posts a possible duplicate only after a user reopens it as another payment', async () => {
    const account = await p.given.account()
    await storedBefore({ description: 'PAYMENT RECEIVED', reference: '', amount: 1_000 })
    await upload(statement([`FNB ${account.account_code}`, '10.00']))
    const [, payment] = await listed()
    expect(payment).toMatchObject({
      state: 'possible-duplicate',
      suggestion: null,
      duplicate_of: { description: 'PAYMENT RECEIVED', file_name: 'earlier.csv', state: 'unmatched' },
    })
    const id = payment?.id ?? 0
    const match = () =>
      staff.send(importedApi.match, { id, parts: [{ account_id: account.id, amount: 1_000 }] })
    expect((await errorOf(match())).message).toBe(
      'This payment may have been imported before. Confirm that it is another payment, or ignore it.',
    )
    expect(await balanceOf(account.id)).toBe(0)
    const another = await staff.send(importedApi.reopen, { id })
    expect([another.state, another.suggestion?.account.id]).toEqual(['suggested', account.id])
    await match()
    expect(await balanceOf(account.id)).toBe(1_000)
    // Both lines are now recognised.
    expect(await upload(statement([`FNB ${account.account_code}`, '10.00']))).toMatchObject({ known: 1 })
  })

  it('marks one line as a possible duplicate when two users import it at the same time in two formats', async () => {
    const csv = statement(['A', '10.00'])
    const ofx = `<OFX><STMTTRN><DTPOSTED>${today.replaceAll('-', '')}<TRNAMT>10.00<FITID>X<NAME>A B</STMTTRN></OFX>`
    await Promise.all([upload(csv), upload(ofx)])
    expect((await listed()).map(({ state }) => state).toSorted()).toEqual(['possible-duplicate', 'unmatched'])
  })

  it('rejects a file that cannot be read with a readable message and stores nothing', async () => {
    expect(await errorOf(upload('what is this'))).toMatchObject({
      status: 400,
      message: expect.stringMatching(/^The file has no line with column names\./),
    })
    expect(await listed()).toEqual([])
  })
})

describe('account suggestions', () => {
  it('use the account code, invoice, shipment or quote first, then earlier payments, then the amount', async () => {
    const account = await p.given.account()
    await staff.send(billingApi.post, {
      account_id: account.id,
      type: 'admin-debit',
      amount: 23_456,
      description: 'Packing',
    })
    const { invoices } = await staff.send(billingApi.runInvoices, { account_id: account.id })
    const shipment = await p.given.shipment({ account_id: account.id })
    const reasonOf = async (description: string, amount?: string) => {
      const { state, suggestion } = await imported(description, amount)
      return [state, suggestion?.account.id, suggestion?.confidence, suggestion?.reason]
    }
    const id = account.id
    expect(await reasonOf(`FNB OB PMT ${account.account_code}`)).toEqual([
      'suggested',
      id,
      'exact',
      `Account code ${account.account_code}`,
    ])
    expect((await reasonOf(`inv ${invoices[0]?.invoice_number} thanks`, '101.00'))[2]).toBe('exact')
    expect((await reasonOf(`CAPITEC ${shipment.short_tracking_reference}`, '102.00'))[3]).toBe(
      `Shipment ${shipment.short_tracking_reference}`,
    )
    const owner = await p.owner(id)
    const quote = await owner.send(shipmentsApi.create, { ...booking(), save_as: 'quote' })
    const reference = quoteReference(quote.id)
    expect(await reasonOf(`EFT ${reference.toLowerCase()}`, '103.00')).toEqual([
      'suggested',
      id,
      'exact',
      `Quote ${reference}`,
    ])
    expect((await reasonOf('SOMEBODY', '234.56')).slice(1, 3)).toEqual([id, 'possible'])
    expect(await reasonOf('KAROO CANDLES 1', '11.00')).toEqual(['unmatched', undefined, undefined, undefined])
    const known = (await listed()).find(({ description }) => description === 'KAROO CANDLES 1')
    await staff.send(importedApi.match, { id: known?.id ?? 0, parts: [{ account_id: id, amount: 1_100 }] })
    expect((await reasonOf('KAROO CANDLES 2', '12.00')).slice(1, 3)).toEqual([id, 'likely'])
  })
})

describe('[NAV-027] imported payments', () => {
  it('post once on the bank’s date when matched three times at once, and are found by their payment number', async () => {
    const account = await p.given.account()
    const payment = await imported('A')
    const match = () =>
      staff.send(importedApi.match, { id: payment.id, parts: [{ account_id: account.id, amount: 10_000 }] })
    const answers = await Promise.all([errorOf(match()), errorOf(match()), errorOf(match())])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    expect(await balanceOf(account.id)).toBe(10_000)
    const [row] = await listed()
    expect(row).toMatchObject({ state: 'matched', parts: [{ account: { id: account.id }, amount: 10_000 }] })
    const { transactions } = await staff.send(billingApi.transactions, { account_id: account.id })
    expect(transactions).toMatchObject([
      { type: 'payment', amount: 10_000, imported_payment_id: payment.id, description: 'EFT A' },
    ])
    const [posted] = transactions
    const searchQuery = posted?.doc_display_id ?? ''
    expect(await staff.send(searchApi.navSearch, { search_query: searchQuery })).toEqual({
      type: 'payment',
      data: { id: posted?.id, reference: searchQuery },
      count: 1,
    })
    const owner = await p.owner(account.id)
    expect((await errorOf(owner.send(searchApi.navSearch, { search_query: searchQuery }))).status).toBe(404)
    expect(dayOf(transactions[0]?.effective_date ?? new Date(0))).toBe(today)
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('[BILL-009] pay the invoice that the line names before the oldest invoice', async () => {
    const account = await p.given.account()
    const accountId = account.id
    const bill = async (amount: number) => {
      await staff.send(billingApi.post, {
        account_id: accountId,
        type: 'admin-debit',
        amount,
        description: 'Packing',
      })
      const { invoices } = await staff.send(billingApi.runInvoices, { account_id: accountId })
      if (!invoices[0]) throw new Error('There is no invoice.')
      return invoices[0]
    }
    const [oldest, named] = [await bill(20_000), await bill(10_000)]
    const paid = async () => {
      const { invoices } = await staff.send(billingApi.invoices, { account_id: accountId, order: 'ASC' })
      return [oldest, named].map(({ id }) => invoices.find((invoice) => invoice.id === id)?.amount_paid ?? -1)
    }
    const match = async (description: string, amount: number) => {
      const { id } = await imported(description, (amount / 100).toFixed(2))
      await staff.send(importedApi.match, { id, parts: [{ account_id: accountId, amount }] })
    }
    await match(`Thanks for INV${named.invoice_number}`, named.total)
    expect(await paid()).toEqual([0, named.total])
    // A payment that names no invoice pays the oldest one.
    await match('Without a word', 5_000)
    expect(await paid()).toEqual([5_000, named.total])
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('can be split over accounts, and the whole match undone with a reason', async () => {
    const [one, two] = [await p.given.account(), await p.given.account()]
    const { id } = await imported('A')
    const parts = [
      { account_id: one.id, amount: 4_000 },
      { account_id: two.id, amount: 6_000 },
    ]
    expect((await staff.send(importedApi.match, { id, parts })).state).toBe('split')
    expect(await errorOf(staff.send(importedApi.reopen, { id }))).toMatchObject({
      message: 'Enter the reason for undoing the match.',
    })
    const reopened = await staff.send(importedApi.reopen, { id, reason: 'Another customer’s money' })
    expect(reopened).toMatchObject({
      state: 'unmatched',
      remark: 'Another customer’s money',
      parts: [{ has_been_reversed: true }, { has_been_reversed: true }],
    })
    expect([await balanceOf(one.id), await balanceOf(two.id)]).toEqual([0, 0])
    await staff.send(importedApi.match, { id, parts: [{ account_id: two.id, amount: 10_000 }] })
    expect(await balanceOf(two.id)).toBe(10_000)
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('are rejected when the same amount was posted by hand, unless confirmed as another payment', async () => {
    const account = await p.given.account()
    const { id } = await imported('A')
    await staff.send(billingApi.post, {
      account_id: account.id,
      type: 'payment',
      amount: 10_000,
      description: 'EFT seen in the bank',
    })
    const match = (more: object = {}) =>
      staff.send(importedApi.match, { id, parts: [{ account_id: account.id, amount: 10_000 }], ...more })
    const { status, message } = await errorOf(match())
    expect([status, message]).toEqual([
      400,
      expect.stringMatching(
        `^R 100\\.00 was posted on ${account.account_code} by hand on .* \\(PMT\\d{6}\\)\\. If it is the same money, ignore`,
      ),
    ])
    expect(await balanceOf(account.id)).toBe(10_000)
    await match({ is_another_payment: true })
    expect(await balanceOf(account.id)).toBe(20_000)
  })

  it('are marked while a payment of the same amount on the suggested account was posted by hand', async () => {
    const account = await p.given.account()
    const line = () => imported(`FNB ${account.account_code}`)
    const { id, posted_by_hand } = await line()
    expect(posted_by_hand).toBe('')
    const byHand = await staff.send(billingApi.post, {
      account_id: account.id,
      type: 'payment',
      amount: 10_000,
      description: 'EFT seen in the bank',
    })
    const marked = async () =>
      (await staff.send(importedApi.list, { id })).imported_payments[0]?.posted_by_hand
    expect(await marked()).toContain(`by hand on ${formatDate(new Date())} (${byHand.doc_display_id})`)
    await staff.send(billingApi.post, {
      account_id: account.id,
      type: 'payment-reversal',
      amount: 10_000,
      reverses_id: byHand.id,
      description: 'Twice',
    })
    expect(await marked()).toBe('')
  })

  it.each([
    ['on the same day', 0, 10_000, true],
    ['three days later', 3, 10_000, true],
    ['four days later', 4, 10_000, false],
    ['of another amount', 0, 10_001, false],
  ])('need a confirmation to be posted by hand too: %s', async (_title, daysLater, amount, isAsked) => {
    const account = await p.given.account()
    const { id } = await imported('A')
    await staff.send(importedApi.match, { id, parts: [{ account_id: account.id, amount: 10_000 }] })
    const post = (more: object = {}, by: Caller = staff) =>
      by.send(billingApi.post, {
        account_id: account.id,
        type: 'payment',
        amount,
        description: 'EFT',
        ...more,
      })
    p.runtime.setNow(new Date(Date.now() + daysLater * day_ms))
    try {
      const { message } = await errorOf(post())
      expect(message).toMatch(
        isAsked
          ? new RegExp(
              `^R 100\\.00 was posted on ${account.account_code} from a bank statement on .*PMT\\d{6}`,
            )
          : /^$/,
      )
      if (isAsked) {
        expect(await balanceOf(account.id)).toBe(10_000)
        await post({ post_anyway: true })
      }
    } finally {
      p.runtime.setNow(null)
    }
    expect(await balanceOf(account.id)).toBe(10_000 + amount)
  })

  it('can be ignored with a reason and reopened', async () => {
    const { id } = await imported('INTEREST')
    expect(await staff.send(importedApi.ignore, { id, reason: 'Interest' })).toMatchObject({
      state: 'ignored',
      remark: 'Interest',
    })
    const { id: accountId } = await p.given.account()
    const refused = staff.send(importedApi.match, { id, parts: [{ account_id: accountId, amount: 10_000 }] })
    expect((await errorOf(refused)).message).toBe('This payment is ignored. Reopen it first.')
    expect((await staff.send(importedApi.reopen, { id })).state).toBe('unmatched')
  })

  it('are dated today when the books of the bank’s date are closed', async () => {
    const yesterday = dayOf(new Date(Date.now() - day_ms))
    await staff.send(settingsApi.save, { settings: [{ key: 'accounting_lock_date', value: yesterday }] })
    const { id: accountId } = await p.given.account()
    await upload(`Date,Description,Amount\n${yesterday},A,100.00`)
    const id = (await listed())[0]?.id ?? 0
    await staff.send(importedApi.match, { id, parts: [{ account_id: accountId, amount: 10_000 }] })
    const { transactions } = await staff.send(billingApi.transactions, { account_id: accountId })
    expect(transactions[0]?.effective_date.getTime()).toBeGreaterThan(Date.now() - 60_000)
  })

  it('reject a wrong sum, a stale version, an unknown account or payment, and callers who may not post', async () => {
    const { id: accountId } = await p.given.account()
    const { id, version } = await imported('A')
    const match = (by: Caller, more: object = {}) =>
      errorOf(by.send(importedApi.match, { id, parts: [{ account_id: accountId, amount: 10_000 }], ...more }))
    expect(await match(staff, { parts: [{ account_id: accountId, amount: 9_000 }] })).toMatchObject({
      status: 400,
      message: 'The parts add up to R 90.00, the payment is R 100.00. Correct the amounts.',
    })
    expect((await match(staff, { version: version - 1 })).status).toBe(409)
    expect((await match(staff, { parts: [{ account_id: accountId + 9_999, amount: 10_000 }] })).status).toBe(
      403,
    )
    expect((await match(staff, { id: id + 9_999 })).status).toBe(404)
    expect((await match(await p.owner(accountId))).status).toBe(403)
    expect((await match(await p.user(role_ids.driver))).status).toBe(403)
    const limited = await p.user(role_ids.finance_manager, {
      branch_id: p.map.branches.DBN,
      limit_user_to_branch: true,
    })
    expect((await match(limited)).status).toBe(403)
    const elsewhere = await newProvider()
    expect((await match(await elsewhere.staff())).status).toBe(404)
    expect(await balanceOf(accountId)).toBe(0)
  })
})

describe('list of all payments', () => {
  /** Creates a gateway top-up of R 200, an EFT of R 100, and a payment of R 50 by hand, all on one account. */
  async function threePayments() {
    const account = await p.given.account({ branch_id: p.map.branches.CPT })
    await p.inTransaction(async (ctx) => {
      const payment = await insertPayment(ctx, {
        number: await nextNumber(ctx, 'payment'),
        gateway: 'payfast',
        source: 'payfast-topup',
        method: 'eft',
        purpose: 'topup',
        account_id: account.id,
        shipment_id: null,
        amount: 20_000,
        email: '',
      })
      await updatePayment(ctx, payment.id, { status: 'redirected' })
      await applyFinding(ctx, payment.id, {
        outcome: 'paid',
        amount: 20_000,
        fee: 0,
        gateway_reference: 'PF-1',
        is_confirmed: true,
      })
    })
    const { id } = await imported('OVERBERG')
    await staff.send(importedApi.match, { id, parts: [{ account_id: account.id, amount: 10_000 }] })
    const byHand = await staff.send(billingApi.post, {
      account_id: account.id,
      type: 'payment',
      amount: 5_000,
      description: 'Cheque',
    })
    return { account, byHand }
  }
  const list = (input: object = {}, by: Caller = staff) => by.send(paymentsApi.list, input)

  it('contains every kind with its method, reference and person, and the sum received', async () => {
    const { account } = await threePayments()
    const { payments, count, total_received } = await list({ account_id: account.id })
    expect([count, total_received]).toEqual([3, 35_000])
    expect(
      payments.map((one) => [
        one.method,
        one.amount,
        one.gateway_reference,
        one.status,
        one.account_code,
        one.created_by,
      ]),
    ).toEqual([
      ['by-hand', 5_000, 'Cheque', 'complete', account.account_code, staff.username],
      [
        'bank-statement',
        10_000,
        expect.stringContaining('OVERBERG'),
        'complete',
        account.account_code,
        staff.username,
      ],
      ['eft', 20_000, 'PF-1', 'complete', account.account_code, expect.any(String)],
    ])
    expect(payments.map(({ id, transaction_id }) => [id === null, transaction_id === null])).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ])
  })

  it('is filtered by method, state, date and account, and counts only what matches', async () => {
    const { account } = await threePayments()
    const of = async (input: object) => {
      const { payments, count } = await list({ account_id: account.id, ...input })
      expect(count).toBe(payments.length)
      return payments.map(({ method }) => method)
    }
    expect(await of({ method: ['bank-statement'] })).toEqual(['bank-statement'])
    expect(await of({ method: ['by-hand', 'eft'] })).toEqual(['by-hand', 'eft'])
    expect(await of({ status: ['held'] })).toEqual([])
    expect(await of({ end_date: new Date(Date.now() - day_ms) })).toEqual([])
    expect(await of({ start_date: startOfDay(today) })).toHaveLength(3)
    expect(await of({ limit: 500, account_id: (await p.given.account()).id })).toEqual([])
    const page = await list({ account_id: account.id, limit: 1, offset: 1 })
    expect([page.count, page.payments.map(({ method }) => method)]).toEqual([3, ['bank-statement']])
  })

  it('finds each payment by its number, also in the search for references', async () => {
    const { account } = await threePayments()
    for (const { reference } of (await list({ account_id: account.id })).payments) {
      expect((await list({ search: reference })).payments.map((one) => one.reference)).toEqual([reference])
      expect(await staff.send(searchApi.navSearch, { search_query: reference })).toMatchObject({
        type: 'payment',
        data: { reference },
      })
    }
  })

  it('marks a reversed payment and leaves it out of the sum', async () => {
    const { account, byHand } = await threePayments()
    await staff.send(billingApi.post, {
      account_id: account.id,
      type: 'payment-reversal',
      amount: 5_000,
      reverses_id: byHand.id,
      description: 'Bounced',
    })
    const { payments, total_received } = await list({ account_id: account.id })
    expect(payments.map(({ is_reversed }) => is_reversed)).toEqual([true, false, false])
    expect(total_received).toBe(30_000)
  })

  it('gives customers only the gateway payments of their account, and limited staff those of their branch', async () => {
    const { account } = await threePayments()
    const seen = async (by: Caller) => (await list({}, by)).payments.map(({ method }) => method)
    const role = 4_711
    await p.inTransaction((ctx) =>
      insertRole(ctx, {
        id: role,
        name: 'Bookkeeper',
        label: 'Bookkeeper',
        permissions: ['API_/billing/payments:GET'],
        permissions_ui: [],
        require_2fa: false,
      }),
    )
    expect(await seen(await p.user(role, { account_id: account.id }))).toEqual(['eft'])
    const limited = (branchId: number) =>
      p.user(role_ids.finance_manager, { branch_id: branchId, limit_user_to_branch: true })
    expect(await seen(await limited(p.map.branches.CPT))).toHaveLength(3)
    expect(await seen(await limited(p.map.branches.DBN))).toEqual([])
  })
})
