import { hasPermission, isStaff } from '@waybill/domain/kit/actor'
import { forbidden, invalid, notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { noFitOf, one_parcel_only } from '@waybill/domain/pickup-points/fit'
import { parcelMeasured } from '@waybill/domain/shipments/events'
import type { ParcelInput, Shipment } from '@waybill/domain/shipments/model'
import { mayReleaseParcel } from '@waybill/domain/shipments/statuses/interventions'
import { isToArrive, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { mayCancel, mayMoveTo } from '@waybill/domain/shipments/statuses/manual-status-changes'
import { firstProblem } from '@waybill/domain/shipments/booking/shipment-checks'
import { parcelMaxima, parcelMinima, raisedToMinimum } from '@waybill/domain/shipments/parcel-limits'
import { parcelReference, withPrefix } from '@waybill/domain/shipments/labels/references'
import type { AccountRow } from '../accounts/index.ts'
import type { Context } from '../kit/handler.ts'
import { findPickupPoint } from '../pickup-points/index.ts'
import { movingOf } from './statuses/cancel-shipment.ts'
import { checkContext } from './booking/check-context.ts'
import { doubtMeasures } from './explain-doubtful-measures.ts'
import { enterStatus } from './statuses/enter-status.ts'
import { takeReferences } from './rename-shipment.ts'
import {
  insertParcel,
  readParcels,
  updateParcel,
  updateShipment,
  type ParcelRow,
  type ShipmentRow,
} from './store.ts'

const measures = ['length_cm', 'width_cm', 'height_cm', 'weight_kg'] as const

/**
 * Changes, adds and cancels parcels of a locked shipment. Returns whether the price may change
 * (docs/domain/public-api.md#changing-a-shipment, docs/domain/public-api.md#changing-parcels). An entry without id or
 * reference is a new parcel. Parcel numbers are never reused.
 */
export async function changeParcelsOf(
  ctx: Context,
  row: ShipmentRow,
  account: AccountRow,
  sent: readonly ParcelInput[],
): Promise<boolean> {
  const parcels = await readParcels(ctx, [row.id])
  const { limits, tracking_prefix } = checkContext(ctx, account, null)
  const added = sent.filter((parcel) => parcel.id === undefined && !parcel.tracking_reference)
  if (parcels.filter((parcel) => parcel.status !== 'cancelled').length + added.length > limits.max_parcels)
    throw invalid(
      `A shipment can have at most ${limits.max_parcels} parcels. You sent ${parcels.length + added.length}.`,
    )
  ensure(firstProblem([...parcelMaxima(sent, limits, isStaff(ctx.actor)), ...parcelMinima(sent, limits)]))
  let reprices = added.length > 0
  for (const change of sent) {
    if (added.includes(change)) continue
    const parcel = parcels.find(
      (one) => one.id === change.id || one.tracking_reference === change.tracking_reference?.toUpperCase(),
    )
    if (!parcel)
      throw notFound(`Could not find parcel ${change.id ?? change.tracking_reference} of this shipment.`)
    await requireConfirmed(ctx, row, parcel, change, sent.indexOf(change))
    reprices = (await changeParcel(ctx, row, parcel, change, tracking_prefix)) || reprices
  }
  await takeReferences(
    ctx,
    row.account_id,
    added.flatMap(({ alternative_tracking_reference: typed }) =>
      typed ? withPrefix(tracking_prefix, typed) : [],
    ),
  )
  const shown = row.custom_tracking_reference ?? row.short_tracking_reference
  let number = Math.max(0, ...parcels.map((parcel) => parcel.number))
  for (const parcel of added) {
    number += 1
    await insertParcel(ctx, row.id, {
      number,
      status: row.status,
      tracking_reference: parcelReference(shown, number),
      alternative_tracking_reference: parcel.alternative_tracking_reference
        ? withPrefix(tracking_prefix, parcel.alternative_tracking_reference)
        : null,
      parcel_description: parcel.parcel_description ?? '',
      packaging: parcel.packaging ?? 'Custom parcel',
      item_count: parcel.item_count ?? null,
      submitted_length_cm: raisedToMinimum(parcel.submitted_length_cm, limits.min_length),
      submitted_width_cm: raisedToMinimum(parcel.submitted_width_cm, limits.min_width),
      submitted_height_cm: raisedToMinimum(parcel.submitted_height_cm, limits.min_height),
      submitted_weight_kg: raisedToMinimum(parcel.submitted_weight_kg, limits.min_weight),
      time_created: ctx.now,
      time_modified: ctx.now,
    })
  }
  if (added.length > 0) {
    await updateShipment(ctx, row.id, { parcel_count: row.parcel_count + added.length })
    requireOneParcelAtPoint(row, await readParcels(ctx, [row.id]))
  }
  return reprices
}

/** Rejects several parcels for a pickup point (SHIP-044). */
export function requireOneParcelAtPoint(
  shipment: Partial<Record<'collection_pickup_point_id' | 'delivery_pickup_point_id', string | null>>,
  parcels: readonly { status: ShipmentStatus }[],
): void {
  const isPoint = Boolean(shipment.collection_pickup_point_id || shipment.delivery_pickup_point_id)
  if (isPoint && parcels.filter(({ status }) => status !== 'cancelled').length > 1)
    throw invalid(one_parcel_only, [{ field: 'parcels', message: one_parcel_only }])
}

/**
 * Rejects booked measures that fit no compartment of the locker to which the parcel still has to go (PP-018). What was
 * measured is never rejected: the parcel then gets no place, and staff choose the next step.
 */
export async function requireFitAtPoint(
  ctx: Context,
  after: Shipment,
  sent: readonly ParcelInput[] = [],
): Promise<void> {
  const isResized = sent.some((parcel) =>
    measures.some((measure) => parcel[`submitted_${measure}`] !== undefined),
  )
  if (!isResized) return
  const ahead = [
    ...(after.status === 'awaiting-dropoff' ? (['collection'] as const) : []),
    ...(isToArrive(after.status) ? (['delivery'] as const) : []),
  ]
  for (const leg of ahead) {
    const id = after[`${leg}_pickup_point_id`]
    const point = id
      ? await findPickupPoint(ctx, id, after[`${leg}_pickup_point_provider`] ?? undefined)
      : null
    const compartments = (point?.compartments ?? []).map((one) => ({ ...one, available: true }))
    const live = after.parcels.filter(({ status }) => status !== 'cancelled')
    for (const [position, parcel] of live.entries()) {
      const problem = noFitOf(parcel, compartments)
      if (problem)
        throw invalid(problem.message, [
          { field: `parcels.${position}.${problem.measure}`, message: problem.message },
        ])
    }
  }
}

/** Whether a change of a parcel contains measures of the hub. */
export function isMeasured(change: ParcelInput): boolean {
  return measures.some((measure) => change[`actual_${measure}`] !== undefined)
}

/** Rejects doubtful actual measures, such as ones far from the submitted ones, unless the change confirms them. */
async function requireConfirmed(
  ctx: Context,
  row: ShipmentRow,
  parcel: ParcelRow,
  change: ParcelInput,
  position: number,
): Promise<void> {
  const sent = measures.filter((measure) => change[`actual_${measure}`] !== undefined)
  if (sent.length === 0 || change.confirm_measures) return
  const doubt = await doubtMeasures(ctx, row, submittedOf(parcel, change), {
    length_cm: measureOf('length_cm'),
    width_cm: measureOf('width_cm'),
    height_cm: measureOf('height_cm'),
    weight_kg: measureOf('weight_kg'),
  })
  if (doubt === null) return
  throw invalid(
    `${doubt} Confirm these measures to keep them.`,
    sent.map((measure) => ({
      field: `parcels.${position}.actual_${measure}`,
      message: 'is very different from the booked value and is not confirmed',
    })),
  )

  function measureOf(measure: (typeof measures)[number]): number {
    return (
      change[`actual_${measure}`] ??
      parcel[`actual_${measure}`] ??
      submittedOf(parcel, change)[`submitted_${measure}`]
    )
  }
}

function submittedOf(parcel: ParcelRow, change: ParcelInput) {
  return {
    id: parcel.id,
    submitted_length_cm: change.submitted_length_cm ?? parcel.submitted_length_cm,
    submitted_width_cm: change.submitted_width_cm ?? parcel.submitted_width_cm,
    submitted_height_cm: change.submitted_height_cm ?? parcel.submitted_height_cm,
    submitted_weight_kg: change.submitted_weight_kg ?? parcel.submitted_weight_kg,
  }
}

async function changeParcel(
  ctx: Context,
  row: ShipmentRow,
  parcel: ParcelRow,
  change: ParcelInput,
  prefix: string,
): Promise<boolean> {
  const changes: Record<string, unknown> = {}
  for (const field of ['parcel_description', 'packaging', 'item_count'] as const)
    if (change[field] !== undefined) changes[field] = change[field]
  if (change.alternative_tracking_reference) {
    const reference = withPrefix(prefix, change.alternative_tracking_reference)
    if (reference !== parcel.alternative_tracking_reference)
      await takeReferences(ctx, row.account_id, [reference])
    changes.alternative_tracking_reference = reference
  }
  const submitted = measures.some((measure) => change[`submitted_${measure}`] !== undefined)
  const actual = isMeasured(change)
  if (actual && !(isStaff(ctx.actor) && hasPermission(ctx.actor, 'INLINE_edit_actual_dimensions')))
    throw forbidden('You may not change measured sizes and weights.')
  for (const measure of measures) {
    if (change[`submitted_${measure}`] !== undefined)
      changes[`submitted_${measure}`] = change[`submitted_${measure}`]
    if (change[`actual_${measure}`] !== undefined) changes[`actual_${measure}`] = change[`actual_${measure}`]
  }
  if (Object.keys(changes).length > 0) await updateParcel(ctx, parcel.id, changes)
  if (actual) await ctx.emit(parcelMeasured, { shipment_id: row.id, parcel_id: parcel.id })
  if (change.status && change.status !== parcel.status) {
    const moving = { ...movingOf(row), status: parcel.status }
    const isReleased = change.status === row.status && mayReleaseParcel(ctx.actor, row, parcel) === true
    if (!isReleased)
      ensure(
        change.status === 'cancelled'
          ? mayCancel(ctx.actor, moving, ctx.now)
          : mayMoveTo(ctx.actor, moving, change.status),
      )
    await enterStatus(ctx, row, { to: change.status, parcel_ids: [parcel.id], is_release: isReleased })
    if (change.status === 'cancelled') return true
  }
  return submitted || actual
}
