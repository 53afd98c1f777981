import { randomUUID } from 'node:crypto'
import type { PodMethod } from '@waybill/domain/accounts/model'
import { vip_accounts, vip_priority_level } from '@waybill/domain/accounts/settings'
import { priorityLevel } from '@waybill/domain/accounts/vip'
import type { ContactInput } from '@waybill/domain/accounts/contact'
import { notPast } from '@waybill/domain/shipments/requested-dates'
import { checkAffords, mayBook, mayPayAlone, type Funds } from '@waybill/domain/accounts/affordability'
import { isStaff } from '@waybill/domain/kit/actor'
import { environmentOf } from '@waybill/domain/kit/environment'
import { invalid, notFound, Problem, wrongState } from '@waybill/domain/kit/problem'
import { demand } from '@waybill/domain/kit/verdict'
import { dayOf, startOfDay } from '@waybill/domain/kit/wire'
import { needsDeliveryPoint } from '@waybill/domain/rates/availability'
import type { Offer } from '@waybill/domain/rates/offer'
import { pay_as_you_go } from '@waybill/domain/rates/settings'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import { checkShipment, firstProblem } from '@waybill/domain/shipments/checks'
import { shipmentBooked, shipmentMoved } from '@waybill/domain/shipments/events'
import type { NewShipment } from '@waybill/domain/shipments/model'
import { raisedToMinimum } from '@waybill/domain/shipments/parcel-limits'
import {
  customReference,
  parcelReference,
  reference_alphabet,
  returnReference,
  withPrefix,
} from '@waybill/domain/shipments/references'
import { missingForBooking } from '@waybill/domain/shipments/required-fields'
import {
  auto_add_address_book,
  collection_time_from,
  collection_time_to,
  delivery_time_from,
  delivery_time_to,
  invoice_trigger_shipment_status,
  pod_pin_length,
  unused_feature_guest_shipment_creation,
} from '@waybill/domain/shipments/settings'
import type { ShipmentStatus } from '@waybill/domain/shipments/status'
import { mayBookAsGuest } from '@waybill/domain/shipments/who-may'
import {
  accountFor,
  demandEntries,
  keepAutomatically,
  bookingStanding,
  lockBalance,
  saveAddresses,
  type AccountRow,
} from '../accounts/index.ts'
import { demandNotBlocked } from '../blocked-list/index.ts'
import { claimOfHour } from '../identity/index.ts'
import { providerMap, place } from '../maps/index.ts'
import { bookInForce, factsOf, podMethodOf, pointOf } from '../rates/index.ts'
import type { Ctx, PartnerCtx, PartnerVerb } from '../kit/verb.ts'
import { checkContext } from './check-context.ts'
import { costCentreFor, type KeptCostCentre } from './cost-centre.ts'
import { findPlace, isWorthFinding, type FoundPlace, type SentPlace } from './places.ts'
import { chargesOf, demandOptIns, offerFor } from './price-shipment.ts'
import { takeReferences } from './rename-shipment.ts'
import { routedStatus } from './routed-status.ts'
import { searchText } from './search-text.ts'
import { readShipments } from './seen-shipment.ts'
import {
  countReturns,
  findByReference,
  insertCharges,
  insertEvents,
  insertShipment,
  readShipmentRows,
  type NewEvent,
  type ParcelValues,
  type ShipmentValues,
} from './store.ts'

const most_reference_tries = 8
/** Bookings and quotes kept of guests, from one address in an hour. */
const guest_bookings_per_hour = 30

interface Places {
  collection: FoundPlace
  delivery: FoundPlace
}

/**
 * Books a shipment: checks in their order, price, funds, references, parcels, charge rows, routing to branches and
 * drivers, first events, all in one work (partner API 4.1). Places are found before the work begins.
 * What guests send, quotes as well, is stopped by the blocked list (TOOL-008).
 */
export const createShipment: PartnerVerb<typeof shipmentsApi.create> = async (ctx, input) => {
  if (ctx.actor.kind === 'guest') {
    const contacts = [input.collection_contact, input.delivery_contact]
    await demandNotBlocked(
      ctx,
      {
        emails: contacts.map((contact) => contact?.email),
        mobile_numbers: contacts.map((contact) => contact?.mobile_number),
        ip_address: ctx.request.address,
      },
      'We cannot take this booking here. Please contact us.',
    )
  }
  const places = await placesOf(ctx, input)
  return ctx.answer((inner) => bookShipment(inner, input, places))
}

