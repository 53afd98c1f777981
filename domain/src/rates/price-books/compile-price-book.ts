import type { Cents } from '../../kit/money.ts'
import { compileCharge, type CompiledCharge } from '../charges/charges.ts'
import { parseDecimal, ratioRounded } from '../formulas/exact-arithmetic.ts'
import { compileExpression, type ExpressionValues, type Ratio } from '../formulas/expression.ts'
import { compileLanes, type LaneRow, type LaneTable, type TagGroups } from '../price-grid/lanes.ts'
import type {
  GroupOverride,
  PriceBook,
  RateAdjustment,
  RateFormula,
  RateGroup,
  RateGroupExtra,
  ServiceLevel,
  Surcharge,
  TimeBasedRateAdjustment,
} from './price-book.ts'
import { onTop, type VatMode } from '../charges/vat.ts'

/** A percentage of a rate group on the prices of its parent: '-10'. */
export interface GroupPercentage {
  group_name: string
  percentage: string
}

/** A formula ready to price: amounts in cents with VAT, `null` when it has no result. */
export interface PricedFormula extends LaneRow {
  formula: RateFormula
  /** The group that supplied the price. */
  group_name: string
  /** What groups between that one and the account's put on its prices, nearest to the price first. */
  percentages: readonly GroupPercentage[]
  price: (values: ExpressionValues) => Cents | null
}

/** A charge with the terms that hold for one rate group. */
export interface GroupCharge<Terms> {
  terms: Terms
  charge: CompiledCharge
}

/** A dated adjustment: its own terms, and newest first the terms of its history. */
export interface GroupAdjustment extends GroupCharge<RateAdjustment> {
  dated: readonly { effective_date: string; charge: CompiledCharge }[]
}

/** Everything one rate group sells, inheritance resolved. */
export interface CompiledGroup {
  group: RateGroup
  min_charge: Cents
  extra: RateGroupExtra | null
  surcharges: readonly GroupCharge<Surcharge>[]
  /** Automatic ones first in position order, then opt-ins in position order. */
  rate_adjustments: readonly GroupAdjustment[]
  time_based: readonly GroupCharge<TimeBasedRateAdjustment>[]
  lanes: (service: ServiceLevel) => LaneTable<PricedFormula>
}

/** A price book prepared once, for pricing thousands of routes. */
export interface CompiledPriceBook {
  book: PriceBook
  mode: VatMode
  /** In order of priority. */
  services: readonly ServiceLevel[]
  /** The group with this id, else the book's first; `null` when the book has none. */
  group: (rate_group_id: number) => CompiledGroup | null
}

/** Prepares a price book: groups and lanes are resolved when first asked for and remembered. */
export function compilePriceBook(book: PriceBook): CompiledPriceBook {
  const { rates_include_vat, vat_percentage } = book.settings
  const mode: VatMode = { include: rates_include_vat, percentage: vat_percentage }
  const byId = new Map(book.rate_groups.map((group) => [group.id, group]))
  const tags: TagGroups = new Map(book.tag_groups.map((group) => [group.name, new Set(group.tags)]))
  const formulas = new Map<number, RateFormula[]>()
  for (const row of book.formulas) {
    const rows = formulas.get(row.rate_group_id)
    if (rows) rows.push(row)
    else formulas.set(row.rate_group_id, [row])
  }
  const compiled = new Map<number, CompiledGroup>()
  const [first] = book.rate_groups
  return {
    book,
    mode,
    services: book.service_levels.toSorted((a, b) => a.priority - b.priority || a.id - b.id),
    group: (rateGroupId) => {
      const group = byId.get(rateGroupId) ?? first
      if (!group) return null
      let one = compiled.get(group.id)
      if (!one)
        compiled.set(group.id, (one = compileGroup(lineageOf(group, byId), { book, mode, tags, formulas })))
      return one
    },
  }
}

/** A group and its ancestors, nearest first; a loop of parents ends at its first repetition. */
function lineageOf(group: RateGroup, byId: ReadonlyMap<number, RateGroup>): RateGroup[] {
  const lineage: RateGroup[] = []
  let next: RateGroup | undefined = group
  while (next && !lineage.includes(next)) {
    lineage.push(next)
    next = next.parent_rate_group_id === null ? undefined : byId.get(next.parent_rate_group_id)
  }
  return lineage
}

interface Parts {
  book: PriceBook
  mode: VatMode
  tags: TagGroups
  formulas: ReadonlyMap<number, readonly RateFormula[]>
}

