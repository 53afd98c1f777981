import { z } from 'zod'
import { transaction_type_names } from '../billing/transaction-types.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, day, flag, instant, list, maybe, rand, text } from '../kit/calls/wire.ts'
import { paging } from '../kit/lists/paging.ts'
import { accounting_systems, export_formats } from './chart.ts'
import { document_kinds } from './document.ts'
import { boxes_with_rows, vat_boxes } from './vat-return.ts'

/** Where a document of a batch is on its way to the accounting program; `''` while it was not sent. */
export const sending_states = ['', 'waiting', 'sent', 'failed'] as const
export type SendingState = (typeof sending_states)[number]

const ExportedFile = z.object({ name: z.string(), rows: count, sha256: z.string() })
export type ExportedFile = z.output<typeof ExportedFile>

/** A batch of exported documents. Its documents are in no other batch, and its files never change. */
export const AccountingExport = z.object({
  id: count,
  /** `EXP000012`. */
  display_id: z.string(),
  format: z.enum(export_formats),
  start_date: day,
  end_date: day,
  documents: count,
  total: rand,
  files: z.array(ExportedFile),
  waiting: count,
  sent: count,
  failed: count,
  created_by: z.string(),
  time_created: instant,
})
export type AccountingExport = z.output<typeof AccountingExport>

export const ExportedDocument = z.object({
  id: count,
  kind: z.enum(document_kinds),
  document_id: count,
  number: z.string(),
  date: day,
  account_code: z.string(),
  customer_name: z.string(),
  total: rand,
  vat: rand,
  sending: z.enum(sending_states),
  external_id: z.string(),
  error: z.string(),
})
export type ExportedDocument = z.output<typeof ExportedDocument>

const ChartRow = z.object({ place: z.string(), group: z.string(), label: z.string(), code: z.string() })
export type ChartRow = z.output<typeof ChartRow>

/** A connection to an accounting program. Its secrets are never returned. */
export const AccountingConnection = z.object({
  id: count,
  system: z.enum(accounting_systems),
  organisation: z.string(),
  is_active: flag,
  /** Why the program cannot be reached; `''` when it can. */
  problem: z.string(),
  time_modified: instant,
})
export type AccountingConnection = z.output<typeof AccountingConnection>

/** A ledger row of a field of the VAT201 declaration; `amount` is what it adds to the field. */
export const VatReturnRow = z.object({
  id: count,
  date: instant,
  type: z.enum(transaction_type_names),
  account_code: z.string(),
  account_name: z.string(),
  shipment_reference: z.string(),
  /** 0 when it is on no invoice. */
  invoice_id: count,
  /** 0 when it is on no credit note. */
  credit_note_id: count,
  /** The number of the document; `''` without one. */
  document: z.string(),
  amount: rand,
})
export type VatReturnRow = z.output<typeof VatReturnRow>

const secret = text(4000).pipe(z.string().min(1, 'is required'))
const period = { start_date: day, end_date: day }

/** The accounting bridge: docs/domain/accounting.md. */
export const accountingApi = {
  exports: endpoint('GET /billing/accounting-export', {
    input: z.object({ ...paging, id: maybe(count) }),
    output: z.object({ exports: z.array(AccountingExport), count }),
    published: false,
    summary: 'Lists export batches, newest first.',
  }),
  create: endpoint('POST /billing/accounting-export', {
    workload: 'heavy',
    input: z.object({ format: z.enum(export_formats), ...period }),
    output: AccountingExport,
    published: false,
    summary: 'Exports the documents of a period that are in no batch yet, as a new batch.',
  }),
  documents: endpoint('GET /billing/accounting-export/documents', {
    input: z.object({ ...paging, export_id: count, kind: maybe(list(z.enum(document_kinds))) }),
    output: z.object({ documents: z.array(ExportedDocument), count }),
    permission: 'API_/billing/accounting-export:GET',
    published: false,
    summary: 'Lists the documents of a batch.',
  }),
  file: endpoint('GET /billing/accounting-export/file', {
    workload: 'heavy',
    input: z.object({ export_id: count, name: text(120) }),
    output: z.object({ name: z.string(), text: z.string(), sha256: z.string() }),
    permission: 'API_/billing/accounting-export:GET',
    published: false,
    summary: 'Returns a file of a batch, with the same bytes each time.',
  }),
  send: endpoint('POST /billing/accounting-export/send', {
    input: z.object({ export_id: count }),
    output: AccountingExport,
    permission: 'API_/billing/accounting-export:POST',
    published: false,
    summary: 'Queues the documents of a batch that were not sent yet for the connected accounting program.',
  }),
  chart: endpoint('GET /billing/accounting-chart', {
    input: z.object({}),
    output: z.object({ rows: z.array(ChartRow) }),
    published: false,
    summary: 'Returns the account codes of the accounting program by ledger account.',
  }),
  saveChart: endpoint('POST /billing/accounting-chart', {
    input: z.object({ rows: list(z.object({ place: text(120), code: text(60) })) }),
    output: z.object({ rows: z.array(ChartRow) }),
    published: false,
    summary: 'Changes account codes. An empty code removes one; batches that exist keep theirs.',
  }),
  connections: endpoint('GET /billing/accounting-connections', {
    input: z.object({}),
    output: z.object({ connections: z.array(AccountingConnection) }),
    published: false,
    summary: 'Lists the connected accounting programs.',
  }),
  connect: endpoint('POST /billing/accounting-connections', {
    input: z.object({
      system: z.enum(accounting_systems),
      /** The tenant id of Xero, or the realm id of QuickBooks. */
      organisation: text(80).pipe(z.string().min(1, 'is required')),
      client_id: secret,
      client_secret: secret,
      refresh_token: secret,
    }),
    output: AccountingConnection,
    step_up: true,
    audience: 'session',
    published: false,
    summary: 'Connects an accounting program, after a successful sign-in there.',
  }),
  disconnect: endpoint('DELETE /billing/accounting-connections', {
    input: z.object({ id: count }),
    output: z.object({}),
    audience: 'session',
    published: false,
    summary: 'Disconnects an accounting program and deletes its secrets.',
  }),
  vatReturn: endpoint('GET /billing/vat-return', {
    workload: 'heavy',
    input: z.object(period),
    output: z.object({
      boxes: z.array(z.object({ box: z.enum(vat_boxes), label: z.string(), amount: rand, has_rows: flag })),
      /** VAT of the period by the ledger accounts; equals field 20. */
      ledger_vat: rand,
      difference: rand,
      is_registered: flag,
    }),
    published: false,
    summary: 'Returns the fields of the VAT201 declaration for a period.',
  }),
  vatRows: endpoint('GET /billing/vat-return/rows', {
    workload: 'heavy',
    input: z.object({ ...paging, ...period, box: z.enum(boxes_with_rows) }),
    output: z.object({
      rows: z.array(VatReturnRow),
      count,
    }),
    permission: 'API_/billing/vat-return:GET',
    published: false,
    summary: 'Lists the ledger rows of a field of the VAT201 declaration.',
  }),
}