/** The two ends of a booking, found; `null` while too little of them was sent to look. */
export async function placesOf(ctx: PartnerCtx, input: NewShipment): Promise<Places | null> {
  const sent: Record<'collection' | 'delivery', SentPlace> = {
    collection: {
      address: input.collection_address,
      pickup_point_id: input.collection_pickup_point_id,
      pickup_point_provider: input.collection_pickup_point_provider,
    },
    delivery: {
      address: input.delivery_address,
      pickup_point_id: input.delivery_pickup_point_id,
      pickup_point_provider: input.delivery_pickup_point_provider,
    },
  }
  return isWorthFinding(sent.collection) && isWorthFinding(sent.delivery)
    ? {
        collection: await findPlace(ctx, 'collection', sent.collection),
        delivery: await findPlace(ctx, 'delivery', sent.delivery),
      }
    : null
}

/** The same within a work that is under way, for places that have been found. */
export async function bookShipment(ctx: Ctx, input: NewShipment, places: Places | null) {
  if (ctx.actor.kind === 'guest') await demandFewBookings(ctx)
  const account = await accountFor(ctx, input.account_id)
  if (account.account_type === 'guest') demandGuestBookings(ctx)
  const book_in_force = await bookInForce(ctx)
  const context = {
    ...checkContext(ctx, account, null),
    service_needs_delivery_point: needsDeliveryPoint(book_in_force.services, input),
  }
  const draft = places
    ? {
        ...input,
        collection_address: input.collection_address && places.collection.address,
        delivery_address: input.delivery_address && places.delivery.address,
      }
    : input
  demand(firstProblem([...checkShipment(draft, context), ...missingForBooking(draft)]))
  if (!places) throw invalid('The collection and delivery addresses are missing.')
  checkCustomerReference(account, input.customer_reference)
  const cost_centre = costCentreFor(ctx, account, input)
  await demandEntries(ctx, account.id, [input.collection_address_book_id, input.delivery_address_book_id])
  const original = await originalOf(ctx, input, account)
  const facts = { ...factsOf(account), refusal: null }
  const booked = { ...input, pod_method: podMethodOf(ctx, facts, input.pod_method) }
  const offer = await offerFor(ctx, book_in_force, facts, places, booked)
  await demandOptIns(ctx, book_in_force, facts, places, booked)
  const [status, address_ids] = await Promise.all([
    firstStatus(ctx, input, account, offer),
    saveAddresses(ctx, [places.collection.address, places.delivery.address]),
  ])
  const kept = await keep(ctx, booked, account, places, address_ids, offer, status, original, cost_centre)
  await Promise.all([
    insertCharges(ctx, kept.id, chargesOf(offer)),
    status === 'quote' ? undefined : insertEvents(ctx, kept.id, firstEvents(ctx, kept, status)),
  ])
  if (status === 'submitted') await announce(ctx, kept, account, status)
  const [[shipment]] = await Promise.all([
    readShipments(asOwner(ctx, account), [kept.id], false, { account_ids: [account.id], address_ids }),
    status === 'submitted' ? keepTyped(ctx, kept, input, account) : undefined,
  ])
  if (!shipment) throw new Error('A shipment could not be read back.')
  return shipment
}

/** Refuses more than so many bookings of guests an hour from one address; those that were refused do not count. */
async function demandFewBookings(ctx: Ctx): Promise<void> {
  const refusal = await claimOfHour(
    ctx,
    `guest bookings from ${ctx.request.address}`,
    guest_bookings_per_hour,
  )
  if (refusal) throw refusal
}

function demandGuestBookings(ctx: Ctx): void {
  demand(
    mayBookAsGuest(ctx.actor, {
      id: ctx.provider_id,
      environment: environmentOf(new URL(ctx.request.web_url).host),
      unused_feature_guest_shipment_creation: ctx.setting(unused_feature_guest_shipment_creation),
    }),
  )
}

/** Guests may read back what they have just booked. */
function asOwner(ctx: Ctx, account: AccountRow): Ctx {
  return ctx.actor.kind === 'guest' ? { ...ctx, actor: { ...ctx.actor, account_id: account.id } } : ctx
}

function checkCustomerReference(account: AccountRow, reference: string | undefined): void {
  const prefix = account.customer_reference_prefix ?? ''
  if (account.customer_reference_required && !reference)
    throw new Problem('reference_required', 'A customer reference is required for this account.', {
      fields: [{ field: 'customer_reference', message: 'is required' }],
    })
  if (reference && prefix && !reference.toUpperCase().startsWith(prefix.toUpperCase()))
    throw new Problem('reference_required', `The customer reference must start with ${prefix}.`, {
      fields: [{ field: 'customer_reference', message: `must start with ${prefix}` }],
    })
}

