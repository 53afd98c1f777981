import type { Cents } from '@waybill/domain/kit/money'
import { Problem } from '@waybill/domain/kit/problem'
import {
  charge_discrepancy_threshold_min_amount,
  charge_discrepancy_threshold_percentage,
  discrepancy_photo_min_amount,
} from '@waybill/domain/rates/settings'
import { isDiscrepancy, thresholdFor } from '@waybill/domain/shipments/discrepancies/discrepancy'
import type { ComparedParcel, StoredAttachment } from '@waybill/domain/shipments/discrepancies/model'
import type { ParcelMeasures } from '@waybill/domain/shipments/doubtful-measures'
import type { ShipmentPatch } from '@waybill/domain/shipments/model'
import { getAccount } from '../../accounts/index.ts'
import type { Context } from '../../kit/handler.ts'
import { isPricedAgain, priceAgain, type AdjustParcel } from '../pricing/price-again.ts'
import { readParcels, updateParcel, type ParcelRow, type ShipmentRow } from '../store.ts'
import {
  insertDiscrepancy,
  readCurrentDiscrepancies,
  updateDiscrepancy,
  withdrawDiscrepancy,
  type CurrentDiscrepancies,
  type DiscrepancyRow,
} from './discrepancy-store.ts'

interface ComparedPrices {
  /** Price by the booked measures, or by those on which was decided before, in cents. */
  submitted: Cents
  /** Price by the measures of the hub, in cents. */
  measured: Cents
  /** Whether the measured price waits for the account. */
  waits: boolean
  needs_photo: boolean
}

function isMeasured(parcel: ParcelRow): boolean {
  return parcel.status !== 'cancelled' && (parcel.actual_weight_kg ?? parcel.actual_length_cm) !== null
}

/**
 * Compares the prices of a locked shipment by booked and by measured parcels. A price that was settled before is
 * compared by the measures of that time, because every hub on the way measures a parcel again. Throws a 400 if the
 * measured parcels have no price; if the booked ones have none, the current price stands for theirs.
 */
async function comparePrices(
  ctx: Context,
  row: ShipmentRow,
  { settled }: CurrentDiscrepancies,
  input: Partial<ShipmentPatch> = {},
  adjusted: AdjustParcel = (parcel) => parcel,
): Promise<ComparedPrices> {
  const priceBy = async (measures: (parcel: ParcelRow) => ParcelMeasures | null): Promise<Cents> => {
    const rated: AdjustParcel = (parcel) => adjusted({ ...parcel, rated_measures: measures(parcel) })
    return (await priceAgain(ctx, row, input, { adjusted: rated })).rate
  }
  const priceOrCurrent = async (measures: (parcel: ParcelRow) => ParcelMeasures): Promise<Cents> => {
    try {
      return await priceBy(measures)
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'invalid') throw error
      return row.rate
    }
  }
  const measured = await priceBy(() => null)
  const submitted = await priceOrCurrent((parcel) => heldMeasures(parcel, settled))
  const before = settled ? await priceOrCurrent((parcel) => measuredThen(parcel, settled)) : submitted
  const account = await getAccount(ctx, row.account_id)
  const threshold = thresholdFor(account, {
    amount: ctx.setting(charge_discrepancy_threshold_min_amount),
    percentage: ctx.setting(charge_discrepancy_threshold_percentage),
  })
  const waits = isDiscrepancy(before, measured, threshold)
  const photoFrom = ctx.setting(discrepancy_photo_min_amount)
  return { submitted, measured, waits, needs_photo: waits && Math.abs(measured - before) >= photoFrom }
}

/**
 * Returns the prices of a locked shipment before and with new measures of one parcel, whether the new price would
 * wait for the account, and whether a photo on the scale is needed. Nothing is stored. Returns `null` if the shipment
 * is not priced again or the measures have no price.
 */
export async function previewMeasures(
  ctx: Context,
  row: ShipmentRow,
  measured: Partial<ParcelRow>,
): Promise<ComparedPrices | null> {
  if (!isPricedAgain(row)) return null
  try {
    const current = await readCurrentDiscrepancies(ctx, row.id)
    return await comparePrices(ctx, row, current, {}, (parcel) =>
      parcel.id === measured.id ? { ...parcel, ...measured } : parcel,
    )
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'invalid') throw error
    return null
  }
}

/**
 * Starts, updates or withdraws the weight discrepancy of a locked shipment that is about to be priced again, and sets
 * the measures by which its parcels are priced meanwhile. Only a measurement (`measured`) starts one. A measurement
 * close to one on which was decided before changes nothing.
 */
