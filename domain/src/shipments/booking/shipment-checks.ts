import type { AddressParts } from '../../accounts/address.ts'
import type { Actor } from '../../kit/actor.ts'
import { isStaff } from '../../kit/actor.ts'
import { isEmail } from '../../kit/contacts/email.ts'
import { formatRand, type Cents } from '../../kit/money.ts'
import { isPhone, phoneSentence } from '../../kit/contacts/phone-number.ts'
import { invalid, type FieldProblem } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import { one_parcel_only } from '../../pickup-points/fit.ts'
import { passedTime } from '../../kit/dates/service-days.ts'
import { countryProblem, type CountriesServed } from '../../rates/pricing/countries-served.ts'
import { parcelMaxima, parcelMinima, type ParcelLimits, type SizedParcel } from '../parcel-limits.ts'
import { checkCustomReference, reference_min_length, withPrefix } from '../labels/references.ts'
import type { NewShipment } from './shipment-input.ts'
import type { ShipmentStatus } from '../statuses/status.ts'

/** The two sides of a shipment. */
export const sides = ['collection', 'delivery'] as const
export type Side = (typeof sides)[number]

/** A booking or a changed shipment as the checks receive it: the sent values merged over the stored ones. */
export type ShipmentDraft = Omit<NewShipment, 'parcels' | 'save_as'> & {
  parcels?: readonly SizedParcel[] | undefined
  /** The requested status, with its reason in `message`. */
  status?: ShipmentStatus | undefined
  message?: string | undefined
  collection_rescheduled_reason?: string | undefined
  delivery_rescheduled_reason?: string | undefined
}

/** The requested dates and windows of a shipment. */
export type RequestedDates = Pick<
  NewShipment,
  | 'collection_min_date'
  | 'collection_after'
  | 'collection_before'
  | 'delivery_min_date'
  | 'delivery_after'
  | 'delivery_before'
>

/** The data the checks need in addition to the shipment: the actor, the settings of the provider and the stored dates. */
export interface CheckContext {
  actor: Actor
  /** See `prefixFor`. */
  tracking_prefix: string
  limits: ParcelLimits
  require_postal_code_on_shipment_creation: boolean
  require_billing_email_for_guests: boolean
  /** The shipment is booked on the guest account. */
  is_guest_shipment: boolean
  dangerous_goods_confirmation: boolean
  shipment_requested_date_change_reasons: readonly string[]
  /** Largest declared value in cents; `null` when declaring a value is switched off. */
  max_declared_value: Cents | null
  locker_allow_declared_value: boolean
  /** Largest amount of cash on delivery in cents; `null` when it is not offered to the account. */
  max_cod_amount: Cents | null
  /** Whether the chosen service level may have cash on delivery. */
  service_allows_cod: boolean
  /** The chosen service level delivers only to pickup points. */
  service_needs_delivery_point: boolean
  countries: CountriesServed
  now: Date
  /** The stored dates of an existing shipment; `null` for a new booking. */
  before: RequestedDates | null
}

/**
 * Runs the eleven checks of a shipment in the order of the specification, together with our own checks
 * (SHIP-037…SHIP-066). Returns every problem found, so that a form can mark each field; `firstProblem` selects the
 * one to display.
 */
export function checkShipment(draft: ShipmentDraft, context: CheckContext): FieldProblem[] {
  return [
    ...parcelCount(draft, context),
    ...sides.flatMap((side) => pickupPoint(draft, side, context)),
    ...customReference(draft, context),
    ...singleParcel(draft),
    ...alternativeReferences(draft, context),
    ...billingEmail(draft, context),
    ...parcelMaxima(draft.parcels ?? [], context.limits, isStaff(context.actor)),
    ...sides.flatMap((side) => address(draft, side, context)),
    ...sides.flatMap((side) => timeWindow(draft, side)),
    ...(context.before === null ? sides.flatMap((side) => passedTimes(draft, side, context)) : []),
    ...sides.flatMap((side) => dateChange(draft, side, context)),
    ...cancelReason(draft),
    ...sides.flatMap((side) => contactEmail(draft, side)),
    ...contactPhones(draft),
    ...sides.flatMap((side) => country(draft, side, context)),
    ...parcelMinima(draft.parcels ?? [], context.limits),
    ...declaredValue(draft, context),
    ...cashOnDelivery(draft, context),
    ...dangerousGoods(draft, context),
  ]
}

