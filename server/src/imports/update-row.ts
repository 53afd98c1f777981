import { nameIn, type BulkChange, type DriverNames } from '@waybill/domain/imports/bulk-change'
import { mayChangeChecked } from '@waybill/domain/imports/checked'
import { formatTotal } from '@waybill/domain/kit/texts/format'
import { formatRand } from '@waybill/domain/kit/money'
import { count_cap } from '@waybill/domain/kit/lists/paging'
import { invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { ShipmentPatch } from '@waybill/domain/shipments/model'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import { statusLabel } from '@waybill/domain/shipments/statuses/status'
import { assignLeg } from '../drivers/index.ts'
import type { Context, ExternalContext } from '../kit/handler.ts'
import { driverNames } from '../maps/index.ts'
import {
  cancelShipment,
  changeWithin,
  findByReference,
  holdLocked,
  listShipmentIds,
  lockShipment,
  readParcels,
  releaseLocked,
  type ShipmentRow,
} from '../shipments/index.ts'
import {
  claimRow,
  markUndone,
  requireChanged,
  rowOfShipment,
  settleRow,
  type JobRow,
  type Settled,
  type WaitingRow,
} from './store.ts'
import { tryOut } from '../kit/dry-run-rollback.ts'
import { effectOf, undoRow } from './undo-row.ts'

/**
 * Applies the change to the shipment of a row and rolls it back. Returns what would change, or throws the error that
 * the change would cause.
 */
export async function tryChange(acting: ExternalContext, job: JobRow, row: WaitingRow): Promise<Settled> {
  const checked = await tryOut(acting, (inner) => changeNamed(inner, job, { ...row, effect: null }))
  return { state: 'good', ...checked }
}

/**
 * Applies the change exactly once: the row is claimed and marked in the same transaction as the change. Throws when what
 * the check found has changed since.
 */
export async function changeRow(
  acting: ExternalContext,
  job: JobRow,
  row: WaitingRow,
): Promise<Settled | null> {
  if (job.change?.kind !== 'undo' && row.effect === null)
    throw wrongState('It was checked by an earlier version. Check it again.')
  await acting.inTransaction(async (inner) => {
    if (!(await claimRow(inner, job.id, row.row, { row: 'good', job: 'running' }))) return
    const changed = await changeNamed(inner, job, row)
    await settleRow(inner, job.id, row, 'good', { state: 'done', ...changed })
  })
  return null
}

async function changeNamed(ctx: Context, job: JobRow, row: WaitingRow) {
  const { change } = job
  if (!change) throw new Error(`Update ${job.id} has no change.`)
  const undone = change.kind === 'undo' ? await requireChanged(ctx, change.job_id, row.row) : null
  const id = undone?.shipment_id ?? (await shipmentNamed(ctx, row.cells['reference'] ?? ''))
  const earlier = await rowOfShipment(ctx, job.id, id, row.row)
  if (earlier !== null) throw invalid(`This is the same shipment as in row ${earlier}.`)
  const before = await lockShipment(ctx, id)
  const parcels = await readParcels(ctx, [id])
  const names = await driverNames(ctx)
  if (change.kind !== 'undo') {
    if (row.effect) ensure(mayChangeChecked(change, row.effect, before, names))
    await apply(ctx, change, before)
  } else if (undone) {
    await undoRow(ctx, change.change, before, undone.effect)
    await markUndone(ctx, change.job_id, row.row)
  }
  const after = await lockShipment(ctx, id)
  return {
    outcome: outcomeOf(change.kind === 'undo' ? change.change : change, before, after, names),
    shipment_id: id,
    reference: after.custom_tracking_reference ?? after.short_tracking_reference,
    effect: effectOf(before, parcels, after, await readParcels(ctx, [id])),
  }
}

/** Returns the id of the single shipment that a reference identifies. The customer’s own reference is also accepted. */
async function shipmentNamed(ctx: Context, typed: string): Promise<number> {
  const reference = cleanReference(typed)
  const found = await findByReference(ctx, reference, true)
  const named = [...new Set(found.map((one) => one.shipment_id))]
  const { ids, total } =
    named.length > 0
      ? await listShipmentIds(ctx, { id: named }, { limit: 1, offset: 0 })
      : { ids: [], total: 0 }
  const [only] = ids
  if (only === undefined) throw notFound(`There is no shipment ${typed}.`)
  if (total > 1)
    throw invalid(
      `${formatTotal(total, count_cap)} shipments have the customer reference ${typed}. Use tracking references.`,
    )
  return only
}

async function apply(ctx: Context, change: BulkChange, row: ShipmentRow): Promise<void> {
  const status = row.status
  const patch = (fields: Partial<ShipmentPatch>) => changeWithin(ctx, { id: row.id, ...fields })
  switch (change.kind) {
    case 'status':
      if (status === change.status && change.message === '') throw already(statusLabel(status).toLowerCase())
      await patch({
        status: change.status,
        metadata: { tracking_info: { message: change.message } },
      })
      return
    case 'service-level':
      if (row.service_level_code === change.service_level_code)
        throw wrongState(`This shipment already has service level ${change.service_level_code}.`)
      await patch({ service_level_code: change.service_level_code })
      return
    case 'date': {
      const { side, day, reason } = change
      if (row[`${side}_min_date`] === day) throw wrongState(`Its ${side} is already on ${day}.`)
      await patch({
        [`${side}_min_date`]: day,
        ...(reason ? { [`${side}_rescheduled_reason`]: reason } : {}),
      })
      return
    }
    case 'driver': {
      const { results } = await assignLeg(ctx, {
        shipment_ids: [row.id],
        leg: change.side,
        username: change.driver,
        assign_anyway: change.assign_anyway,
      })
      const rejection = results.find(({ assigned }) => !assigned)
      if (rejection) throw wrongState(rejection.message)
      return
    }
    case 'hold':
      if (status === change.status) throw already('on hold')
      await holdLocked(ctx, row, change.status, change.message)
      return
    case 'release':
      await releaseLocked(ctx, row, change.message)
      return
    case 'cancel':
      if (status === 'cancelled') throw already('cancelled')
      await cancelShipment(ctx, { id: row.id, tracking_reference: undefined, message: change.message })
  }
}

const already = (state: string) => wrongState(`This shipment is already ${state}.`)

/** Describes what changed in words: the subject of the change, status and price. */
function outcomeOf(change: BulkChange, before: ShipmentRow, after: ShipmentRow, names: DriverNames): string {
  const changed = (from: string, to: string): string[] => (from === to ? [] : [`${from} → ${to}`])
  const label = (row: ShipmentRow) => statusLabel(row.status)
  const about =
    change.kind === 'service-level'
      ? changed(before.service_level_code ?? '–', after.service_level_code ?? '–')
      : change.kind === 'date'
        ? changed(before[`${change.side}_min_date`] ?? '–', after[`${change.side}_min_date`] ?? '–')
        : change.kind === 'driver'
          ? changed(
              nameIn(names, before[`${change.side}_agent_id`]),
              nameIn(names, after[`${change.side}_agent_id`]),
            )
          : []
  const price = changed(formatRand(before.rate ?? 0), formatRand(after.rate ?? 0))
  const changes = [...about, ...changed(label(before), label(after)), ...price]
  return changes.length > 0 ? changes.join(', ') : 'No changes'
}