/** The shipment a return belongs to; 404 when the account has none of that reference. */
async function originalOf(ctx: Ctx, input: NewShipment, account: AccountRow) {
  const reference =
    input.short_tracking_reference ?? (input.is_return ? input.custom_tracking_reference : undefined)
  if (!input.is_return || !reference) return null
  const found = await findByReference(ctx, reference.trim().toUpperCase(), false)
  const [original] = await readShipmentRows(
    ctx,
    found.map((one) => one.shipment_id),
  )
  if (!original || original.account_id !== account.id)
    throw notFound(`Could not find shipment ${reference}, of which this is a return.`)
  return original
}

/**
 * The status a booking starts in. Paid from the account: the balance is locked, so that two bookings cannot spend the
 * same money; a guest pays each booking, which waits for the payment.
 */
async function firstStatus(
  ctx: Ctx,
  input: NewShipment,
  account: AccountRow,
  offer: Offer,
): Promise<ShipmentStatus> {
  if (input.save_as === 'quote') return 'quote'
  demandStanding(account, account)
  const is_paid_here = input.save_as === 'payment-pending' || !isStaff(ctx.actor)
  if (account.account_type === 'guest' && is_paid_here) return 'payment-pending'
  if (account.account_type !== 'guest') {
    const [balance, standing] = await Promise.all([
      lockBalance(ctx, account.id),
      bookingStanding(ctx, account.id),
    ])
    demandStanding(account, standing)
    const funds: Funds = {
      account_type: account.account_type as 'prepaid' | 'postpaid',
      balance,
      credit_limit: account.credit_limit,
    }
    const is_paid_alone = mayPayAlone(funds, offer.rate, { pay_as_you_go: ctx.setting(pay_as_you_go) })
    if (input.save_as === 'payment-pending' && is_paid_alone) return 'payment-pending'
    demand(checkAffords(funds, offer.rate))
  }
  return 'submitted'
}

/** Neither held nor closed; asked again behind the lock that closing and holding take too. */
function demandStanding(
  { support_email }: AccountRow,
  standing: Pick<AccountRow, 'status' | 'is_on_hold'>,
): void {
  const on_hold = mayBook(standing, support_email ?? '')
  if (on_hold !== true) throw wrongState(on_hold.message)
  if (standing.status === 'closed') throw new Problem('account_closed', 'the account has been closed')
}

/** A shipment as it was kept. */
interface Kept {
  id: number
  values: ShipmentValues
}