/**
 * Returns the problem of the first check that failed, which is the one to display (SHIP-037, SHIP-038); `true` when
 * there is none.
 */
export function firstProblem(problems: readonly FieldProblem[]): RuleResult {
  const [first] = problems
  return first ? invalid(first.message, problems) : true
}

/** Returns the parcels that are not cancelled. */
function live(draft: ShipmentDraft): readonly SizedParcel[] {
  return (draft.parcels ?? []).filter((parcel) => parcel.status !== 'cancelled')
}

function parcelCount(draft: ShipmentDraft, context: CheckContext): FieldProblem[] {
  const { max_parcels } = context.limits
  const sent = live(draft).length
  if (sent <= max_parcels) return []
  return [
    { field: 'parcels', message: `A shipment can have at most ${max_parcels} parcels. You sent ${sent}.` },
  ]
}

/** Check 1 (SHIP-039…SHIP-041). */
function pickupPoint(draft: ShipmentDraft, side: Side, context: CheckContext): FieldProblem[] {
  if (draft[`${side}_pickup_point_id`]) return []
  const place = draft[`${side}_address`]
  const isPoint = place?.type === 'locker' || place?.type === 'counter'
  const isNeeded = side === 'delivery' && context.service_needs_delivery_point && isEmptyAddress(place)
  return isPoint || isNeeded
    ? [{ field: `${side}_pickup_point_id`, message: `Please select a pickup point for ${side}.` }]
    : []
}

/**
 * Check 2 (SHIP-042, SHIP-043). Also rejects a custom reference for pickup-point shipments, which use the short
 * reference (docs/domain/public-api.md#booking).
 */
function customReference(draft: ShipmentDraft, context: CheckContext): FieldProblem[] {
  const typed = draft.custom_tracking_reference ?? ''
  const verdict = checkCustomReference(context.tracking_prefix, typed)
  if (verdict !== true) return [...verdict.fields]
  const message = 'A custom tracking reference cannot be used with a pickup point.'
  return typed && !draft.is_return && hasPickupPoint(draft)
    ? [{ field: 'custom_tracking_reference', message }]
    : []
}

/** Check 3 (SHIP-044). */
function singleParcel(draft: ShipmentDraft): FieldProblem[] {
  return hasPickupPoint(draft) && live(draft).length > 1
    ? [{ field: 'parcels', message: one_parcel_only }]
    : []
}

/** Check 4 (SHIP-045). */
function alternativeReferences(draft: ShipmentDraft, context: CheckContext): FieldProblem[] {
  return (draft.parcels ?? []).flatMap((parcel, position) => {
    const reference = withPrefix(context.tracking_prefix, parcel.alternative_tracking_reference ?? '')
    if (reference === '' || reference.length >= reference_min_length) return []
    const message = `Parcel(s) alternative references need to be a minimum of ${reference_min_length} characters.`
    return [{ field: `parcels.${position}.alternative_tracking_reference`, message }]
  })
}

/** Check 5 (SHIP-046…SHIP-048). */
function billingEmail(draft: ShipmentDraft, context: CheckContext): FieldProblem[] {
  const isRequested =
    context.require_billing_email_for_guests &&
    context.is_guest_shipment &&
    Boolean(draft.service_level_code || draft.service_level_id) &&
    Boolean(draft.responsible_contact) &&
    !draft.is_return &&
    !draft.duplicated_from_id
  return isRequested && !draft.billing_contact?.email
    ? [{ field: 'billing_contact.email', message: 'Please provide an email address for billing purposes.' }]
    : []
}

/**
 * Check 7 (SHIP-057…SHIP-060). API callers may leave out the suburb and every part that can be looked up
 * (docs/domain/public-api.md#address).
 */
function address(draft: ShipmentDraft, side: Side, context: CheckContext): FieldProblem[] {
  if (draft[`${side}_pickup_point_id`]) return []
  const needsCode = context.require_postal_code_on_shipment_creation
  const place = draft[`${side}_address`]
  const isLenient = context.actor.kind === 'api-key'
  if (place && (isLenient ? isFindable(place) : isComplete(place, needsCode))) return []
  const parts = 'street address or company, suburb, city, province/zone, country'
  const message = `The ${side} address requires the following: ${parts}${needsCode ? ', postal code' : ''}.`
  return [{ field: `${side}_address`, message }]
}

