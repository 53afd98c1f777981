import { costCentreProblem, type CostCentreRules } from '@waybill/domain/accounts/cost-centres'
import type { CostCenter } from '@waybill/domain/accounts/model'
import { withFullStop } from '@waybill/domain/kit/texts/sentence'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import { noFitOf, type NoFit } from '@waybill/domain/pickup-points/fit'
import type { Compartment } from '@waybill/domain/pickup-points/model'
import { checkShipment, type CheckContext } from '@waybill/domain/shipments/booking/shipment-checks'
import { missingFields } from '@waybill/domain/shipments/booking/required-fields'
import { ApiError } from '../../kit/api/index.ts'
import type { Booking } from './booking.ts'
import { toInput } from './booking-input.ts'
import { measures, rowOfParcel } from './parcels/parcel-rows.ts'

/** What the form’s checks need: the context of the shipment checks, and rules of the form itself. */
export interface BookingRules {
  checks: CheckContext
  /** From the setting, the account, or the opt-in response for this account and route (RATE-014, RATE-015). */
  customer_reference_required: boolean
  customer_reference_prefix: string
  /** True for staff, because they choose the account. */
  needs_account: boolean
  parcel_description_required: boolean
  /** The cost centres to choose from; empty if there are none. */
  cost_centers: readonly CostCenter[]
  cost_centre_rules: CostCentreRules
  /** The compartments of the chosen lockers, one list per side. */
  lockers: readonly (readonly Compartment[])[]
}

/** The field name for the booking as a whole. API errors without a matching input are displayed there. */
export const whole_booking = ''

/**
 * Returns every problem that prevents sending the booking: first the required fields in form order, then the shipment
 * checks, then the form’s own checks. Paths are form paths (SHIP-037…SHIP-068).
 */
export function problemsOf(booking: Booking, rules: BookingRules): FieldProblem[] {
  const draft = toInput(booking, rules.checks.is_guest_shipment)
  const checked = checkShipment(draft, rules.checks)
  const missing = missingFields(draft).filter(
    ({ field }) => !checked.some((problem) => problem.field === field),
  )
  const required = [
    ...(rules.needs_account && booking.account_id === null ? ['account_id'] : []),
    ...missing.map(({ field }) => field),
  ]
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map((field) => ({ field, message: `${nameOf(field)} is required.` }))
  return [...required, ...checked, ...own(booking, rules)].map((problem) => ({
    ...problem,
    field: formPath(booking, problem.field),
  }))
}

/** The form’s own checks: cost centre, customer reference, locker sizes and parcel descriptions. */
function own(booking: Booking, rules: BookingRules): FieldProblem[] {
  const reference = customerReference(booking, rules)
  const centre = costCentreProblem(
    rules.checks.actor,
    rules.cost_centers,
    { cost_center_id: booking.cost_center_id ?? undefined },
    rules.cost_centre_rules,
  )
  const descriptions = rules.parcel_description_required
    ? booking.parcels.flatMap((row, at) =>
        row.parcel_description.trim() ? [] : [{ row: at, message: 'Parcel description is required.' }],
      )
    : []
  return [
    ...(centre ? [centre] : []),
    ...(reference ? [{ field: 'customer_reference', message: reference }] : []),
    ...booking.parcels.flatMap((parcel, row) => {
      const problem = lockerProblem(parcel, rules)
      return problem ? [{ field: `rows.${row}.${problem.measure}`, message: problem.message }] : []
    }),
    ...descriptions.map(({ row, message }) => ({ field: `rows.${row}.parcel_description`, message })),
  ]
}

/** Returns why a parcel fits no compartment of a chosen locker; `null` if it fits or if its sizes are not known yet. */
export function lockerProblem(
  parcel: Booking['parcels'][number],
  rules: Pick<BookingRules, 'lockers'>,
): NoFit | null {
  const sized = Object.fromEntries(measures.map((measure) => [measure, parcel[measure] ?? undefined]))
  return (
    rules.lockers.map((compartments) => noFitOf(sized, compartments)).find((found) => found !== null) ?? null
  )
}

/**
 * Whether the customer reference consists of the account’s prefix only. The form fills the prefix in; on its own it
 * is not a reference (RATE-015).
 */
export function isOnlyPrefix(typed: string, prefix: string): boolean {
  return prefix !== '' && typed.trim().toUpperCase() === prefix.trim().toUpperCase()
}

/**
 * Returns the customer reference with the prefix filled in, unless the user has typed one. `before` is the prefix
 * that was filled in earlier.
 */
export function prefixedReference(typed: string, prefix: string, before: string): string {
  return typed.trim() === '' || isOnlyPrefix(typed, before) ? prefix : typed
}

/** Returns the problem of the customer reference; `null` if there is none. */
export function customerReference(
  { customer_reference }: Pick<Booking, 'customer_reference'>,
  rules: Pick<BookingRules, 'customer_reference_required' | 'customer_reference_prefix'>,
): string | null {
  const typed = customer_reference.trim()
  const prefix = rules.customer_reference_prefix
  if (typed === '' || isOnlyPrefix(typed, prefix))
    return rules.customer_reference_required ? 'A customer reference is required for this account.' : null
  if (prefix && !typed.toUpperCase().startsWith(prefix.toUpperCase()))
    return `The customer reference must start with ${prefix}.`
  return null
}

