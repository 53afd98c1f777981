import type { NamedUpload } from '@waybill/domain/files/model'
import type { FileVisibility, ShipmentFileKind } from '@waybill/domain/shipments/files/shipment-file'
import type { Selectable } from 'kysely'
import { anyOf, type Db } from '../../kit/db.ts'
import type { Context } from '../../kit/handler.ts'
import type { ShipmentFileTable } from '../../kit/tables.ts'

export type ShipmentFileRow = Selectable<ShipmentFileTable>

/** Attaches files to a shipment. */
export async function insertShipmentFiles(
  ctx: Context,
  shipmentId: number,
  files: readonly NamedUpload[],
  about: { kind: ShipmentFileKind; visibility: FileVisibility },
): Promise<void> {
  await ctx.db
    .insertInto('shipment_file')
    .values(
      files.map(({ file_name, display_name }) => ({
        provider_id: ctx.provider_id,
        shipment_id: shipmentId,
        file_name,
        display_name,
        ...about,
        created_by: ctx.actor.username,
        time_created: ctx.now,
      })),
    )
    .execute()
}

/** Returns the files attached to a shipment that are not removed. */
export async function attachedFiles(ctx: Context, shipmentId: number): Promise<ShipmentFileRow[]> {
  return ctx.db
    .selectFrom('shipment_file')
    .selectAll()
    .where('shipment_id', '=', shipmentId)
    .where('time_removed', 'is', null)
    .execute()
}

/** Returns a file by id, also a removed one. */
export async function findShipmentFile(ctx: Context, id: number): Promise<ShipmentFileRow | undefined> {
  return ctx.db.selectFrom('shipment_file').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Changes a file: its kind, who may read it, or by whom and when it was removed. */
export async function updateShipmentFile(
  ctx: Context,
  id: number,
  change: Partial<Pick<ShipmentFileRow, 'kind' | 'visibility' | 'removed_by' | 'time_removed'>>,
): Promise<void> {
  await ctx.db.updateTable('shipment_file').set(change).where('id', '=', id).execute()
}

/** Returns files that were removed before a moment, the earliest first. */
export async function filesRemovedBefore(
  ctx: Context,
  before: Date,
  limit: number,
): Promise<Pick<ShipmentFileRow, 'id' | 'file_name'>[]> {
  return ctx.db
    .selectFrom('shipment_file')
    .select(['id', 'file_name'])
    .where('time_removed', '<', before)
    .orderBy('time_removed')
    .limit(limit)
    .execute()
}

/** Deletes the rows of removed files; the audit trail keeps what they were. */
export async function deleteRemovedFiles(ctx: Context, ids: readonly number[]): Promise<void> {
  await ctx.db
    .deleteFrom('shipment_file')
    .where('id', '=', anyOf(ids))
    .where('time_removed', 'is not', null)
    .execute()
}

/** Returns the ids of providers that have removed files. */
export async function providersWithRemovedFiles(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('shipment_file')
    .select('provider_id')
    .distinct()
    .where('time_removed', 'is not', null)
    .execute()
  return rows.map((row) => row.provider_id)
}
