import { environmentOf } from '@waybill/domain/kit/environment'
import { invalid, notFound, Problem, type FieldProblem } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { needsDeliveryPoint, serviceNamed } from '@waybill/domain/rates/pricing/availability'
import type { CompiledPriceBook } from '@waybill/domain/rates/price-books/compile-price-book'
import {
  checkShipment,
  firstProblem,
  type CheckContext,
} from '@waybill/domain/shipments/booking/shipment-checks'
import { serviceAllowsCod } from '@waybill/domain/shipments/booking/cash-on-delivery'
import type { NewShipment } from '@waybill/domain/shipments/model'
import { missingForBooking } from '@waybill/domain/shipments/booking/required-fields'
import { cod_excluded_service_levels } from '@waybill/domain/accounts/settings'
import { unused_feature_guest_shipment_creation } from '@waybill/domain/shipments/settings'
import { mayBookAsGuest } from '@waybill/domain/shipments/booking/booking-permissions'
import { bookingAccountFor, requireEntries, type AccountRow } from '../../accounts/index.ts'
import { requireNotBlocked } from '../../blocked-list/index.ts'
import { claimOfHour } from '../../identity/index.ts'
import type { Context, ExternalContext } from '../../kit/handler.ts'
import { bookInForce, factsOf, podMethodOf } from '../../rates/index.ts'
import { checkContext } from './check-context.ts'
import { costCentreFor, costCentreProblemFor } from '../cost-centre.ts'
import { asSent, closedPoints } from '../find-place.ts'
import { findByReference, readShipmentRows, type ShipmentRow } from '../store.ts'
import type { CheckedBooking, Places } from './draft.ts'

/** Maximum guest bookings and quotes per hour from one IP address. */
const guest_bookings_per_hour = 30

/**
 * Rejects a guest booking if an email address, phone number or IP address is on the company's blocked list
 * (TOOL-008).
 */
export async function requireGuestNotBlocked(ctx: ExternalContext, input: NewShipment): Promise<void> {
  if (ctx.actor.kind !== 'guest') return
  const contacts = [
    input.collection_contact,
    input.delivery_contact,
    input.billing_contact,
    input.responsible_contact,
  ]
  await requireNotBlocked(
    ctx,
    {
      emails: contacts.map((contact) => contact?.email),
      mobile_numbers: contacts.flatMap((contact) => [
        contact?.mobile_number,
        contact?.alternative_contact_number,
      ]),
      ip_address: ctx.request.address,
    },
    'We cannot take this booking here. Please contact us.',
  )
}

/**
 * Checks a booking and throws the first problem. The order decides which problem the user sees first: guest
 * permission, required fields, places, customer reference, cost centre, address book, and the original shipment of a
 * return.
 */
export async function checkBooking(
  ctx: Context,
  input: NewShipment,
  places: Places | null,
  book: CompiledPriceBook,
): Promise<CheckedBooking> {
  const account = await bookingAccountFor(ctx, input.account_id)
  if (account.account_type === 'guest') requireGuestBookings(ctx)
  const rules = rulesFor(ctx, account, input, book)
  ensure(firstProblem(problemsBy(rules, input, places)))
  if (!places) throw invalid('The collection and delivery addresses are missing.')
  const referenceProblem = customerReferenceProblem(account, input.customer_reference)
  if (referenceProblem) throw referenceProblem
  const costCentre = costCentreFor(ctx, account, input)
  await requireEntries(ctx, account.id, [input.collection_address_book_id, input.delivery_address_book_id])
  const original = await readOriginal(ctx, input, account)
  const podMethod = podMethodOf(ctx, factsOf(account), input.pod_method)
  return {
    input: { ...input, pod_method: podMethod },
    account,
    rules,
    places,
    cost_centre: costCentre,
    original,
  }
}

/**
 * Returns the problems of all fields of a booking together. `isAccountKnown`: whether the account of the booking exists;
 * otherwise what depends on it is not checked.
 */
