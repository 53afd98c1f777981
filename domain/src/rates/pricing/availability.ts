import { nothing_fits } from '../../pickup-points/fit.ts'
import type { PickupPoint } from '../../pickup-points/model.ts'
import type { RateFormula, ServiceAddressType, ServiceLevel } from '../price-books/price-book.ts'
import { comparableCode, type PriceRequest, type RouteEnd } from './price-request.ts'
import { girthCm } from '../charges/surcharges.ts'
import { absolute_max, type MeasuredParcel, type Weights } from './weights.ts'

/**
 * Why a service level is not offered. `kind` groups similar reasons, so that a reason shared by all services can be
 * shown to the customer; `reason` is the message.
 */
export interface Rejection {
  kind: 'hidden' | 'route' | 'size' | 'lane' | 'dates' | 'blocked' | 'locker'
  reason: string
  /** The end whose pickup point is the cause, if one is. */
  point_side?: 'collection' | 'delivery'
}

export const no_services = 'No service levels are available for this route.'

/** Checks whether the request includes this service level. */
export function isWanted(service: ServiceLevel, only: PriceRequest['only']): boolean {
  if (!only) return true
  const { service_level_id, service_level_code } = only
  return (
    (service_level_id === undefined || service.id === service_level_id) &&
    (service_level_code === undefined || comparableCode(service.code) === comparableCode(service_level_code))
  )
}

/** Returns the error message when the requested service level is not in the price book, else `null`. */
export function unknownService(
  services: readonly ServiceLevel[],
  only: NonNullable<PriceRequest['only']>,
): string | null {
  if (services.some((service) => isWanted(service, only))) return null
  const { service_level_id, service_level_code } = only
  return service_level_code === undefined
    ? `There is no service level with the id ${service_level_id}. Request a quote without it to see those offered.`
    : `There is no service level "${service_level_code}". Request a quote without it to see those offered.`
}

/** Returns the service level that a request names; `undefined` when it names none, or one that does not exist. */
export function serviceNamed(
  services: readonly ServiceLevel[],
  only: NonNullable<PriceRequest['only']>,
): ServiceLevel | undefined {
  const isNamed = only.service_level_id !== undefined || only.service_level_code !== undefined
  return isNamed ? services.find((one) => isWanted(one, only)) : undefined
}

/** Checks whether the requested service level delivers only to lockers or counters (SHIP-041). */
export function needsDeliveryPoint(
  services: readonly ServiceLevel[],
  only: NonNullable<PriceRequest['only']>,
): boolean {
  const service = serviceNamed(services, only)
  return (
    service !== undefined && !service.delivery_address_types.some((type) => covers(type, 'street-address'))
  )
}

/**
 * Runs the checks that do not need weights: visibility, address types, blocked areas, proof of delivery
 * (docs/domain/rating.md#when-a-service-is-offered).
 */
export function checkRoute(service: ServiceLevel, request: PriceRequest): Rejection | null {
  const hidden = checkVisible(service, request)
  if (hidden) return { kind: 'hidden', reason: hidden }
  const refused = checkEnd(service, request, 'collection') ?? checkEnd(service, request, 'delivery')
  if (refused) return refused
  if (request.pod_method && service.pod_methods && !service.pod_methods.includes(request.pod_method))
    return { kind: 'route', reason: `${service.name} does not offer this proof of delivery.` }
  return null
}

/** Checks whether a service level serves the place at one end of a route. */
function checkEnd(
  service: ServiceLevel,
  request: PriceRequest,
  side: 'collection' | 'delivery',
): Rejection | null {
  const { name } = service
  const end = request[side]
  const verb = side === 'collection' ? 'collect from' : 'deliver to'
  const cause = end.kind === 'street-address' ? {} : { point_side: side }
  if (!service[`${side}_address_types`].some((type) => covers(type, end.kind)))
    return { kind: 'route', reason: `${name} does not ${verb} ${kind_labels[end.kind]}.`, ...cause }
  if (
    end.kind !== 'street-address' &&
    service.pickup_point_provider !== null &&
    end.pickup_point_provider !== service.pickup_point_provider
  )
    return { kind: 'route', reason: `${name} does not ${verb} this pickup point.`, ...cause }
  const blocked = blockedHere(end, service.id)
  if (blocked !== null)
    return { kind: 'blocked', reason: blocked || `${name} is not available at the ${side} address.` }
  return null
}

