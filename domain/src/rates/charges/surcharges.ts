import type { MeasuredParcel } from '../pricing/weights.ts'
import type { Surcharge } from '../price-books/price-book.ts'
import type { PriceRequest } from '../pricing/price-request.ts'

/** How often a surcharge applies, and the reason as text. */
export interface SurchargeMatch {
  times: number
  because: string
}

/**
 * Returns whether and how often a surcharge applies to a shipment: zone surcharges once, or once per matching side;
 * measure surcharges once, or once per matching parcel; tag and proof-of-delivery surcharges once
 * (docs/domain/rating.md#surcharges, RATE-011). Returns `null` when it does not apply.
 */
export function matchSurcharge(
  surcharge: Surcharge,
  serviceLevelId: number,
  request: PriceRequest,
  parcels: readonly MeasuredParcel[],
): SurchargeMatch | null {
  if (surcharge.service_level_ids && !surcharge.service_level_ids.includes(serviceLevelId)) return null
  if (surcharge.type === 'zone') return matchZone(surcharge, request)
  if (surcharge.type === 'tag') {
    const has = request.tags.includes(surcharge.tag) || request.account.tags.includes(surcharge.tag)
    return has ? { times: 1, because: `The shipment or its account is tagged '${surcharge.tag}'` } : null
  }
  if (surcharge.type === 'pod-method')
    return request.pod_method === surcharge.pod_method && surcharge.pod_method !== ''
      ? { times: 1, because: 'The proof of delivery asked for costs extra' }
      : null
  return matchMeasure(surcharge, parcels)
}

function matchZone(surcharge: Surcharge, request: PriceRequest): SurchargeMatch | null {
  const sides = (['collection', 'delivery'] as const).filter(
    (side) =>
      (surcharge.side === 'both' || surcharge.side === side) &&
      request[side].surcharge_zone_ids.some((id) => surcharge.zone_ids.includes(id)),
  )
  if (sides.length === 0) return null
  const times = surcharge.per_side ? sides.length : 1
  return {
    times,
    because: `The ${sides.join(' and the ')} address ${sides.length > 1 ? 'are' : 'is'} in this area`,
  }
}

const metric_labels = {
  longest_side: 'Longest side',
  any_side: 'A side',
  girth: 'Girth',
  volume: 'Volume',
  parcel_weight: 'Parcel weight',
  shipment_weight: 'Shipment weight',
  parcel_count: 'Parcel count',
} as const

const metric_units = {
  longest_side: ' cm',
  any_side: ' cm',
  girth: ' cm',
  volume: ' cm³',
  parcel_weight: ' kg',
  shipment_weight: ' kg',
  parcel_count: '',
} as const

function matchMeasure(surcharge: Surcharge, parcels: readonly MeasuredParcel[]): SurchargeMatch | null {
  const { metric, comparator, threshold, scope } = surcharge
  if (!metric) return null
  const isSatisfied = (value: number): boolean => compares(value, comparator, threshold)
  const because = `${metric_labels[metric]} ${comparator} ${threshold}${metric_units[metric]}`
  const whole = wholeMeasure(metric, scope, parcels)
  const matching =
    whole === null
      ? parcels.filter((parcel) => parcelMeasures(metric, parcel).some(isSatisfied)).length
      : Number(isSatisfied(whole))
  if (matching === 0) return null
  return { times: scope === 'each_parcel' ? matching : 1, because }
}

type Metric = NonNullable<Surcharge['metric']>

/**
 * Returns a measure taken over all parcels together: weight or volume when the scope is `shipment`, the shipment
 * weight, and the parcel count. Returns `null` for measures taken per parcel.
 */
function wholeMeasure(
  metric: Metric,
  scope: Surcharge['scope'],
  parcels: readonly MeasuredParcel[],
): number | null {
  if (metric === 'parcel_count') return parcels.length
  const isWhole = scope === 'shipment'
  if (metric === 'shipment_weight' || (isWhole && metric === 'parcel_weight'))
    return parcels.reduce((sum, parcel) => sum + parcel.grams, 0) / 1000
  if (isWhole && metric === 'volume') return parcels.reduce((sum, parcel) => sum + parcel.mm3, 0) / 1000
  return null
}

function parcelMeasures(metric: Metric, parcel: MeasuredParcel): readonly number[] {
  const [longest, middle, shortest] = parcel.sides_mm
  if (metric === 'longest_side') return [longest / 10]
  if (metric === 'any_side') return [longest / 10, middle / 10, shortest / 10]
  if (metric === 'girth') return [girthCm(parcel)]
  if (metric === 'volume') return [parcel.mm3 / 1000]
  return [parcel.grams / 1000]
}

/** Returns length plus girth in cm: `2 × (width + height) + length`, where the length is the longest side. */
export function girthCm(parcel: MeasuredParcel): number {
  const [length, width, height] = parcel.sides_mm
  return (2 * (width + height) + length) / 10
}

function compares(value: number, comparator: Surcharge['comparator'], threshold: number): boolean {
  if (comparator === '>') return value > threshold
  if (comparator === '>=') return value >= threshold
  if (comparator === '<') return value < threshold
  if (comparator === '<=') return value <= threshold
  return value === threshold
}
