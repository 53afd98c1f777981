import {
  isAttemptVerified,
  isTimeVerified,
  metresBetween,
  type ShownNumber,
} from '@waybill/domain/drivers/attempts'
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
import { codedText, type CodedText } from '@waybill/domain/kit/answers/coded-text'
import { readAddresses } from '../accounts/index.ts'
import { enterRequest, insertRequestEvent, requestName, type RequestRow } from '../collections/index.ts'
import type { Context } from '../kit/handler.ts'
import {
  findByReferences,
  lockShipment,
  noteOnTimeline,
  readParcels,
  type ParcelRow,
} from '../shipments/index.ts'
import { callFacts, checkAction, evidenceOf, stateRejection, type Evidence } from './action-rules.ts'
import { shownNumber } from './calls/callable-contact.ts'
import { enterParcels } from './enter-parcels.ts'
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

/**
 * Applies an action to a locked collection request; throws a `Problem` when the action is rejected. Returns what the
 * driver must know about it, `null` when nothing.
 */
export async function applyRequestAction(
  ctx: Context,
  row: RequestRow,
  action: DriverAction,
): Promise<CodedText | null> {
  if (action.type === 'arrive') {
    await arrive(ctx, row, action)
    return null
  }
  if (!isRequestAction(action.type)) throw invalid(codedText('not_for_requests', { action: action.type }))
  if (isDriver(ctx.actor) && row.agent_id !== ctx.actor.username)
    throw wrongState(codedText('collection_reassigned'))
  const rule = rules[action.type]
  const evidence = evidenceOf(action)
  const contact = shownNumber(ctx, row.contact.mobile_number)
  ensure(checkAction(ctx, action.type, evidence, contact))
  const status = row.status
  if (!rule.from.includes(status))
    throw stateRejection(requestName(row), status, requestStatusLabel(status), rule)
  const date = happenedAt(action, row.time_created, ctx.now)
  const goods = action.type === 'collect' ? await takeAlong(ctx, row, action, date) : null
  const isVerified = isTimeVerified(action.occurred_at, ctx.now, action.clock_offset_seconds)
  const { payload } = evidence
  const left = goods?.left ?? []
  await enterRequest(ctx, row, {
    to: rule.to,
    date,
    message: goods ? goods.message : (payload.reason ?? ''),
    lat: action.lat ?? null,
    lng: action.lng ?? null,
    data: {
      ...proofOf(evidence),
      ...(await attemptFacts(ctx, row, action, rule.to, evidence, contact)),
      ...(action.stop_id ? { stop_id: action.stop_id } : {}),
      ...(isVerified ? {} : { time_verified: false }),
      ...(left.length > 0 ? { not_collected: left } : {}),
    },
    changes: goods?.changes ?? {},
  })
  return left.length > 0 ? codedText('scanned_not_collected', { parcels: left }) : null
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
 * staff who capture the waybills, and those of other parcels with the event.
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
  const { unknown, left } = await collectScanned(ctx, row, scanned, date)
  const from = action.payload?.name ? ` from ${action.payload.name}` : ''
  return {
    message: `Collected ${collectedParcels} ${collectedParcels === 1 ? 'parcel' : 'parcels'}${from}`,
    changes: { collected_parcels: collectedParcels, stickers: [...row.stickers, ...unknown] },
    left,
  }
}

type FoundReference = Awaited<ReturnType<typeof findByReferences>>[number]

/**
 * Collects the scanned parcels that belong to the account. Returns the barcodes for which no shipment or parcel exists,
 * and those of parcels that were not collected, because they belong to another account or have moved on; these get an
 * entry on their timeline.
 */
async function collectScanned(
  ctx: Context,
  row: RequestRow,
  scanned: readonly string[],
  date: Date,
): Promise<{ unknown: string[]; left: string[] }> {
  const wide = unrestricted(ctx)
  const found = await findByReferences(wide, scanned)
  const collected = new Set<string>()
  const ofShipments = [...Map.groupBy(found, ({ shipment_id }) => shipment_id)]
  for (const [shipmentId, references] of ofShipments.sort(([one], [other]) => one - other))
    for (const reference of await collectShipment(ctx, wide, row, { shipmentId, references, date }))
      collected.add(reference)
  const isLeft = ({ reference }: FoundReference) => !collected.has(reference)
  for (const [shipmentId, references] of ofShipments) {
    const left = references.filter(isLeft).map(({ reference }) => reference)
    if (left.length > 0)
      await noteOnTimeline(
        ctx,
        shipmentId,
        'evidence-kept',
        `The driver scanned ${left.join(', ')} at ${requestName(row)}. It was not collected with this request.`,
      )
  }
  const known = new Set(found.map(({ reference }) => reference))
  return {
    unknown: scanned.filter((reference) => !known.has(reference)),
    left: scanned.filter((reference) => known.has(reference) && !collected.has(reference)),
  }
}

/** Collects the parcels of a shipment that the references mean; returns the references of those that are collected now. */
async function collectShipment(
  ctx: Context,
  wide: Context,
  row: RequestRow,
  scan: { shipmentId: number; references: readonly FoundReference[]; date: Date },
): Promise<string[]> {
  const { shipmentId, references, date } = scan
  const shipment = await lockShipment(wide, shipmentId)
  if (shipment.account_id !== row.account_id) return []
  const parcels = await readParcels(ctx, [shipmentId])
  const isMeant =
    ({ id }: ParcelRow) =>
    ({ parcel_id }: FoundReference) =>
      parcel_id === null || parcel_id === id
  const moving = parcels.filter(
    (parcel) => not_yet_collected.includes(parcel.status) && references.some(isMeant(parcel)),
  )
  if (moving.length > 0)
    await enterParcels(ctx, shipment, parcels, moving, {
      to: 'collected',
      date,
      message: `Collected with ${requestName(row)}`,
      changes: {
        collection_request_id: row.id,
        collection_agent_id: row.agent_id ?? shipment.collection_agent_id,
      },
    })
  const collected = [...moving, ...parcels.filter(({ status }) => status === 'collected')]
  return collected.flatMap((parcel) => references.filter(isMeant(parcel)).map(({ reference }) => reference))
}

/** Returns whether a failed attempt is verified, and whether there was nobody to call before it, as for shipments. */
async function attemptFacts(
  ctx: Context,
  row: RequestRow,
  action: DriverAction,
  to: CollectionRequestStatus,
  { photos, payload }: Evidence,
  contact: ShownNumber,
): Promise<{ attempt_verified?: boolean; no_number_to_call?: true }> {
  if (to !== 'collection-failed-attempt') return {}
  const rulesOfAttempts = {
    failed_attempt_photo_required: ctx.setting(failed_attempt_photo_required),
    failed_attempt_geofence_m: ctx.setting(failed_attempt_geofence_m),
  }
  const attempt = { lat: action.lat ?? null, lng: action.lng ?? null, has_photo: photos.length > 0 }
  return {
    attempt_verified: isAttemptVerified(attempt, await placeOf(ctx, row), rulesOfAttempts),
    ...callFacts(ctx, payload, contact),
  }
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
