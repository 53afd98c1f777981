import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { paging } from '../kit/lists/paging.ts'
import { count, flag, list, maybe, text } from '../kit/calls/wire.ts'
import { BulkChange } from './bulk-change.ts'
import { BulkJob, BulkRow, row_states } from './model.ts'

const importing = 'API_/shipments/bulk-import:POST'
const updating = 'API_/shipments/bulk-update:POST'
const one = z.object({ id: count })
const cells = z.record(z.string().max(60), z.string().max(6_000))

/** Endpoints that bulk imports and bulk updates share: read, run and cancel. */
function commonCalls(path: '/shipments/bulk-import' | '/shipments/bulk-update', permission: string) {
  return {
    list: endpoint(`GET ${path}`, {
      input: z.object({ ...paging }),
      output: z.object({ jobs: z.array(BulkJob), count: z.int() }),
      permission,
      summary: 'Earlier ones, newest first.',
      published: false,
    }),
    detail: endpoint(`GET ${path}/detail`, {
      input: one,
      output: BulkJob,
      permission,
      summary: 'One, with how far it is.',
      published: false,
    }),
    rows: endpoint(`GET ${path}/rows`, {
      input: z.object({ id: count, state: maybe(list(z.enum(row_states))), ...paging }),
      output: z.object({ rows: z.array(BulkRow), count: z.int() }),
      permission,
      summary: 'Its rows with what is wrong or became of them.',
      published: false,
    }),
    run: endpoint(`POST ${path}/run`, {
      input: one,
      output: BulkJob,
      permission,
      summary: 'Runs the rows that are right, and tries those again that failed.',
      published: false,
    }),
    cancel: endpoint(`POST ${path}/cancel`, {
      input: one,
      output: BulkJob,
      permission,
      summary: 'Stops it between two rows.',
      published: false,
    }),
  }
}

/** Imports shipments from a file: rows are checked, corrected and booked, and can be undone within a day (TOOL-004). */
export const importApi = {
  ...commonCalls('/shipments/bulk-import', importing),
  start: endpoint('POST /shipments/bulk-import', {
    body: 'text_file',
    workload: 'heavy',
    input: z.object({
      file_name: text(200),
      content: z.string().max(4_000_000, 'must be 4 MB or smaller'),
      /** Column key → position of its heading in the file, from 0. */
      columns: z.record(z.string().max(60), z.int().min(0).max(500)),
      /** Column key → one value for every shipment, for columns that no heading supplies. */
      values: maybe(cells),
      dangerous_goods_confirmed: maybe(flag),
    }),
    output: BulkJob,
    summary: 'Takes a file of shipments and begins to check it.',
    published: false,
  }),
  correct: endpoint('PATCH /shipments/bulk-import/rows', {
    body: 'many',
    input: z.object({ id: count, rows: list(z.object({ row: count, cells }), 10_000) }),
    output: BulkJob,
    permission: importing,
    summary: 'Corrects cells of rows and checks these again.',
    published: false,
  }),
  undo: endpoint('POST /shipments/bulk-import/undo', {
    input: one,
    output: BulkJob,
    permission: importing,
    summary: 'Cancels what it has booked, as far as it was not collected.',
    published: false,
  }),
  file: endpoint('GET /shipments/bulk-import/file', {
    workload: 'heavy',
    input: one,
    output: z.object({ url: z.string() }),
    permission: importing,
    summary: 'A signed address of the original file.',
    published: false,
  }),
}

/** One change to many shipments: checked first, then applied (docs/domain/tools.md). */
export const bulkUpdateApi = {
  ...commonCalls('/shipments/bulk-update', updating),
  start: endpoint('POST /shipments/bulk-update', {
    body: 'many',
    input: z.object({ references: list(text(80), 10_000), change: BulkChange }),
    output: BulkJob,
    summary: 'Tries a change on many shipments without keeping it.',
    published: false,
  }),
}
