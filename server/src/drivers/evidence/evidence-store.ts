import type { HashedAction } from '@waybill/domain/drivers/evidence/content-hash'
import type { ArrivedFile } from '@waybill/domain/drivers/evidence/judge-evidence'
import type { ActionPayload } from '@waybill/domain/drivers/api'
import type { ActionType } from '@waybill/domain/drivers/model'
import { anyOf, type Db } from '../../kit/db.ts'
import type { Context } from '../../kit/handler.ts'

/** The hashes of one action. */
export interface NewEvidence {
  action_id: string
  content_hash: string
  /** `''` for the first action of a phone. */
  former_hash: string
  files: readonly ArrivedFile[]
}

const isComplete = (files: readonly ArrivedFile[]): boolean =>
  files.every(({ stored_sha256 }) => stored_sha256 !== '')

/** Stores the hashes of an action of the caller, with the commit. The action itself must be written before. */
export function insertEvidenceLast(ctx: Context, { files, ...evidence }: NewEvidence): void {
  ctx.writeLast(
    ctx.db.insertInto('action_evidence').values({
      provider_id: ctx.provider_id,
      user_id: ctx.actor.user_id,
      username: ctx.actor.username,
      ...evidence,
      files: JSON.stringify(files),
      is_complete: isComplete(files),
      time_received: ctx.now,
    }),
  )
}

/** Locks and returns the actions of a driver that wait for files. */
export async function lockWaiting(
  ctx: Context,
  username: string,
): Promise<{ id: number; files: ArrivedFile[] }[]> {
  return ctx.db
    .selectFrom('action_evidence')
    .select(['id', 'files'])
    .where('username', '=', username)
    .where('is_complete', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function updateFiles(ctx: Context, id: number, files: readonly ArrivedFile[]): Promise<void> {
  await ctx.db
    .updateTable('action_evidence')
    .set({ files: JSON.stringify(files), is_complete: isComplete(files) })
    .where('id', '=', id)
    .execute()
}

/** What `driver_action.payload` contains: the action without id, type and time. */
type StoredPayload = Omit<HashedAction, 'action_id' | 'type' | 'occurred_at' | 'payload'> & {
  payload?: ActionPayload & { pin_given: boolean }
}

/** An action as stored, with its hashes; those are `null` when the phone sent none. */
export interface StoredEvidence {
  id: number
  username: string
  action: HashedAction
  result: 'applied' | 'conflict'
  evidence: { id: number; content_hash: string; former_hash: string; files: readonly ArrivedFile[] } | null
  has_former: boolean
}

function stored(db: Db) {
  return db
    .selectFrom('driver_action as a')
    .leftJoin('action_evidence as e', (join) =>
      join
        .onRef('e.provider_id', '=', 'a.provider_id')
        .onRef('e.username', '=', 'a.username')
        .onRef('e.action_id', '=', 'a.action_id'),
    )
    .select(({ exists, selectFrom, eb, or }) => [
      'a.id',
      'a.username',
      'a.action_id',
      'a.type',
      'a.occurred_at',
      'a.payload',
      'a.result',
      'e.id as evidence_id',
      'e.content_hash',
      'e.former_hash',
      'e.files',
      or([
        eb('e.former_hash', '=', ''),
        exists(
          selectFrom('action_evidence as f')
            .select('f.id')
            .whereRef('f.provider_id', '=', 'e.provider_id')
            .whereRef('f.username', '=', 'e.username')
            .whereRef('f.content_hash', '=', 'e.former_hash'),
        ),
      ]).as('has_former'),
    ])
}
type StoredRow = Awaited<ReturnType<ReturnType<typeof stored>['execute']>>[number]

function fromRow(row: StoredRow): StoredEvidence {
  const { id, username, action_id, type, occurred_at, result, evidence_id, content_hash } = row
  const action = { ...(row.payload as StoredPayload), action_id, type: type as ActionType, occurred_at }
  return {
    id,
    username,
    action,
    result: result === 'conflict' ? 'conflict' : 'applied',
    evidence:
      evidence_id === null || content_hash === null
        ? null
        : { id: evidence_id, content_hash, former_hash: row.former_hash ?? '', files: row.files ?? [] },
    has_former: Boolean(row.has_former),
  }
}

/** Returns the actions for a shipment, newest first. */
export async function readActionsOf(ctx: Context, shipmentId: number): Promise<StoredEvidence[]> {
  const rows = await stored(ctx.db)
    .where('a.shipment_id', '=', shipmentId)
    .orderBy('a.occurred_at', 'desc')
    .orderBy('a.id', 'desc')
    .execute()
  return rows.map(fromRow)
}
