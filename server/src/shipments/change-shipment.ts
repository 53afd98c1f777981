import { isStaff, system_username } from '@waybill/domain/kit/actor'
import { conflict, invalid, notFound } from '@waybill/domain/kit/problem'
import type { Cents } from '@waybill/domain/kit/money'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import { requestedDays } from '@waybill/domain/shipments/booking/requested-dates'
import {
  checkShipment,
  firstProblem,
  sides,
  passedTimes,
} from '@waybill/domain/shipments/booking/shipment-checks'
import { workingDays } from '@waybill/domain/kit/dates/service-days'
import { withTerminals } from '@waybill/domain/pickup-points/terminal'
import { deliveryRescheduled, shipmentEdited } from '@waybill/domain/shipments/events'
import type { Shipment, ShipmentPatch } from '@waybill/domain/shipments/model'
import {
  checkEventDate,
  checkMove,
  isForced,
  mayMoveTo,
} from '@waybill/domain/shipments/statuses/manual-status-changes'
import { cod_excluded_service_levels } from '@waybill/domain/accounts/settings'
import { serviceNamed } from '@waybill/domain/rates/pricing/availability'
import { serviceAllowsCod } from '@waybill/domain/shipments/booking/cash-on-delivery'
import { allow_account_users_to_edit_after_collection } from '@waybill/domain/shipments/settings'
import { mayChangeHands, staysWithDriver } from '@waybill/domain/shipments/statuses/assignment'
import { solved_by_another_day } from '@waybill/domain/shipments/statuses/rescheduled'
import { eventTextsBy } from '@waybill/domain/shipments/field-visibility'
import { changeSentence, changeWords } from '@waybill/domain/shipments/booking/change-words'
import { mayChange, sentFields } from '@waybill/domain/shipments/booking/editable-fields'
import { customReference } from '@waybill/domain/shipments/labels/references'
import type { Updateable } from 'kysely'
import type { ShipmentTable } from '../kit/tables.ts'
import {
  requireEntries,
  getAccount,
  readAddresses,
  saveAddresses,
  type AccountRow,
} from '../accounts/index.ts'
import { place, providerMap, publicHolidays } from '../maps/index.ts'
import { bookInForce, pointOf } from '../rates/index.ts'
import { changedMeanwhile, listDrivers } from '../identity/index.ts'
import { dryRun } from '../kit/dry-run.ts'
import type { BaseContext, Context, ExternalContext, ExternalHandler } from '../kit/handler.ts'
import { cancelLocked, movingOf } from './statuses/cancel-shipment.ts'
import { changeParcelsOf, isMeasured, requireFitAtPoint, requireOneParcelAtPoint } from './change-parcels.ts'
import { checkContext } from './booking/check-context.ts'
import { costCentreFor } from './cost-centre.ts'
import { requireSuitable, workOf } from './driver-choice.ts'
import { enterStatus, isRepeat } from './statuses/enter-status.ts'
import { asSent, closedPoints, findPlace, isGeocodable, type FoundPlace } from './find-place.ts'
import { renameShipment } from './rename-shipment.ts'
import { stopTimeOf } from './stop-time.ts'
import { replanned } from './replan-shipment.ts'
import { labelsToPrint } from './labels/labels.ts'
import { recordNewPrice, type NewPrice } from './pricing/change-rate.ts'
import { rerateShipment } from './pricing/rerate-shipment.ts'
import { refreshSearchText } from './lists/search-text.ts'
import { readShipments } from './lists/present-shipment.ts'
import { noteMoved } from './statuses/record-new-day.ts'
import {
  insertEvents,
  isPlanned,
  lockShipment,
  markLabels,
  readParcels,
  readParcelStatuses,
  updateShipment,
  type ShipmentRow,
} from './store.ts'
import { shipmentIdOf } from './lists/which-shipment.ts'

type Found = Partial<Record<'collection' | 'delivery', FoundPlace>>

/**
 * Changes only the fields that were sent, on the locked row, in this order: permission, version, checks, places,
 * parcels, price and finally status (docs/domain/public-api.md#changing-a-shipment). New addresses are located before
 * the transaction starts.
 */
export const changeShipment: ExternalHandler<typeof shipmentsApi.change> = async (ctx, sent) => {
  const input = withTerminals(sent)
  const found = await findPlaces(ctx, input)
  return ctx.answer((inner) => changeWithin(inner, input, found))
}

