import { z } from 'zod'
import { AccountOpening, OpeningTotals } from '../billing/opening-balances.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, flag, instant, maybe, rand, text } from '../kit/calls/wire.ts'
import { paging } from '../kit/lists/paging.ts'
import { formatRand } from '../kit/money.ts'
import { move_in_kinds, type MoveInKind } from './columns.ts'
import { max_characters } from './records.ts'

const read_right = 'API_/move-in:GET'
const write_right = 'API_/move-in:POST'

const file = {
  file_name: text(200),
  content: z.string().max(max_characters, 'must be 8 MB or smaller'),
  /** Column key → position of its heading in the file, from 0. Without it, the headings are matched by their names. */
  columns: maybe(z.record(z.string().max(60), z.int().min(0).max(500))),
}

/** A problem of one cell; `column` is the heading in the file. */
const CellProblem = z.object({ line: z.int(), column: z.string(), message: z.string() })

const record_actions = ['add', 'change', 'same'] as const

/** What loading a file does with one of its records. */
const LoadedRecord = z.object({
  line: z.int(),
  old_key: z.string(),
  /** `change`: it was loaded before with other values. `same`: it was loaded before and nothing is done. */
  action: z.enum(record_actions),
  differences: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
})
export type LoadedRecord = z.output<typeof LoadedRecord>

/** The result of checking or loading a file. */
const LoadedFile = z.object({
  /** `null` when nothing was stored: a dry run, a file with problems, or one that was loaded before. */
  batch_id: z.int().nullable(),
  lines: z.int(),
  added: z.int(),
  changed: z.int(),
  /** Records with other values than before that were left as they are, because no one asked to change them. */
  left_unchanged: z.int(),
  same: z.int(),
  /** The first problems in the order of the file, and how many there are in all. */
  problems: z.array(CellProblem),
  problem_count: z.int(),
  /** The first records that would change, and all that are new up to the same limit. */
  records: z.array(LoadedRecord),
})
export type LoadedFile = z.output<typeof LoadedFile>

/** A file that was loaded. */
export const MoveInBatch = z.object({
  id: z.int(),
  kind: z.enum(move_in_kinds),
  name: z.string(),
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** Lines of the file, and how many of them were loaded; less when the load was interrupted. */
  lines: z.int(),
  lines_loaded: z.int(),
  created_by: z.string(),
  time_created: instant,
  /** When the first records were removed; the undo was interrupted while `time_undone` is `null`. */
  time_undo_started: instant.nullable(),
  undone_by: z.string().nullable(),
  time_undone: instant.nullable(),
})
export type MoveInBatch = z.output<typeof MoveInBatch>

/** What was loaded from one kind of file so far. */
const KindTotal = z.object({ kind: z.enum(move_in_kinds), records: z.int() })

/** A month of waybills of the old system priced by a price book. Money in Rand. */
export const ShadowMonth = z.object({
  id: z.int(),
  name: z.string(),
  rate_revision_id: z.int(),
  revision_name: z.string(),
  total: z.int(),
  /** Number of waybills that have a price by the price book. */
  priced: z.int(),
  old_price: rand,
  new_price: rand,
  created_by: z.string(),
  time_created: instant,
})
export type ShadowMonth = z.output<typeof ShadowMonth>

/** A waybill with its old and new price. */
export const ShadowWaybill = z.object({
  line: z.int(),
  waybill: z.string(),
  account_code: z.string(),
  lane: z.string(),
  service_level_code: z.string(),
  old_price: rand,
  new_price: rand.nullable(),
  difference: rand.nullable(),
  /** The lines of the new price, or why there is none. */
  reasons: z.array(z.string()),
})
export type ShadowWaybill = z.output<typeof ShadowWaybill>

export const shadow_groups = ['account_code', 'lane'] as const

/** The prices of the waybills of an account or lane. */
const ShadowSum = z.object({
  name: z.string(),
  total: z.int(),
  priced: z.int(),
  old_price: rand,
  new_price: rand,
  difference: rand,
})
export type ShadowSum = z.output<typeof ShadowSum>

/** A record that an undo cannot remove or restore, and why. */
const BlockedRecord = z.object({ line: z.int(), old_key: z.string(), message: z.string() })
export type BlockedRecord = z.output<typeof BlockedRecord>

/** The result of a portion of an undo, or of its check. */
const UndoneBatch = MoveInBatch.extend({
  /** Records that are not undone yet; of a check, those that were not checked yet. */
  rows_left: z.int(),
  /** The cursor of the next portion of a check; `null` at its end. */
  next: z.int().nullable(),
  /** Records of the checked portion that something newer depends on. Always empty without `dry_run`. */
  blocked: z.array(BlockedRecord),
})

const loadInput = z.object({
  ...file,
  /** Of a portion of a file: the line of the file of its first row. The heading is line 1. */
  first_line: maybe(z.int().min(2).max(1_100_000)),
  /** Of a portion of a file: the number of rows before it, and the number of rows of the whole file. */
  lines_before: maybe(z.int().min(0)),
  file_lines: maybe(z.int().min(1)),
  /** Only checks the file; stores nothing. */
  dry_run: maybe(flag),
  /** Also changes records that were loaded before with other values. */
  apply_changes: maybe(flag),
})

