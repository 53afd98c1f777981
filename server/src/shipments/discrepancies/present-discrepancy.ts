import { dispute_folder } from '@waybill/domain/shipments/discrepancies/discrepancy'
import type { StoredAttachment, WeightDiscrepancy } from '@waybill/domain/shipments/discrepancies/model'
import { sees } from '@waybill/domain/shipments/field-visibility'
import { isStaff } from '@waybill/domain/kit/actor'
import type { AttachedFile } from '@waybill/domain/files/model'
import { readAccounts } from '../../accounts/index.ts'
import { addressOf } from '../../files/index.ts'
import type { BaseContext, Context } from '../../kit/handler.ts'
import { readShipmentRows } from '../store.ts'
import type { DiscrepancyRow } from './discrepancy-store.ts'

/** Returns discrepancies as the caller may see them. Customers do not see which staff measured and decided. */
export async function presentDiscrepancies(
  ctx: Context,
  rows: readonly DiscrepancyRow[],
): Promise<WeightDiscrepancy[]> {
  if (rows.length === 0) return []
  const [accounts, shipments] = await Promise.all([
    readAccounts(ctx, [...new Set(rows.map((row) => row.account_id))]),
    readShipmentRows(ctx, [...new Set(rows.map((row) => row.shipment_id))]),
  ])
  const nameOf = new Map(accounts.map((account) => [account.id, account.name]))
  const shipmentOf = new Map(shipments.map((shipment) => [shipment.id, shipment]))
  const seesAmounts = sees(ctx.actor, 'amounts')
  const viewerIsStaff = isStaff(ctx.actor)
  return rows.flatMap((row) => {
    const shipment = shipmentOf.get(row.shipment_id)
    if (!shipment) return []
    return [
      {
        id: row.id,
        shipment_id: row.shipment_id,
        tracking_reference: shipment.custom_tracking_reference ?? shipment.short_tracking_reference,
        account_id: row.account_id,
        account_name: nameOf.get(row.account_id) ?? '',
        state: row.state,
        submitted_rate: seesAmounts ? row.submitted_rate : null,
        measured_rate: seesAmounts ? row.measured_rate : null,
        decided_rate: seesAmounts ? row.decided_rate : null,
        outcome: row.outcome,
        parcels: row.parcels,
        photos: filesOf(ctx, row.photos),
        measured_by: viewerIsStaff ? row.measured_by : '',
        measured_at: row.measured_at,
        notified_at: row.notified_at,
        dispute_until: row.dispute_until,
        dispute_reason: row.dispute_reason,
        dispute_files: filesOf(ctx, row.dispute_files),
        disputed_by: row.disputed_by,
        disputed_at: row.disputed_at,
        decision_message: row.decision_message,
        decided_by: viewerIsStaff ? row.decided_by : '',
        decided_at: row.decided_at,
        version: row.version,
      },
    ]
  })
}

/** Returns one discrepancy as the caller may see it. */
export async function presentDiscrepancy(ctx: Context, row: DiscrepancyRow): Promise<WeightDiscrepancy> {
  const [presented] = await presentDiscrepancies(ctx, [row])
  if (!presented) throw new Error(`Discrepancy ${row.id} has no shipment that the caller can see.`)
  return presented
}

function filesOf(reader: BaseContext, files: readonly StoredAttachment[]): AttachedFile[] {
  return files.map((file) => ({
    ...file,
    url: addressOf(reader, dispute_folder, { ...file, name: file.file_name }),
  }))
}
