import { accountingApi } from '@waybill/domain/accounting/api'
import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import type { TransactionTypeName } from '@waybill/domain/billing/transaction-types'
import { role_ids } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { settingsApi } from '@waybill/domain/settings/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeAccounting } from '../../dev/fakes/accounting/index.ts'
import { accountingAdapters } from '../../dev/accounting-adapters.ts'
import type { FakeQuickbooks } from '../../dev/fakes/accounting/quickbooks.ts'
import type { FakeXero } from '../../dev/fakes/accounting/xero.ts'
import { brokenInvariants } from '../../dev/test-kit/database/invariants.ts'
import { jobOf } from '../../dev/test-kit/job.ts'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { testRuntime } from '../../dev/test-kit/runtime.ts'
import { sendDueDocuments } from './send-documents.ts'

const today = dayOf(new Date())
const period = { start_date: today, end_date: today }
const chart = [
  ['customer-balance', '8000'],
  ['revenue', '1000'],
  ['vat-output', '9500'],
  ['bank-clearing', '8400'],
  ['promotional', '3100'],
  ['bad-debt', '3300'],
  ['suspense', '9990'],
].map(([place = '', code = '']) => ({ place, code }))

const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing) await close()
})

/** Starts fakes of their own, so that no other case has used their tokens. */
async function ownFakes(): Promise<{ xero: FakeXero; quickbooks: FakeQuickbooks }> {
  const fakes = await fakeAccounting('127.0.0.1')
  closing.push(() => fakes.close())
  const { runtime } = await testRuntime()
  for (const [name, adapter] of accountingAdapters(fakes)) runtime.adapters.set(name, adapter)
  return fakes
}

const post = (
  by: Caller,
  accountId: number,
  type: TransactionTypeName,
  amount: number,
  effectiveDate?: Date,
) =>
  by.send(billingApi.post, {
    account_id: accountId,
    type,
    amount,
    description: `A ${type}`,
    ...(effectiveDate ? { effective_date: effectiveDate } : {}),
  })

/** Creates a company with a chart, an invoice, a credit note, a receipt and a journal of one account. */
async function withDocuments(): Promise<{ p: TestProvider; staff: Caller; accountId: number }> {
  const p = await newProvider()
  const staff = await p.staff()
  const { id: accountId } = await p.given.account({ name: 'Overberg Books' })
  await staff.send(accountingApi.saveChart, { rows: chart })
  await p.given.shipment({ account_id: accountId, status: 'collected' })
  await post(staff, accountId, 'admin-debit', 115_00)
  await staff.send(billingApi.runInvoices, { account_id: accountId })
  await post(staff, accountId, 'promotional-credit', 23_00)
  await post(staff, accountId, 'payment', 50_00)
  await post(staff, accountId, 'bad-debt-write-off', 46_00)
  return { p, staff, accountId }
}

const filesOf = async (by: Caller, { id, files }: { id: number; files: readonly { name: string }[] }) =>
  Promise.all(files.map(({ name }) => by.send(accountingApi.file, { export_id: id, name })))

