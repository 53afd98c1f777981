import { Problem, wrongState } from '@waybill/domain/kit/problem'
import type { BlockedRecord, moveInApi } from '@waybill/domain/move-in/api'
import type { MoveInKind } from '@waybill/domain/move-in/columns'
import { portion_lines } from '@waybill/domain/move-in/portions'
import type { Output } from '@waybill/domain/kit/calls/endpoint'
import { databaseCode } from '../kit/db.ts'
import { lockCounter } from '../kit/document-numbers-store.ts'
import { tryOut } from '../kit/dry-run-rollback.ts'
import type { Context, ExternalHandler } from '../kit/handler.ts'
import { requireMover } from './load-file.ts'
import { loaders } from './loaders/index.ts'
import type { Loader } from './loaders/loader.ts'
import { findLaterBatch, inSavepoint, lockBatch, removeRows, rowsToUndo } from './store.ts'

type UndoneBatch = Output<typeof moveInApi.undo>

const foreign_key_violation = '23503'

/** What refers to a record, by table, as the end of the sentence 'It is used by …'. */
const users_of_records: Readonly<Record<string, string>> = {
  address_book_entry: 'an address book entry',
  api_key: 'an API key',
  app_user: 'a user',
  billing_transaction: 'a transaction',
  claim: 'a claim',
  collection_request: 'a collection request',
  invoice: 'an invoice',
  payment: 'a payment',
  recurring_collection: 'a recurring collection',
  session: 'a sign-in of this user',
  shipment: 'a shipment',
}

/**
 * Undoes the next portion of a loaded file: removes what it created and restores what it changed, the last line first,
 * or nothing of the portion when something newer depends on a record. A dry run reports all such records of a portion
 * and removes nothing.
 */
export const undoBatch: ExternalHandler<typeof moveInApi.undo> = async (ctx, { id, dry_run, after }) => {
  requireMover(ctx)
  if (dry_run ?? false) return tryOut(ctx, (inner) => checkPortion(inner, id, after ?? null))
  return ctx.answer((inner) => undoPortion(inner, id))
}

type Batch = Awaited<ReturnType<typeof lockBatch>>
type Row = Awaited<ReturnType<typeof rowsToUndo>>['rows'][number]
type MovedRow = { kind: MoveInKind; old_key: string; record_id: number }

async function lockForUndo(ctx: Context, id: number): Promise<Batch> {
  await lockCounter(ctx, 'move-in')
  const batch = await lockBatch(ctx, id)
  if (batch.time_undone !== null) throw wrongState('This file was undone before.')
  const later = await findLaterBatch(ctx, id)
  if (later)
    throw wrongState(
      `The file ${later.name} changed records of this one later (line ${later.line}). Undo it first.`,
    )
  return batch
}

async function undoPortion(ctx: Context, id: number): Promise<UndoneBatch> {
  const batch = await lockForUndo(ctx, id)
  const loader = await loaders[batch.kind](ctx)
  const { rows, more } = await rowsToUndo(ctx, id, null, portion_lines)
  const moved: MovedRow[] = []
  for (const row of rows) {
    try {
      moved.push(...(await undoRow(loader, batch.kind, row)))
    } catch (error) {
      const rest = batch.time_undo_started
        ? `${rows.length + more} records are not undone yet.`
        : 'Nothing was undone.'
      throw problemOf(row, error, rest)
    }
  }
  await loader.finish?.()
  await removeRows(
    ctx,
    id,
    rows.map((row) => row.id),
    moved,
    more === 0,
  )
  return { ...presentBatch(await lockBatch(ctx, id)), rows_left: more, next: null, blocked: [] }
}

async function checkPortion(ctx: Context, id: number, after: number | null): Promise<UndoneBatch> {
  const batch = await lockForUndo(ctx, id)
  const loader = await loaders[batch.kind](ctx)
  const { rows, more } = await rowsToUndo(ctx, id, after, portion_lines)
  const blocked: BlockedRecord[] = []
  for (const row of rows) {
    try {
      await inSavepoint(ctx, () => undoRow(loader, batch.kind, row))
    } catch (error) {
      const { message } = problemOf(row, error, '')
      blocked.push({ line: row.line, old_key: row.old_key.toUpperCase(), message })
    }
  }
  const next = more === 0 ? null : (rows.at(-1)?.id ?? null)
  return { ...presentBatch(batch), rows_left: more, next, blocked }
}

/** Removes the record of a row, or restores it; returns the row when its record is stored elsewhere now. */
async function undoRow(loader: Loader, kind: MoveInKind, row: Row): Promise<MovedRow[]> {
  const { old_key, content_before, record_id } = row
  if (content_before === null) {
    await loader.remove(row)
    return []
  }
  const stored = await loader.change(row, content_before)
  return stored.record_id === record_id ? [] : [{ kind, old_key, record_id: stored.record_id }]
}

/** Returns why a row cannot be undone: a problem of its record, or what refers to it. Rethrows other errors. */
function problemOf({ old_key }: Row, error: unknown, rest: string): Problem {
  const name = old_key.toUpperCase()
  if (error instanceof Problem) return new Problem(error.kind, `${name}: ${error.message}`)
  if (databaseCode(error) !== foreign_key_violation) throw error
  const table = error instanceof Error && 'table' in error ? String(error.table) : ''
  return wrongState(
    `${name} cannot be removed: it is used by ${users_of_records[table] ?? 'something that was added later'}. Undo or remove that first. ${rest}`.trim(),
  )
}

/** Converts a loaded file to its API form. */
export function presentBatch({ provider_id: _provider, ...batch }: Batch) {
  return batch
}
