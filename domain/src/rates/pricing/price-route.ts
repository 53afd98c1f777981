import {
  checkRoute,
  checkSize,
  isWanted,
  noLane,
  no_services,
  sharedReason,
  too_large,
  unknownService,
  type Rejection,
} from './availability.ts'
import type { Cents } from '../../kit/money.ts'
import { isChosen, sidesMeeting } from '../charges/adjustments.ts'
import type { CompiledGroup, CompiledPriceBook, PricedFormula } from '../price-books/compile-price-book.ts'
import { estimateDates } from './estimate-dates.ts'
import type { ExpressionValues } from '../formulas/expression.ts'
import { mayDeclare } from '../charges/insurance.ts'
import { bandOf } from '../price-grid/lanes.ts'
import { buildOffer } from './build-offer.ts'
import type { BasePrice, Offer, PricingJob } from './offer.ts'
import type { ServiceLevel } from '../price-books/price-book.ts'
import type { PriceRequest } from './price-request.ts'
import { fitsPlace } from '../charges/time-based-adjustments.ts'
import { isMeasurable, measureParcel, weigh, type Weights } from './weights.ts'

export interface RejectedOffer extends Rejection {
  service_level: ServiceLevel
}

/** The result of the engine. `message` is `Success`, or the reason why nothing is offered. */
export interface Pricing {
  message: string
  offers: readonly Offer[]
  rejected: readonly RejectedOffer[]
}

/**
 * Prices every service level for a route (docs/domain/rating.md#the-order-of-a-price). Sorts offers by price, then by
 * latest delivery and code (docs/domain/public-api.md#quotes). Does not throw for business reasons: a shipment that
 * cannot be sent gets no offers and a reason.
 */
export function priceRoute(compiled: CompiledPriceBook, request: PriceRequest): Pricing {
  const group = compiled.group(request.account.rate_group_id)
  const unknown = request.only ? unknownService(compiled.services, request.only) : null
  const rejection = rejectUnpricedRoute(group, request) ?? unknown
  if (rejection !== null || !group) return { message: rejection ?? no_services, offers: [], rejected: [] }
  const job: PricingJob = { compiled, group, request, parcels: request.parcels.map(measureParcel) }
  const offers: Offer[] = []
  const rejected: RejectedOffer[] = []
  for (const serviceLevel of compiled.services) {
    if (!isWanted(serviceLevel, request.only)) continue
    const result = priceService(job, serviceLevel)
    if ('kind' in result) rejected.push({ service_level: serviceLevel, ...result })
    else offers.push(result)
  }
  offers.sort(byPrice)
  return { message: offers.length > 0 ? 'Success' : sharedReason(rejected), offers, rejected }
}

function byPrice(a: Offer, b: Offer): number {
  return (
    a.rate - b.rate ||
    a.dates.delivery_date_to.getTime() - b.dates.delivery_date_to.getTime() ||
    (a.service_level.code < b.service_level.code ? -1 : 1)
  )
}

/**
 * Returns the reason that rules out every service, else `null`: the account, the declared value, a pickup point with
 * a declared value, or a parcel above the absolute maxima.
 */
function rejectUnpricedRoute(group: CompiledGroup | null, request: PriceRequest): string | null {
  if (request.account.blocked_reason !== null) return request.account.blocked_reason
  if (request.declared_value > 0) {
    const isPickup =
      request.collection.kind !== 'street-address' || request.delivery.kind !== 'street-address'
    if (isPickup && !request.locker_allow_declared_value)
      return 'A declared value is not possible with a locker or counter. Leave it out.'
    const verdict = group?.extra ? mayDeclare(request.declared_value, group.extra) : true
    if (verdict !== true) return verdict.message
  }
  return request.parcels.every(isMeasurable) ? null : too_large
}

function priceService(job: PricingJob, service: ServiceLevel): Offer | Rejection {
  const { request, parcels } = job
  const blocked = checkRoute(service, request)
  if (blocked) return blocked
  const isPerParcel = service.base_charge_scope === 'parcel'
  const weights = weigh(parcels, service, isPerParcel || service.charged_weight_method === 'parcel')
  const misfit = checkSize(service, parcels, weights, request)
  if (misfit) return misfit
  const base = isPerParcel ? priceParcels(job, service, weights) : priceShipment(job, service, weights)
  if ('kind' in base) return base
  const facts = { rate_group_id: job.group.group.id, service_level_id: service.id }
  const opted = job.group.time_based
    .map(({ terms }) => terms)
    .filter(
      (terms) =>
        isChosen(terms, request.opt_in_time_based_rates, request.requester.is_staff) &&
        fitsPlace(terms, request) &&
        sidesMeeting(terms.conditions, request, facts) > 0,
    )
  const dates = estimateDates(service, request, opted)
  if (!dates)
    return { kind: 'dates', reason: `${service.name} has no collection or delivery day on this route.` }
  return buildOffer(job, service, weights, base, dates)
}

function priceShipment(job: PricingJob, service: ServiceLevel, weights: Weights): BasePrice | Rejection {
  const { actual_grams, volumetric_units, charged_centikg } = weights
  const one = priceScope(job, service, charged_centikg, actual_grams, volumetric_units, job.parcels.length)
  return 'kind' in one ? one : { row: one.row, amounts: [one.amount] }
}

function priceParcels(job: PricingJob, service: ServiceLevel, weights: Weights): BasePrice | Rejection {
  const amounts: Cents[] = []
  let row: PricedFormula | null = null
  for (const [index, parcel] of job.parcels.entries()) {
    const volumetric = Math.round((parcel.mm3 * 10) / service.volumetric_factor)
    const centikg = weights.parcel_centikg[index] ?? 0
    const one = priceScope(job, service, centikg, parcel.grams, volumetric, 1)
    if ('kind' in one) return one
    row ??= one.row
    amounts.push(one.amount)
  }
  return row ? { row, amounts } : noLane(service, job.request, null)
}

/**
 * Returns the base price of the shipment or of one parcel, from lane, band and formula
 * (docs/domain/rating.md#zones-and-lanes, docs/domain/rating.md#base-prices).
 */
function priceScope(
  job: PricingJob,
  service: ServiceLevel,
  centikg: number,
  grams: number,
  volumetricUnits: number,
  n: number,
): { row: PricedFormula; amount: Cents } | Rejection {
  const { request, group } = job
  const lane = group.lanes(service).find(request.collection.tag, request.delivery.tag)
  const row = lane && bandOf(lane, centikg)
  const values: ExpressionValues = {
    w: centikg,
    aw: grams,
    vw: volumetricUnits,
    n,
    kmc: request.kmc,
    kmd: request.kmd,
    km: request.km,
    dv: request.declared_value,
  }
  const amount = row && row.price(values)
  return row && amount !== null ? { row, amount } : noLane(service, request, row?.formula ?? null)
}
