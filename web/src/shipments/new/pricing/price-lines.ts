import type { Cents } from '@waybill/domain/kit/money'
import { formatPercent, formatWeight } from '@waybill/domain/kit/texts/format'
import type { Rate, RateCharge } from '@waybill/domain/rates/model'

/** A line of “why this price”: label, amount in cents (`null` when hidden), and an explanation, `''` if there is none. */
export interface PriceLine {
  label: string
  amount: Cents | null
  sentence: string
}

/** Returns the lines that add up to the total price: base, surcharges, adjustments, insurance (RATE-001…RATE-003). */
export function priceLines(rate: Rate): PriceLine[] {
  const sentences = new Map((rate.explain ?? []).map((reason) => [reason.label, reason.sentence]))
  const charges = [...rate.surcharges, ...rate.rate_adjustments, ...rate.time_based_rate_adjustments]
  return [
    {
      label: 'Base',
      amount: rate.base_rate.charge,
      sentence: sentences.get('Base charge') ?? rate.base_rate.group_name,
    },
    ...charges.map((charge) => ({
      label: charge.name,
      amount: charge.charge,
      sentence: sentences.get(charge.name) ?? chargeText(charge),
    })),
    ...rate.extras.map((extra) => ({
      label: 'Insurance',
      amount: extra.insurance_charge,
      sentence: sentences.get('Insurance') ?? (extra.insurance_charge === 0 ? 'No declared value.' : ''),
    })),
  ]
}

/** Returns the VAT included in the total, in cents; `null` when prices are hidden. */
export function vatOf(rate: Rate): Cents | null {
  return rate.rate === null || rate.rate_excluding_vat === null ? null : rate.rate - rate.rate_excluding_vat
}

/** Returns a sentence with the charged weight and the reason for it. */
export function weightSentence(rate: Rate): string {
  const explained = rate.explain?.find((reason) => reason.label === 'Charged weight')?.sentence
  if (explained) return `Charged on ${explained}`
  const { charged_weight, actual_weight, volumetric_weight } = rate
  const charged = formatWeight(charged_weight)
  if (volumetric_weight > actual_weight)
    return `Charged on ${charged}: ${formatWeight(volumetric_weight)} by volume is more than ${formatWeight(actual_weight)} by weight.`
  return `Charged on ${charged}: ${formatWeight(actual_weight)} by weight is at least ${formatWeight(volumetric_weight)} by volume.`
}

/** Returns the charged weight of a service: ‘18 kg vol.’ or ‘12 kg’. */
export function weightShort({ charged_weight, actual_weight, volumetric_weight }: Rate): string {
  return `${formatWeight(charged_weight)}${volumetric_weight > actual_weight ? ' vol.' : ''}`
}

function chargeText(charge: RateCharge): string {
  return charge.charge_type === 'percentage' && charge.charge_value !== null
    ? `${formatPercent(charge.charge_value)} of the base charge.`
    : ''
}

/** Sorts rates by price, lowest first. Without prices the order of the response stays. */
export function cheapestFirst(rates: readonly Rate[]): Rate[] {
  return [...rates].sort((one, other) => (one.rate ?? 0) - (other.rate ?? 0))
}

/** Returns the rate with the earliest end of the delivery window; `null` for an empty list. */
export function fastest(rates: readonly Rate[]): Rate | null {
  const [first] = [...rates].sort(
    (one, other) =>
      one.service_level.delivery_date_to.getTime() - other.service_level.delivery_date_to.getTime(),
  )
  return first ?? null
}