/** Whether a service level in use collects from or delivers to a pickup point for any caller. */
export function servesPoint(
  service: ServiceLevel,
  { type, pickup_point_provider }: Pick<PickupPoint, 'type' | 'pickup_point_provider'>,
): boolean {
  const { is_active, collection_address_types, delivery_address_types } = service
  const isOfNetwork =
    service.pickup_point_provider === null || service.pickup_point_provider === pickup_point_provider
  return (
    is_active &&
    isOfNetwork &&
    [...collection_address_types, ...delivery_address_types].some((one) => covers(one, type))
  )
}

/**
 * Returns why no service level serves the place at one end, while the other end or the parcels are not known yet;
 * `null` when at least one does.
 */
export function unservedReason(
  services: readonly ServiceLevel[],
  request: PriceRequest,
  side: 'collection' | 'delivery',
): string | null {
  const rejections: Rejection[] = []
  for (const service of services) {
    if (!isWanted(service, request.only)) continue
    const hidden = checkVisible(service, request)
    const rejection = hidden ? { kind: 'hidden' as const, reason: hidden } : checkEnd(service, request, side)
    if (!rejection) return null
    rejections.push(rejection)
  }
  return sharedReason(rejections)
}

const kind_labels = {
  'street-address': 'a street address',
  locker: 'a locker',
  counter: 'a counter',
} as const

/** Whether a service level delivers to points of this type. */
export function deliversTo(
  { delivery_address_types }: Pick<ServiceLevel, 'delivery_address_types'>,
  kind: RouteEnd['kind'],
): boolean {
  return delivery_address_types.some((type) => covers(type, kind))
}

function covers(type: ServiceAddressType, kind: RouteEnd['kind']): boolean {
  return type === 'any' || type === kind || (type === 'locker-or-counter' && kind !== 'street-address')
}

function blockedHere(end: RouteEnd, serviceLevelId: number): string | null {
  const hit = end.exceptions.find(
    ({ service_level_ids }) => !service_level_ids || service_level_ids.includes(serviceLevelId),
  )
  return hit ? hit.message : null
}

function checkVisible(service: ServiceLevel, request: PriceRequest): string | null {
  const { name, visible_to, visible_account_ids, visible_account_tags } = service
  const { account, requester } = request
  if (!service.is_active) return `${name} is switched off.`
  if (visible_to === 'staff' && !requester.is_staff) return `${name} is for staff only.`
  if (visible_to === 'guests' && !requester.is_guest && !requester.is_staff)
    return `${name} is for guests only.`
  if (visible_to !== 'accounts') return null
  const isListed =
    (visible_account_ids?.includes(account.id) ?? false) ||
    (visible_account_tags?.some((tag) => account.tags.includes(tag)) ?? false)
  return isListed ? null : `${name} is not sold to this account.`
}

const kg = (value: number): string => `${Math.round(value * 100) / 100} kg`

/**
 * Checks the limits on weight, size, number of parcels and packaging, and whether a locker has space
 * (docs/domain/rating.md#when-a-service-is-offered).
 */
