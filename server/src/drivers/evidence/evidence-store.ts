import type { HashedAction } from '@waybill/domain/drivers/evidence/content-hash'
import type { ArrivedFile } from '@waybill/domain/shipments/proof-of-delivery/judge-evidence'
import type { ActionPayload } from '@waybill/domain/drivers/api'
import type { ActionType } from '@waybill/domain/drivers/model'
import { sql } from 'kysely'
import type { Db } from '../../kit/db.ts'
import type { Context } from '../../kit/handler.ts'

/** The hashes of one action. */
export interface NewEvidence {
  action_id: string
  content_hash: string
  /** Of the action as it arrived. */
  computed_hash: string
  /** `''` for the first action of a phone. */
  former_hash: string
  files: readonly ArrivedFile[]
}

const isComplete = (files: readonly ArrivedFile[]): boolean =>
  files.every(({ stored_sha256 }) => stored_sha256 !== '')

/**
 * Stores the hashes of an action of the caller, with the commit; a repeat changes nothing. The action itself must be
 * written before.
 */
export function insertEvidenceLast(ctx: Context, { files, ...evidence }: NewEvidence): void {
  ctx.writeLast(
    ctx.db
      .insertInto('action_evidence')
      .values({
        provider_id: ctx.provider_id,
        user_id: ctx.actor.user_id,
        username: ctx.actor.username,
        ...evidence,
        files: JSON.stringify(files),
        is_complete: isComplete(files),
        time_received: ctx.now,
      })
      .onConflict((conflict) => conflict.columns(['provider_id', 'username', 'action_id']).doNothing()),
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

/** Whether the stored details of an action of the driver, received since a time, are not what the phone recorded. */
export async function hasDifferedSince(ctx: Context, username: string, since: Date): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('action_evidence')
    .select('id')
    .where('username', '=', username)
    .where('time_received', '>=', since)
    .whereRef('content_hash', '<>', 'computed_hash')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What `driver_action.payload` contains: the action without id, type and time. */
type StoredPayload = Omit<HashedAction, 'action_id' | 'type' | 'occurred_at' | 'payload'> & {
  payload?: ActionPayload & { pin_given: boolean }
}

/** The hashes stored with an action. */
export interface StoredHashes {
  id: number
  content_hash: string
  computed_hash: string
  former_hash: string
  files: readonly ArrivedFile[]
}

/** An action as stored, with its hashes; those are `null` when the phone sent none. */
export interface StoredEvidence {
  username: string
  action: HashedAction
  result: 'applied' | 'conflict'
  evidence: StoredHashes | null
  /** Whether the action that the phone recorded before it is stored. */
  has_former: boolean
}

const columns = sql<StoredRow>`a.username, a.action_id, a.type, a.occurred_at, a.payload, a.result, e.id, e.content_hash, e.computed_hash,
  e.former_hash, e.files, e.former_hash = '' OR EXISTS (SELECT FROM action_evidence f WHERE f.provider_id = e.provider_id
    AND f.username = e.username AND f.content_hash = e.former_hash) AS has_former`

interface StoredRow {
  username: string
  action_id: string
  type: ActionType
  occurred_at: Date
  payload: StoredPayload
  result: 'applied' | 'conflict'
  id: number | null
  content_hash: string
  computed_hash: string
  former_hash: string
  files: ArrivedFile[]
  has_former: boolean
}

function fromRow(row: StoredRow): StoredEvidence {
  const { username, action_id, type, occurred_at, payload, result, id, has_former } = row
  const { content_hash, computed_hash, former_hash, files } = row
  return {
    username,
    action: { ...payload, action_id, type, occurred_at },
    result,
    evidence: id === null ? null : { id, content_hash, computed_hash, former_hash, files },
    has_former,
  }
}

/** Returns the actions for a shipment, newest first. */
export async function readActionsOf(ctx: Context, shipmentId: number): Promise<StoredEvidence[]> {
  const { rows } = await sql<StoredRow>`SELECT ${columns} FROM driver_action a
    LEFT JOIN action_evidence e ON e.provider_id = a.provider_id AND e.username = a.username AND e.action_id = a.action_id
    WHERE a.provider_id = ${ctx.provider_id} AND a.shipment_id = ${shipmentId}
    ORDER BY a.occurred_at DESC, a.id DESC`.execute(ctx.db)
  return rows.map(fromRow)
}

/** Returns the actions of a company whose hashes have these ids. For the verification of the audit trail. */
export async function readEvidenceRows(
  db: Db,
  providerId: number,
  ids: readonly number[],
): Promise<StoredEvidence[]> {
  const { rows } = await sql<StoredRow>`SELECT ${columns} FROM action_evidence e
    JOIN driver_action a ON a.provider_id = e.provider_id AND a.username = e.username AND a.action_id = e.action_id
    WHERE e.provider_id = ${providerId} AND e.id = ANY(${ids}::bigint[])`.execute(db)
  return rows.map(fromRow)
}

/** Returns the action whose hashes have this id. */
export async function readEvidence(ctx: Context, id: number): Promise<StoredEvidence | undefined> {
  return (await readEvidenceRows(ctx.db, ctx.provider_id, [id]))[0]
}

/** Returns the ids of hashes received since a time, in order, after an id. */
export async function readEvidenceIds(
  db: Db,
  providerId: number,
  since: Date | null,
  afterId: number,
  limit: number,
): Promise<number[]> {
  let query = db
    .selectFrom('action_evidence')
    .select('id')
    .where('provider_id', '=', providerId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
  if (since) query = query.where('time_received', '>=', since)
  return (await query.execute()).map(({ id }) => id)
}