/** Returns the sentences about the messages that a change sends. `isMoved`: the delivery moves to another day. */
export type PlannedMessages = (ctx: BaseContext, after: Shipment, change: { isMoved: boolean }) => string[]

/**
 * Returns the shipment as it is and as the same change would make it, with price and routing, the labels to print
 * again and the messages to be sent. It makes the change and undoes it, so nothing is stored.
 */
export const previewChange =
  (plannedMessages: PlannedMessages): ExternalHandler<typeof shipmentsApi.previewChange> =>
  async (ctx, sent) => {
    const input = withTerminals(sent)
    const found = await findPlaces(ctx, input)
    const { isMoved, ...preview } = await dryRun(ctx, (inner) => makeChange(inner, input, found, true))
    const messages = plannedMessages(ctx, preview.after, { isMoved })
    return ctx.answer(async () => ({ ...preview, messages }))
  }

/** The shipment before and after a change that was not made, and the change of its price in cents. */
export interface TriedChange {
  before: Shipment
  after: Shipment
  difference: Cents
}

/**
 * Makes a change if `judge` does not throw about what it does; then nothing is changed. `judge` runs in its transaction.
 * With `isTrial`, nothing is changed in any case.
 */
export async function changeIf(
  ctx: ExternalContext,
  sent: ShipmentPatch,
  judge: (ctx: Context, tried: TriedChange) => Promise<void> | void,
  isTrial: boolean,
): Promise<TriedChange> {
  const input = withTerminals(sent)
  const found = await findPlaces(ctx, input)
  const make = async (inner: Context): Promise<TriedChange> => {
    const { before, after } = await makeChange(inner, input, found, true)
    const tried = { before, after, difference: (after.rate ?? 0) - (before.rate ?? 0) }
    await judge(inner, tried)
    return tried
  }
  return isTrial ? dryRun(ctx, make) : ctx.answer(make)
}

async function findPlaces(ctx: ExternalContext, input: ShipmentPatch): Promise<Found> {
  const found: Found = {}
  for (const side of ['collection', 'delivery'] as const) {
    const sent = {
      address: input[`${side}_address`],
      pickup_point_id: input[`${side}_pickup_point_id`] || undefined,
      pickup_point_provider: input[`${side}_pickup_point_provider`] || undefined,
    }
    if (isGeocodable(sent)) found[side] = await findPlace(ctx, side, sent)
  }
  return found
}

/** `PATCH /shipments/parcels`: makes the same change; the input lists the parcels. */
export const changeParcels: ExternalHandler<typeof shipmentsApi.changeParcels> = (ctx, input) =>
  ctx.answer((inner) => changeWithin(inner, input))

/** Makes the change inside an open transaction, with places that were already found. */
export async function changeWithin(ctx: Context, sent: ShipmentPatch, found: Found = {}): Promise<Shipment> {
  const { after } = await makeChange(ctx, sent, found)
  return after
}

/** What a change did: the shipment before and after it, and the labels that must be printed again. */
interface Made {
  /** Equal to `after` when it was not read, because no field was sent and nothing compares them. */
  before: Shipment
  after: Shipment
  labels: string[]
  /** Whether the delivery moved to another day or window. */
  isMoved: boolean
}