async function keep(
  ctx: Ctx,
  input: NewShipment & { pod_method: PodMethod },
  account: AccountRow,
  places: Places,
  [collection_address_id = 0, delivery_address_id = 0]: readonly number[],
  offer: Offer,
  status: ShipmentStatus,
  original: Awaited<ReturnType<typeof originalOf>>,
  cost_centre: KeptCostCentre,
): Promise<Kept> {
  const map = await providerMap(ctx)
  const { dates, service_level } = offer
  const pick = place(map, pointOf(places.collection.address), 'collection', {
    day: dayOf(dates.collection_date),
    after: input.collection_after,
    before: input.collection_before,
  })
  const drop = place(map, pointOf(places.delivery.address), 'delivery', {
    day: dayOf(dates.delivery_date_from),
    after: input.delivery_after,
    before: input.delivery_before,
  })
  const routed = status === 'submitted' ? routedStatus(places.collection.pickup_point_id, pick.agent) : status
  const prefix = checkContext(ctx, account, null).tracking_prefix
  const parcels = input.parcels ?? []
  const alternatives = parcels.map((parcel) =>
    parcel.alternative_tracking_reference ? withPrefix(prefix, parcel.alternative_tracking_reference) : null,
  )
  const named = [
    ...(input.custom_tracking_reference && !original
      ? [withPrefix(prefix, input.custom_tracking_reference)]
      : []),
    ...alternatives.flatMap((one) => one ?? []),
  ]
  const pin = ctx.random('0123456789', ctx.setting(pod_pin_length))
  for (let attempt = 0; attempt < most_reference_tries; attempt += 1) {
    // Asked again after a clash: somebody else may have taken a reference meanwhile.
    await takeReferences(ctx, account.id, named)
    const returns = original ? await countReturns(ctx, original.id) : 0
    const short = ctx.random(reference_alphabet, attempt === 0 ? 6 : 7)
    const custom = original
      ? returnReference(original.custom_tracking_reference ?? original.short_tracking_reference, returns)
      : customReference(prefix, input.custom_tracking_reference ?? '', short)
    const values: ShipmentValues = {
      account_id: account.id,
      account_branch_id: account.branch_id,
      status: routed,
      short_tracking_reference: short,
      custom_tracking_reference: custom,
      customer_reference: input.customer_reference ?? null,
      customer_reference_name: input.customer_reference_name ?? null,
      source: ctx.request.channel === 'web' ? 'web' : ctx.request.channel === 'job' ? 'import' : 'api',
      created_by: ctx.actor.username,
      modified_by: ctx.actor.username,
      rating_reference: randomUUID(),
      payment_reference: randomUUID(),
      reschedule_reference: randomUUID(),
      is_return: input.is_return ?? false,
      priority_level: priorityLevel(account.account_code, {
        vip_accounts: ctx.setting(vip_accounts),
        vip_priority_level: ctx.setting(vip_priority_level),
      }),
      return_of_shipment_id: original?.id ?? null,
      collection_request_id: status === 'submitted' ? input.collection_request_id || null : null,
      mute_notifications: input.mute_notifications ?? false,
      service_level_id: service_level.id,
      service_level_code: service_level.code,
      service_level_name: service_level.name,
      service_level_cut_off_time: dates.collection_cut_off_time,
      original_service_level_code: service_level.code,
      original_service_level_name: service_level.name,
      rate_revision_id: offer.rate_revision_id,
      rate: offer.rate,
      original_rate: offer.rate,
      charged_weight: offer.charged_weight,
      actual_weight: offer.actual_weight,
      volumetric_weight: offer.volumetric_weight,
      declared_value: input.declared_value ?? 0,
      opt_in_rates: input.opt_in_rates ?? [],
      opt_in_time_based_rates: input.opt_in_time_based_rates ?? [],
      ...cost_centre,
      parcel_count: parcels.length,
      collection_min_date: notPast(input.collection_min_date, ctx.now) ?? dayOf(dates.collection_date),
      collection_after: input.collection_after ?? ctx.setting(collection_time_from),
      collection_before: input.collection_before ?? ctx.setting(collection_time_to),
      delivery_min_date: notPast(input.delivery_min_date, ctx.now) ?? dayOf(dates.delivery_date_from),
      delivery_after: input.delivery_after ?? ctx.setting(delivery_time_from),
      delivery_before: input.delivery_before ?? ctx.setting(delivery_time_to),
      due_date: input.due_date ?? null,
      estimated_collection: dates.collection_date,
      original_estimated_collection: dates.collection_date,
      estimated_delivery_from: dates.delivery_date_from,
      estimated_delivery_to: dates.delivery_date_to,
      original_estimated_delivery_from: dates.delivery_date_from,
      original_estimated_delivery_to: dates.delivery_date_to,
      earliest_collection_capacity_date: dates.earliest_collection_capacity_date
        ? startOfDay(dates.earliest_collection_capacity_date)
        : null,
      invoice_trigger_shipment_status:
        account.invoice_trigger_shipment_status || ctx.setting(invoice_trigger_shipment_status),
      submitted_date: status === 'submitted' ? ctx.now : null,
      latest_tracking_event_time: ctx.now,
      special_instructions_collection: input.special_instructions_collection ?? '',
      special_instructions_delivery: input.special_instructions_delivery ?? '',
      collection_address_id,
      collection_address_book_id: input.collection_address_book_id ?? null,
      collection_contact: contactJson(input.collection_contact),
      collection_pickup_point_id: places.collection.pickup_point_id,
      collection_pickup_point_provider: places.collection.pickup_point_provider,
      delivery_address_id,
      delivery_address_book_id: input.delivery_address_book_id ?? null,
      delivery_contact: contactJson(input.delivery_contact),
      delivery_pickup_point_id: places.delivery.pickup_point_id,
      delivery_pickup_point_provider: places.delivery.pickup_point_provider,
      billing_contact: input.billing_contact ? contactJson(input.billing_contact) : null,
      responsible_contact: input.responsible_contact ? contactJson(input.responsible_contact) : null,
      collection_agent_id: status === 'submitted' ? pick.agent : null,
      delivery_agent_id: status === 'submitted' ? drop.agent : null,
      original_collection_agent_id: status === 'submitted' ? pick.agent : null,
      original_delivery_agent_id: status === 'submitted' ? drop.agent : null,
      collection_agent_zone: pick.driver_zone?.name ?? null,
      delivery_agent_zone: drop.driver_zone?.name ?? null,
      collection_agent_routing_number: pick.driver_zone?.routing_number ?? null,
      delivery_agent_routing_number: drop.driver_zone?.routing_number ?? null,
      collection_branch_id: pick.branch?.id ?? null,
      delivery_branch_id: drop.branch?.id ?? null,
      current_branch_id: null,
      pod_method: input.pod_method,
      proof_of_delivery_pin_hashed: pinDigest(ctx, short, pin),
      proof_of_delivery_pin_sealed: ctx.sealer.seal(pin),
      time_created: ctx.now,
      time_modified: ctx.now,
    }
    const shown = custom ?? short
    const id = await insertShipment(
      ctx,
      values,
      parcels.map((parcel, index) =>
        parcelValues(
          ctx,
          account,
          parcel,
          alternatives[index] ?? null,
          parcelReference(shown, index + 1),
          index + 1,
          routed,
        ),
      ),
      searchText(values, [
        { contact: input.collection_contact, place: places.collection.address },
        { contact: input.delivery_contact, place: places.delivery.address },
      ]),
    )
    if (id !== null) return { id, values }
  }
  throw new Problem('unavailable', 'No free reference was found. Nothing was booked. Try again.')
}

