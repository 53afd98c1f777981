import {
  doubtfulDriver,
  doubtfulMeasures,
  olderMeasures,
  unphotographedMeasures,
  type ScanDecision,
} from '@waybill/domain/hub/scan-decision'
import type { NextStop } from '@waybill/domain/hub/model'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import { invalid, Problem } from '@waybill/domain/kit/problem'
import { parcelMeasured, trackingEventAdded } from '@waybill/domain/shipments/events'
import type { StoredAttachment } from '@waybill/domain/shipments/discrepancies/model'
import { measuredSentence, photoSentence } from '@waybill/domain/shipments/discrepancies/texts'
import { sees } from '@waybill/domain/shipments/field-visibility'
import { measuresText, type ParcelMeasures } from '@waybill/domain/shipments/doubtful-measures'
import { beginsAgainAtHub } from '@waybill/domain/shipments/statuses/assignment'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { listDrivers } from '../../identity/index.ts'
import { place } from '../../maps/index.ts'
import type { Context } from '../../kit/handler.ts'
import {
  addPictures,
  doubtMeasures,
  enterStatus,
  insertEvents,
  storedUploads,
  maySuit,
  previewMeasures,
  rerateShipment,
  updateParcel,
  workOf,
} from '../../shipments/index.ts'
import { applyToLoad, leaveOtherLoad } from './manifest-scan.ts'
import type { ReceivedScan, ScanCase } from './scan-case.ts'
import { measuredAfter, type ScannedSibling } from './scan-store.ts'

/** The effect of a scan after it was applied. */
export interface AppliedScan {
  verdict: ScanDecision
  shipment_status: ShipmentStatus
  parcel: ScannedSibling
  event_id: number
  /** Username of the driver who delivers it. */
  driver: string | null
  /** Where the parcel goes next, if the bay on the way there was stored with the status. */
  placed?: { next: NextStop }
}

/**
 * Applies the result of a scan: sets the status, stores the measures, or writes an event without changing the status
 * (docs/domain/hub.md#the-scanner). `placeFor` returns where the parcel goes next and its bay until then (`undefined`: the
 * bay stays unchanged).
 */
export async function applyScan(
  ctx: Context,
  known: ScanCase,
  verdict: ScanDecision,
  placeFor: (driver: string | null) => Promise<{ next: NextStop; bay: string | null | undefined }>,
): Promise<AppliedScan> {
  const { row, parcel, scan } = known
  const unchanged: AppliedScan = {
    verdict,
    shipment_status: row.status,
    parcel,
    event_id: 0,
    driver: row.delivery_agent_id,
  }
  if (!verdict.makes_event) return unchanged
  if (scan.mode === 're-measure' && verdict.verdict !== 'refused') return remeasure(ctx, known, unchanged)
  if (verdict.verdict !== 'refused') await applyToLoad(ctx, known)
  if (known.is_late && verdict.code !== 'wrong_branch')
    return { ...unchanged, event_id: await addEvent(ctx, known, lateEvent(known)) }
  if (verdict.status === null) {
    if (verdict.verdict !== 'refused') await leaveOtherLoad(ctx, known)
    return { ...unchanged, event_id: await addEvent(ctx, known, floorCheck(known, verdict)) }
  }
  const driver = await driverFor(ctx, known, verdict.status)
  const doubt = await doubtDriver(ctx, known, driver)
  if (doubt !== null) return { ...unchanged, verdict: doubtfulDriver(doubt) }
  await leaveOtherLoad(ctx, known)
  // When loading sets parcels in transit at once, they are at no branch any more.
  const branchId = verdict.status === 'in-transit' ? null : scan.here.id
  const { next, bay } = await placeFor(driver)
  const entered = await enterStatus(ctx, row, {
    to: verdict.status,
    placed: bay === undefined ? undefined : { bay, time_last_scanned: scan.scanned_at },
    parcels: known.around.parcels,
    parcel_ids: [parcel.id],
    date: scan.scanned_at,
    branch_id: branchId,
    location: scan.here.public_name,
    bay: scan.input.bay || null,
    message: receivedMessage(known, verdict),
    data: known.load?.manifest
      ? {
          interhub_transfer_id: known.load.manifest.id,
          interhub_transfer: known.load.manifest.reference,
        }
      : null,
    ...(driver === row.delivery_agent_id
      ? {}
      : {
          changes: {
            delivery_agent_id: driver,
            original_delivery_agent_id: row.original_delivery_agent_id ?? driver,
          },
        }),
  })
  return {
    verdict,
    shipment_status: entered.to,
    parcel: { ...parcel, status: verdict.status, current_branch_id: branchId },
    event_id: entered.event_id,
    driver,
    ...(bay === undefined ? {} : { placed: { next } }),
  }
}

function receivedMessage({ scan }: ScanCase, verdict: ScanDecision): string {
  return verdict.marks_collected && scan.mode !== 'load-manifest'
    ? `Received at ${scan.here.public_name}`
    : ''
}