async function makeChange(
  ctx: Context,
  sent: ShipmentPatch,
  found: Found,
  comparesBoth = sentFields(sent).length > 0,
): Promise<Made> {
  const row = await lockShipment(ctx, await shipmentIdOf(ctx, sent))
  const input =
    ctx.actor.kind === 'api-key'
      ? { ...sent, ...requestedDays(sent, row, ctx.now, workingDays(await publicHolidays(ctx))) }
      : sent
  if (input.account_id && isStaff(ctx.actor) && input.account_id !== row.account_id)
    throw notFound('Could not find shipment')
  await rejectStale(ctx, row, input.version)
  const account = await getAccount(ctx, row.account_id)
  const prefix = checkContext(ctx, account, null).tracking_prefix
  const renames =
    input.custom_tracking_reference !== undefined &&
    customReference(prefix, input.custom_tracking_reference, row.short_tracking_reference) !==
      row.custom_tracking_reference
  ensure(
    mayChange(
      ctx.actor,
      row,
      // Staff and API keys send the reference back as it is.
      renames ? input : { ...input, custom_tracking_reference: undefined },
      ctx.setting(allow_account_users_to_edit_after_collection),
    ),
  )
  const edited = sentFields(input)
  const [before] = comparesBoth ? await readShipments(ctx, [row.id]) : []
  await checkDraft(ctx, row, account, input, found)
  await requireDrivers(ctx, row, input)
  await requireEntries(ctx, row.account_id, [
    input.collection_address_book_id,
    input.delivery_address_book_id,
  ])
  const moved = await changePlaces(ctx, row, input, found)
  if (Object.keys(moved).length > 0) {
    await updateShipment(ctx, row.id, moved)
    const days = await replanned(ctx, row, await lockShipment(ctx, row.id), input)
    if (Object.keys(days).length > 0) await updateShipment(ctx, row.id, days)
    Object.assign(moved, days)
  }
  const plain = {
    ...plainChanges(row, input),
    ...(input.cost_center || input.cost_center_id ? costCentreFor(ctx, account, input) : {}),
  }
  if (Object.keys(plain).length > 0) await updateShipment(ctx, row.id, plain)
  const isMoved = await noteReschedules(ctx, row, plain)
  const renamed = renames && (await renameShipment(ctx, row, prefix, input.custom_tracking_reference ?? ''))
  if (renamed || searched_fields.some((field) => input[field] !== undefined))
    await refreshSearchText(ctx, row.id)
  const fields = editedFields(row, { ...moved, ...plain }, input, renamed)
  const measured = input.parcels
    ? await changeParcelsOf(ctx, await lockShipment(ctx, row.id), account, input.parcels)
    : false
  const reason = reasonOf(input, measured)
  const price =
    measured || found.collection || found.delivery || reprices(input)
      ? await rerateShipment(ctx, row.id, input, reason, {
          isRecorded: true,
          measured: input.parcels?.some(isMeasured) ? { photos: [] } : null,
        })
      : null
  if (fields.length > 0) await ctx.emit(shipmentEdited, { shipment_id: row.id, fields })
  if (input.status) await changeStatus(ctx, row.id, input)
  const [after] = await readShipments(ctx, [row.id])
  if (!after) throw new Error('A changed shipment could not be read back.')
  if (edited.some((field) => field.endsWith('_pickup_point_id')))
    requireOneParcelAtPoint(after, after.parcels)
  await requireFitAtPoint(ctx, after, input.parcels)
  if (!before || edited.length === 0) return { before: before ?? after, after, labels: [], isMoved }
  await recordChange(ctx, { before, after, price, reason })
  const labels = await labelsToPrint(ctx, before, after)
  if (labels.length > 0) await markLabels(ctx, [row.id], true)
  return { before, after, labels, isMoved }
}

/**
 * Adds one non-public event that says in words what changed, with the price at its end for those who may see it. A
 * change that has its own public event, such as another address, gets only the event of its new price.
 */
async function recordChange(
  ctx: Context,
  {
    before,
    after,
    price,
    reason,
  }: Pick<Made, 'before' | 'after'> & { price: NewPrice | null; reason: string },
): Promise<void> {
  const words = changeWords(before, after)
  const source = ctx.actor.username
  if (words.length === 0) {
    if (price) await recordNewPrice(ctx, after.id, price, { reason, source: system_username })
    return
  }
  await insertEvents(ctx, after.id, [
    {
      date: ctx.now,
      status: 'booking-changed',
      message: changeSentence(words),
      ...(price ? { internal_message: changeSentence(words, price) } : {}),
      source,
      is_public: false,
    },
  ])
}

/** Returns the names of the changed fields as in the specification; addresses and parcels are listed as a whole. */
function editedFields(
  row: ShipmentRow,
  changes: Updateable<ShipmentTable>,
  input: ShipmentPatch,
  renamed: boolean,
): string[] {
  const columns = Object.entries(changes).flatMap(([field, value]) =>
    isSame(row[field as keyof ShipmentRow], value) ? [] : [field.replace(/_address_id$/, '_address')],
  )
  return [
    ...columns,
    ...(renamed ? ['custom_tracking_reference'] : []),
    ...(input.parcels ? ['parcels'] : []),
  ]
}

function isSame(before: unknown, after: unknown): boolean {
  const asText = (value: unknown): string =>
    typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return asText(before) === asText(after)
}

async function rejectStale(ctx: Context, row: ShipmentRow, version: number | undefined): Promise<void> {
  if (version === undefined || version === row.version) return
  const [current] = await readShipments(ctx, [row.id])
  throw conflict(await changedMeanwhile(ctx, row.modified_by, 'this shipment'), {
    version: row.version,
    modified_by: row.modified_by,
    ...(current
      ? {
          status: current.status,
          special_instructions_delivery: current.special_instructions_delivery,
          special_instructions_collection: current.special_instructions_collection,
          customer_reference: current.customer_reference ?? '',
        }
      : {}),
  })
}

