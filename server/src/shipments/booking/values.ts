import { randomUUID } from 'node:crypto'
import type { ContactInput } from '@waybill/domain/accounts/contact'
import { vip_accounts, vip_priority_level } from '@waybill/domain/accounts/settings'
import { priorityLevel } from '@waybill/domain/accounts/vip'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { raisedToMinimum } from '@waybill/domain/shipments/parcel-limits'
import { parcelReference } from '@waybill/domain/shipments/labels/references'
import { unlessPast } from '@waybill/domain/shipments/booking/requested-dates'
import {
  collection_time_from,
  collection_time_to,
  delivery_time_from,
  delivery_time_to,
  invoice_trigger_shipment_status,
} from '@waybill/domain/shipments/settings'
import type { Context } from '../../kit/handler.ts'
import type { ParcelValues, ShipmentValues } from '../store.ts'
import type { BookingDraft } from './draft.ts'
import { pinDigest, type BookingReferences } from './reference.ts'
import type { BookingRoute } from './route.ts'

/** Returns the column values of a new shipment. */
export function shipmentValues(
  ctx: Context,
  draft: BookingDraft,
  route: BookingRoute,
  references: BookingReferences,
): ShipmentValues {
  const { account, input, status } = draft
  return {
    account_id: account.id,
    account_branch_id: account.branch_id,
    status: route.status,
    ...ownValues(ctx, draft, references),
    ...priceValues(draft),
    ...dateValues(ctx, draft),
    ...placeValues(draft),
    ...route.values,
    invoice_trigger_shipment_status:
      account.invoice_trigger_shipment_status || ctx.setting(invoice_trigger_shipment_status),
    collection_request_id: status === 'submitted' ? input.collection_request_id || null : null,
    pod_method: input.pod_method,
    proof_of_delivery_pin_hashed: pinDigest(ctx, references.short, references.pin),
    proof_of_delivery_pin_sealed: ctx.sealer.seal(references.pin),
  }
}

/** Returns references, source and creator, return link, priority, instructions and extra contacts. */
function ownValues(ctx: Context, draft: BookingDraft, { short, custom }: BookingReferences) {
  const { account, input, original } = draft
  const { channel } = ctx.request
  return {
    short_tracking_reference: short,
    custom_tracking_reference: custom,
    customer_reference: input.customer_reference ?? null,
    customer_reference_name: input.customer_reference_name ?? null,
    source: channel === 'web' ? 'web' : channel === 'job' ? 'import' : 'api',
    created_by: ctx.actor.username,
    modified_by: ctx.actor.username,
    rating_reference: randomUUID(),
    payment_reference: randomUUID(),
    reschedule_reference: randomUUID(),
    is_return: input.is_return ?? false,
    return_of_shipment_id: original?.id ?? null,
    priority_level: priorityLevel(account.account_code, {
      vip_accounts: ctx.setting(vip_accounts),
      vip_priority_level: ctx.setting(vip_priority_level),
    }),
    mute_notifications: input.mute_notifications ?? false,
    special_instructions_collection: input.special_instructions_collection ?? '',
    special_instructions_delivery: input.special_instructions_delivery ?? '',
    billing_contact: input.billing_contact ? contactJson(input.billing_contact) : null,
    responsible_contact: input.responsible_contact ? contactJson(input.responsible_contact) : null,
    time_created: ctx.now,
    time_modified: ctx.now,
  }
}

/** Returns service, price and weights: amounts in cents, weights in kg. */
function priceValues({ input, offer, cost_centre }: BookingDraft) {
  const { service_level } = offer
  return {
    service_level_id: service_level.id,
    service_level_code: service_level.code,
    service_level_name: service_level.name,
    original_service_level_code: service_level.code,
    original_service_level_name: service_level.name,
    rate_revision_id: offer.rate_revision_id,
    rate: offer.rate,
    original_rate: offer.rate,
    charged_weight: offer.charged_weight,
    actual_weight: offer.actual_weight,
    volumetric_weight: offer.volumetric_weight,
    declared_value: input.declared_value ?? 0,
    cod_amount: input.cod_amount ?? 0,
    opt_in_rates: input.opt_in_rates ?? [],
    opt_in_time_based_rates: input.opt_in_time_based_rates ?? [],
    ...cost_centre,
    parcel_count: input.parcels?.length ?? 0,
  }
}