export async function reviewDiscrepancy(
  ctx: Context,
  row: ShipmentRow,
  input: Partial<ShipmentPatch>,
  measured: { photos: readonly StoredAttachment[] } | null,
): Promise<void> {
  const current = await readCurrentDiscrepancies(ctx, row.id)
  const { waiting, settled } = current
  if (!measured && !waiting) return
  const parcels = (await readParcels(ctx, [row.id])).filter(isMeasured)
  const prices = await comparePrices(ctx, row, current, input)
  if (!prices.waits) {
    if (waiting) await withdrawDiscrepancy(ctx, row.id)
    await rateBy(ctx, row.id, settled)
    return
  }
  const found = {
    submitted_rate: prices.submitted,
    measured_rate: prices.measured,
    parcels: parcels.map((parcel) => comparedParcel(parcel, settled)),
  }
  if (waiting) await updateWaiting(ctx, waiting, found, measured)
  else
    await insertDiscrepancy(ctx, {
      ...found,
      shipment_id: row.id,
      account_id: row.account_id,
      photos: measured?.photos ?? [],
    })
  await rateBy(ctx, row.id, { outcome: 'submitted', parcels: found.parcels })
}

/**
 * Stores new values of a waiting discrepancy. After another measurement the account is notified again, and its window
 * starts again, unless it has disputed the measures already.
 */
async function updateWaiting(
  ctx: Context,
  waiting: DiscrepancyRow,
  { submitted_rate, measured_rate, parcels }: ComparedFound,
  measured: { photos: readonly StoredAttachment[] } | null,
): Promise<void> {
  await updateDiscrepancy(ctx, waiting.id, {
    submitted_rate,
    measured_rate,
    parcels: JSON.stringify(parcels),
    ...(measured && {
      photos: JSON.stringify([...waiting.photos, ...measured.photos]),
      measured_by: ctx.actor.username,
      measured_at: ctx.now,
    }),
    ...(measured && waiting.state === 'open' && { notified_at: null, dispute_until: null }),
  })
}

interface ComparedFound extends Pick<DiscrepancyRow, 'submitted_rate' | 'measured_rate'> {
  parcels: readonly ComparedParcel[]
}

function submittedMeasures(parcel: ParcelRow): ParcelMeasures {
  return {
    length_cm: parcel.submitted_length_cm,
    width_cm: parcel.submitted_width_cm,
    height_cm: parcel.submitted_height_cm,
    weight_kg: parcel.submitted_weight_kg,
  }
}

function comparedIn(settled: DiscrepancyRow | undefined, parcelId: number): ComparedParcel | undefined {
  return settled?.parcels.find(({ parcel_id }) => parcel_id === parcelId)
}

/** Returns the measures by which a parcel is priced without its newest measurement: decided on before, or booked. */
function heldMeasures(parcel: ParcelRow, settled: DiscrepancyRow | undefined): ParcelMeasures {
  const before = comparedIn(settled, parcel.id)
  if (!settled || !before) return submittedMeasures(parcel)
  return measuresOf(before, settled.outcome) ?? before.measured
}

/** Returns the measures of a parcel when the last discrepancy was settled. */
function measuredThen(parcel: ParcelRow, settled: DiscrepancyRow): ParcelMeasures {
  return comparedIn(settled, parcel.id)?.measured ?? submittedMeasures(parcel)
}

function comparedParcel(parcel: ParcelRow, settled: DiscrepancyRow | undefined): ComparedParcel {
  const held = heldMeasures(parcel, settled)
  return {
    parcel_id: parcel.id,
    tracking_reference: parcel.tracking_reference,
    submitted: held,
    measured: {
      length_cm: parcel.actual_length_cm ?? held.length_cm,
      width_cm: parcel.actual_width_cm ?? held.width_cm,
      height_cm: parcel.actual_height_cm ?? held.height_cm,
      weight_kg: parcel.actual_weight_kg ?? held.weight_kg,
    },
    decided: null,
  }
}

/**
 * Sets the measures by which the parcels of a shipment are priced, according to the outcome of a discrepancy: the
 * booked ones, the decided ones, or, without an outcome, the measured ones.
 */
export async function rateBy(
  ctx: Context,
  shipmentId: number,
  basis: Pick<DiscrepancyRow, 'outcome' | 'parcels'> | undefined,
): Promise<void> {
  const chosen = new Map(
    basis?.parcels.map((parcel) => [parcel.parcel_id, measuresOf(parcel, basis.outcome)]),
  )
  for (const parcel of await readParcels(ctx, [shipmentId])) {
    const rated = chosen.get(parcel.id) ?? null
    if (JSON.stringify(rated) === JSON.stringify(parcel.rated_measures)) continue
    await updateParcel(ctx, parcel.id, { rated_measures: rated && JSON.stringify(rated) })
  }
}

function measuresOf(
  { submitted, decided }: ComparedParcel,
  outcome: DiscrepancyRow['outcome'],
): ParcelMeasures | null {
  if (outcome === 'submitted') return submitted
  return outcome === 'own' ? decided : null
}
