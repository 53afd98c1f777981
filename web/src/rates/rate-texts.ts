import { valueOn } from '@waybill/domain/rates/charges/adjustments'
import { exactRand, explainExpression } from '@waybill/domain/rates/formulas/explain-expression'
import { parseDecimal } from '@waybill/domain/rates/formulas/exact-arithmetic'
import type { CellPrice } from '@waybill/domain/rates/price-grid/lane-bands'
import type {
  ChargeType,
  RateAdjustment,
  RateFormulaType,
} from '@waybill/domain/rates/price-books/price-book'
import type { BookPlace, RateRevision } from '@waybill/domain/rates/revisions/revisions'
import { dayText } from '../kit/ui/values/moments.ts'
import type { StatusFamily } from '../kit/ui/values/StatusBadge.tsx'

/** The tabs of the page in display order; the first one is the default. */
export const rate_tabs = [
  { key: 'grid', label: 'Rates grid' },
  { key: 'service-levels', label: 'Service levels' },
  { key: 'surcharges', label: 'Surcharges' },
  { key: 'adjustments', label: 'Adjustments' },
  { key: 'groups', label: 'Rate groups' },
  { key: 'estimates', label: 'Estimates' },
  { key: 'revisions', label: 'Revisions' },
] as const
export type RateTab = (typeof rate_tabs)[number]['key']

/** Builds a URL: `/rates-and-estimates/surcharges/4?revision=2`. */
export function rateAddress(
  tab: RateTab | 'publish',
  about: { id?: number | string; revision?: number | undefined; search?: Readonly<Record<string, string>> },
): string {
  const path = ['/rates-and-estimates', tab, ...(about.id === undefined ? [] : [about.id])].join('/')
  const query = new URLSearchParams(about.search)
  if (about.revision !== undefined) query.set('revision', String(about.revision))
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/** Returns the URL of the page that displays a place in a price book. */
export function addressOfPlace(place: BookPlace, revision: number): string {
  const tab = {
    formulas: 'grid',
    tag_groups: 'groups',
    service_levels: 'service-levels',
    rate_groups: 'groups',
    rate_group_extras: 'groups',
    group_overrides: 'groups',
    surcharges: 'surcharges',
    rate_adjustments: 'adjustments',
    time_based_rate_adjustments: 'adjustments',
  } as const
  if (place.part === 'formulas') {
    const search: Record<string, string> = {}
    if (place.rate_group_id !== null) search.group = String(place.rate_group_id)
    if (place.service_level_id !== null) search.service = String(place.service_level_id)
    if (place.from_tag !== null && place.to_tag !== null) search.lane = `${place.from_tag} to ${place.to_tag}`
    if (typeof place.weight_from === 'number') search.weight = String(place.weight_from)
    return rateAddress('grid', { revision, search })
  }
  const prefix = place.part === 'time_based_rate_adjustments' ? 'time-' : ''
  return rateAddress(
    tab[place.part],
    place.id === null ? { revision } : { revision, id: `${prefix}${place.id}` },
  )
}

/** Returns colour and label of a revision’s status badge. */
export function revisionState(revision: RateRevision, now: Date): { family: StatusFamily; label: string } {
  if (revision.status === 'draft') return { family: 'blue', label: 'Draft' }
  if (revision.is_in_force) return { family: 'green', label: 'In force' }
  return revision.valid_from && revision.valid_from > now
    ? { family: 'yellow', label: 'Scheduled' }
    : { family: 'grey', label: 'Archived' }
}

/** Display labels of the base price types (RATE-009). */
export const formula_type_labels: Record<RateFormulaType, string> = {
  flat: 'Flat price',
  formula: 'Formula',
  'no-rate': 'Not sold',
  'zero-rate': 'Free of charge',
}

/** Display labels of the charge types (RATE-006). */
export const charge_type_labels: Record<ChargeType, string> = {
  percentage: 'Percentage',
  flat: 'Flat amount',
  perKg: 'Per kg',
  perKmFromDeliveryBranch: 'Per km from the delivery branch',
  perKmFromCollectionBranch: 'Per km from the collection branch',
  perItem: 'Per parcel',
}

/** Formats a decimal as an amount: `R 99.00`. */
const amountText = (amount: string): string => exactRand(parseDecimal(amount))

/** Formats the start of a published revision or the planned start of a draft. */
export function startText(validFrom: Date | null, exact: (moment: Date) => string): string {
  if (validFrom === null) return 'not decided'
  return validFrom.getTime() === 0 ? 'Always' : exact(validFrom)
}

/** Describes a price in words: 'R 99.00 up to 5 kg, then R 9.50 per kg'. */
export function describeCell({ type, amount }: CellPrice): string {
  if (type === 'no-rate') return 'Not sold here.'
  if (type === 'zero-rate') return 'Free of charge.'
  return type === 'flat' ? amountText(amount) : explainExpression(amount)
}

/** Formats a charge: `12.5 %`, `R 6.50 per km from the delivery branch`. */
export function chargeText(charge: { charge_type: ChargeType; charge_value: string }): string {
  if (charge.charge_type === 'percentage') return `${charge.charge_value} %`
  const amount = amountText(charge.charge_value)
  return charge.charge_type === 'flat'
    ? amount
    : `${amount} ${charge_type_labels[charge.charge_type].toLowerCase()}`
}

/**
 * Returns each active percentage adjustment by its name, with the value that applies on `today` (`YYYY-MM-DD`) and the
 * next one: `Fuel charge`, `12.5 %, 13 % from 3 Dec 2025`.
 */
export function percentageFacts(
  adjustments: readonly Pick<
    RateAdjustment,
    'name' | 'is_active' | 'charge_type' | 'charge_value' | 'history'
  >[],
  today: string,
): [name: string, value: string][] {
  return adjustments
    .filter(({ is_active, charge_type }) => is_active && charge_type === 'percentage')
    .map((adjustment) => {
      const [next] = adjustment.history
        .filter(({ effective_date }) => effective_date > today)
        .toSorted((a, b) => a.effective_date.localeCompare(b.effective_date))
      const now = `${valueOn(adjustment, today)} %`
      return [
        adjustment.name,
        next ? `${now}, ${next.charge_value} % from ${dayText(next.effective_date)}` : now,
      ]
    })
}