interface AppliedEvent {
  status: string
  message: string
  is_public: boolean
  bay: string | null
}

async function addEvent(ctx: Context, known: ScanCase, event: AppliedEvent): Promise<number> {
  const { row, parcel, scan, around } = known
  const [eventId = 0] = await insertEvents(ctx, row.id, [
    {
      ...event,
      parcel_id: around.parcels.length > 1 ? parcel.id : null,
      date: scan.scanned_at,
      location: scan.here.public_name,
      source: ctx.actor.username,
    },
  ])
  const { status, is_public } = event
  await ctx.emit(trackingEventAdded, { shipment_id: row.id, tracking_event_id: eventId, status, is_public })
  return eventId
}

function floorCheck({ scan }: ScanCase, verdict?: ScanDecision): AppliedEvent {
  const bay = scan.input.bay || null
  if (verdict?.verdict === 'refused')
    return {
      status: 'floor-check',
      message: `Misrouted: seen at ${scan.here.public_name}, where it does not belong.`,
      is_public: false,
      bay: null,
    }
  const message = `Seen on the floor at ${scan.here.public_name}${bay ? `, bay ${bay}` : ''}.`
  return { status: 'floor-check', message, is_public: false, bay }
}

/**
 * Returns the event for a late scan: what the scan would have recorded at its time, without changing the present
 * status.
 */
function lateEvent(known: ScanCase): AppliedEvent {
  const { scan, row } = known
  const bay = scan.input.bay || null
  const arrival: ShipmentStatus = row.delivery_branch_id === scan.here.id ? 'at-destination-hub' : 'at-hub'
  switch (scan.mode) {
    case 'assign-bay':
    case 'load-manifest':
      return floorCheck(known)
    case 're-measure':
      return measuredOnly(known)
    case 'out-for-delivery':
      return { status: 'out-for-delivery', message: '', is_public: true, bay }
    case 'return-to-hub':
      return { status: 'returned-to-hub', message: '', is_public: true, bay }
    default:
      return { status: arrival, message: '', is_public: true, bay }
  }
}

/** Returns the event for measures that are not stored with the parcel. */
function measuredOnly({ scan, parcel }: ScanCase): AppliedEvent {
  const message = `Measured, but not stored with the parcel: ${measuresText(measuresAfter(scan, parcel))}.`
  return { status: 'swad-dimensions', message, is_public: false, bay: null }
}

/**
 * Returns the driver for the delivery: the one chosen on the scanner, else the assigned one, else the first driver on
 * duty in the zone. Parcels get a driver when they reach their delivery branch, and again when they come back from a
 * pickup point, because their address may have changed meanwhile
 * (docs/domain/routing-and-drivers.md#drivers-by-area). Throws 400 for an unknown driver.
 */
async function driverFor(ctx: Context, known: ScanCase, to: ShipmentStatus): Promise<string | null> {
  const { scan, row, map, around } = known
  const beginsAgain = to === 'returned-to-hub' && beginsAgainAtHub(row.status)
  if (to !== 'out-for-delivery' && to !== 'at-destination-hub' && !beginsAgain) return row.delivery_agent_id
  if (scan.mode === 'out-for-delivery' && scan.input.driver) return chosenDriver(ctx, scan.input.driver)
  if (row.delivery_agent_id && !beginsAgain) return row.delivery_agent_id
  const { lat, lng } = around.address
  const { agent } = place(map, lat === null || lng === null ? null : { lat, lng }, 'delivery', {
    day: dayOf(ctx.now),
    after: row.delivery_after,
    before: row.delivery_before,
  })
  return agent ?? row.delivery_agent_id
}

async function chosenDriver(ctx: Context, username: string): Promise<string> {
  const driver = (await listDrivers(ctx)).find(
    (one) => one.username.toLowerCase() === username.toLowerCase() && !one.deleted_date,
  )
  if (!driver)
    throw invalid('This driver does not work here any more. Choose another one.', [
      { field: 'driver', message: 'is not a driver' },
    ])
  return driver.username
}

/**
 * Returns why the driver chosen on the scanner needs confirmation; `null` when the driver can be assigned. Throws 403
 * when the caller may not assign this driver at all.
 */
async function doubtDriver(
  ctx: Context,
  { scan, row }: ScanCase,
  driver: string | null,
): Promise<string | null> {
  const isChosen = scan.mode === 'out-for-delivery' && Boolean(scan.input.driver)
  if (!isChosen || driver === null || driver === row.delivery_agent_id) return null
  const work = { ...workOf(ctx, row, 'delivery'), branch_ids: [scan.here.id] }
  const verdict = await maySuit(ctx, { username: driver }, work, scan.input.assign_anyway)
  if (verdict === true) return null
  if (verdict.kind !== 'invalid') throw verdict
  return verdict.message
}