describe('export batches', () => {
  let p: TestProvider
  let staff: Caller
  let accountId: number
  beforeAll(async () => void ({ p, staff, accountId } = await withDocuments()))

  it('[BILL-008] contain the invoices, credit notes, receipts and journals of the period, with their totals', async () => {
    const batch = await staff.send(accountingApi.create, { format: 'csv', ...period })
    expect(batch).toMatchObject({ display_id: 'EXP000001', documents: 4, total: 226_38, sent: 0 })
    const { documents } = await staff.send(accountingApi.documents, { export_id: batch.id })
    expect(documents.map(({ kind, number, total, vat }) => [kind, number, total, vat])).toEqual([
      ['invoice', 'INV000001', 226_38, 29_53],
      ['credit-note', 'CR000001', 23_00, 3_00],
      ['receipt', 'PMT000001', 50_00, 0],
      ['journal', expect.stringMatching(/^JNL\d{6}$/), 46_00, 0],
    ])
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })

  it('give the same bytes after the customer was renamed and the chart was changed', async () => {
    const [batch] = (await staff.send(accountingApi.exports, {})).exports
    if (!batch) throw new Error('There is no batch.')
    const before = await filesOf(staff, batch)
    await staff.send(accountsApi.change, { id: accountId, name: 'Karoo Books' })
    await staff.send(accountingApi.saveChart, { rows: [{ place: 'revenue', code: '2222' }] })
    const after = await filesOf(staff, batch)
    expect(after).toEqual(before)
    expect(after.map(({ sha256 }) => sha256)).toEqual(batch.files.map(({ sha256 }) => sha256))
    expect(after[0]?.text).toContain('Overberg Books')
  })

  it('contain no document twice: a second export names the first, and a later document gets a batch of its own', async () => {
    expect(await errorOf(staff.send(accountingApi.create, { format: 'sage', ...period }))).toEqual({
      status: 400,
      message: 'All documents of this period are already exported: EXP000001. Download them there again.',
    })
    await post(staff, accountId, 'payment', 10_00)
    const later = await staff.send(accountingApi.create, { format: 'sage', ...period })
    expect(later).toMatchObject({ display_id: 'EXP000002', documents: 1 })
    expect(later.files.map(({ name }) => name)).toEqual(['bank-8400.csv'])
  })

  it('cannot be changed or removed in the database', async () => {
    const change = (text: string) =>
      p.inTransaction((ctx) =>
        ctx.db.executeQuery({
          ...ctx.db.selectFrom('accounting_export').select('id').compile(),
          sql: text,
          parameters: [],
        }),
      )
    await expect(change('UPDATE accounting_export SET total = 0')).rejects.toThrow(/permission denied/)
    await expect(change("UPDATE accounting_export_document SET content = '{}'")).rejects.toThrow(
      /permission denied/,
    )
    await expect(change('DELETE FROM accounting_export_document')).rejects.toThrow(/permission denied/)
  })

  it('share no document when several start at once', async () => {
    const other = await withDocuments()
    const made = await Promise.allSettled(
      [1, 2, 3].map(() => other.staff.send(accountingApi.create, { format: 'csv', ...period })),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await other.staff.send(accountingApi.exports, {})).exports).toMatchObject([
      { display_id: 'EXP000001', documents: 4 },
    ])
  })

  it('are rejected with the names of the accounts that have no code, and change nothing', async () => {
    const other = await withDocuments()
    await other.staff.send(accountingApi.saveChart, {
      rows: ['bank-clearing', 'bad-debt'].map((place) => ({ place, code: '' })),
    })
    expect(await errorOf(other.staff.send(accountingApi.create, { format: 'csv', ...period }))).toEqual({
      status: 400,
      message: 'Enter an account code in the chart of accounts for: Bank, Bad debts. Nothing was exported.',
    })
    expect((await other.staff.send(accountingApi.exports, {})).count).toBe(0)
  })

  it('are rejected for a period that ends before it starts, and for an unknown ledger account', async () => {
    const reversed = { format: 'csv', start_date: '2026-03-02', end_date: '2026-03-01' } as const
    expect((await errorOf(staff.send(accountingApi.create, reversed))).message).toBe(
      'The last day must not be before the first.',
    )
    const unknown = staff.send(accountingApi.saveChart, { rows: [{ place: 'petty cash', code: '1' }] })
    expect((await errorOf(unknown)).status).toBe(400)
  })

  it('are only for staff who see the whole company', async () => {
    const limited = await p.user(role_ids.administrator, {
      branch_id: p.map.branches.CPT,
      limit_user_to_branch: true,
    })
    for (const one of [limited, await p.owner(accountId), await p.driver()])
      expect((await errorOf(one.send(accountingApi.exports, {}))).status).toBe(403)
  })
})

describe('the VAT return', () => {
  it('[BILL-013] fills the fields from the ledger rows, and field 20 equals the VAT accounts to the cent', async () => {
    const { p, staff, accountId } = await withDocuments()
    const write = await post(staff, accountId, 'bad-debt-write-off', 11_50)
    await staff.send(billingApi.post, {
      account_id: accountId,
      type: 'bad-debt-write-off-reversal',
      amount: 11_50,
      description: 'Paid after all',
      reverses_id: write.id,
    })
    await p.given.shipment({ account_id: accountId })
    const { boxes, ledger_vat, difference, is_registered } = await staff.send(accountingApi.vatReturn, period)
    const filled = Object.fromEntries(
      boxes.filter(({ amount }) => amount !== 0).map(({ box, amount }) => [box, amount]),
    )
    expect(filled).toEqual({
      '1': 226_38,
      '4': 29_53,
      '12': 1_50,
      '13': 31_03,
      '17': 7_50,
      '18': 3_00,
      '19': 10_50,
      '20': 20_53,
    })
    expect([ledger_vat, difference, is_registered]).toEqual([20_53, 0, true])
  })

  it('lists the rows of each field with their documents, and they add up to it', async () => {
    const { staff } = await withDocuments()
    const { boxes } = await staff.send(accountingApi.vatReturn, period)
    for (const box of ['1', '4', '17', '18'] as const) {
      const { rows, count } = await staff.send(accountingApi.vatRows, { ...period, box })
      expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(
        boxes.find((one) => one.box === box)?.amount,
      )
      expect(count).toBe(rows.length)
    }
    const { rows } = await staff.send(accountingApi.vatRows, { ...period, box: '4', limit: 1, offset: 1 })
    expect(rows).toMatchObject([{ type: 'admin-debit', document: 'INV000001', amount: 15_00 }])
    expect((await staff.send(accountingApi.vatRows, { ...period, box: '18' })).rows).toMatchObject([
      { document: 'CR000001', amount: 3_00 },
    ])
  })
})

