import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { load_calls, moveInApi } from '@waybill/domain/move-in/api'
import { move_in_columns, move_in_kinds, type MoveInKind } from '@waybill/domain/move-in/columns'
import { reportApi } from '@waybill/domain/reports/report-api'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { brokenInvariants } from '../../dev/test-kit/database/invariants.ts'

const csv = (lines: readonly (readonly (string | number)[])[]): string =>
  lines.map((cells) => cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')).join('\n')

/** Returns a file of a kind: a heading for each named column, and the lines. */
const fileOf = (columns: readonly string[], lines: readonly (readonly (string | number)[])[]): string =>
  csv([columns, ...lines])

let p: TestProvider
let mover: Caller

const load = (kind: MoveInKind, content: string, more: { dry_run?: boolean; apply_changes?: boolean } = {}) =>
  mover.send(load_calls[kind], { file_name: `${kind}.csv`, content, ...more })
const undo = (id: number | null) => mover.send(moveInApi.undo, { id: id ?? 0 })
const problemsOf = async (kind: MoveInKind, content: string) => {
  const { problems, batch_id } = await load(kind, content, { dry_run: true })
  expect(batch_id).toBeNull()
  return problems.map(({ line, column, message }) => `${line} ${column}: ${message}`)
}

const account_heads = [
  'account_code',
  'name',
  'credit_limit',
  'payment_terms',
  'billing_email',
  'billing_street',
]
const accountsFile = (codes: readonly string[], name = 'Customer'): string =>
  fileOf(
    account_heads,
    codes.map((code) => [
      code,
      `${name} ${code}`,
      '15 000,00',
      30,
      `${code}@old.example`,
      `${code} Long Street`,
    ]),
  )

beforeAll(async () => {
  p = await newProvider()
  mover = await p.staff()
})

describe('loading a file', () => {
  it('creates the records of a file, and does nothing when the same file comes again', async () => {
    const file = accountsFile(['AAA001', 'AAA002'])
    const tried = await load('accounts', file, { dry_run: true })
    expect(tried).toMatchObject({ batch_id: null, added: 2, problem_count: 0 })
    expect((await mover.send(accountsApi.list, { account_code: 'AAA001' })).accounts).toEqual([])
    const first = await load('accounts', file)
    expect(first).toMatchObject({ added: 2, changed: 0, same: 0 })
    const [account] = (await mover.send(accountsApi.list, { account_code: 'AAA001' })).accounts
    expect(account).toMatchObject({ name: 'Customer AAA001', credit_limit: 1_500_000, payment_terms: 30 })
    expect(await load('accounts', file)).toMatchObject({ batch_id: null, added: 0, same: 2 })
    await undo(first.batch_id)
  })

  it('shows changed content as a difference and applies it only when asked', async () => {
    const first = await load('accounts', accountsFile(['BBB001']))
    const changed = accountsFile(['BBB001'], 'Renamed')
    const shown = await load('accounts', changed)
    expect(shown).toMatchObject({ batch_id: null, left_unchanged: 1 })
    expect(shown.records[0]?.differences).toEqual([
      { column: 'Name', before: 'Customer BBB001', after: 'Renamed BBB001' },
    ])
    const second = await load('accounts', changed, { apply_changes: true })
    expect(second).toMatchObject({ changed: 1, left_unchanged: 0 })
    const nameNow = async () =>
      (await mover.send(accountsApi.list, { account_code: 'BBB001' })).accounts[0]?.name
    expect(await nameNow()).toBe('Renamed BBB001')
    expect((await errorOf(undo(first.batch_id))).message).toBe(
      'The file accounts.csv changed records of this one later (line 2). Undo it first.',
    )
    await undo(second.batch_id)
    expect(await nameNow()).toBe('Customer BBB001')
    await undo(first.batch_id)
    expect(await nameNow()).toBeUndefined()
  })

  it('matches headings by their names, and by the chosen columns', async () => {
    const named = await load(
      'accounts',
      csv([
        ['Customer code', 'Customer name'],
        ['CCC001', 'By name'],
      ]),
    )
    expect(named.added).toBe(1)
    const chosen = await mover.send(load_calls.accounts, {
      file_name: 'chosen.csv',
      content: csv([
        ['x', 'y'],
        ['By choice', 'CCC002'],
      ]),
      columns: { name: 0, account_code: 1 },
    })
    expect(chosen.added).toBe(1)
    await undo(chosen.batch_id)
    await undo(named.batch_id)
  })

  it('stores nothing when one cell is wrong', async () => {
    const file = fileOf(account_heads, [
      ['DDD001', 'Right', '', '', '', ''],
      ['DDD002', 'Wrong', 'much', '', '', ''],
    ])
    const { status, message } = await errorOf(load('accounts', file))
    expect([status, message]).toEqual([
      400,
      'Nothing was loaded: one cell is wrong. Correct the file and load it again.',
    ])
    expect((await mover.send(accountsApi.list, { account_code: 'DDD001' })).accounts).toEqual([])
  })

  it('rejects a file without a required column, without lines and with a column outside', async () => {
    expect((await errorOf(load('accounts', 'name\nOne'))).message).toBe(
      'No column is matched to Account code. Choose one.',
    )
    expect((await errorOf(load('accounts', 'account_code,name'))).message).toBe(
      'The file has no accounts below its first line.',
    )
    const outside = mover.send(load_calls.accounts, {
      file_name: 'a.csv',
      content: 'account_code,name\nA01,One',
      columns: { account_code: 0, name: 7 },
    })
    expect((await errorOf(outside)).message).toBe('The file has 2 columns; a column 8 was matched.')
  })

  it('continues a file whose load was interrupted, and loads a portion that comes twice once', async () => {
    const codes = ['POR001', 'POR002', 'POR003']
    const portion = (at: number) =>
      mover.send(load_calls.accounts, {
        file_name: 'portions.csv',
        content: accountsFile([codes[at] ?? '']),
        first_line: 2 + at,
        lines_before: at,
        file_lines: codes.length,
      })
    const newest = async () => (await mover.send(moveInApi.batches, { limit: 1 })).batches[0]
    const first = await portion(0)
    expect(await newest()).toMatchObject({ lines: 3, lines_loaded: 1, created: 1 })
    expect(await portion(0)).toMatchObject({ added: 0, same: 1 })
    expect([(await portion(1)).batch_id, (await portion(2)).batch_id]).toEqual([
      first.batch_id,
      first.batch_id,
    ])
    expect(await newest()).toMatchObject({ lines_loaded: 3, created: 3, unchanged: 0 })
    const wrong = await mover.send(load_calls.accounts, {
      file_name: 'portions.csv',
      content: accountsFile(['E']),
      first_line: 500,
      dry_run: true,
    })
    expect(wrong.problems[0]?.line).toBe(500)
    await undo(first.batch_id)
    expect(await newest()).toMatchObject({ created: 3, time_undone: expect.any(Date) })
  })

  it('reads at most 250 lines in one call', async () => {
    const codes = Array.from({ length: 251 }, (_, at) => `MANY${at}`)
    expect((await errorOf(load('accounts', accountsFile(codes)))).message).toBe(
      'The file has 251 lines; at most 250 are read at once. Split it.',
    )
  })

  it('is for office staff of the whole company only', async () => {
    const limited = await p.user(role_ids.administrator, {
      limit_user_to_branch: true,
      branch_id: p.map.branches.CPT,
    })
    expect(await errorOf(limited.send(moveInApi.overview, {}))).toMatchObject({ status: 403 })
    const owner = await p.owner()
    expect(await errorOf(owner.send(moveInApi.overview, {}))).toMatchObject({ status: 403 })
  })
})

describe('problems of cells', () => {
  let base: number | null
  beforeAll(async () => {
    base = (await load('accounts', accountsFile(['ERR001']))).batch_id
    expect(base).not.toBeNull()
  })

  const cases: readonly (readonly [MoveInKind, readonly string[], readonly (string | number)[], string])[] = [
    ['accounts', ['account_code', 'name'], ['', 'Name'], '2 account_code: Account code is missing.'],
    [
      'accounts',
      ['account_code', 'name'],
      ['E', 'Name'],
      '2 account_code: An account code is 2 to 20 letters, digits and hyphens.',
    ],
    [
      'accounts',
      ['account_code', 'name', 'branch'],
      ['ERR9', 'Name', 'XXX'],
      '2 branch: There is no branch XXX.',
    ],
    [
      'accounts',
      ['account_code', 'name', 'price_list'],
      ['ERR9', 'Name', 'Gold'],
      '2 price_list: There is no price list Gold. Create it, or correct its name.',
    ],
    [
      'accounts',
      ['account_code', 'name', 'account_type'],
      ['ERR9', 'Name', 'cash'],
      '2 account_type: cash is not possible here. Write postpaid, prepaid.',
    ],
    [
      'accounts',
      ['account_code', 'name', 'billing_email'],
      ['ERR9', 'Name', 'nobody'],
      '2 billing_email: nobody is not an email address.',
    ],
    [
      'accounts',
      ['account_code', 'name', 'payment_terms'],
      ['ERR9', 'Name', '900'],
      '2 payment_terms: The days to pay must be 0 to 365.',
    ],
    [
      'contacts',
      ['account_code', 'name', 'email'],
      ['NONE01', 'Name', 'a@b.example'],
      '2 account_code: There is no account NONE01. Load the accounts first.',
    ],
    [
      'contacts',
      ['account_code', 'name', 'email', 'role'],
      ['ERR001', 'Name', 'a@b.example', 'King'],
      '2 role: There is no role King.',
    ],
    [
      'address-books',
      ['account_code', 'name'],
      ['ERR001', 'Name'],
      '2 Street: The address is missing: street, suburb, city or postal code.',
    ],
    [
      'address-books',
      ['account_code', 'name', 'city', 'phone'],
      ['ERR001', 'Name', 'Paarl', '12'],
      '2 phone: ',
    ],
    [
      'rates',
      ['price_list', 'service_level', 'from_zone', 'to_zone', 'price'],
      ['Gold', 'ECO', '*', '*', '99'],
      '2 price_list: There is no price list Gold in the price book.',
    ],
    [
      'rates',
      ['price_list', 'service_level', 'from_zone', 'to_zone', 'price'],
      ['Default group', 'XYZ', '*', '*', '99'],
      '2 service_level: There is no service level XYZ.',
    ],
    [
      'rates',
      ['price_list', 'service_level', 'from_zone', 'to_zone', 'price'],
      ['Default group', 'ECO', 'Moon', '*', '99'],
      '2 from_zone: The zone Moon does not exist on the map. Check its spelling.',
    ],
    [
      'rates',
      ['price_list', 'service_level', 'from_zone', 'to_zone', 'price'],
      ['Default group', 'ECO', '*', '*', '9 9 9,9,9'],
      '2 price: ',
    ],
    [
      'drivers',
      ['username', 'name', 'email', 'branch'],
      ['DRV1', 'Name', 'd@b.example', 'XXX'],
      '2 branch: There is no branch XXX.',
    ],
    [
      'areas',
      ['area_kind', 'name', 'outline'],
      ['moon', 'Area', '1 2; 3 4; 5 6'],
      '2 area_kind: moon is not possible here. ',
    ],
    [
      'areas',
      ['area_kind', 'name', 'outline'],
      ['rates', 'Area', 'around the hill'],
      '2 outline: Write the points as latitude and longitude',
    ],
    [
      'open-items',
      ['account_code', 'number', 'date', 'amount'],
      ['ERR001', 'IN1', '31/02/2026', '10'],
      '2 date: ',
    ],
    [
      'open-items',
      ['account_code', 'number', 'date', 'amount'],
      ['ERR001', 'IN1', '2030-01-31', '10'],
      '2 date: The date is in the future.',
    ],
    [
      'open-items',
      ['account_code', 'number', 'date', 'amount'],
      ['ERR001', 'IN1', '2026-01-31', '0.00'],
      '2 amount: The open amount is 0. Leave the line out.',
    ],
    [
      'open-items',
      ['account_code', 'number', 'date', 'amount'],
      ['ERR001', 'IN1', '2026-01-31', '1.234'],
      '2 amount: An amount has at most two decimals, such as 12.34.',
    ],
    [
      'open-items',
      ['account_code', 'number', 'date', 'due_date', 'amount'],
      ['ERR001', 'IN1', '2026-01-31', '2026-01-01', '10'],
      '2 due_date: The due date is before the date of the document.',
    ],
    [
      'open-items',
      ['account_code', 'number', 'date', 'item_type', 'amount'],
      ['ERR001', 'IN1', '2026-01-31', 'invoice', '-10'],
      '2 amount: An invoice has an amount above 0. Write credit as its type.',
    ],
    [
      'history',
      ['waybill', 'account_code', 'date', 'delivered_date'],
      ['W1', 'ERR001', '2025-11-05', '2025-11-03'],
      '2 delivered_date: The shipment was delivered before it was booked.',
    ],
    [
      'history',
      ['waybill', 'account_code', 'date', 'parcels'],
      ['W1', 'ERR001', '2025-11-05', '2.5'],
      '2 parcels: Write a whole number from 1 to 200.',
    ],
    [
      'history',
      ['waybill', 'account_code', 'date'],
      ['1.2E+11', 'ERR001', '2025-11-05'],
      '2 waybill: 1.2E+11 has lost its digits',
    ],
    [
      'invoice-numbers',
      ['invoice_number', 'old_number'],
      ['INV999999', 'IN1'],
      '2 invoice_number: There is no invoice INV999999 here.',
    ],
  ]
  it.each(cases)('%s %j %j is reported at its cell', async (kind, heads, cells, expected) => {
    const [problem, ...others] = await problemsOf(kind, fileOf(heads, [cells]))
    expect(others).toEqual([])
    expect(problem?.slice(0, expected.length)).toBe(expected)
  })

  it('reports a key that comes twice in a file', async () => {
    expect(await problemsOf('accounts', accountsFile(['TWO001', 'TWO001']))).toEqual([
      '3 account_code: Line 2 has the same account_code.',
    ])
  })

  it('has an example of every column that can be loaded', async () => {
    const { problems } = await load(
      'accounts',
      csv([
        move_in_columns.accounts.map(({ key }) => key),
        move_in_columns.accounts.map(({ key, example }) =>
          key === 'account_code' ? 'EXA001' : key === 'branch' || key === 'price_list' ? '' : example,
        ),
      ]),
      { dry_run: true },
    )
    expect(problems).toEqual([])
  })
})

describe('opening balances', () => {
  const heads = ['account_code', 'number', 'date', 'due_date', 'amount']

  it('[BILL-011] posts open items without VAT and shows their old numbers [BILL-001]', async () => {
    const accounts = await load('accounts', accountsFile(['OPN001']))
    const items = await load(
      'open-items',
      fileOf(heads, [
        ['OPN001', 'IN77', '2026-01-31', '2026-02-28', '1 150,00'],
        ['OPN001', 'CN12', '2026-02-02', '', '-150.00'],
      ]),
    )
    const [account] = (await mover.send(accountsApi.list, { account_code: 'OPN001' })).accounts
    expect(account?.balance).toBe(-100_000)
    const { invoices } = await mover.send(billingApi.invoices, { account_id: account?.id ?? 0 })
    expect(invoices).toMatchObject([{ doc_display_id: 'IN77', total: 115_000, vat: 0, status: 'overdue' }])
    const { transactions } = await mover.send(billingApi.transactions, { account_id: account?.id ?? 0 })
    expect(
      transactions.map(({ type, doc_display_id, migration_reference, vat }) => [
        type,
        doc_display_id,
        migration_reference,
        vat,
      ]),
    ).toEqual([
      ['balance-adjustment-credit', 'CN12', 'CN12', 0],
      ['balance-adjustment-debit', 'IN77', 'IN77', 0],
    ])
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
    await undo(items.batch_id)
    await undo(accounts.batch_id)
  })

  it('keeps accounts off automatic holds until work starts, and starts only when the balances agree to the cent', async () => {
    const q = await newProvider()
    const clerk = await q.staff()
    const send = (kind: MoveInKind, content: string) =>
      clerk.send(load_calls[kind], { file_name: kind, content })
    await send('accounts', accountsFile(['ONE001', 'ONE002']))
    await send(
      'open-items',
      fileOf(heads, [
        ['ONE001', 'IN1', '2025-10-31', '2025-11-30', '100.00'],
        ['ONE002', 'IN2', '2025-10-31', '2025-11-30', '50.01'],
      ]),
    )
    const startError = async () => (await errorOf(clerk.send(moveInApi.start, {}))).message
    expect(await startError()).toBe(
      'Enter what the accounts owed by the trial balance of the old system first.',
    )
    await clerk.send(moveInApi.saveOldBalances, { total: 15_000 })
    expect(await startError()).toBe(
      'The opening balances are R 0.01 more than the old trial balance. Load what is missing, or undo what is wrong.',
    )
    const unknown = clerk.send(moveInApi.saveOldBalances, { content: 'account_code,balance\nXXX001,1.00' })
    expect((await errorOf(unknown)).message).toBe('Nothing was saved. Line 2: There is no account XXX001.')
    await clerk.send(moveInApi.saveOldBalances, {
      content: 'account_code,balance\nONE001,100.01\nONE002,50.00',
    })
    const { accounts, count } = await clerk.send(moveInApi.openings, { only_differences: true })
    expect([count, accounts.map(({ account_code, difference }) => [account_code, difference])]).toEqual([
      2,
      [
        ['ONE001', -1],
        ['ONE002', 1],
      ],
    ])
    expect(await startError()).toBe(
      'The totals agree, but 2 accounts have another balance than before. Correct the items of these accounts.',
    )
    await clerk.send(moveInApi.saveOldBalances, {
      content: 'account_code,balance\nONE001,100.00\nONE002,50.01',
    })
    const started = await clerk.send(moveInApi.start, {})
    expect(started).toMatchObject({ difference: 0, new_total: 15_001, accounts_that_differ: 0 })
    expect(started.time_started).toBeInstanceOf(Date)
    expect(await startError()).toBe('Work has already started.')
    const later = await errorOf(
      send('open-items', fileOf(heads, [['ONE001', 'IN9', '2025-10-31', '', '1.00']])),
    )
    expect(later.message).toBe(
      'Work with the opening balances has started, so they can no longer change. Post a balance adjustment on the account.',
    )
  })

  it('lets the database delete no ledger row that another system did not bring', async () => {
    const account = await p.given.account({ balance: 5_000 })
    const removal = p.inTransaction(async (ctx) => {
      await ctx.db.deleteFrom('ledger_entry').where('account_id', '=', account.id).execute()
    })
    await expect(removal).rejects.toThrow('permission denied')
  })

  it('lets the application make no row one that an undo may delete, and no started work unstarted', async () => {
    const q = await newProvider()
    const clerk = await q.staff()
    const shipment = await q.given.shipment()
    const items = fileOf(heads, [['SEC001', 'IN1', '2025-10-31', '', '10.00']])
    await clerk.send(load_calls.accounts, { file_name: 'a', content: accountsFile(['SEC001']) })
    await clerk.send(load_calls['open-items'], { file_name: 'i', content: items })
    await clerk.send(moveInApi.saveOldBalances, { total: 1_000 })
    await clerk.send(moveInApi.start, {})
    const attempts = [
      `UPDATE billing_transaction SET source = 'move-in'`,
      `UPDATE ledger_entry SET transaction_id = 1`,
      `UPDATE tracking_event SET source = 'move-in'`,
      `INSERT INTO move_in_row (provider_id, batch_id, kind, line, old_key, record_table, record_id, content, content_key)
        SELECT provider_id, min(id), 'history', 2, 'x', 'shipment', ${shipment.id}, '{}', 'x' FROM move_in_batch GROUP BY 1;
        DELETE FROM tracking_event WHERE shipment_id = ${shipment.id}`,
      `UPDATE opening SET time_started = NULL`,
      `DELETE FROM opening`,
      `DELETE FROM ledger_entry`,
      `DELETE FROM billing_transaction`,
      `DELETE FROM invoice`,
      `UPDATE invoice SET invoice_number = -99`,
      `INSERT INTO billing_transaction OVERRIDING SYSTEM VALUE SELECT * FROM billing_transaction WHERE source = 'move-in'`,
    ]
    for (const attempt of attempts) {
      const tried = q.inTransaction(async (ctx) => {
        for (const statement of attempt.split(';')) await sql.raw(statement).execute(ctx.db)
      })
      await expect(tried, attempt).rejects.toThrow('permission denied')
    }
  })

  it('does not undo an item that was paid since', async () => {
    const accounts = await load('accounts', accountsFile(['PAY001']))
    const items = await load('open-items', fileOf(heads, [['PAY001', 'INP', '2026-01-31', '', '80.00']]))
    const [account] = (await mover.send(accountsApi.list, { account_code: 'PAY001' })).accounts
    await mover.send(billingApi.post, {
      account_id: account?.id ?? 0,
      type: 'payment',
      amount: 8_000,
      description: 'Paid',
    })
    expect((await errorOf(undo(items.batch_id))).message).toBe(
      'PAY001 | INP: INP has been paid or credited since. Take back the allocation first.',
    )
    expect((await errorOf(undo(accounts.batch_id))).message).toBe(
      'PAY001 cannot be removed: it is used by an invoice. Undo or remove that first. Nothing was undone.',
    )
  })
})

describe('history and numbers', () => {
  it('finds and tracks an old shipment by its waybill number, and charges nothing', async () => {
    const accounts = await load('accounts', accountsFile(['HIS001']))
    const history = await load(
      'history',
      fileOf(
        [
          'waybill',
          'account_code',
          'date',
          'delivered_date',
          'to_city',
          'to_contact',
          'signed_by',
          'parcels',
        ],
        [['w-900', 'HIS001', '03/11/2025', '05/11/2025', 'Paarl', 'Naledi', 'N. Mokoena', 2]],
      ),
    )
    const tracked = await p.guest().http('GET', '/tracking/shipments?tracking_reference=W-900')
    expect(tracked.status).toBe(200)
    expect(JSON.stringify(tracked.body)).toContain('"status":"delivered"')
    const { shipments } = await mover.send(shipmentsApi.list, { tracking_reference: 'W-900' })
    expect(shipments).toMatchObject([{ status: 'delivered', rate: 0 }])
    const { rows } = await mover.send(reportApi.run, {
      report: 'delivered-without-charge',
      range: 'date-range',
      start_date: '2025-11-05',
      end_date: '2025-11-05',
    })
    expect(rows).toMatchObject([
      { reference: 'W-900', delivered: '2025-11-05', why: 'Brought from the old system', price: 0 },
    ])
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
    await undo(history.batch_id)
    await undo(accounts.batch_id)
  })

  it('does not remove an account with a shipment that was booked since', async () => {
    const accounts = await load('accounts', accountsFile(['BOO001']))
    const [account] = (await mover.send(accountsApi.list, { account_code: 'BOO001' })).accounts
    await p.given.shipment({ account_id: account?.id ?? 0 })
    expect((await errorOf(undo(accounts.batch_id))).message).toContain('it is used by a')
  })

  it('lists every record of a file that something newer uses before anything is undone', async () => {
    const codes = ['USE001', 'USE002', 'USE003']
    const accounts = await load('accounts', accountsFile(codes))
    for (const code of [codes[0], codes[2]]) {
      const [account] = (await mover.send(accountsApi.list, { account_code: code })).accounts
      await p.given.shipment({ account_id: account?.id ?? 0 })
    }
    const checked = await mover.send(moveInApi.undo, { id: accounts.batch_id ?? 0, dry_run: true })
    expect([checked.rows_left, checked.next]).toEqual([0, null])
    expect(checked.blocked).toMatchObject([
      { line: 4, old_key: 'USE003' },
      { line: 2, old_key: 'USE001' },
    ])
    expect(checked.blocked[0]?.message).toMatch(/^USE003 cannot be removed: it is used by /)
    expect((await mover.send(accountsApi.list, { account_code: 'USE002' })).count).toBe(1)
  })

  it('[BILL-011] shows the number of the old system on an invoice that was issued here', async () => {
    const account = await p.given.account({ account_type: 'postpaid', credit_limit: 100_000 })
    await mover.send(billingApi.post, {
      account_id: account.id,
      type: 'admin-debit',
      amount: 1_150,
      description: 'Storage',
    })
    const { invoices } = await mover.send(billingApi.runInvoices, { account_id: account.id })
    const own = invoices[0]?.doc_display_id ?? ''
    const numbers = await load(
      'invoice-numbers',
      fileOf(['invoice_number', 'old_number'], [[own, 'IN-5001']]),
    )
    const shown = async () =>
      (await mover.send(billingApi.invoices, { account_id: account.id })).invoices[0]?.doc_display_id
    expect(await shown()).toBe('IN-5001')
    expect(await p.inTransaction(brokenInvariants)).toEqual({})
    await undo(numbers.batch_id)
    expect(await shown()).toBe(own)
  })
})

describe('prices', () => {
  const heads = [
    'price_list',
    'service_level',
    'from_zone',
    'to_zone',
    'both_ways',
    'weight_from',
    'weight_to',
    'price',
  ]

  it('loads the bands of a lane into a draft, and an undo removes the draft', async () => {
    const rates = await load(
      'rates',
      fileOf(heads, [
        ['Default group', 'ECO', '*', '*', 'yes', 0, 5, '101'],
        ['Default group', 'ECO', '*', '*', 'yes', 5, '', '101 + (w - 5) * 3'],
      ]),
    )
    expect(rates).toMatchObject({ added: 1, lines: 2 })
    const drafts = async () =>
      (await mover.send(revisionsApi.list, {})).revisions.filter(({ status }) => status === 'draft')
    expect(await drafts()).toMatchObject([{ name: 'Prices of the move-in' }])
    await undo(rates.batch_id)
    expect(await drafts()).toEqual([])
  })

  it('[RATE-001] prices old waybills by a price book without booking them', async () => {
    const accounts = await load('accounts', accountsFile(['SHA001']))
    const shadowHeads = [
      'waybill',
      'account_code',
      'service_level',
      'from_suburb',
      'from_city',
      'from_postal_code',
      'to_suburb',
      'to_city',
      'to_postal_code',
      'weight',
      'price',
    ]
    const before = await mover.send(shipmentsApi.list, {})
    const wrong = await mover.send(moveInApi.priceShadowMonth, {
      file_name: 'wrong.csv',
      content: fileOf(shadowHeads, [
        ['W1', 'NONE99', 'ECO', 'Epping', 'Cape Town', '7460', 'Rosebank', 'Johannesburg', '2196', 3, '100'],
      ]),
    })
    expect([wrong.month, wrong.problems]).toEqual([
      null,
      [{ line: 2, column: 'Account code', message: 'There is no account NONE99.' }],
    ])
    const { month } = await mover.send(moveInApi.priceShadowMonth, {
      file_name: 'february.csv',
      content: fileOf(shadowHeads, [
        [
          'W1',
          'SHA001',
          'ECO',
          'Epping',
          'Cape Town',
          '7460',
          'Rosebank',
          'Johannesburg',
          '2196',
          3,
          '100.00',
        ],
        [
          'W2',
          'SHA001',
          'NOPE',
          'Epping',
          'Cape Town',
          '7460',
          'Rosebank',
          'Johannesburg',
          '2196',
          3,
          '50.00',
        ],
      ]),
    })
    expect(month).toMatchObject({ total: 2, priced: 1, old_price: 10_000 })
    const { waybills } = await mover.send(moveInApi.shadowWaybills, { id: month?.id ?? 0 })
    expect(waybills[0]).toMatchObject({ waybill: 'W1', difference: (month?.new_price ?? 0) - 10_000 })
    expect(waybills[0]?.reasons[0]).toBe('3 kg charged')
    expect(waybills[1]?.new_price).toBeNull()
    const { sums } = await mover.send(moveInApi.shadowSums, { id: month?.id ?? 0, by: 'account_code' })
    expect(sums).toMatchObject([{ name: 'SHA001', total: 2, priced: 1 }])
    expect((await mover.send(shipmentsApi.list, {})).count).toBe(before.count)
    await mover.send(moveInApi.removeShadowMonth, { id: month?.id ?? 0 })
    expect((await mover.send(moveInApi.shadowMonths, {})).count).toBe(0)
    await undo(accounts.batch_id)
  })
})

describe('a company of 40 accounts', () => {
  const tables = [
    'account',
    'account_balance',
    'account_shipment_count',
    'address',
    'address_book_entry',
    'app_user',
    'billing_transaction',
    'invoice',
    'ledger_entry',
    'move_in_row',
    'opening',
    'opening_balance',
    'parcel',
    'rate_book',
    'rate_change',
    'rate_revision',
    'shipment',
    'shipment_search',
    'tracking_event',
    'zone',
  ] as const
  const countRows = (q: TestProvider) =>
    q.inTransaction(async (ctx) =>
      Object.fromEntries(
        await Promise.all(
          tables.map(async (table) => {
            const { rows } = await sql<{
              n: number
            }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(ctx.db)
            return [table, rows[0]?.n ?? 0] as const
          }),
        ),
      ),
    )

  it('moves in from files, agrees with the old trial balance, and is removed again by undo', async () => {
    const q = await newProvider()
    const clerk = await q.staff()
    const before = await countRows(q)
    const codes = Array.from({ length: 40 }, (_, at) => `OLD${String(at).padStart(4, '0')}`)
    const amounts = codes.map((_, at) => (at * 137 + 1) % 100_000 || 5)
    const rand = (cents: number): string => (cents / 100).toFixed(2)
    const files: readonly (readonly [MoveInKind, string])[] = [
      ['accounts', accountsFile(codes)],
      [
        'contacts',
        fileOf(
          ['account_code', 'name', 'email'],
          codes.map((code) => [code, `Person ${code}`, `${code}@people.example`]),
        ),
      ],
      [
        'address-books',
        fileOf(
          ['account_code', 'name', 'street', 'city'],
          codes.map((code, at) => [code, 'Main branch', `${at} Dock Road`, 'Durban']),
        ),
      ],
      [
        'rates',
        fileOf(
          ['price_list', 'service_level', 'from_zone', 'to_zone', 'price'],
          [['Default group', 'ECO', '*', '*', '120']],
        ),
      ],
      ['drivers', fileOf(['username', 'name', 'email'], [['OLD-DRV1', 'Old Driver', 'drv1@old.example']])],
      [
        'areas',
        fileOf(
          ['area_kind', 'name', 'branch', 'drivers', 'outline'],
          [
            [
              'drivers',
              'Old round',
              'CPT',
              'OLD-DRV1',
              '-30.10 25.10; -30.10 25.20; -30.20 25.20; -30.20 25.10',
            ],
          ],
        ),
      ],
      [
        'open-items',
        fileOf(
          ['account_code', 'number', 'date', 'amount'],
          [
            ...codes.map((code, at) => [code, `IN${at}`, '2026-02-15', rand(amounts[at] ?? 0)]),
            ['OLD0003', 'CN3', '2026-02-16', '-1.25'],
          ],
        ),
      ],
      [
        'history',
        fileOf(
          ['waybill', 'account_code', 'date', 'to_city'],
          codes.map((code, at) => [`OLDWB${at}`, code, '2025-12-01', 'Durban']),
        ),
      ],
    ]
    const batches: number[] = []
    for (const [kind, content] of files) {
      const loaded = await clerk.send(load_calls[kind], { file_name: `${kind}.csv`, content })
      batches.push(loaded.batch_id ?? 0)
    }
    const { kinds } = await clerk.send(moveInApi.overview, {})
    expect(kinds.map(({ kind, records }) => [kind, records])).toEqual(
      move_in_kinds.map((kind) => [
        kind,
        { rates: 1, drivers: 1, areas: 1, 'open-items': 41, 'invoice-numbers': 0 }[kind as string] ?? 40,
      ]),
    )
    const total = amounts.reduce((sum, cents) => sum + cents, 0) - 125
    const totals = await clerk.send(moveInApi.saveOldBalances, { total })
    expect(totals).toMatchObject({ new_total: total, difference: 0 })
    expect(await q.inTransaction(brokenInvariants)).toEqual({})
    await q.settle()
    await clerk.send(moveInApi.saveOldBalances, {})
    for (const id of batches.toReversed()) await clerk.send(moveInApi.undo, { id })
    expect(await countRows(q)).toEqual(before)
    expect(await q.inTransaction(brokenInvariants)).toEqual({})
  })
})