const measures = ['length_cm', 'width_cm', 'height_cm', 'weight_kg'] as const

function measuredBy(scan: ReceivedScan): Partial<Record<(typeof measures)[number], number>> {
  const sizes = measures.flatMap((measure) => {
    const value = scan.input[measure]
    if (value === undefined) return []
    if (value <= 0)
      throw invalid('A measured size or weight must be more than 0.', [
        { field: measure, message: 'must be more than 0' },
      ])
    return [[measure, value] as const]
  })
  if (sizes.length === 0)
    throw invalid('Give the measured length, width and height, the weight, or all of them.')
  return Object.fromEntries(sizes)
}

/** Returns the measures of a parcel with those of a scan; throws 400 when the scan has none or one is not above 0. */
function measuresAfter(scan: ReceivedScan, parcel: ScannedSibling): ParcelMeasures {
  const measured = measuredBy(scan)
  return {
    length_cm: measured.length_cm ?? parcel.actual_length_cm ?? parcel.submitted_length_cm,
    width_cm: measured.width_cm ?? parcel.actual_width_cm ?? parcel.submitted_width_cm,
    height_cm: measured.height_cm ?? parcel.actual_height_cm ?? parcel.submitted_height_cm,
    weight_kg: measured.weight_kg ?? parcel.actual_weight_kg ?? parcel.submitted_weight_kg,
  }
}

/**
 * Stores the measures, publishes the event and prices the shipment again; the message states when no new price was
 * found. Measures older than those of the parcel become an event only. Doubtful measures are refused until they are confirmed.
 */
async function remeasure(ctx: Context, known: ScanCase, unchanged: AppliedScan): Promise<AppliedScan> {
  const { row, parcel, scan } = known
  const measuresNow = measuresAfter(scan, parcel)
  const newer = await measuredAfter(ctx, { shipment_id: row.id, parcel_id: parcel.id }, scan.scanned_at)
  if (newer !== null) {
    const eventId = await addEvent(ctx, known, measuredOnly(known))
    return { ...unchanged, event_id: eventId, verdict: olderMeasures(unchanged.verdict, clockOf(newer)) }
  }
  const doubt = scan.input.confirm_measures ? null : await doubtMeasures(ctx, row, parcel, measuresNow)
  if (doubt !== null) return { ...unchanged, verdict: doubtfulMeasures(doubt) }
  const actual = {
    actual_length_cm: measuresNow.length_cm,
    actual_width_cm: measuresNow.width_cm,
    actual_height_cm: measuresNow.height_cm,
    actual_weight_kg: measuresNow.weight_kg,
  }
  const images = [...new Set(scan.input.images)]
  const preview = await previewMeasures(ctx, row, { id: parcel.id, ...actual })
  const prices = preview && pricesSeen(ctx, { from: preview.submitted, to: preview.measured })
  if (preview?.needs_photo && images.length === 0)
    return { ...unchanged, verdict: unphotographedMeasures(photoSentence(prices)) }
  const photos = await storedUploads(
    ctx,
    images.map((name) => ({ file_name: name })),
    'images',
  )
  await updateParcel(ctx, parcel.id, actual)
  const sizes = `${measuresText(measuresNow)}.`
  const eventId = await addEvent(ctx, known, {
    status: 'swad-dimensions',
    message: `The parcel has been measured: ${sizes}`,
    is_public: true,
    bay: null,
  })
  if (images.length > 0) await addPictures(ctx, row.id, parcel.id, images, scan.scanned_at)
  await ctx.emit(parcelMeasured, { shipment_id: row.id, parcel_id: parcel.id })
  const { verdict } = unchanged
  const problem = await rerated(ctx, row.id, 'the parcel was measured', photos)
  const stored =
    verdict.verdict === 'warning' ? verdict.message : `Measured: ${sizes} ${verdict.message}`.trim()
  const message =
    problem || [stored, preview?.waits ? measuredSentence(prices) : ''].filter(Boolean).join(' ')
  return {
    ...unchanged,
    parcel: { ...parcel, ...actual },
    event_id: eventId,
    verdict: { ...verdict, message },
  }
}

/** Returns prices for callers who see amounts, except for machines, whose answers others may read; else `null`. */
function pricesSeen<Prices>({ actor }: Context, prices: Prices): Prices | null {
  return actor.kind !== 'system' && sees(actor, 'amounts') ? prices : null
}

/** Prices a measured shipment again; returns why that was not possible, or `''` on success. */
export async function rerated(
  ctx: Context,
  shipmentId: number,
  reason: string,
  photos: readonly StoredAttachment[] = [],
): Promise<string> {
  try {
    await rerateShipment(ctx, shipmentId, {}, reason, { measured: { photos } })
    return ''
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'invalid') throw error
    ctx.log.warn({ shipment_id: shipmentId, reason: error.message }, 'A measured parcel has no price')
    return `Measured. The price is unchanged, because a new one could not be calculated: ${error.message}`
  }
}