export async function bookingProblems(
  ctx: Context,
  input: NewShipment,
  places: Places | null,
  isAccountKnown: boolean,
): Promise<FieldProblem[]> {
  const account = isAccountKnown ? await bookingAccountFor(ctx, input.account_id) : null
  const problems = problemsBy(rulesFor(ctx, account, input, await bookInForce(ctx)), input, places)
  if (!account) return problems
  const reference = customerReferenceProblem(account, input.customer_reference)
  const costCentre = costCentreProblemFor(ctx, account, input)
  return [
    ...problems,
    ...(reference ? [{ field: 'customer_reference', message: reference.message }] : []),
    ...(costCentre ? [costCentre] : []),
  ]
}

function rulesFor(
  ctx: Context,
  account: AccountRow | null,
  input: NewShipment,
  book: CompiledPriceBook,
): CheckContext {
  return {
    ...checkContext(ctx, account, null),
    service_allows_cod: serviceAllowsCod(
      serviceNamed(book.services, input)?.code ?? '',
      ctx.setting(cod_excluded_service_levels),
    ),
    service_needs_delivery_point: needsDeliveryPoint(book.services, input),
  }
}

function problemsBy(rules: CheckContext, input: NewShipment, places: Places | null): FieldProblem[] {
  const located = withPlaces(input, places)
  return [
    ...checkShipment(located, rules),
    ...missingForBooking(located),
    ...(places ? closedPoints(places) : []),
  ]
}

/** Limits guest bookings per hour from one IP address. Rejected bookings do not count. */
export async function requireFewGuestBookings(ctx: Context): Promise<void> {
  if (ctx.actor.kind !== 'guest') return
  const key = `guest bookings from ${ctx.request.address}`
  const error = await claimOfHour(ctx, key, guest_bookings_per_hour)
  if (error) throw error
}

function requireGuestBookings(ctx: Context): void {
  ensure(
    mayBookAsGuest(ctx.actor, {
      id: ctx.provider_id,
      environment: environmentOf(new URL(ctx.request.web_url).host),
      unused_feature_guest_shipment_creation: ctx.setting(unused_feature_guest_shipment_creation),
    }),
  )
}

/** Returns the input with the place names that were found for its addresses. */
function withPlaces(input: NewShipment, places: Places | null): NewShipment {
  if (!places) return input
  return {
    ...input,
    collection_address: input.collection_address && asSent(places.collection, input.collection_address),
    delivery_address: input.delivery_address && asSent(places.delivery, input.delivery_address),
  }
}

function customerReferenceProblem(account: AccountRow, reference: string | undefined): Problem | null {
  const prefix = account.customer_reference_prefix ?? ''
  if (account.customer_reference_required && !reference)
    return new Problem('reference_required', 'A customer reference is required for this account.', {
      fields: [{ field: 'customer_reference', message: 'is required' }],
    })
  if (reference && prefix && !reference.toUpperCase().startsWith(prefix.toUpperCase()))
    return new Problem('reference_required', `The customer reference must start with ${prefix}.`, {
      fields: [{ field: 'customer_reference', message: `must start with ${prefix}` }],
    })
  return null
}

/** Returns the shipment that a return belongs to. 404 when the account has no shipment with that reference. */
async function readOriginal(
  ctx: Context,
  input: NewShipment,
  account: AccountRow,
): Promise<ShipmentRow | null> {
  const reference =
    input.short_tracking_reference ?? (input.is_return ? input.custom_tracking_reference : undefined)
  if (!input.is_return || !reference) return null
  const found = await findByReference(ctx, reference.trim().toUpperCase(), false)
  const [original] = await readShipmentRows(
    ctx,
    found.map((one) => one.shipment_id),
  )
  if (!original || original.account_id !== account.id)
    throw notFound(`Could not find the original shipment ${reference} of this return.`)
  return original
}
