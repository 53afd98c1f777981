import type { MeasuredParcel } from '../pricing/weights.ts'
import type { Surcharge } from '../price-books/price-book.ts'
import type { PriceRequest } from '../pricing/price-request.ts'

/** How often a surcharge applies, and in words why. */
export interface SurchargeMatch {
  times: number
  because: string
}

/**
 * Whether a surcharge applies to a shipment, and how often: zone surcharges once per matching side, measures once or
 * once per matching parcel, tags and proof-of-delivery methods once (docs/domain/rating.md#surcharges, RATE-011).
 * `null`: not at all.
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
  const holds = (value: number): boolean => compares(value, comparator, threshold)
  const because = `${metric_labels[metric]} ${comparator} ${threshold}${metric_units[metric]}`
  const whole = wholeMeasure(metric, scope, parcels)
  const matching =
    whole === null
      ? parcels.filter((parcel) => parcelMeasures(metric, parcel).some(holds)).length
      : Number(holds(whole))
  if (matching === 0) return null
  return { times: scope === 'each_parcel' ? matching : 1, because }
}

type Metric = NonNullable<Surcharge['metric']>

/** What is measured over all parcels together: weights and volumes in the scope shipment, and the count. */
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

/** Girth with length, cm: `2 × (width + height) + length`, the longest side being the length. */
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