describe('closed books', () => {
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000)

  it('take no posting on or before their last day without the permission, whatever posts it', async () => {
    const p = await newProvider()
    const administrator = await p.user(role_ids.system_administrator)
    const clerk = await p.user(role_ids.finance_manager)
    const { id } = await p.given.account()
    const shipment = () => p.given.shipment({ account_id: id, by: clerk })
    const lock = (value: string) =>
      administrator.send(settingsApi.save, { settings: [{ key: 'accounting_lock_date', value }] })
    await lock(dayOf(dayBefore(1)))
    await post(clerk, id, 'payment', 100)
    await lock(today)
    for (const type of ['payment', 'admin-debit'] as const)
      expect((await errorOf(post(clerk, id, type, 100))).message).toBe(
        `The books are closed up to ${today}. Choose a later value date.`,
      )
    expect((await errorOf(shipment())).status).not.toBe(200)
    await post(administrator, id, 'payment', 100, dayBefore(3))
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
  })
})

const job = (p: TestProvider) => jobOf(p)
const stateOf = async (by: Caller) => {
  const [batch] = (await by.send(accountingApi.exports, {})).exports
  return batch && [batch.waiting, batch.sent, batch.failed]
}

describe('sending to Xero', () => {
  let xero: FakeXero
  let p: TestProvider
  let staff: Caller
  let exportId: number
  const later = (minutes: number): void => p.runtime.setNow(new Date(Date.now() + minutes * 60_000))
  const connect = () => {
    const { tenant, ...client } = xero.client
    return staff.send(accountingApi.connect, { system: 'xero', organisation: tenant, ...client })
  }
  const records = () =>
    ['Invoices', 'CreditNotes', 'BankTransactions', 'ManualJournals'].map((list) => xero.records(list).length)

  beforeAll(async () => {
    ;({ xero } = await ownFakes())
    ;({ p, staff } = await withDocuments())
    exportId = (await staff.send(accountingApi.create, { format: 'xero', ...period })).id
  })
  afterAll(() => p.runtime.setNow(null))

  it('needs a connection whose credentials Xero accepts, and never returns them', async () => {
    expect((await errorOf(staff.send(accountingApi.send, { export_id: exportId }))).message).toBe(
      'Connect Xero first, under Connections.',
    )
    const { tenant, ...client } = xero.client
    const wrong = staff.send(accountingApi.connect, {
      system: 'xero',
      organisation: tenant,
      ...client,
      refresh_token: 'stale',
    })
    expect((await errorOf(wrong)).message).toBe(
      'Xero does not accept these credentials. Check them and get a new refresh token.',
    )
    const made = await connect()
    expect(made).toMatchObject({ system: 'xero', is_active: true, problem: '' })
    const shown = JSON.stringify([made, await staff.send(accountingApi.connections, {})])
    for (const secret of [client.client_secret, 'xero-refresh']) expect(shown).not.toContain(secret)
  })

  it('waits as long as Xero asks in Retry-After', async () => {
    await staff.send(accountingApi.send, { export_id: exportId })
    xero.misbehave({ kind: 'too many', retry_after: '600' })
    await sendDueDocuments(await job(p))
    expect(records()).toEqual([0, 0, 0, 0])
    later(9)
    await sendDueDocuments(await job(p))
    expect(records()).toEqual([0, 0, 0, 0])
  })

  it('creates one record when the answer was lost after Xero had created it', async () => {
    later(11)
    xero.misbehave({ kind: 'silent after doing it' })
    await sendDueDocuments(await job(p))
    expect(records()).toEqual([1, 0, 0, 0])
    expect(await stateOf(staff)).toEqual([4, 0, 0])
    later(30)
    await sendDueDocuments(await job(p))
    expect(records()).toEqual([1, 1, 1, 1])
    expect(await stateOf(staff)).toEqual([0, 4, 0])
  })

  it('sends nothing again when a batch is sent twice', async () => {
    await staff.send(accountingApi.send, { export_id: exportId })
    await sendDueDocuments(await job(p))
    expect(records()).toEqual([1, 1, 1, 1])
    expect(await stateOf(staff)).toEqual([0, 4, 0])
  })

  it('gets a new access token when the former expired, and shows why Xero rejected a document', async () => {
    const { accounts } = await staff.send(accountsApi.list, { search: 'Overberg' })
    await post(staff, accounts[0]?.id ?? 0, 'payment', 7_00)
    const { id } = await staff.send(accountingApi.create, { format: 'xero', ...period })
    await staff.send(accountingApi.send, { export_id: id })
    xero.misbehave({ kind: 'expired' }, { kind: 'rejects', message: 'Account code 8400 is archived.' })
    await sendDueDocuments(await job(p))
    expect((await staff.send(accountingApi.documents, { export_id: id })).documents).toMatchObject([
      { sending: 'failed', error: 'The program answered: Account code 8400 is archived.' },
    ])
    await staff.send(accountingApi.send, { export_id: id })
    await sendDueDocuments(await job(p))
    expect(xero.records('BankTransactions')).toHaveLength(2)
    expect(await stateOf(staff)).toEqual([0, 1, 0])
  })

  it('stops and says so when Xero no longer accepts the refresh token; documents wait for a new connection', async () => {
    const { accounts } = await staff.send(accountsApi.list, { search: 'Overberg' })
    await post(staff, accounts[0]?.id ?? 0, 'payment', 8_00)
    const { id } = await staff.send(accountingApi.create, { format: 'xero', ...period })
    await staff.send(accountingApi.send, { export_id: id })
    xero.revoke()
    await sendDueDocuments(await job(p))
    expect((await staff.send(accountingApi.connections, {})).connections).toMatchObject([
      { is_active: false, problem: 'Xero no longer accepts our sign-in. Connect it again.' },
    ])
    expect(await stateOf(staff)).toEqual([1, 0, 0])
    const [connection] = (await staff.send(accountingApi.connections, {})).connections
    await staff.send(accountingApi.disconnect, { id: connection?.id ?? 0 })
    expect((await staff.send(accountingApi.connections, {})).connections).toEqual([])
  })
})

