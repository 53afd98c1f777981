import { formatRand, type Cents } from '../../kit/money.ts'
import { explainExpression } from '../formulas/explain-expression.ts'
import type { PriceReason } from '../model.ts'
import type { Offer, PricedRow } from './offer.ts'
import type { RateGroupExtra, ServiceLevel } from '../price-books/price-book.ts'

/**
 * Explains a price: one line per charged row with its amount in cents and a sentence; charged weight first, VAT last.
 * Screens and the API’s `explain` field show the same lines (docs/domain/rating.md#the-answer-of-post-rates).
 */
export function explainPrice(offer: Offer): PriceReason[] {
  return [
    { label: 'Charged weight', amount: null, sentence: weightSentence(offer) },
    ...offer.rows
      .filter((row) => row.type !== 'rate_formula')
      .map((row) => ({
        label: row.name || 'Base charge',
        amount: row.value,
        sentence: rowSentence(row, offer),
      })),
    { label: 'VAT', amount: offer.vat, sentence: vatSentence(offer) },
  ]
}

const rounding_words: Record<ServiceLevel['weight_rounding'], string> = {
  round_up: ', rounded up to the next kg',
  round_normally: ', rounded to the nearest kg',
  round_up_to_nearest_half: ', rounded up to the next half kg',
  do_not_round: '',
}

const plainKg = (kg: number): string => `${Math.round(kg * 100) / 100} kg`

function weightSentence(offer: Offer): string {
  const { weight_rounding, volumetric_factor, charged_weight_method, base_charge_scope } = offer.service_level
  const actual = plainKg(offer.actual_weight)
  const volumetric = `${plainKg(offer.volumetric_weight)} by volume (factor ${volumetric_factor})`
  const isEach = charged_weight_method === 'parcel' || base_charge_scope === 'parcel'
  if (isEach)
    return `${plainKg(offer.charged_weight)}: each parcel counts by weight or volume, whichever is more${rounding_words[weight_rounding]}; together ${actual} by weight and ${volumetric}.`
  const isHeavy = offer.actual_weight >= offer.volumetric_weight
  return `${plainKg(offer.charged_weight)}: ${isHeavy ? `${actual} by weight is at least the ${volumetric}` : `${volumetric} is more than ${actual} by weight`}${rounding_words[weight_rounding]}.`
}

function rowSentence(row: PricedRow, offer: Offer): string {
  if (row.type === 'base') return baseSentence(row, offer)
  if (row.type === 'rate_group_extras') return insuranceSentence(row)
  const { because, times, basis_amount } = row.metadata ?? {}
  if (row.name === 'Minimum charge' && row.charge_type === null)
    return `Raises the total to the minimum charge of ${offer.group_name}.`
  if (row.charge_type === null || row.charge_value === null) return 'Rounds the total.'
  const often = typeof times === 'number' && times > 1 ? `, ${times} times` : ''
  const why = typeof because === 'string' && because !== '' ? ` ${because.replace(/\.$/, '')}.` : ''
  const amount = formatRand(Math.round(row.charge_value * 100))
  const sentence = {
    percentage: `${row.charge_value} % of ${formatRand(Number(basis_amount ?? 0))}`,
    flat: amount,
    perKg: `${amount} per kg`,
    perKmFromDeliveryBranch: `${amount} per km from the delivery branch`,
    perKmFromCollectionBranch: `${amount} per km from the collection branch`,
    perItem: `${amount} per parcel`,
  }[row.charge_type]
  return `${sentence}${often}.${why}`
}

function baseSentence(row: PricedRow, offer: Offer): string {
  const { formula, charge_per_parcel, service_level, group_name } = offer
  const { from_tag, to_tag } = row.metadata ?? {}
  const words = formula.type === 'zero-rate' ? 'Free of charge' : explainExpression(formula.amount)
  const scope =
    service_level.base_charge_scope === 'parcel' ? ` for each of ${charge_per_parcel.length} parcels` : ''
  return `${service_level.name} from ${String(from_tag)} to ${String(to_tag)}: ${words}${scope}. Price of ${group_name}${groupPercentages(offer)}.`
}

/** Formats group percentages: ', less 10 % for Trade' */
function groupPercentages({ group_percentages }: Offer): string {
  return group_percentages
    .map(({ group_name, percentage }) => {
      const isLess = percentage.startsWith('-')
      return `, ${isLess ? 'less' : 'plus'} ${percentage.replace(/^[+-]/, '')} % for ${group_name}`
    })
    .join('')
}

/** The metadata of the insurance row that `buildOffer` writes. An interface would need an unchecked cast. */
type InsuranceFacts = {
  declared_value: Cents
  percentage: string
  min_charge: Cents
  included_value: Cents
  band: RateGroupExtra['insurance_bands'][number] | null
}

function insuranceSentence(row: PricedRow): string {
  const { declared_value, percentage, min_charge, included_value, band } = row.metadata as InsuranceFacts
  const declared = `Declared value ${formatRand(declared_value)}`
  if (band?.charge_type === 'flat')
    return `${declared}: ${formatRand(Math.round(Number(band.charge_value) * 100))} up to ${formatRand(band.value_to)}.`
  const covered =
    included_value > 0
      ? `${declared} less ${formatRand(included_value)} included: ${formatRand(declared_value - included_value)}`
      : declared
  return band
    ? `${covered} at ${band.charge_value} % up to ${formatRand(band.value_to)}.`
    : `${covered} at ${percentage} %, at least ${formatRand(min_charge)}.`
}

function vatSentence(offer: Offer): string {
  const percentage = offer.rows[0]?.vat_percentage ?? 0
  if (offer.vat === 0) return 'No VAT is charged.'
  return `${percentage} % VAT is in the total; without it the price is ${formatRand(offer.rate_excluding_vat)}.`
}