/**
 * Runs the checks on the stored values merged with the sent ones. Past times are checked only for sides whose day or
 * window was sent.
 */
async function checkDraft(
  ctx: Context,
  row: ShipmentRow,
  account: AccountRow,
  input: ShipmentPatch,
  found: Found,
): Promise<void> {
  const addresses = await readAddresses(ctx, [row.collection_address_id, row.delivery_address_id])
  const before = {
    collection_min_date: row.collection_min_date,
    collection_after: row.collection_after,
    collection_before: row.collection_before,
    delivery_min_date: row.delivery_min_date,
    delivery_after: row.delivery_after,
    delivery_before: row.delivery_before,
  }
  const { status, metadata, ...sent } = input
  const stored = (side: 'collection' | 'delivery') => addresses.get(row[`${side}_address_id`])
  const addressOf = (side: 'collection' | 'delivery') => {
    const [place, address] = [found[side], input[`${side}_address`]]
    if (place && address) return asSent(place, address)
    return place?.address ?? address ?? stored(side)
  }
  const isSentElsewhere = input.delivery_pickup_point_id || input.service_level_code || input.service_level_id
  const draft = {
    ...before,
    ...(isSentElsewhere ? { cod_amount: row.cod_amount } : {}),
    ...sent,
    ...newContacts(row, input),
    collection_address: addressOf('collection'),
    delivery_address: addressOf('delivery'),
    collection_pickup_point_id:
      (input.collection_pickup_point_id ?? row.collection_pickup_point_id) || undefined,
    delivery_pickup_point_id: (input.delivery_pickup_point_id ?? row.delivery_pickup_point_id) || undefined,
    status: status === 'cancelled' ? status : undefined,
    message: metadata?.tracking_info?.message,
    duplicated_from_id: row.id,
  }
  const context = {
    ...checkContext(ctx, account, before),
    service_allows_cod: await mayHaveCod(ctx, row, input),
  }
  // Sending a day or window plans the leg again, even if the value equals the stored one.
  const planned = sides.filter((side) =>
    [input[`${side}_min_date`], input[`${side}_after`], input[`${side}_before`]].some(
      (value) => value !== undefined,
    ),
  )
  ensure(
    firstProblem([
      ...planned.flatMap((side) => passedTimes(draft, side, context)),
      ...checkShipment(draft, context),
      ...closedPoints(found, row),
    ]),
  )
}

/** Whether the service level after the change may have cash on delivery. */
async function mayHaveCod(ctx: Context, row: ShipmentRow, input: ShipmentPatch): Promise<boolean> {
  const service = serviceNamed((await bookInForce(ctx)).services, input)
  return serviceAllowsCod(service?.code ?? row.service_level_code, ctx.setting(cod_excluded_service_levels))
}

/**
 * Returns the sent contacts without values that equal the stored ones, except emails. Stored phone numbers may stay
 * even if they predate the number checks.
 */
function newContacts(row: ShipmentRow, input: ShipmentPatch): Pick<ShipmentPatch, ContactField> {
  const changed: Pick<ShipmentPatch, ContactField> = {}
  for (const field of ['collection_contact', 'delivery_contact'] as const) {
    const [sent, stored] = [input[field], row[field] as Partial<Record<string, unknown>> | null]
    if (!sent) continue
    const changedEntries = Object.entries(sent).filter(
      ([name, value]) => name === 'email' || value !== stored?.[name],
    )
    changed[field] = Object.fromEntries(changedEntries)
  }
  return changed
}

type ContactField = 'collection_contact' | 'delivery_contact'

