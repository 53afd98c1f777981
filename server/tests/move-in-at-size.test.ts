import { load_calls, moveInApi } from '@waybill/domain/move-in/api'
import type { MoveInKind } from '@waybill/domain/move-in/columns'
import { portionsOf } from '@waybill/domain/move-in/portions'
import { readCsvTable } from '@waybill/domain/kit/csv/read-csv'
import { toCsv } from '@waybill/domain/kit/csv/write-csv'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { newProvider, type Caller, type TestProvider } from '../dev/test-kit/provider.ts'
import { brokenInvariants } from '../dev/test-kit/database/invariants.ts'

/** What a company of 400 accounts brings: `npm run test:all` prints the counts and times. */
const size = {
  accounts: 400,
  people: 2,
  addresses: 3,
  drivers: 40,
  areas: 20,
  items: 5,
  history: 50,
} as const

/** Tables that a move-in and its undo add to, because they say what was done; counters count on. */
const records_of_work = new Set([
  'audit_event',
  'audit_seal',
  'counter',
  'move_in_batch',
  'outbox',
  'session',
])

const rand = (cents: number): string => (cents / 100).toFixed(2)
const codes = Array.from({ length: size.accounts }, (_, at) => `OLD${String(at).padStart(4, '0')}`)
const each = <Made>(count: number, make: (at: number) => Made): Made[] =>
  Array.from({ length: count }, (_, at) => make(at))
/** Cents, of the open item with this position; about one in seven is a credit. */
const openAmount = (at: number): number => ((at * 7919) % 250_000) + 1

const files: readonly (readonly [MoveInKind, readonly string[], readonly string[][]])[] = [
  [
    'accounts',
    ['account_code', 'name', 'credit_limit', 'payment_terms', 'billing_email', 'billing_street'],
    codes.map((code, at) => [
      code,
      `Customer ${at}`,
      '15000.00',
      '30',
      `${code}@old.example`,
      `${at} Long Street`,
    ]),
  ],
  [
    'contacts',
    ['account_code', 'name', 'email'],
    codes.flatMap((code) =>
      each(size.people, (one) => [code, `Person ${one}`, `${code}-${one}@people.example`]),
    ),
  ],
  [
    'address-books',
    ['account_code', 'name', 'street', 'suburb', 'city', 'postal_code'],
    codes.flatMap((code, at) =>
      each(size.addresses, (one) => [
        code,
        `Depot ${one}`,
        `${at} Dock Road`,
        'Congella',
        'Durban',
        String(4001 + one),
      ]),
    ),
  ],
  [
    'rates',
    ['price_list', 'service_level', 'from_zone', 'to_zone', 'weight_from', 'weight_to', 'price'],
    each(20, (at) => [
      'Default group',
      'ECO',
      '*',
      '*',
      String(at),
      at === 19 ? '' : String(at + 1),
      String(100 + at * 7),
    ]),
  ],
  [
    'drivers',
    ['username', 'name', 'email'],
    each(size.drivers, (at) => [`OLD-DRV${at}`, `Driver ${at}`, `driver${at}@old.example`]),
  ],
  [
    'areas',
    ['area_kind', 'name', 'branch', 'drivers', 'outline'],
    each(size.areas, (at) => {
      const south = -30.1 - at / 10
      const square = [
        [south, 25.1],
        [south, 25.2],
        [south - 0.05, 25.2],
        [south - 0.05, 25.1],
      ]
      return [
        'drivers',
        `Old round ${at}`,
        'CPT',
        `OLD-DRV${at}`,
        square.map((point) => point.map((degrees) => degrees.toFixed(3)).join(' ')).join('; '),
      ]
    }),
  ],
  [
    'open-items',
    ['account_code', 'number', 'date', 'amount'],
    codes.flatMap((code, at) =>
      each(size.items, (one) => {
        const place = at * size.items + one
        const sign = place % 7 === 6 ? -1 : 1
        return [
          code,
          `${sign < 0 ? 'CN' : 'IN'}${place}`,
          `2026-02-${String((place % 28) + 1).padStart(2, '0')}`,
          rand(sign * openAmount(place)),
        ]
      }),
    ),
  ],
  [
    'history',
    ['waybill', 'account_code', 'date', 'delivered_date', 'from_city', 'to_street', 'to_city', 'parcels'],
    codes.flatMap((code, at) =>
      each(size.history, (one) => [
        `OLDWB${at}-${one}`,
        code,
        '2025-12-01',
        '2025-12-03',
        'Cape Town',
        `${at * size.history + one} Musgrave Road`,
        'Durban',
        '1',
      ]),
    ),
  ],
]