function compileGroup(lineage: readonly RateGroup[], parts: Parts): CompiledGroup {
  const { book } = parts
  const [group] = lineage
  if (!group) throw new RangeError('A rate group has at least itself in its lineage')
  const nearest = <Value>(find: (one: RateGroup) => Value | null | undefined): Value | null => {
    for (const one of lineage) {
      const value = find(one)
      if (value !== null && value !== undefined) return value
    }
    return null
  }
  const override = (kind: GroupOverride['kind'], id: number): GroupOverride | null =>
    nearest((one) =>
      book.group_overrides.find(
        (row) => row.rate_group_id === one.id && row.kind === kind && row.charge_id === id,
      ),
    )
  const charges = <Terms extends Surcharge | RateAdjustment | TimeBasedRateAdjustment>(
    kind: GroupOverride['kind'],
    rows: readonly Terms[],
  ): { terms: Terms; charge: CompiledCharge; isOwn: boolean }[] =>
    rows.flatMap((row) => {
      const own = override(kind, row.id)
      if (!(own ? own.is_active : row.is_active)) return []
      const chargeValue = own?.charge_value ?? row.charge_value
      return [
        {
          terms: row,
          charge: compileCharge({ ...row, charge_value: chargeValue }),
          isOwn: Boolean(own?.charge_value),
        },
      ]
    })
  const inOrder = (a: { terms: Positioned }, b: { terms: Positioned }): number =>
    Number(a.terms.is_opt_in) - Number(b.terms.is_opt_in) ||
    a.terms.position - b.terms.position ||
    a.terms.id - b.terms.id
  const tables = new Map<number, LaneTable<PricedFormula>>()
  return {
    group,
    min_charge: nearest((one) => one.min_charge) ?? 0,
    extra: nearest((one) => book.rate_group_extras.find((row) => row.rate_group_id === one.id)),
    surcharges: charges('surcharge', book.surcharges),
    rate_adjustments: charges('rate_adjustment', book.rate_adjustments)
      .map(({ terms, charge, isOwn }) => ({ terms, charge, dated: isOwn ? [] : datedCharges(terms) }))
      .toSorted(inOrder),
    time_based: charges('time_based_rate_adjustment', book.time_based_rate_adjustments).toSorted(inOrder),
    lanes: (service) => {
      let table = tables.get(service.id)
      if (!table)
        tables.set(service.id, (table = compileLanes(formulasOf(service, lineage, parts), parts.tags)))
      return table
    },
  }
}

type Positioned = Pick<RateAdjustment, 'id' | 'is_opt_in' | 'position'>

/** The history of a dated adjustment, newest first; a group's own value replaces it. */
function datedCharges(terms: RateAdjustment): GroupAdjustment['dated'] {
  return terms.history
    .map(({ effective_date, charge_value }) => ({
      effective_date,
      charge: compileCharge({ ...terms, charge_value }),
    }))
    .toSorted((a, b) => (a.effective_date < b.effective_date ? 1 : -1))
}

function formulasOf(service: ServiceLevel, lineage: readonly RateGroup[], parts: Parts): PricedFormula[] {
  const vat = onTop(service.vat_type, parts.mode)
  let numerators = vat.numerators
  let denominators = vat.denominators
  const rows: PricedFormula[] = []
  let percentages: readonly GroupPercentage[] = []
  for (const [distance, group] of lineage.entries()) {
    const ratio: Ratio = { numerators, denominators }
    for (const formula of parts.formulas.get(group.id) ?? [])
      if (formula.service_level_id === service.id)
        rows.push({ formula, distance, group_name: group.name, percentages, price: priceOf(formula, ratio) })
    if (!group.base_percentage) continue
    percentages = [{ group_name: group.name, percentage: group.base_percentage }, ...percentages]
    const { units, denominator } = parseDecimal(group.base_percentage)
    numerators = [...numerators, 100 * denominator + units]
    denominators = [...denominators, 100 * denominator]
  }
  return rows
}

/** How a formula prices (RATE-009); one that cannot be read has no price, and publishing names it. */
function priceOf(formula: RateFormula, ratio: Ratio): PricedFormula['price'] {
  if (formula.type === 'no-rate') return () => null
  if (formula.type === 'zero-rate') return () => 0
  try {
    if (formula.type === 'formula') {
      const { cents } = compileExpression(formula.amount)
      return (values) => notNegative(cents(values, ratio))
    }
    const { units, denominator } = parseDecimal(formula.amount)
    const amount = notNegative(
      ratioRounded([units, 100, ...ratio.numerators], [denominator, ...ratio.denominators]),
    )
    return () => amount
  } catch {
    return () => null
  }
}

/** A price below zero is no price. */
const notNegative = (amount: Cents | null): Cents | null => (amount !== null && amount < 0 ? null : amount)