describe('sending to QuickBooks', () => {
  it('creates each record and customer once through throttling, lost answers and an expired token', async () => {
    const { quickbooks } = await ownFakes()
    const { p, staff } = await withDocuments()
    const { realm, ...client } = quickbooks.client
    await staff.send(accountingApi.connect, { system: 'quickbooks', organisation: realm, ...client })
    const { id } = await staff.send(accountingApi.create, { format: 'quickbooks', ...period })
    await staff.send(accountingApi.send, { export_id: id })
    quickbooks.misbehaviours.push(
      { entity: 'Customer', what: 'lost' },
      { entity: 'Invoice', what: 'throttle' },
      { entity: 'CreditMemo', what: 'lost' },
      { entity: 'Payment', what: 'expired' },
      { entity: 'JournalEntry', what: 'lost' },
    )
    for (const hours of [0, 1, 3, 6, 12, 24]) {
      p.runtime.setNow(new Date(Date.now() + hours * 3_600_000))
      await sendDueDocuments(await job(p))
    }
    p.runtime.setNow(null)
    expect(quickbooks.misbehaviours).toEqual([])
    expect(
      ['Customer', 'Invoice', 'CreditMemo', 'Payment', 'JournalEntry'].map(
        (one) => quickbooks.rows(one).length,
      ),
    ).toEqual([1, 1, 1, 1, 1])
    expect(await stateOf(staff)).toEqual([0, 4, 0])
  })

  it('is rejected for a batch that was made for another program', async () => {
    const { staff } = await withDocuments()
    const { id } = await staff.send(accountingApi.create, { format: 'sage', ...period })
    expect((await errorOf(staff.send(accountingApi.send, { export_id: id }))).message).toBe(
      'Sage Business Cloud Accounting takes files only. Download them and import them there.',
    )
  })
})
