import { anyOf } from '../kit/db.ts'
import type { StoredChange } from '@waybill/domain/imports/bulk-change'
import type { RowEffect } from '@waybill/domain/imports/undo'
import type { CellProblem } from '@waybill/domain/imports/booking'
import {
  row_states,
  type BulkKind,
  type BulkState,
  type RowCounts,
  type RowState,
} from '@waybill/domain/imports/model'
import type { Cells } from '@waybill/domain/imports/shipment-file'
import type { Actor } from '@waybill/domain/kit/actor'
import { notFound, wrongState } from '@waybill/domain/kit/problem'
import { sql, type ExpressionBuilder, type Updateable } from 'kysely'
import type { BulkJobTable, Tables } from '../kit/tables.ts'
import { readPage } from '../kit/read-page.ts'
import type { Context } from '../kit/handler.ts'

/**
 * Condition for the bulk jobs that the actor can read: account users those of their account, staff those created by
 * staff, the system all.
 */
function withinReach(actor: Actor) {
  return (eb: ExpressionBuilder<Tables & { j: BulkJobTable }, 'j'>) =>
    actor.kind === 'system'
      ? sql<boolean>`true`
      : actor.account_id === null
        ? eb('j.account_id', 'is', null)
        : eb('j.account_id', '=', actor.account_id)
}

const from = (ctx: Context, kind?: BulkKind) => {
  const query = ctx.db.selectFrom('bulk_job as j').where(withinReach(ctx.actor))
  return kind ? query.where('j.kind', '=', kind) : query
}
export type JobRow = Awaited<ReturnType<typeof readJobRow>>

const missing = () => notFound('Could not find this. Load the list again.')

/** Returns a bulk job that the actor can read; throws 404 otherwise. */
export async function readJobRow(ctx: Context, id: number, kind?: BulkKind) {
  const row = await from(ctx, kind).selectAll('j').where('j.id', '=', id).executeTakeFirst()
  if (!row) throw missing()
  return row
}

