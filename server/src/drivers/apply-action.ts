import {
  isAttemptVerified,
  isTimeVerified,
  metresBetween,
  type ShownNumber,
} from '@waybill/domain/drivers/attempts'
import type { DriverAction } from '@waybill/domain/drivers/api'
import { ruleOf, type ActionRule, type ParcelAction } from '@waybill/domain/drivers/parcel-actions'
import { compartmentMessage } from '@waybill/domain/pickup-points/compartment-message'
import { mayGoUnscanned, unscannedParcels } from '@waybill/domain/drivers/scanning'
import {
  allow_same_day_retry,
  driver_must_scan_each_parcel,
  failed_attempt_geofence_m,
  failed_attempt_photo_required,
} from '@waybill/domain/drivers/settings'
import { isDriver } from '@waybill/domain/kit/actor'
import { invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { trackingEventAdded } from '@waybill/domain/shipments/events'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import { eventTextsBy, type EventTexts } from '@waybill/domain/shipments/field-visibility'
import { with_delivery_driver } from '@waybill/domain/shipments/statuses/assignment'
import { statusLabel, type ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import { readAddresses } from '../accounts/index.ts'
import { acceptEarlierMoney, recordCollection, requireMoney } from '../cash/index.ts'
import { linkFilesLast } from '../files/index.ts'
import { recordDriverDamage } from '../hub/index.ts'
import type { Context } from '../kit/handler.ts'
import {
  insertEvents,
  lockShipment,
  readEvents,
  readParcels,
  rerateShipment,
  type ParcelRow,
  type ShipmentRow,
} from '../shipments/index.ts'
import { depositPlace, readDriverPlaces, giveUpPlace } from '../lockers/index.ts'
import { addParcels } from './add-on-spot.ts'
import {
  callFacts,
  checkAction,
  evidenceOf,
  reasonsOf,
  stateRejection,
  type Evidence,
} from './action-rules.ts'
import { addEvidence } from './add-evidence.ts'
import { shownNumber } from './calls/callable-contact.ts'
import { isManifestAction } from './drive-manifest.ts'
import { isDutyAction } from './duty/apply-duty.ts'
import { enterParcels } from './enter-parcels.ts'
import { happenedAt } from './happened-at.ts'
import { proveDelivery } from './prove-delivery.ts'

/** Applies an action to a locked shipment; throws a `Problem` when the action is rejected. */
export async function applyAction(ctx: Context, row: ShipmentRow, action: DriverAction): Promise<void> {
  if (isDutyAction(action.type) || action.type === 'panic' || action.type === 'message')
    throw invalid(codedText('not_about_a_shipment'))
  if (action.type === 'add-parcel') return addParcels(ctx, row, action)
  if (action.type === 'add-shipment') throw invalid(codedText('add_on_its_own'))
  if (isManifestAction(action.type)) throw invalid(codedText('manifest_by_barcode'))
  if (action.type === 'add-photos') throw invalid(codedText('photos_on_their_own'))
  if (action.type === 'arrive') return arrive(ctx, row, action)
  await moveParcels(ctx, row, action, action.type)
}

async function moveParcels(
  ctx: Context,
  row: ShipmentRow,
  action: DriverAction,
  type: ParcelAction,
): Promise<void> {
  const [parcels, addresses, places] = await Promise.all([
    readParcels(ctx, [row.id]),
    readAddresses(ctx, [row.collection_address_id, row.delivery_address_id]),
    readDriverPlaces(ctx, [row.id]),
  ])
  const place = places.find(({ leg }) => leg === 'delivery')
  const rule = ruleOf(type, {
    status: row.status,
    delivery_type: place?.point_type ?? addresses.get(row.delivery_address_id)?.type ?? '',
    allow_same_day_retry: ctx.setting(allow_same_day_retry),
  })
  rejectForeignLeg(ctx, row, rule)
  const evidence = evidenceOf(action)
  const contact = shownNumber(ctx, row[`${rule.leg}_contact`].mobile_number ?? '')
  if (await wasReportedByNetwork(ctx, row, parcels, type, rule)) {
    ensure(checkAction(ctx, type, evidence, contact))
    return addEvidence(ctx, row, action, `The driver confirmed what the network had reported before: ${type}`)
  }
  const moving = parcelsToMove(row, parcels, action, rule)
  if (moving.length === 0) return
  ensure(checkAction(ctx, type, evidence, contact))
  rejectUnsuitableStatus(row, parcels, moving, type, rule)
  const date = happenedAt(action, row.time_created, ctx.now)
  const unscanned = unscannedOf(ctx, action, moving)
  ensure(mayGoUnscanned(unscanned, date, ctx.now))
  const { cash } = evidence.payload
  if (type === 'deliver') await requireMoney(ctx, row, cash)
  const statement = rule.needs_proof
    ? await proveDelivery(ctx, row, evidence)
    : statementOf(ctx, type, evidence)
  const attempt = attemptFacts(
    ctx,
    action,
    rule,
    evidence,
    addresses.get(row[`${rule.leg}_address_id`]),
    contact,
  )
  const isVerified = isTimeVerified(action.occurred_at, ctx.now, action.clock_offset_seconds)
  const isDeposit = type === 'deposit-in-locker' || type === 'hand-to-counter'
  const door = isDeposit
    ? await depositPlace(ctx, row, { leg: 'delivery', door: evidence.payload.compartment, at: date })
    : ''
  if (type === 'does-not-fit') await giveUpPlace(ctx, row, evidence.payload.reason ?? '')
  const isTakingOut = type === 'collect-expired'
  const events = await enterParcels(ctx, row, parcels, moving, {
    to: rule.to,
    date,
    message: statement.message,
    internal_message: statement.internal_message,
    is_internal: isTakingOut,
    lat: action.lat ?? null,
    lng: action.lng ?? null,
    data: {
      ...statement.data,
      ...attempt,
      ...(action.stop_id ? { stop_id: action.stop_id } : {}),
      ...(isVerified ? {} : { time_verified: false }),
      ...(unscanned.length > 0 ? { unscanned_parcels: unscanned } : {}),
    },
    changes: {
      ...(statement.has_files ? { has_pod_files: true } : {}),
      ...(rule.needs_proof ? { pod_pin_failures: 0, pod_pin_locked_until: null } : {}),
      ...(isTakingOut ? { taken_out_by_driver: true } : {}),
      ...countedAgain(row, rule, date),
    },
  })
  if (type === 'deliver') {
    if (cash) await recordCollection(ctx, row, cash, { at: date, refusal: '' })
    await acceptEarlierMoney(ctx, row)
  }
  if (type === 'collection-exception' || type === 'delivery-exception')
    await recordDriverDamage(ctx, {
      action_id: action.action_id,
      row,
      leg: rule.leg,
      parcels: moving,
      damaged: evidence.payload.damaged_parcels ?? [],
      reason: evidence.payload.reason ?? '',
      description: evidence.payload.description ?? '',
      photos: evidence.photos,
      at: date,
    })
  const files = [...evidence.photos, ...(evidence.signature ? [evidence.signature] : [])]
  linkFilesLast(ctx, files, row.id, events[0] ?? 0)
  if (type === 'deposit-in-locker')
    await makeReady(ctx, row.id, moving, { date, message: compartmentMessage(door) })
  if (type === 'cancel-parcel') await rerateShipment(ctx, row.id, {}, 'a parcel was cancelled')
}

/**
 * Returns whether the network of a pickup point reported this action before the driver's phone did, so that the driver
 * only confirms it (docs/domain/pickup-points.md#reports-of-the-networks).
 */
async function wasReportedByNetwork(
  ctx: Context,
  row: ShipmentRow,
  parcels: readonly ParcelRow[],
  type: ParcelAction,
  { from, to }: ActionRule,
): Promise<boolean> {
  if (type !== 'deposit-in-locker' && type !== 'collect-expired') return false
  const starting: readonly string[] = from
  if (parcels.some(({ status }) => starting.includes(status))) return false
  const events = (await readEvents(ctx, [row.id])).toSorted((one, other) => other.id - one.id)
  const last = events.find(
    ({ status, source }) => starting.includes(status) || (status === to && source === 'locker'),
  )
  return last?.status === to
}

function rejectForeignLeg(ctx: Context, row: ShipmentRow, { leg }: ActionRule): void {
  if (isDriver(ctx.actor) && row[`${leg}_agent_id`] !== ctx.actor.username)
    throw wrongState(codedText(`${leg}_reassigned`))
}

/**
 * Returns the parcels that an action moves: the ones it names, otherwise all that have a status from which the action
 * can start. A parcel that is scanned twice while loading is on the vehicle already: it does not move, and the action is
 * no error.
 */
function parcelsToMove(
  row: ShipmentRow,
  parcels: readonly ParcelRow[],
  action: DriverAction,
  rule: ActionRule,
): ParcelRow[] {
  const from: readonly string[] = rule.from
  const reference = row.custom_tracking_reference ?? row.short_tracking_reference
  const error = (name: string, status: ShipmentStatus) =>
    stateRejection(name, status, statusLabel(status), rule)
  const isRepeated = ({ status }: ParcelRow): boolean => action.type === 'load' && status === rule.to
  const named = [...new Set((action.parcel_references ?? []).map((one) => cleanReference(one)))]
  const whole = [reference, row.short_tracking_reference]
  if (named.every((one) => whole.includes(one))) {
    const moving = parcels.filter((parcel) => from.includes(parcel.status))
    if (moving.length === 0 && !parcels.some(isRepeated)) throw error(reference, row.status)
    return moving
  }
  return named.flatMap((one) => {
    const parcel = parcels.find((known) =>
      [known.tracking_reference, known.alternative_tracking_reference].includes(one),
    )
    if (!parcel) throw notFound(codedText('not_a_parcel_of', { parcel: one, reference }))
    if (isRepeated(parcel)) return []
    if (!from.includes(parcel.status)) throw error(one, parcel.status)
    return parcel
  })
}

/** Returns the parcels that a driver should have scanned for this action but did not. Staff do not have to scan. */
function unscannedOf(ctx: Context, action: DriverAction, moving: readonly ParcelRow[]): string[] {
  const mustScan = isDriver(ctx.actor) && ctx.setting(driver_must_scan_each_parcel)
  const read = [...(action.scanned_references ?? []), ...(action.parcel_references ?? [])]
  const scanned = new Set(read.map((one) => cleanReference(one)))
  const isScanned = ({ tracking_reference, alternative_tracking_reference: other }: ParcelRow) =>
    scanned.has(tracking_reference) || (other !== null && scanned.has(other))
  const referencesOf = (rows: readonly ParcelRow[]) => rows.map((parcel) => parcel.tracking_reference)
  return unscannedParcels(action.type, mustScan, referencesOf(moving), referencesOf(moving.filter(isScanned)))
}

/** Rejects actions for reasons that depend on the shipment as a whole. */
function rejectUnsuitableStatus(
  row: ShipmentRow,
  parcels: readonly ParcelRow[],
  moving: readonly ParcelRow[],
  type: ParcelAction,
  rule: ActionRule,
): void {
  const live = parcels.filter((parcel) => parcel.status !== 'cancelled')
  // The shipment would leave the driver together with the parcels in the van.
  const inVan = type === 'reject' && live.find(({ status }) => with_delivery_driver.includes(status))
  if (inVan) throw stateRejection(inVan.tracking_reference, inVan.status, statusLabel(inVan.status), rule)
  if (type === 'cancel-parcel' && moving.length === live.length) throw invalid(codedText('last_parcel'))
  if (type === 'return-to-sender' && !row.is_return) throw wrongState(codedText('not_a_return'))
  const isForPoint = ['deposit-in-locker', 'hand-to-counter', 'does-not-fit'].includes(type)
  if (isForPoint && row.delivery_pickup_point_id === null) throw wrongState(codedText('not_for_a_point'))
}

interface Statement extends EventTexts {
  data: Record<string, unknown>
  has_files: boolean
}

function statementOf(ctx: Context, type: ParcelAction, { payload, photos, signature }: Evidence): Statement {
  const handedOver = type === 'collect' && payload.name ? `Collected from ${payload.name}` : ''
  const texts = payload.reason
    ? eventTextsBy(ctx.actor, payload.reason, reasonsOf(ctx, type))
    : { message: '', internal_message: handedOver }
  const facts = {
    ...(photos.length > 0 ? { images: photos } : {}),
    ...(signature ? { signature } : {}),
    ...(payload.name ? { name: payload.name } : {}),
    ...(payload.description ? { description: payload.description } : {}),
  }
  return { ...texts, data: facts, has_files: false }
}

/**
 * Returns whether a failed attempt is verified, and whether there was nobody to call before it (docs/domain/routing-and-drivers.md#what-drivers-report,
 * failed-attempt honesty).
 */
function attemptFacts(
  ctx: Context,
  action: DriverAction,
  { to }: ActionRule,
  { photos, payload }: Evidence,
  address: { lat: number | null; lng: number | null } | undefined,
  contact: ShownNumber,
): { attempt_verified?: boolean; no_number_to_call?: true } {
  if (to !== 'collection-failed-attempt' && to !== 'delivery-failed-attempt') return {}
  const rules = {
    failed_attempt_photo_required: ctx.setting(failed_attempt_photo_required),
    failed_attempt_geofence_m: ctx.setting(failed_attempt_geofence_m),
  }
  const attempt = { lat: action.lat ?? null, lng: action.lng ?? null, has_photo: photos.length > 0 }
  return {
    attempt_verified: isAttemptVerified(attempt, address ?? { lat: null, lng: null }, rules),
    ...callFacts(ctx, payload, contact),
  }
}

/** Counts a second failed attempt in a row, which does not change the status. */
function countedAgain(row: ShipmentRow, { to }: ActionRule, date: Date) {
  return to === 'delivery-failed-attempt' && row.status === to
    ? {
        failed_delivery_attempts: row.failed_delivery_attempts + 1,
        last_failed_delivery_attempt_time: date,
      }
    : {}
}

/**
 * Marks parcels in a locker as ready for pickup until the deadline
 * (docs/domain/statuses.md#what-entering-a-status-does, docs/domain/pickup-points.md).
 */
async function makeReady(
  ctx: Context,
  id: number,
  moved: readonly ParcelRow[],
  { date, message }: { date: Date; message: string },
): Promise<void> {
  const [row, parcels] = await Promise.all([lockShipment(ctx, id), readParcels(ctx, [id])])
  const movedIds = new Set(moved.map((parcel) => parcel.id))
  await enterParcels(
    ctx,
    row,
    parcels,
    parcels.filter((parcel) => movedIds.has(parcel.id)),
    { to: 'ready-for-pickup', date, message, source: 'system' },
  )
}

/**
 * Records the driver's arrival as an event for staff, with the distance to the address in metres when both positions
 * are known.
 */
async function arrive(ctx: Context, row: ShipmentRow, action: DriverAction): Promise<void> {
  const leg = row.collected_date === null ? 'collection' : 'delivery'
  const addressId = row[`${leg}_address_id`]
  const address = (await readAddresses(ctx, [addressId])).get(addressId)
  const { lat = null, lng = null } = action
  const distanceM =
    lat === null || lng === null || !address || address.lat === null || address.lng === null
      ? null
      : Math.round(metresBetween({ lat, lng }, { lat: address.lat, lng: address.lng }))
  const [trackingEventId = 0] = await insertEvents(ctx, row.id, [
    {
      date: happenedAt(action, row.time_created, ctx.now),
      status: 'driver-arrived',
      lat,
      lng,
      data: { leg, distance_m: distanceM, ...(action.stop_id ? { stop_id: action.stop_id } : {}) },
      source: ctx.actor.username,
      is_public: false,
    },
  ])
  await ctx.emit(trackingEventAdded, {
    shipment_id: row.id,
    tracking_event_id: trackingEventId,
    status: 'driver-arrived',
    is_public: false,
  })
}