/** Stores new addresses and returns the changed columns, with branches, zones and drivers routed again. */
async function changePlaces(
  ctx: Context,
  row: ShipmentRow,
  input: ShipmentPatch,
  found: Found,
): Promise<Updateable<ShipmentTable>> {
  const changes: Updateable<ShipmentTable> = {}
  const map = await providerMap(ctx)
  const parcels = found.delivery ? await readParcelStatuses(ctx, [row.id]) : []
  const keepsDriver = staysWithDriver(parcels.map(({ status }) => status))
  for (const side of ['collection', 'delivery'] as const) {
    const placeFound = found[side]
    if (!placeFound) continue
    const [addressId = 0] = await saveAddresses(ctx, [placeFound.address])
    const { branch, driver_zone, agent } = place(
      map,
      pointOf(placeFound.address),
      side,
      stopTimeOf(row, side),
    )
    Object.assign(changes, {
      [`${side}_address_id`]: addressId,
      [`${side}_address_book_id`]: input[`${side}_address_book_id`] ?? null,
      [`${side}_pickup_point_id`]: placeFound.pickup_point_id,
      [`${side}_pickup_point_provider`]: placeFound.pickup_point_provider,
      [`${side}_branch_id`]: branch?.id ?? null,
      [`${side}_agent_zone`]: driver_zone?.name ?? null,
      [`${side}_agent_routing_number`]: driver_zone?.routing_number ?? null,
      [`${side}_agent_id`]: side === 'delivery' && keepsDriver ? row.delivery_agent_id : agent,
    })
    await insertEvents(ctx, row.id, [
      {
        date: ctx.now,
        status: 'address-changed',
        message: `The ${side} address has been changed.`,
        source: ctx.actor.username,
      },
    ])
  }
  return changes
}

const plain_fields = [
  'collection_min_date',
  'collection_after',
  'collection_before',
  'delivery_min_date',
  'delivery_after',
  'delivery_before',
  'due_date',
  'collection_rescheduled_reason',
  'delivery_rescheduled_reason',
  'special_instructions_collection',
  'special_instructions_delivery',
  'customer_reference',
  'customer_reference_name',
  'mute_notifications',
  'pod_method',
  'disable_new_charges',
  'opt_in_rates',
  'opt_in_time_based_rates',
  'declared_value',
  'cod_amount',
  'collection_agent_id',
  'delivery_agent_id',
  'invoice_trigger_shipment_status',
] as const

/** Fields that are part of the free-text search. */
const searched_fields = [
  'collection_address',
  'collection_contact',
  'collection_pickup_point_id',
  'delivery_address',
  'delivery_contact',
  'delivery_pickup_point_id',
  'customer_reference',
] as const

const texts_that_clear_to_null = [
  'customer_reference',
  'customer_reference_name',
  'collection_agent_id',
  'delivery_agent_id',
  'invoice_trigger_shipment_status',
  'collection_rescheduled_reason',
  'delivery_rescheduled_reason',
]

/**
 * Rejects a driver who does not exist, is deleted or is not suitable, and a change of hands that is not allowed. An
 * empty `''` unassigns the current driver.
 */
async function requireDrivers(ctx: Context, row: ShipmentRow, input: ShipmentPatch): Promise<void> {
  if (!isStaff(ctx.actor)) return
  for (const leg of sides) {
    const named = input[`${leg}_agent_id`]
    if (named === undefined || named === (row[`${leg}_agent_id`] ?? '')) continue
    const reference = row.custom_tracking_reference ?? row.short_tracking_reference
    const statuses = input.status
      ? [input.status]
      : (await readParcels(ctx, [row.id])).map((one) => one.status)
    ensure(mayChangeHands(leg, statuses, named !== '', reference))
    if (named === '') continue
    const driver = (await listDrivers(ctx)).find((one) => one.username === named && !one.deleted_date)
    if (!driver)
      throw invalid(`There is no driver ${named}. Choose one of your drivers.`, [
        { field: `${leg}_agent_id`, message: 'is not a driver' },
      ])
    await requireSuitable(ctx, driver, workOf(ctx, row, leg), input.assign_anyway)
  }
}

function plainChanges(row: ShipmentRow, input: ShipmentPatch): Updateable<ShipmentTable> {
  const changes: Record<string, unknown> = {}
  for (const field of plain_fields) {
    const value = input[field]
    if (value === undefined) continue
    changes[field] = value === '' && texts_that_clear_to_null.includes(field) ? null : value
  }
  for (const side of ['collection', 'delivery'] as const) {
    const contact = input[`${side}_contact`]
    if (contact && !contact.mobile_number && !contact.email)
      throw invalid(`The ${side} contact needs a mobile number or an email address.`, [
        { field: `${side}_contact`, message: 'needs a mobile number or an email address' },
      ])
    if (contact)
      changes[`${side}_contact`] = JSON.stringify({ name: '', mobile_number: '', email: '', ...contact })
    const movesDate =
      input[`${side}_min_date`] !== undefined && input[`${side}_min_date`] !== row[`${side}_min_date`]
    if (movesDate) changes[`${side}_rescheduled`] = true
  }
  for (const who of ['responsible_contact', 'billing_contact'] as const)
    if (input[who]) changes[who] = JSON.stringify({ name: '', mobile_number: '', email: '', ...input[who] })
  return changes
}