/** Whether an address has every part that a person must enter (SHIP-057, SHIP-059). */
export function isComplete(place: AddressParts, needsCode: boolean): boolean {
  if (place.id !== 0 && place.entered_address !== '') return true
  const hasPlace = place.street_address !== '' || place.company !== '' || hasCoordinates(place)
  const parts = [place.local_area, place.city, place.zone, place.country, ...(needsCode ? [place.code] : [])]
  return hasPlace && parts.every((part) => part !== '')
}

/**
 * Whether an address sent by a shop has enough parts to look it up (docs/domain/public-api.md#address,
 * docs/domain/public-api.md#places-and-provinces).
 */
function isFindable(place: AddressParts): boolean {
  if (place.entered_address !== '' || hasCoordinates(place)) return true
  const hasPlace = place.street_address !== '' || place.company !== ''
  return hasPlace && [place.local_area, place.city, place.code].some((part) => part !== '')
}

function hasCoordinates(place: AddressParts): boolean {
  return place.lat !== null && place.lng !== null
}

function isEmptyAddress(place: AddressParts | undefined): boolean {
  return (
    !place ||
    [place.street_address, place.company, place.entered_address, place.city, place.local_area].every(
      (part) => part === '',
    )
  )
}

/**
 * Returns what is wrong with a window of clock times `HH:mm`; `null` when it is valid or one of the times is missing
 * (SHIP-061).
 */
export function windowProblem(side: Side, from: string | undefined, to: string | undefined): string | null {
  if (!from || !to || to >= from) return null
  return `The "${side} to" time cannot be earlier than the "${side} from" time`
}

/** Check 8 (SHIP-061, SHIP-062). */
function timeWindow(draft: ShipmentDraft, side: Side): FieldProblem[] {
  const message = windowProblem(side, draft[`${side}_after`], draft[`${side}_before`])
  return message ? [{ field: `${side}_before`, message }] : []
}

/**
 * Returns a problem for a requested day or window that has passed. API keys are exempt, because their dates are moved
 * to the next day instead (docs/domain/public-api.md#shipment). The collection is also exempt when the sender drops
 * the parcel off at a pickup point, because no driver waits for it.
 */
export function passedTimes(
  draft: Partial<RequestedDates> & Pick<ShipmentDraft, 'collection_pickup_point_id'>,
  side: Side,
  { actor, now }: Pick<CheckContext, 'actor' | 'now'>,
): FieldProblem[] {
  if (actor.kind === 'api-key' || (side === 'collection' && draft.collection_pickup_point_id)) return []
  const times = {
    day: draft[`${side}_min_date`],
    from: draft[`${side}_after`],
    until: draft[`${side}_before`],
  }
  const gone = passedTime(times, now)
  return gone
    ? [{ field: gone.part === 'day' ? `${side}_min_date` : `${side}_before`, message: gone.message }]
    : []
}

/** Message for a date that was changed without one of the provider's reasons. */
export const date_reason_required = 'Reason for requested date change is required.'

/** Check 9 (SHIP-063). */
function dateChange(draft: ShipmentDraft, side: Side, context: CheckContext): FieldProblem[] {
  const { before, shipment_requested_date_change_reasons: reasons } = context
  if (!before || reasons.length === 0 || draft[`${side}_rescheduled_reason`]) return []
  const fields = [`${side}_min_date`, `${side}_after`, `${side}_before`] as const
  const isChanged = fields.some((field) => draft[field] !== undefined && draft[field] !== before[field])
  return isChanged ? [{ field: `${side}_rescheduled_reason`, message: date_reason_required }] : []
}

/** Check 10 (SHIP-064). */
function cancelReason(draft: ShipmentDraft): FieldProblem[] {
  return draft.status === 'cancelled' && !draft.message?.trim()
    ? [{ field: 'message', message: 'Reason for cancelling shipment is required.' }]
    : []
}

/** Check 11 (SHIP-065, SHIP-066). */
function contactEmail(draft: ShipmentDraft, side: Side): FieldProblem[] {
  const email = draft[`${side}_contact`]?.email
  return email && !isEmail(email)
    ? [{ field: `${side}_contact.email`, message: `Invalid ${side} email` }]
    : []
}

