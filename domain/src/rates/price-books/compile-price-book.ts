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

/** The percentage that a rate group applies to the prices of its parent, for example '-10'. */
export interface GroupPercentage {
  group_name: string
  percentage: string
}

/** A formula ready for pricing. `price` returns cents including VAT, or `null` when the formula has no result. */
export interface PricedFormula extends LaneRow {
  formula: RateFormula
  /** The group that supplied the price. */
  group_name: string
  /**
   * The percentages that the groups below that group, down to the account’s group, apply to the price; nearest to the
   * supplying group first.
   */
  percentages: readonly GroupPercentage[]
  price: (values: ExpressionValues) => Cents | null
}

/** A charge with the terms that apply to one rate group. */
export interface GroupCharge<Terms> {
  terms: Terms
  charge: CompiledCharge
}

/** A dated adjustment: its current terms, and the terms of its history, newest first. */
export interface GroupAdjustment extends GroupCharge<RateAdjustment> {
  dated: readonly { effective_date: string; charge: CompiledCharge }[]
}

/** Everything one rate group sells, with inheritance resolved. */
export interface CompiledGroup {
  group: RateGroup
  min_charge: Cents
  extra: RateGroupExtra | null
  surcharges: readonly GroupCharge<Surcharge>[]
  /** Automatic adjustments first, then opt-ins; each in position order. */
  rate_adjustments: readonly GroupAdjustment[]
  time_based: readonly GroupCharge<TimeBasedRateAdjustment>[]
  lanes: (service: ServiceLevel) => LaneTable<PricedFormula>
}

/** A price book compiled once, for pricing thousands of routes. */
export interface CompiledPriceBook {
  book: PriceBook
  mode: VatMode
  /** In order of priority. */
  services: readonly ServiceLevel[]
  /** Returns the group with this id, else the book’s first group; `null` when the book has no groups. */
  group: (rate_group_id: number) => CompiledGroup | null
}

/** Compiles a price book. Groups and lanes are resolved on first use and cached. */
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

/** Returns a group and its ancestors, nearest first. A cycle of parents ends at its first repetition. */
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

/** Returns the history of a dated adjustment, newest first. The caller omits it when the group has its own value. */
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

/**
 * Returns the price function of a formula (RATE-009). A formula that cannot be parsed has no price; the checks before
 * publishing report it.
 */
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

/** Treats a price below zero as no price. */
const notNegative = (amount: Cents | null): Cents | null => (amount !== null && amount < 0 ? null : amount)
