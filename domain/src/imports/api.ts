import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { paging } from '../kit/lists/paging.ts'
import { count, flag, instant, list, maybe, text } from '../kit/calls/wire.ts'
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
      summary: 'Lists previous jobs, newest first.',
      published: false,
    }),
    detail: endpoint(`GET ${path}/detail`, {
      input: one,
      output: BulkJob,
      permission,
      summary: 'Returns a job with its progress.',
      published: false,
    }),
    rows: endpoint(`GET ${path}/rows`, {
      input: z.object({ id: count, state: maybe(list(z.enum(row_states))), ...paging }),
      output: z.object({ rows: z.array(BulkRow), count: z.int() }),
      permission,
      summary: 'Lists the rows of a job with their errors or results.',
      published: false,
    }),
    run: endpoint(`POST ${path}/run`, {
      input: z.object({
        id: count,
        /** Required for updates (`isAsSeen`). */
        seen: maybe(z.object({ good: count, time_started: maybe(instant) })),
      }),
      output: BulkJob,
      permission,
      summary:
        'Runs the valid rows, and retries rows that failed. The other rows of an update are checked again when no valid row is left.',
      published: false,
    }),
    cancel: endpoint(`POST ${path}/cancel`, {
      input: one,
      output: BulkJob,
      permission,
      summary: 'Stops a job before its next row.',
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
    summary: 'Uploads a file of shipments and starts the check.',
    published: false,
  }),
  correct: endpoint('PATCH /shipments/bulk-import/rows', {
    body: 'many',
    input: z.object({ id: count, rows: list(z.object({ row: count, cells }), 10_000) }),
    output: BulkJob,
    permission: importing,
    summary: 'Corrects cells of rows and checks the rows again.',
    published: false,
  }),
  undo: endpoint('POST /shipments/bulk-import/undo', {
    input: one,
    output: BulkJob,
    permission: importing,
    summary: 'Cancels the shipments that the import booked, except collected ones.',
    published: false,
  }),
  file: endpoint('GET /shipments/bulk-import/file', {
    workload: 'heavy',
    input: one,
    output: z.object({ url: z.string() }),
    permission: importing,
    summary: 'Returns a signed URL of the original file.',
    published: false,
  }),
}

/** One change to many shipments: checked first, then applied, and undone within a day (docs/domain/tools.md). */
export const bulkUpdateApi = {
  ...commonCalls('/shipments/bulk-update', updating),
  start: endpoint('POST /shipments/bulk-update', {
    body: 'many',
    input: z.object({ references: list(text(80), 10_000), change: BulkChange }),
    output: BulkJob,
    summary: 'Tests a change on many shipments without saving it.',
    published: false,
  }),
  undo: endpoint('POST /shipments/bulk-update/undo', {
    input: one,
    output: BulkJob,
    permission: updating,
    summary:
      'Tests, as a new update, which shipments an update changed can be changed back. Nothing is saved until it is run.',
    published: false,
  }),
}