/** The contacts of a shipment whose phone numbers are checked. */
const phoned = ['collection', 'delivery', 'responsible', 'billing'] as const

/** Reports entered phone numbers that are not valid (FMT-001). Stored numbers are not checked again. */
function contactPhones(draft: ShipmentDraft): FieldProblem[] {
  return phoned.flatMap((who) =>
    (['mobile_number', 'alternative_contact_number'] as const).flatMap((field) => {
      const typed = draft[`${who}_contact`]?.[field]
      if (!typed || isPhone(typed)) return []
      const name = field === 'mobile_number' ? 'mobile number' : 'alternative contact number'
      return [{ field: `${who}_contact.${field}`, message: phoneSentence(`The ${who} ${name}`) }]
    }),
  )
}

/**
 * Rejects addresses in countries that are not served. Only new bookings are checked, so that existing shipments stay
 * valid when a country is removed (SHIP-086).
 */
function country(draft: ShipmentDraft, side: Side, context: CheckContext): FieldProblem[] {
  if (context.before !== null || draft[`${side}_pickup_point_id`]) return []
  const problem = countryProblem(side, draft[`${side}_address`], context.countries)
  return problem ? [problem] : []
}

/**
 * Checks the maximum of the declared value, and rejects one for pickup-point shipments unless the provider allows it
 * (SHIP-083, SHIP-084; docs/domain/public-api.md#booking).
 */
function declaredValue(draft: ShipmentDraft, context: CheckContext): FieldProblem[] {
  const value = draft.declared_value ?? 0
  const field = 'declared_value'
  if (value < 0) return [{ field, message: 'Declared value cannot be negative.' }]
  if (value === 0) return []
  if (context.max_declared_value === null) return [{ field, message: 'Declared value is not offered.' }]
  if (hasPickupPoint(draft) && !context.locker_allow_declared_value)
    return [{ field, message: 'Declared value is not offered for pickup points.' }]
  if (value <= context.max_declared_value) return []
  return [
    { field, message: `Declared value exceeds the maximum of ${formatRand(context.max_declared_value)}.` },
  ]
}

/**
 * Checks the amount that the receiver pays at the delivery: offered to the account and by the service level, to an
 * address, not for a return, at most the maximum, and payable in coins (docs/domain/cash-on-delivery.md#booking).
 */
function cashOnDelivery(draft: ShipmentDraft, context: CheckContext): FieldProblem[] {
  const amount = draft.cod_amount ?? 0
  const wrong = (message: string): FieldProblem[] => [{ field: 'cod_amount', message }]
  if (amount < 0) return wrong('Cash on delivery cannot be negative.')
  if (amount === 0) return []
  if (context.max_cod_amount === null || context.is_guest_shipment)
    return wrong('Cash on delivery is not offered.')
  if (draft.is_return) return wrong('A return has no cash on delivery.')
  if (draft.delivery_pickup_point_id) return wrong('Cash on delivery is not offered for pickup points.')
  if (!context.service_allows_cod)
    return wrong('This service level has no cash on delivery. Choose another one.')
  if (amount % 10 !== 0) return wrong('Cash on delivery must be a multiple of 10 cents.')
  return amount <= context.max_cod_amount
    ? []
    : wrong(`Cash on delivery exceeds the maximum of ${formatRand(context.max_cod_amount)}.`)
}

/** Label of the confirmation checkbox for guests and customers (SHIP-082). */
export const dangerous_goods_text = 'I confirm that this shipment contains no dangerous or prohibited goods.'

/**
 * Requires the confirmation from guests and account users on new bookings. API keys are exempt, because shops are
 * bound by contract.
 */
function dangerousGoods(draft: ShipmentDraft, context: CheckContext): FieldProblem[] {
  const isRequested =
    context.dangerous_goods_confirmation &&
    context.before === null &&
    context.actor.kind !== 'api-key' &&
    !isStaff(context.actor)
  return isRequested && !draft.dangerous_goods_confirmed
    ? [
        {
          field: 'dangerous_goods_confirmed',
          message: 'Please confirm that this shipment contains no dangerous or prohibited goods.',
        },
      ]
    : []
}

function hasPickupPoint(draft: ShipmentDraft): boolean {
  return Boolean(draft.collection_pickup_point_id || draft.delivery_pickup_point_id)
}