/**
 * Adds a timeline event when a leg moves to another day or window. Also adds one when a leg failed before its planned
 * day and the same day is sent again with a reason or a window. Returns whether the delivery was moved.
 */
async function noteReschedules(
  ctx: Context,
  row: ShipmentRow,
  changes: Partial<Pick<ShipmentRow, PlannedField | `${Leg}_rescheduled_reason`>>,
): Promise<boolean> {
  let isMoved = false
  const planned = { ...row, ...changes }
  for (const leg of ['collection', 'delivery'] as const) {
    const fields = [`${leg}_min_date`, `${leg}_after`, `${leg}_before`] as const
    if (
      fields.every((field) => planned[field] === row[field]) &&
      !(await isGivenItsDay(ctx, row, changes, leg))
    )
      continue
    const trackingEventId = await noteMoved(ctx, row.id, {
      leg,
      day: planned[`${leg}_min_date`],
      from: planned[`${leg}_after`],
      to: planned[`${leg}_before`],
      source: ctx.actor.username,
    })
    if (leg !== 'delivery') continue
    isMoved = true
    await ctx.emit(deliveryRescheduled, {
      shipment_id: row.id,
      day: planned.delivery_min_date,
      by_receiver: false,
      tracking_event_id: trackingEventId,
    })
  }
  return isMoved
}

async function isGivenItsDay(
  ctx: Context,
  row: ShipmentRow,
  changes: Partial<Pick<ShipmentRow, PlannedField | `${Leg}_rescheduled_reason`>>,
  leg: Leg,
): Promise<boolean> {
  const hasFailed = row.status.startsWith(leg) && solved_by_another_day.includes(row.status)
  const isNamed =
    changes[`${leg}_min_date`] !== undefined &&
    Boolean(changes[`${leg}_rescheduled_reason`] ?? changes[`${leg}_after`])
  return hasFailed && isNamed && !(await isPlanned(ctx, row.id))
}

type Leg = 'collection' | 'delivery'

type PlannedField = `${Leg}_${'min_date' | 'after' | 'before'}`

function reprices(input: ShipmentPatch): boolean {
  return (
    [
      'service_level_code',
      'service_level_id',
      'declared_value',
      'opt_in_rates',
      'opt_in_time_based_rates',
      'pod_method',
    ] as const
  ).some((field) => input[field] !== undefined)
}

function reasonOf(input: ShipmentPatch, measured: boolean): string {
  if (measured) return 'parcels changed'
  return input.service_level_code || input.service_level_id ? 'service level changed' : 'booking changed'
}

/**
 * Changes the status of a shipment, with message, location and time: checks permission, required data and repetition,
 * and writes the event. Returns the event id, or 0 if nothing happened (docs/domain/statuses.md#changes-by-hand,
 * docs/domain/statuses.md#what-entering-a-status-does).
 */
export async function changeStatus(
  ctx: Context,
  id: number,
  input: Pick<ShipmentPatch, 'status' | 'metadata' | 'time_modified'>,
): Promise<number> {
  const row = await lockShipment(ctx, id)
  const to = input.status
  if (!to) return 0
  const info = input.metadata?.tracking_info
  const message = info?.message ?? ''
  if (to === 'cancelled')
    return cancelLocked(ctx, row, message || (ctx.request.channel === 'api' ? 'Cancelled' : ''))
  const moving = movingOf(row)
  ensure(mayMoveTo(ctx.actor, moving, to))
  const skips = isForced(moving, to) && ctx.actor.kind !== 'api-key'
  ensure(checkMove(to, message, skips))
  if (input.time_modified) ensure(checkEventDate(input.time_modified, row.time_created, ctx.now))
  if (isRepeat(row, { to, message, location: info?.location })) return 0
  const { event_id } = await enterStatus(ctx, row, {
    to,
    ...eventTextsBy(ctx.actor, message),
    location: info?.location ?? null,
    lat: info?.lat ?? null,
    lng: info?.lng ?? null,
    bay: info?.bay ?? null,
    data: info?.data ?? null,
    ...(input.time_modified ? { date: input.time_modified } : {}),
  })
  return event_id
}
