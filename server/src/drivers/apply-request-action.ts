import { isAttemptVerified, isTimeVerified, metresBetween } from '@waybill/domain/drivers/attempts'
import type { DriverAction } from '@waybill/domain/drivers/api'
import type { ActionType } from '@waybill/domain/drivers/model'
import { failed_attempt_geofence_m, failed_attempt_photo_required } from '@waybill/domain/drivers/settings'
import { requestStatusLabel, type CollectionRequestStatus } from '@waybill/domain/collections/status'
import { max_parcels } from '@waybill/domain/collections/model'
import { isDriver } from '@waybill/domain/kit/actor'
import { invalid, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import { readAddresses } from '../accounts/index.ts'
import { enterRequest, insertRequestEvent, requestName, type RequestRow } from '../collections/index.ts'
import type { Context } from '../kit/handler.ts'
import { enterStatus, findByReference, lockShipment, readParcels } from '../shipments/index.ts'
import { checkAction, evidenceOf, stateRejection, type Evidence } from './action-rules.ts'
import { happenedAt } from './happened-at.ts'
import { unrestricted } from '../kit/unrestricted.ts'

/** Driver actions on a collection request. */
type RequestAction = Extract<ActionType, 'collect' | 'collection-failed' | 'collection-exception' | 'reject'>

interface RequestRule {
  from: readonly CollectionRequestStatus[]
  to: CollectionRequestStatus
  /** Completes 'cannot be … now'. */
  participle: string
}

const waiting = ['collection-assigned', 'collection-failed-attempt', 'collection-exception'] as const
const assigned = ['collection-assigned'] as const

/** The statuses from which each action can start, and the status it sets (docs/domain/collections.md). */
const rules: Readonly<Record<RequestAction, RequestRule>> = {
  collect: { from: waiting, to: 'closed', participle: 'collected' },
  'collection-failed': {
    from: assigned,
    to: 'collection-failed-attempt',
    participle: 'marked as not collected',
  },
  'collection-exception': {
    from: assigned,
    to: 'collection-exception',
    participle: 'marked as a collection problem',
  },
  reject: { from: assigned, to: 'collection-rejected', participle: 'rejected' },
}

const isRequestAction = (type: ActionType): type is RequestAction => Object.hasOwn(rules, type)

/** Applies an action to a locked collection request; throws a `Problem` when the action is rejected. */
export async function applyRequestAction(ctx: Context, row: RequestRow, action: DriverAction): Promise<void> {
  if (action.type === 'arrive') return arrive(ctx, row, action)
  if (!isRequestAction(action.type)) throw invalid(codedText('not_for_requests', { action: action.type }))
  if (isDriver(ctx.actor) && row.agent_id !== ctx.actor.username)
    throw wrongState(codedText('collection_reassigned'))
  const rule = rules[action.type]
  const evidence = evidenceOf(action)
  ensure(checkAction(ctx, action.type, evidence))
  const status = row.status
  if (!rule.from.includes(status))
    throw stateRejection(requestName(row), status, requestStatusLabel(status), rule)
  const date = happenedAt(action, row.time_created, ctx.now)
  const goods = action.type === 'collect' ? await takeAlong(ctx, row, action, date) : null
  const isVerified = isTimeVerified(action.occurred_at, ctx.now, action.clock_offset_seconds)
  const { payload } = evidence
  await enterRequest(ctx, row, {
    to: rule.to,
    date,
    message: goods ? goods.message : (payload.reason ?? ''),
    lat: action.lat ?? null,
    lng: action.lng ?? null,
    data: {
      ...proofOf(evidence),
      ...(await attemptFacts(ctx, row, action, rule.to, evidence)),
      ...(action.stop_id ? { stop_id: action.stop_id } : {}),
      ...(isVerified ? {} : { time_verified: false }),
    },
    changes: goods?.changes ?? {},
  })
}

/** Returns the evidence of an action as stored with an event of the request. */
export function proofOf({ payload, photos, signature }: Evidence): object {
  const { name, description, parcel_count } = payload
  return {
    ...(photos.length > 0 ? { images: photos } : {}),
    ...(signature ? { signature } : {}),
    ...(name ? { name } : {}),
    ...(description ? { description } : {}),
    ...(parcel_count === undefined ? {} : { parcel_count }),
  }
}

/** Statuses in which a driver at the collection can still collect a shipment. */
const not_yet_collected: readonly ShipmentStatus[] = [
  'submitted',
  'collection-assigned',
  'collection-unassigned',
  'collection-rejected',
  'collection-failed-attempt',
  'collection-exception',
]

/**
 * Determines the number of collected parcels: the driver's count or the number of scans, whichever is higher. Scanned
 * parcels of the account that wait for collection are collected with the request; unknown barcodes are stored for the
 * staff who capture the waybills.
 */
async function takeAlong(ctx: Context, row: RequestRow, action: DriverAction, date: Date) {
  const named = [...(action.scanned_references ?? []), ...(action.parcel_references ?? [])]
  const scanned = [...new Set(named.map((one) => cleanReference(one)).filter((one) => one !== ''))]
  const count = action.payload?.parcel_count ?? 0
  if (count < 0 || count > max_parcels)
    throw invalid(codedText('parcels_out_of_range', { max: max_parcels.toLocaleString('en') }), [
      { field: 'parcel_count', message: 'is not a number of parcels' },
    ])
  const collectedParcels = Math.max(count, scanned.length)
  if (collectedParcels === 0)
    throw invalid(codedText('count_parcels'), [{ field: 'parcel_count', message: 'is required' }])
  const stickers = await collectScanned(ctx, row, scanned, date)
  const from = action.payload?.name ? ` from ${action.payload.name}` : ''
  return {
    message: `Collected ${collectedParcels} ${collectedParcels === 1 ? 'parcel' : 'parcels'}${from}`,
    changes: { collected_parcels: collectedParcels, stickers: [...row.stickers, ...stickers] },
  }
}

/**
 * Collects the scanned parcels that belong to the account; returns the barcodes for which no shipment or parcel
 * exists.
 */
async function collectScanned(
  ctx: Context,
  row: RequestRow,
  scanned: readonly string[],
  date: Date,
): Promise<string[]> {
  const wide = unrestricted(ctx)
  const unknown: string[] = []
  const parcelsOf = new Map<number, Set<number> | 'all'>()
  for (const reference of scanned) {
    const found = await findByReference(wide, reference, false)
    if (found.length === 0) unknown.push(reference)
    for (const { shipment_id, parcel_id } of found) {
      const known = parcelsOf.get(shipment_id)
      if (parcel_id === null || known === 'all') parcelsOf.set(shipment_id, 'all')
      else parcelsOf.set(shipment_id, new Set([...(known ?? []), parcel_id]))
    }
  }
  for (const [shipmentId, parcels] of [...parcelsOf].sort(([one], [other]) => one - other))
    await collectShipment(ctx, wide, row, shipmentId, parcels, date)
  return unknown
}

async function collectShipment(
  ctx: Context,
  wide: Context,
  row: RequestRow,
  shipmentId: number,
  scanned: ReadonlySet<number> | 'all',
  date: Date,
): Promise<void> {
  const shipment = await lockShipment(wide, shipmentId)
  if (shipment.account_id !== row.account_id) return
  const waitingParcels = (await readParcels(ctx, [shipmentId])).filter((parcel) =>
    not_yet_collected.includes(parcel.status),
  )
  const moving = waitingParcels.filter((parcel) => scanned === 'all' || scanned.has(parcel.id))
  if (moving.length === 0) return
  await enterStatus(ctx, shipment, {
    to: 'collected',
    date,
    message: `Collected with ${requestName(row)}`,
    ...(moving.length === waitingParcels.length ? {} : { parcel_ids: moving.map((parcel) => parcel.id) }),
    changes: {
      collection_request_id: row.id,
      collection_agent_id: row.agent_id ?? shipment.collection_agent_id,
    },
  })
}

/** Returns whether a failed attempt is verified, as for shipments. */
async function attemptFacts(
  ctx: Context,
  row: RequestRow,
  action: DriverAction,
  to: CollectionRequestStatus,
  { photos }: Evidence,
): Promise<{ attempt_verified?: boolean }> {
  if (to !== 'collection-failed-attempt') return {}
  const rulesOfAttempts = {
    failed_attempt_photo_required: ctx.setting(failed_attempt_photo_required),
    failed_attempt_geofence_m: ctx.setting(failed_attempt_geofence_m),
  }
  const attempt = { lat: action.lat ?? null, lng: action.lng ?? null, has_photo: photos.length > 0 }
  return { attempt_verified: isAttemptVerified(attempt, await placeOf(ctx, row), rulesOfAttempts) }
}

async function placeOf(ctx: Context, row: RequestRow): Promise<{ lat: number | null; lng: number | null }> {
  return (await readAddresses(ctx, [row.address_id])).get(row.address_id) ?? { lat: null, lng: null }
}

/**
 * Records the driver's arrival in the request history for staff, with the distance to the address in metres when it
 * is known.
 */
async function arrive(ctx: Context, row: RequestRow, action: DriverAction): Promise<void> {
  const address = await placeOf(ctx, row)
  const { lat = null, lng = null } = action
  const distanceM =
    lat === null || lng === null || address.lat === null || address.lng === null
      ? null
      : Math.round(metresBetween({ lat, lng }, { lat: address.lat, lng: address.lng }))
  await insertRequestEvent(ctx, row.id, {
    date: happenedAt(action, row.time_created, ctx.now),
    status: 'driver-arrived',
    lat,
    lng,
    data: { distance_m: distanceM },
    is_public: false,
  })
}

/** Stores the evidence of a rejected action in the history of its request, for staff. */
export async function storeRequestEvidence(
  ctx: Context,
  row: RequestRow,
  action: DriverAction,
  reason: string,
): Promise<void> {
  await insertRequestEvent(ctx, row.id, {
    date: happenedAt(action, row.time_created, ctx.now),
    status: 'evidence-kept',
    message: `The driver's action '${action.type}' was refused: ${reason}`,
    lat: action.lat ?? null,
    lng: action.lng ?? null,
    data: { ...proofOf(evidenceOf(action)), type: action.type },
    is_public: false,
  })
}