let q: TestProvider
let clerk: Caller
const longest: Record<string, number> = {}

/** Calls and notes the duration of the longest call of its kind. */
async function timed<Answer>(what: string, action: () => Promise<Answer>): Promise<Answer> {
  const started = performance.now()
  const answer = await action()
  longest[what] = Math.max(longest[what] ?? 0, Math.round(performance.now() - started))
  return answer
}

const portionsFor = (kind: MoveInKind, heads: readonly string[], lines: readonly string[][]) => {
  const table = readCsvTable(toCsv([heads, ...lines]))
  if ('problem' in table) throw new Error(table.problem)
  return portionsOf(table, kind).map((portion) => ({
    ...portion,
    file_name: `${kind}.csv`,
    file_lines: table.rows.length,
  }))
}

/** The number and the content of the rows of each table of the company, without those that say what was done. */
const contents = () =>
  q.inTransaction(async (ctx) => {
    const { rows: tables } = await sql<{ name: string }>`
      SELECT c.table_name AS name FROM information_schema.columns c
      JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND c.column_name = 'provider_id' AND t.table_type = 'BASE TABLE' ORDER BY 1`.execute(
      ctx.db,
    )
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      if (records_of_work.has(name)) continue
      const { rows } = await sql<{ content: string }>`
        SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(r::text), ',' ORDER BY md5(r::text))), '') AS content
        FROM ${sql.table(name)} r WHERE provider_id = ${ctx.provider_id}`.execute(ctx.db)
      found[name] = rows[0]?.content ?? ''
    }
    return found
  })

async function undoAll(id: number): Promise<void> {
  const { blocked, kind } = await timed('check undo', () => clerk.send(moveInApi.undo, { id, dry_run: true }))
  expect(blocked).toEqual([])
  while ((await timed(`undo ${kind}`, () => clerk.send(moveInApi.undo, { id }))).rows_left > 0);
}

beforeAll(async () => {
  q = await newProvider()
  clerk = await q.staff()
})

describe('a company of 400 accounts, 2,000 open items and 20,000 old shipments', () => {
  it('moves in by portions, agrees with the old trial balance, and leaves exactly the rows of before when undone', async () => {
    const before = await contents()
    const batches: number[] = []
    const counts: Record<string, number> = {}
    for (const [kind, heads, lines] of files) {
      const portions = portionsFor(kind, heads, lines)
      const [first] = portions
      if (first) await timed(`check ${kind}`, () => clerk.send(load_calls[kind], { ...first, dry_run: true }))
      let batch: number | null = null
      for (const portion of portions) {
        const loaded = await timed(`load ${kind}`, () => clerk.send(load_calls[kind], portion))
        expect(batch ?? loaded.batch_id).toBe(loaded.batch_id)
        batch = loaded.batch_id
        counts[kind] = (counts[kind] ?? 0) + loaded.added
      }
      batches.push(batch ?? 0)
    }
    expect(counts).toMatchObject({ accounts: 400, drivers: 40, 'open-items': 2_000, history: 20_000 })

    const owed = codes.map((code, at) => {
      const cents = each(size.items, (one) => at * size.items + one).reduce(
        (sum, place) => sum + (place % 7 === 6 ? -1 : 1) * openAmount(place),
        0,
      )
      return [code, rand(cents)]
    })
    const totals = await clerk.send(moveInApi.saveOldBalances, {
      content: toCsv([['account_code', 'balance'], ...owed]),
    })
    expect(totals).toMatchObject({ difference: 0, accounts_that_differ: 0 })
    await q.settle()
    expect(await q.inTransaction(brokenInvariants)).toEqual({})

    const again = portionsFor(...(files[6] ?? expect.fail()))[0] ?? expect.fail()
    expect(await clerk.send(load_calls['open-items'], again)).toMatchObject({ batch_id: null, added: 0 })

    await clerk.send(moveInApi.saveOldBalances, {})
    for (const id of batches.toReversed()) await undoAll(id)
    expect(await contents()).toEqual(before)
    process.stdout.write(`Records ${JSON.stringify(counts)}\nLongest call in ms ${JSON.stringify(longest)}\n`)
  }, 1_800_000)
})