/** The digest a PIN is compared with: keyed, because four digits are quickly tried out (ruling 27). */
export function pinDigest(ctx: Pick<Ctx, 'sealer'>, short_tracking_reference: string, pin: string): string {
  return ctx.sealer.digest('pod-pin', `${short_tracking_reference}:${pin}`)
}

function contactJson(contact: ContactInput | undefined): string {
  return JSON.stringify({
    name: contact?.name ?? '',
    mobile_number: contact?.mobile_number ?? '',
    email: contact?.email ?? '',
    ...(contact?.alternative_contact_number
      ? { alternative_contact_number: contact.alternative_contact_number }
      : {}),
  })
}

function parcelValues(
  ctx: Ctx,
  account: AccountRow,
  parcel: NonNullable<NewShipment['parcels']>[number],
  alternative: string | null,
  reference: string,
  number: number,
  status: ShipmentStatus,
): ParcelValues {
  const { limits } = checkContext(ctx, account, null)
  return {
    number,
    status,
    tracking_reference: reference,
    alternative_tracking_reference: alternative,
    parcel_description: parcel.parcel_description ?? '',
    packaging: parcel.packaging ?? 'Custom parcel',
    item_count: parcel.item_count ?? null,
    submitted_length_cm: raisedToMinimum(parcel.submitted_length_cm, limits.min_length),
    submitted_width_cm: raisedToMinimum(parcel.submitted_width_cm, limits.min_width),
    submitted_height_cm: raisedToMinimum(parcel.submitted_height_cm, limits.min_height),
    submitted_weight_kg: raisedToMinimum(parcel.submitted_weight_kg, limits.min_weight),
    time_created: ctx.now,
    time_modified: ctx.now,
  }
}

/** The events a booking begins with: its first status, and where it was routed to at once. */
function firstEvents(ctx: Ctx, { values }: Kept, status: ShipmentStatus): NewEvent[] {
  const source = ctx.actor.kind === 'guest' ? 'guest' : ctx.actor.username
  const routed = values.status as ShipmentStatus
  return [
    { date: ctx.now, status, source },
    ...(routed === status ? [] : [{ date: ctx.now, status: routed, source: 'system' }]),
  ]
}

async function announce(
  ctx: Ctx,
  { id, values }: Kept,
  account: AccountRow,
  status: ShipmentStatus,
): Promise<void> {
  const routed = values.status as ShipmentStatus
  const { collection_request_id } = values
  await ctx.emit(shipmentBooked, {
    shipment_id: id,
    account_id: account.id,
    ...(collection_request_id ? { collection_request_id } : {}),
  })
  if (routed !== status) await ctx.emit(shipmentMoved, { shipment_id: id, from: status, to: routed })
}

/** Keeps the addresses that were typed in the account's address book, when it wants that (ACC-015). */
async function keepTyped(ctx: Ctx, { values }: Kept, input: NewShipment, account: AccountRow): Promise<void> {
  if (account.account_type === 'guest') return
  const typed = (['collection', 'delivery'] as const).filter(
    (side) => !input[`${side}_pickup_point_id`] && !input[`${side}_address_book_id`],
  )
  await keepAutomatically(
    ctx,
    account.id,
    auto_add_address_book,
    typed.map((side) => {
      const contact = input[`${side}_contact`]
      return {
        name: input[`${side}_address`]?.company || contact?.name || values.short_tracking_reference,
        contact_name: contact?.name ?? '',
        mobile_number: contact?.mobile_number ?? '',
        email: contact?.email ?? '',
        address_id: values[`${side}_address_id`],
        special_instructions: input[`special_instructions_${side}`] ?? null,
        source: 'automatic',
      }
    }),
  )
}