/** Returns the requested dates and hours, and the estimated dates. */
function dateValues(ctx: Context, { input, offer, status }: BookingDraft) {
  const { dates } = offer
  const { collection_date, delivery_date_from, delivery_date_to, earliest_collection_capacity_date } = dates
  const collectionBefore = input.collection_before ?? ctx.setting(collection_time_to)
  const deliveryBefore = input.delivery_before ?? ctx.setting(delivery_time_to)
  const collectionDay =
    unlessPast(input.collection_min_date, collectionBefore, ctx.now) ?? dayOf(collection_date)
  return {
    service_level_cut_off_time: dates.collection_cut_off_time,
    collection_min_date: collectionDay,
    collection_cutoff_override:
      dates.collection_moved_by === 'cut-off' && collectionDay < dayOf(collection_date),
    collection_after: input.collection_after ?? ctx.setting(collection_time_from),
    collection_before: collectionBefore,
    delivery_min_date:
      unlessPast(input.delivery_min_date, deliveryBefore, ctx.now) ?? dayOf(delivery_date_from),
    delivery_after: input.delivery_after ?? ctx.setting(delivery_time_from),
    delivery_before: deliveryBefore,
    due_date: input.due_date ?? null,
    estimated_collection: collection_date,
    original_estimated_collection: collection_date,
    estimated_delivery_from: delivery_date_from,
    estimated_delivery_to: delivery_date_to,
    original_estimated_delivery_from: delivery_date_from,
    original_estimated_delivery_to: delivery_date_to,
    earliest_collection_capacity_date: earliest_collection_capacity_date
      ? startOfDay(earliest_collection_capacity_date)
      : null,
    submitted_date: status === 'submitted' ? ctx.now : null,
    latest_tracking_event_time: ctx.now,
  }
}

/** Returns addresses, pickup points and contacts of both sides. */
function placeValues({ input, places, addresses }: BookingDraft) {
  return {
    collection_address_id: addresses.collection.id,
    collection_address_book_id: input.collection_address_book_id ?? null,
    collection_contact: contactJson(input.collection_contact),
    collection_pickup_point_id: places.collection.pickup_point_id,
    collection_pickup_point_provider: places.collection.pickup_point_provider,
    delivery_address_id: addresses.delivery.id,
    delivery_address_book_id: input.delivery_address_book_id ?? null,
    delivery_contact: contactJson(input.delivery_contact),
    delivery_pickup_point_id: places.delivery.pickup_point_id,
    delivery_pickup_point_provider: places.delivery.pickup_point_provider,
  }
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

/** Returns the column values of the parcels, numbered from 1. Sizes are in cm, weights in kg. */
export function parcelValues(
  ctx: Context,
  { input, rules: { limits } }: BookingDraft,
  route: BookingRoute,
  { short, custom, alternatives }: BookingReferences,
): ParcelValues[] {
  return (input.parcels ?? []).map((parcel, index) => ({
    number: index + 1,
    status: route.status,
    tracking_reference: parcelReference(custom ?? short, index + 1),
    alternative_tracking_reference: alternatives[index] ?? null,
    parcel_description: parcel.parcel_description ?? '',
    packaging: parcel.packaging ?? 'Custom parcel',
    item_count: parcel.item_count ?? null,
    submitted_length_cm: raisedToMinimum(parcel.submitted_length_cm, limits.min_length),
    submitted_width_cm: raisedToMinimum(parcel.submitted_width_cm, limits.min_width),
    submitted_height_cm: raisedToMinimum(parcel.submitted_height_cm, limits.min_height),
    submitted_weight_kg: raisedToMinimum(parcel.submitted_weight_kg, limits.min_weight),
    time_created: ctx.now,
    time_modified: ctx.now,
  }))
}