/** The endpoint that loads the files of one kind. */
function loadCall(kind: MoveInKind) {
  return endpoint(`POST /move-in/${kind}`, {
    body: 'text_file',
    workload: 'heavy',
    input: loadInput,
    output: LoadedFile,
    permission: write_right,
    published: false,
    summary: `Checks or loads a file of ${kind.replaceAll('-', ' ')} of another system, or a portion of it: completely, or not at all.`,
  })
}

/** The endpoints by which a company moves in from another system (docs/domain/tools.md). */
export const moveInApi = {
  overview: endpoint('GET /move-in', {
    input: z.object({}),
    output: z.object({ kinds: z.array(KindTotal), opening: OpeningTotals }),
    permission: read_right,
    published: false,
    summary: 'Returns what was loaded so far, and how the opening balances compare with the old ones.',
  }),
  batches: endpoint('GET /move-in/batches', {
    input: z.object({ ...paging }),
    output: z.object({ batches: z.array(MoveInBatch), count: z.int() }),
    permission: read_right,
    published: false,
    summary: 'Lists the files that were loaded, newest first.',
  }),
  undo: endpoint('POST /move-in/batches/undo', {
    workload: 'heavy',
    input: z.object({
      id: count,
      /** Only checks a portion; removes nothing. */
      dry_run: maybe(flag),
      /** Of a check: the cursor `next` of the portion before. */
      after: maybe(count),
    }),
    output: UndoneBatch,
    permission: write_right,
    published: false,
    summary:
      'Removes the next portion of what a file created and restores what it changed, the last line first. Repeat until no rows are left.',
  }),
  openings: endpoint('GET /move-in/openings', {
    input: z.object({ ...paging, only_differences: maybe(flag) }),
    output: z.object({ accounts: z.array(AccountOpening), count: z.int() }),
    permission: read_right,
    published: false,
    summary: 'Lists accounts with their opening balance and their balance in the old system.',
  }),
  saveOldBalances: endpoint('POST /move-in/old-balances', {
    body: 'text_file',
    input: z.object({
      /** What all accounts owe together. */
      total: maybe(rand),
      /** A CSV file with the columns `account_code` and `balance`. */
      content: maybe(z.string().max(max_characters, 'must be 8 MB or smaller')),
    }),
    output: OpeningTotals,
    permission: write_right,
    published: false,
    summary:
      'Replaces the trial balance of the old system: its total, the balance of each account, or both. Without either it is cleared.',
  }),
  start: endpoint('POST /move-in/start', {
    input: z.object({}),
    output: OpeningTotals,
    permission: write_right,
    approval: (_input, tried) => ({
      kind: 'credit',
      amount: null,
      account_id: null,
      description: `Start work with opening balances of ${formatRand(tried?.new_total ?? 0)} in all`,
    }),
    published: false,
    summary: 'Starts work with the opening balances. Refused while they differ from the old trial balance.',
  }),
  shadowMonths: endpoint('GET /move-in/shadow-months', {
    input: z.object({ ...paging }),
    output: z.object({ months: z.array(ShadowMonth), count: z.int() }),
    permission: read_right,
    published: false,
    summary: 'Lists months of old waybills that were priced, newest first.',
  }),
  priceShadowMonth: endpoint('POST /move-in/shadow-months', {
    body: 'text_file',
    workload: 'heavy',
    input: z.object({
      ...file,
      /** A price book, also a draft; the one in force when it is left out. */
      rate_revision_id: maybe(count),
    }),
    output: z.object({
      month: ShadowMonth.nullable(),
      problems: z.array(CellProblem),
      problem_count: z.int(),
    }),
    permission: write_right,
    published: false,
    summary: 'Prices waybills of another system without booking them.',
  }),
  shadowWaybills: endpoint('GET /move-in/shadow-months/waybills', {
    input: z.object({
      id: count,
      only_differences: maybe(flag),
      account_code: maybe(text(20)),
      lane: maybe(text(200)),
      ...paging,
    }),
    output: z.object({ month: ShadowMonth, waybills: z.array(ShadowWaybill), count: z.int() }),
    permission: read_right,
    published: false,
    summary: 'Lists the waybills of a priced month with the old and the new price.',
  }),
  shadowSums: endpoint('GET /move-in/shadow-months/sums', {
    input: z.object({ id: count, by: z.enum(shadow_groups), ...paging }),
    output: z.object({ sums: z.array(ShadowSum), count: z.int() }),
    permission: read_right,
    published: false,
    summary: 'Returns the sums of a priced month by account or lane, the largest difference first.',
  }),
  removeShadowMonth: endpoint('POST /move-in/shadow-months/remove', {
    input: z.object({ id: count }),
    output: z.object({}),
    permission: write_right,
    published: false,
    summary: 'Deletes a priced month.',
  }),
}

/** The endpoint of each kind of file. */
export const load_calls = {
  accounts: loadCall('accounts'),
  contacts: loadCall('contacts'),
  'address-books': loadCall('address-books'),
  rates: loadCall('rates'),
  drivers: loadCall('drivers'),
  areas: loadCall('areas'),
  'open-items': loadCall('open-items'),
  history: loadCall('history'),
  'invoice-numbers': loadCall('invoice-numbers'),
} satisfies Record<MoveInKind, ReturnType<typeof loadCall>>