/**
 * Converts a path of the API request to a form path: the nth parcel becomes its row, clock times become the window, a
 * whole contact becomes its mobile number. `rows.n` already names a row.
 */
export function formPath(booking: Booking, field: string): string {
  const row = /^rows\.(\d+)(.*)$/.exec(field)
  if (row) return `parcels.${row[1]}${row[2]}`
  const parcel = /^parcels\.(\d+)(\..+)?$/.exec(field)
  if (parcel) return `parcels.${rowOfParcel(booking.parcels, Number(parcel[1]))}${parcel[2] ?? ''}`
  const window = /^(collection|delivery)_(after|before)$/.exec(field)
  if (window) return `${window[1]}_window`
  const address = /^(collection|delivery)_address\./.exec(field)
  if (address) return `${address[1]}_address`
  const contact = /^(collection|delivery)_contact$/.exec(field)
  if (contact) return `${contact[1]}_contact.mobile_number`
  if (field === 'service_level_id') return 'service_level_code'
  return field
}

/**
 * Converts an API error for the form. Messages appear at their fields; those without a field on the form appear at
 * the top. Status 401 and every error outside 4xx are returned unchanged and become an alert.
 */
export function errorForForm(booking: Booking, thrown: Error): Error {
  if (!(thrown instanceof ApiError) || thrown.status < 400 || thrown.status >= 500 || thrown.status === 401)
    return thrown
  const fields =
    thrown.fields.length > 0
      ? thrown.fields.map(({ field, message }) => {
          const path = formPath(booking, field)
          const sentence = /^[A-Z]/.test(message) ? message : thrown.message
          return { field: isOurs(path) ? path : whole_booking, message: sentence }
        })
      : [{ field: whole_booking, message: errorSentence(thrown) }]
  return new ApiError(thrown.status, thrown.message, {
    fields,
    code: thrown.code,
    request_id: thrown.request_id,
  })
}

function errorSentence(thrown: ApiError): string {
  return thrown.status === 422 && thrown.message.includes('Idempotency-Key')
    ? 'This shipment may have been created already. Look for it in your shipments before you try again.'
    : thrown.message
}

function isOurs(path: string): boolean {
  return nameOf(path) !== ''
}

const names: Readonly<Record<string, string>> = {
  account_id: 'Account',
  service_level_code: 'Service',
  parcels: 'Parcels',
  declared_value: 'Declared value',
  cod_amount: 'Cash on delivery',
  customer_reference: 'Customer reference',
  custom_tracking_reference: 'Custom tracking reference',
  dangerous_goods_confirmed: 'Confirmation of the contents',
  'billing_contact.email': 'Billing email',
  'responsible_contact.name': 'Responsible contact name',
  'responsible_contact.mobile_number': 'Responsible mobile number',
  'responsible_contact.email': 'Responsible email',
  pod_method: 'Proof of delivery',
}

const part_names: Readonly<Record<string, string>> = {
  _address: 'address',
  _pickup_point_id: 'pickup point',
  '_contact.name': 'contact name',
  '_contact.mobile_number': 'mobile number or email',
  '_contact.alternative_contact_number': 'alternative number',
  '_contact.email': 'email',
  _window: 'time',
  _min_date: 'date',
}

const measure_names: Readonly<Record<string, string>> = {
  submitted_length_cm: 'length',
  submitted_width_cm: 'width',
  submitted_height_cm: 'height',
  submitted_weight_kg: 'weight',
  parcel_description: 'description',
  alternative_tracking_reference: 'sticker number',
  quantity: 'quantity',
}

/** Returns the display name of a field; `''` if it is not on the form. */
export function nameOf(path: string): string {
  if (names[path]) return names[path]
  const side = /^(collection|delivery)(_.+)$/.exec(path)
  const part = side && part_names[side[2] ?? '']
  if (side && part) return `${side[1] === 'collection' ? 'Collection' : 'Delivery'} ${part}`
  const measure = measure_names[/^parcels\.\d+\.(.+)$/.exec(path)?.[1] ?? '']
  return measure ? `Parcel ${measure}` : ''
}

/** A line of “Still missing”: the label, and the field that it links to. */
export interface Missing {
  field: string
  label: string
}

/**
 * Returns what is still missing or wrong, once per field, with display names. Several blank parcel sizes are one
 * line.
 */
export function stillMissing(booking: Booking, rules: BookingRules): Missing[] {
  const found = new Map<string, Missing>()
  for (const { field, message } of problemsOf(booking, rules)) {
    const isSize = /^parcels\.\d+\.submitted_/.test(field)
    const isBlank = / is required\.| requires the following: | is required for this account\./.test(message)
    const name = isSize ? 'Size and weight of the parcels' : nameOf(field)
    const label = name && !isBlank ? `${name}: ${withFullStop(message)}` : name
    if (label && !found.has(label)) found.set(label, { field, label })
  }
  return [...found.values()].sort((one, other) => placeOf(one.field) - placeOf(other.field))
}

const form_order = ['account_id', 'collection_', 'delivery_', 'parcels', 'service_level_code']

/** Returns the position of a field on the form, so that missing fields are listed from top to bottom. */
function placeOf(field: string): number {
  const at = form_order.findIndex((start) => field.startsWith(start))
  const isAddress = /_(address|pickup_point_id)$/.test(field)
  return (at < 0 ? form_order.length : at) - (isAddress ? 0.5 : 0)
}
