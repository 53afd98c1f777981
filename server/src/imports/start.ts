import type { bulkUpdateApi, importApi } from '@waybill/domain/imports/api'
import { changeText, checkChange, max_update_rows, readReferences } from '@waybill/domain/imports/bulk-change'
import { import_columns, missingColumns } from '@waybill/domain/imports/columns'
import { bulkRowsDue } from '@waybill/domain/imports/events'
import { isOffice, isStaff } from '@waybill/domain/kit/actor'
import { forbidden, invalid } from '@waybill/domain/kit/problem'
import { storeFile } from '../files/index.ts'
import { inFileThread } from '../kit/threads.ts'
import type { Context, ExternalHandler, Handler } from '../kit/handler.ts'
import { driverNames } from '../maps/index.ts'
import type * as reader from './read-file.ts'
import { presentJob } from './present-job.ts'
import { insertJob, readJobRow, type NewJob } from './store.ts'

const readFile = inFileThread<typeof reader.readFile>(new URL('./read-file.ts', import.meta.url), 'readFile')

/** Stores a job and starts the check of its rows. */
export async function start(ctx: Context, job: NewJob, rows: Parameters<typeof insertJob>[2]) {
  const id = await insertJob(ctx, job, rows)
  await ctx.emit(bulkRowsDue, { job_id: id })
  return presentJob(ctx, await readJobRow(ctx, id))
}

/** Stores a shipments file, reads it by the matched columns and starts the check of its rows (TOOL-004). */
export const startImport: ExternalHandler<typeof importApi.start> = async (ctx, input) => {
  const wrong = (field: string, message: string) => invalid(message, [{ field, message }])
  const viewerIsStaff = isStaff(ctx.actor)
  if (viewerIsStaff && !isOffice(ctx.actor))
    throw forbidden('Drivers cannot import shipments. Ask the office.')
  const values = Object.fromEntries(
    Object.entries(input.values ?? {}).filter(([, text]) => text.trim() !== ''),
  )
  const unknown = Object.keys(values).find((key) => !import_columns.some((one) => one.key === key))
  if (unknown !== undefined) throw wrong('values', `There is no column ${unknown}.`)
  const file = await readFile(input.content, input.columns, values)
  if ('problem' in file) throw wrong('content', file.problem)
  const missing = missingColumns(input.columns, viewerIsStaff, values)
  if (missing.length > 0)
    throw wrong(
      'columns',
      `Choose a column, or enter one value for all rows, for: ${missing.join(', ')}. Without it, nothing can be booked.`,
    )
  const outsideColumn = Object.values(input.columns).find((at) => at >= file.headings.length)
  if (outsideColumn !== undefined)
    throw wrong(
      'columns',
      `The file has ${file.headings.length} columns; a column ${outsideColumn + 1} was matched.`,
    )
  const { rows } = file
  if ('problem' in rows) throw wrong('content', rows.problem)
  const displayName = /\.csv$/i.test(input.file_name) ? input.file_name : `${input.file_name}.csv`
  const fileName = await storeFile(ctx, {
    folder: 'imports',
    prefix: '',
    display_name: displayName,
    bytes: Buffer.from(input.content, 'utf8'),
  })
  // Separate size columns are stored in the `parcels` cell.
  const matched = new Set(
    Object.keys({ ...input.columns, ...values }).map((key) =>
      /^parcel_(?!description)/.test(key) ? 'parcels' : key,
    ),
  )
  return ctx.answer((inner) =>
    start(
      inner,
      {
        kind: 'shipment-import',
        name: displayName,
        columns: import_columns.flatMap(({ key }) => (matched.has(key) ? [key] : [])),
        change: null,
        dangerous_goods_confirmed: input.dangerous_goods_confirmed ?? false,
        file_name: fileName,
      },
      rows,
    ),
  )
}

/** Takes references and a change, and starts the check of the change for each shipment (docs/domain/tools.md). */
export const startUpdate: Handler<typeof bulkUpdateApi.start> = async (
  ctx,
  { references: typed, change },
) => {
  if (!isOffice(ctx.actor)) throw forbidden('Only our office may change many shipments at once.')
  const references = readReferences(typed.join('\n'))
  const problems = checkChange(change)
  if (problems[0]) throw invalid(problems[0].message, problems)
  const wrong = (message: string) => invalid(message, [{ field: 'references', message }])
  if (references.length === 0) throw wrong('Paste or scan the references of the shipments.')
  if (references.length > max_update_rows)
    throw wrong(
      `At most ${max_update_rows.toLocaleString('en-US')} shipments are changed at once; these are ${references.length.toLocaleString('en-US')}.`,
    )
  return start(
    ctx,
    {
      kind: 'shipment-update',
      name: changeText(change, await driverNames(ctx)),
      columns: [],
      change,
      dangerous_goods_confirmed: false,
      file_name: null,
    },
    references.map((reference, at) => ({ row: at + 1, cells: { reference } })),
  )
}