export function checkSize(
  service: ServiceLevel,
  parcels: readonly MeasuredParcel[],
  weights: Weights,
  request: PriceRequest,
): Rejection | null {
  const { name, max_parcel_weight, max_weight, min_weight, max_length, max_girth, max_parcels, packagings } =
    service
  const size = (reason: string): Rejection => ({ kind: 'size', reason })
  let grams = 0
  let longest = 0
  let girth = 0
  for (const parcel of parcels) {
    grams = Math.max(grams, parcel.grams)
    longest = Math.max(longest, parcel.sides_mm[0] / 10)
    girth = Math.max(girth, girthCm(parcel))
  }
  const charged = weights.charged_centikg / 100
  if (max_parcels !== null && parcels.length > max_parcels)
    return size(`${name} takes at most ${max_parcels} parcels, this shipment has ${parcels.length}.`)
  if (max_parcel_weight !== null && grams > max_parcel_weight * 1000)
    return size(
      `The heaviest parcel is ${kg(grams / 1000)}. ${name} takes parcels up to ${kg(max_parcel_weight)}.`,
    )
  if (max_weight !== null && charged > max_weight)
    return size(`The charged weight is ${kg(charged)}. ${name} takes up to ${kg(max_weight)}.`)
  if (min_weight !== null && charged < min_weight)
    return size(`The charged weight is ${kg(charged)}. ${name} starts at ${kg(min_weight)}.`)
  if (max_length !== null && longest > max_length)
    return size(`The longest side is ${longest} cm. ${name} takes up to ${max_length} cm.`)
  if (max_girth !== null && girth > max_girth)
    return size(`The girth is ${girth} cm. ${name} takes up to ${max_girth} cm.`)
  if (packagings && parcels.some((parcel) => !packagings.includes(parcel.packaging)))
    return size(`${name} takes only ${packagings.join(' or ')} packaging.`)
  return checkLocker(service, request)
}

function checkLocker(service: ServiceLevel, request: PriceRequest): Rejection | null {
  const full = lockerWhere(request, (freeSizes) => freeSizes.length === 0)
  if (full) return { kind: 'locker', reason: nothing_fits, point_side: full }
  const size = service.pickup_point_size
  if (size === null) return null
  const tooSmall = lockerWhere(request, (freeSizes) => !freeSizes.includes(size))
  return tooSmall
    ? {
        kind: 'locker',
        reason: `The parcel does not fit a free ${size} compartment of this locker.`,
        point_side: tooSmall,
      }
    : null
}

/** Returns the first end that is a locker whose free sizes, as far as they are known, meet a condition. */
function lockerWhere(
  request: PriceRequest,
  meets: (freeSizes: readonly string[]) => boolean,
): 'collection' | 'delivery' | undefined {
  return (['collection', 'delivery'] as const).find((side) => {
    const { kind, free_sizes } = request[side]
    return kind === 'locker' && free_sizes !== null && meets(free_sizes)
  })
}

/** Returns why no formula gave a price for the shipment. */
export function noLane(service: ServiceLevel, request: PriceRequest, formula: RateFormula | null): Rejection {
  const lane = `from ${request.collection.tag} to ${request.delivery.tag}`
  const why = ((): string => {
    if (!formula) return `${service.name} has no price ${lane}.`
    if (formula.type === 'no-rate') return `${service.name} is not sold ${lane}.`
    return `the price of ${service.name} ${lane}, ${formula.amount}, is below zero or cannot be calculated here.`
  })()
  return { kind: 'lane', reason: `No rate for this lane: ${why}` }
}

/**
 * Returns the reason to show to the customer when no service is left: a locker that is too small for the parcel, a
 * reason that all services share, or the general message.
 */
export function sharedReason(rejections: readonly Rejection[]): string {
  const visible = rejections.filter((one) => one.kind !== 'hidden')
  if (visible.some(({ reason }) => reason === nothing_fits)) return nothing_fits
  const [first] = visible
  const isShared = first !== undefined && visible.every((one) => one.kind === first.kind)
  return isShared && first.kind !== 'lane' ? first.reason : no_services
}

export const too_large = `A parcel of more than ${absolute_max.length_cm / 100} m or ${absolute_max.weight_kg / 1000} t cannot be sent.`
