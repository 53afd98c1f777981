import { Problem, wrongState } from '@waybill/domain/kit/problem'
import type { moveInApi } from '@waybill/domain/move-in/api'
import type { MoveInKind } from '@waybill/domain/move-in/columns'
import { databaseCode } from '../kit/db.ts'
import { lockCounter } from '../kit/document-numbers-store.ts'
import type { Handler } from '../kit/handler.ts'
import { requireMover } from './load-file.ts'
import { loaders } from './loaders/index.ts'
import { closeBatch, findLaterBatch, lockBatch, rowsToUndo } from './store.ts'

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
 * Undoes a loaded file: removes what it created and restores what it changed, the last line first, or nothing of it
 * when something newer depends on a record.
 */
export const undoBatch: Handler<typeof moveInApi.undo> = async (ctx, { id }) => {
  requireMover(ctx)
  await lockCounter(ctx, 'move-in')
  const batch = await lockBatch(ctx, id)
  if (batch.time_undone !== null) throw wrongState('This file was undone before.')
  const later = await findLaterBatch(ctx, id)
  if (later)
    throw wrongState(
      `The file ${later.name} changed records of this one later (line ${later.line}). Undo it first.`,
    )
  const loader = await loaders[batch.kind](ctx)
  const moved: { kind: MoveInKind; old_key: string; record_id: number }[] = []
  for (const row of await rowsToUndo(ctx, id)) {
    const { old_key, content_before, record_id } = row
    await explaining(old_key, async () => {
      if (content_before === null) await loader.remove(row)
      else {
        const stored = await loader.change(row, content_before)
        if (stored.record_id !== record_id)
          moved.push({ kind: batch.kind, old_key, record_id: stored.record_id })
      }
    })
  }
  await loader.finish?.()
  await closeBatch(ctx, id, moved)
  return presentBatch(await lockBatch(ctx, id))
}

/** Runs a step of an undo. When the database rejects it because something refers to the record, throws what does. */
async function explaining(oldKey: string, step: () => Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    if (error instanceof Problem) throw new Problem(error.kind, `${oldKey.toUpperCase()}: ${error.message}`)
    if (databaseCode(error) !== foreign_key_violation) throw error
    const table = error instanceof Error && 'table' in error ? String(error.table) : ''
    throw wrongState(
      `${oldKey.toUpperCase()} cannot be removed: it is used by ${users_of_records[table] ?? 'something that was added later'}. Undo or remove that first. Nothing was undone.`,
    )
  }
}

type BatchRow = Awaited<ReturnType<typeof lockBatch>>

/** Converts a loaded file to its API form. */
export function presentBatch({ provider_id: _provider, ...batch }: BatchRow) {
  return batch
}