/** Same as `readJobRow`, and locks the row until the transaction ends. */
export async function lockJob(ctx: Context, id: number, kind?: BulkKind): Promise<JobRow> {
  const row = await from(ctx, kind).selectAll('j').where('j.id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw missing()
  return row
}

/** Returns a page of bulk jobs of a kind, newest first, with the total count. */
export async function listJobRows(ctx: Context, kind: BulkKind, page: { limit: number; offset: number }) {
  const query = from(ctx, kind)
  return readPage(ctx, query.selectAll('j').orderBy('j.id', 'desc'), query.select('j.id'), page)
}

/** Row counts by state and total prices of a bulk job. */
export interface Tally {
  counts: RowCounts
  price_good: number
  price_done: number
}

function emptyTally(): Tally {
  const counts = Object.fromEntries(row_states.map((state) => [state, 0])) as RowCounts
  return { counts, price_good: 0, price_done: 0 }
}

/** Returns the tally of each job by id. */
export async function tally(ctx: Context, ids: readonly number[]): Promise<ReadonlyMap<number, Tally>> {
  const rows = await ctx.db
    .selectFrom('bulk_row')
    .select(['job_id', 'state'])
    .select(({ fn }) => [fn.countAll<number>().as('n'), fn.sum<number>('price').as('price')])
    .where('job_id', '=', anyOf(ids))
    .groupBy(['job_id', 'state'])
    .execute()
  const tallies = new Map<number, Tally>(ids.map((id) => [id, emptyTally()]))
  for (const { job_id, state, n, price } of rows) {
    const one = tallies.get(job_id)
    if (!one) continue
    one.counts[state] = Number(n)
    if (state === 'good') one.price_good = Number(price ?? 0)
    if (state === 'done') one.price_done = Number(price ?? 0)
  }
  return tallies
}

/** The data of a new bulk job. */
export interface NewJob {
  kind: BulkKind
  name: string
  columns: readonly string[]
  change: StoredChange | null
  dangerous_goods_confirmed: boolean
  file_name: string | null
}

/** Inserts a bulk job with its rows, which wait for the check. The caller is the user who runs the job. */
export async function insertJob(
  ctx: Context,
  job: NewJob,
  rows: readonly { row: number; cells: Cells }[],
): Promise<number> {
  const { actor } = ctx
  const { id } = await ctx.db
    .insertInto('bulk_job')
    .values({
      ...job,
      columns: [...job.columns],
      change: job.change ? JSON.stringify(job.change) : null,
      provider_id: ctx.provider_id,
      state: 'checking',
      total: rows.length,
      account_id: actor.account_id,
      user_id: actor.user_id,
      is_api_key: actor.kind === 'api-key',
      impersonated_by: actor.impersonated_by,
      created_by: actor.username,
      time_created: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    INSERT INTO bulk_row (provider_id, job_id, row, cells)
    SELECT ${ctx.provider_id}, ${id}, row, cells::jsonb
    FROM unnest(${rows.map(({ row }) => row)}::int[], ${rows.map(({ cells }) => JSON.stringify(cells))}::text[]) AS one (row, cells)`.execute(
    ctx.db,
  )
  return id
}

/** Updates a locked bulk job. */
export async function updateJob(
  ctx: Context,
  id: number,
  changes: Updateable<BulkJobTable> & { state?: BulkState },
): Promise<void> {
  await ctx.db.updateTable('bulk_job').set(changes).where('id', '=', id).execute()
}

const row_columns = [
  'row',
  'state',
  'cells',
  'problems',
  'outcome',
  'price',
  'shipment_id',
  'reference',
] as const

/** Returns a page of rows in file order, with the total count. */
export async function listRowsOf(
  ctx: Context,
  jobId: number,
  states: readonly RowState[] | undefined,
  page: { limit: number; offset: number },
) {
  let query = ctx.db.selectFrom('bulk_row').where('job_id', '=', jobId)
  if (states?.length) query = query.where('state', '=', anyOf(states))
  const rows = await query.select(row_columns).orderBy('row').limit(page.limit).offset(page.offset).execute()
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

/** Returns all rows of a bulk job with their cells. */
export async function readCells(ctx: Context, jobId: number): Promise<{ row: number; cells: Cells }[]> {
  const rows = await ctx.db
    .selectFrom('bulk_row')
    .select(['row', 'cells'])
    .where('job_id', '=', jobId)
    .orderBy('row')
    .execute()
  return rows
}

/** A row to be processed. */
export interface WaitingRow {
  row: number
  cells: Cells
  shipment_id: number | null
  /** What the check of an update found; `null` before it. */
  effect: RowEffect | null
}

/** Returns the next rows in a state, in file order. */
export async function nextRows(
  ctx: Context,
  jobId: number,
  state: RowState,
  limit: number,
): Promise<WaitingRow[]> {
  const rows = await ctx.db
    .selectFrom('bulk_row')
    .select(['row', 'cells', 'shipment_id', 'effect'])
    .where('job_id', '=', jobId)
    .where('state', '=', state)
    .orderBy('row')
    .limit(limit)
    .execute()
  return rows
}

/**
 * Locks a row if the row and its job are still in the given states. Returns `false` when another worker has processed
 * the row or the job was stopped in the meantime. Each row is therefore processed once, even if several workers pick
 * it up.
 */
export async function claimRow(
  ctx: Context,
  jobId: number,
  row: number,
  wanted: { row: RowState; job: BulkState },
): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('bulk_row as r')
    .innerJoin('bulk_job as j', (join) =>
      join.onRef('j.provider_id', '=', 'r.provider_id').onRef('j.id', '=', 'r.job_id'),
    )
    .select('r.row')
    .where('r.job_id', '=', jobId)
    .where('r.row', '=', row)
    .where('r.state', '=', wanted.row)
    .where('j.state', '=', wanted.job)
    .forUpdate('r')
    .executeTakeFirst()
  return found !== undefined
}

/** The result of a row. */
export interface Settled {
  state: RowState
  problems?: readonly CellProblem[]
  outcome?: string
  price?: number | null
  shipment_id?: number
  reference?: string
  effect?: RowEffect
}

/** Records the result of a row. A row that was corrected or processed in the meantime is left unchanged. */
export async function settleRow(
  ctx: Context,
  jobId: number,
  { row, cells }: Pick<WaitingRow, 'row' | 'cells'>,
  was: RowState,
  settled: Settled,
): Promise<void> {
  const { problems = [], effect, ...rest } = settled
  await ctx.db
    .updateTable('bulk_row')
    .set({
      ...rest,
      problems: JSON.stringify(problems),
      ...(effect ? { effect: JSON.stringify(effect) } : {}),
    })
    .where('job_id', '=', jobId)
    .where('row', '=', row)
    .where('state', '=', was)
    .where(sql<boolean>`cells = ${JSON.stringify(cells)}::jsonb`)
    .execute()
}

/** Returns the first earlier row of the same job with this shipment; `null` when there is none. */
export async function rowOfShipment(
  ctx: Context,
  jobId: number,
  shipmentId: number,
  beforeRow: number,
): Promise<number | null> {
  const found = await ctx.db
    .selectFrom('bulk_row')
    .select('row')
    .where('job_id', '=', jobId)
    .where('shipment_id', '=', shipmentId)
    .where('row', '<', beforeRow)
    .orderBy('row')
    .limit(1)
    .executeTakeFirst()
  return found?.row ?? null
}

/** A row of an update that changed its shipment. */
export interface ChangedRow {
  shipment_id: number
  effect: RowEffect
}

/**
 * Returns what a row of an update changed, locked until the transaction ends. Throws when it changed nothing, or was
 * undone.
 */
export async function requireChanged(ctx: Context, jobId: number, row: number): Promise<ChangedRow> {
  const found = await ctx.db
    .selectFrom('bulk_row')
    .select(['shipment_id', 'effect', 'state'])
    .where('job_id', '=', jobId)
    .where('row', '=', row)
    .forUpdate()
    .executeTakeFirst()
  if (found?.state === 'undone') throw wrongState('It was undone already.')
  if (found?.state !== 'done' || found.shipment_id === null || !found.effect)
    throw wrongState('The update did not record what it changed.')
  return { shipment_id: found.shipment_id, effect: found.effect }
}

/** Records that the change of a locked row was undone. */
export async function markUndone(ctx: Context, jobId: number, row: number): Promise<void> {
  await ctx.db
    .updateTable('bulk_row')
    .set({ state: 'undone' })
    .where('job_id', '=', jobId)
    .where('row', '=', row)
    .execute()
}

/** Returns the rows of an update that changed a shipment, by their references. */
export async function listChanged(
  ctx: Context,
  jobId: number,
): Promise<{ row: number; reference: string }[]> {
  return ctx.db
    .selectFrom('bulk_row')
    .select(['row', 'reference'])
    .where('job_id', '=', jobId)
    .where('state', '=', 'done')
    .orderBy('row')
    .execute()
}

/** Moves all rows in some states to another. */
export async function moveRows(
  ctx: Context,
  jobId: number,
  was: readonly RowState[],
  to: RowState,
): Promise<void> {
  await ctx.db
    .updateTable('bulk_row')
    .set({ state: to, problems: '[]' })
    .where('job_id', '=', jobId)
    .where('state', '=', anyOf(was))
    .execute()
}

/**
 * Updates the cells of a row that is not done and sets it to `waiting` for the check. Returns `false` when there is
 * no such row.
 */
export async function correctRow(ctx: Context, jobId: number, row: number, cells: Cells): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('bulk_row')
    .set({
      cells: sql`cells || ${JSON.stringify(cells)}::jsonb`,
      state: 'waiting',
      problems: '[]',
      price: null,
    })
    .where('job_id', '=', jobId)
    .where('row', '=', row)
    .where('state', 'in', ['waiting', 'good', 'wrong', 'failed'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns imports that ended before a time and whose file is still stored. */
export async function oldOriginals(
  ctx: Context,
  before: Date,
  limit: number,
): Promise<{ id: number; file_name: string }[]> {
  const rows = await ctx.db
    .selectFrom('bulk_job')
    .select(['id', 'file_name'])
    .where('file_name', 'is not', null)
    .where('time_ended', '<', before)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ id, file_name }) => (file_name === null ? [] : [{ id, file_name }]))
}

/** Records that the file of an import is no longer stored. */
export async function clearOriginal(ctx: Context, id: number): Promise<void> {
  await ctx.db.updateTable('bulk_job').set({ file_name: null }).where('id', '=', id).execute()
}
