import { formatRand, type Cents } from '../../kit/money.ts'
import { valueOn } from '../charges/adjustments.ts'
import {
  compilePriceBook,
  type CompiledPriceBook,
  type PricedFormula,
} from '../price-books/compile-price-book.ts'
import { parseDecimal } from '../formulas/exact-arithmetic.ts'
import { compileExpression } from '../formulas/expression.ts'
import { gridOf, lineageIn, type GridCell, type GridLane } from '../price-grid/price-grid.ts'
import { bandName } from '../price-grid/lane-bands.ts'
import { bandOf, type Lane } from '../price-grid/lanes.ts'
import { placeIn } from './publishing.ts'
import type { PriceBook, RateGroup, ServiceLevel } from '../price-books/price-book.ts'
import { expressionOf, probesOf, probeText, type Probe } from './price-trials.ts'
import {
  warning_kinds,
  type BookPart,
  type BookWarning,
  type ConfirmedWarning,
  type WarningKind,
} from './revisions.ts'

/** Two prices are far apart when one is more than this many times the other. */
const far_ratio = 10

const kind_texts: Record<WarningKind, readonly [one: string, many: string]> = {
  'zero-price': ['price is R 0.00', 'prices are R 0.00'],
  'negative-price': ['price can become negative', 'prices can become negative'],
  'far-price': [
    'price is more than ten times or less than a tenth of the previous one',
    'prices are more than ten times or less than a tenth of the previous ones',
  ],
  'unsold-lane': ['lane sold today would no longer be sold', 'lanes sold today would no longer be sold'],
}

/** Returns the text that the user confirms, with kind and count: `2 prices are R 0.00`. */
export function warningText(kind: WarningKind, count: number): string {
  return `${count} ${kind_texts[kind][count === 1 ? 0 : 1]}`
}

/** Counts the warnings of each kind that occurs, in a fixed order. */
export function countWarnings(warnings: readonly BookWarning[]): ConfirmedWarning[] {
  return warning_kinds
    .map((kind) => ({ kind, count: warnings.filter((warning) => warning.kind === kind).length }))
    .filter(({ count }) => count > 0)
}

/**
 * Returns the possible mistakes in a draft: prices of R 0.00, prices that can become negative, prices and charges far
 * from those of the revision it replaces, and lanes that the replaced revision sells and the draft does not. A
 * warning about an inherited price is reported once, in the group that defines the price. `replaced` is `null` when
 * nothing has been published yet.
 */
export function publishingWarnings(draft: PriceBook, replaced: CompiledPriceBook | null): BookWarning[] {
  const now = compilePriceBook(draft)
  const found = new Map<number, Map<string, BookWarning>>()
  const warnings: BookWarning[] = []
  const byDepth = draft.rate_groups.toSorted(
    (a, b) => lineageIn(draft, a.id).length - lineageIn(draft, b.id).length,
  )
  for (const group of byDepth) {
    const ancestors = lineageIn(draft, group.id).slice(1)
    const ofGroup = new Map<string, BookWarning>()
    const wrong = slips(draft, group)
    // A zero or negative price is also far from its former price. Report it only once.
    const spots = new Set(wrong.map(({ spot }) => spot))
    const others = losses(now, replaced, group).filter(
      ({ spot, warning }) => warning.kind !== 'far-price' || !spots.has(spot),
    )
    for (const one of [...wrong, ...others]) {
      const isWarned = !one.is_own && ancestors.some(({ id }) => found.get(id)?.has(one.key))
      ofGroup.set(one.key, one.warning)
      if (!isWarned) warnings.push(one.warning)
    }
    found.set(group.id, ofGroup)
  }
  return [...warnings, ...farCharges(draft, replaced?.book ?? null)]
}

interface Found {
  /** Identifies service level, lane and band. */
  spot: string
  /** Identifies kind and spot. Groups that inherit the price have the same key. */
  key: string
  /** Whether the group defines the lane itself. */
  is_own: boolean
  warning: BookWarning
}

type Band = Pick<GridCell, 'weight_from' | 'weight_to'>

/** The location of a price: group, service level, zones as written in the book, and band. */
interface Spot {
  group: RateGroup
  service: ServiceLevel
  from_tag: string
  to_tag: string
  band: Band
}

function foundAt(kind: WarningKind, spot: Spot, isOwn: boolean, text: string): Found {
  const { group, service, from_tag, to_tag, band } = spot
  const subject = `${group.name}, ${service.name}, ${from_tag} to ${to_tag}, ${bandName(band)}`
  const named = [service.id, from_tag, to_tag, band.weight_from].join('\n')
  return {
    spot: named,
    key: `${kind}\n${named}`,
    is_own: isOwn,
    warning: {
      kind,
      message: `${subject} ${text}`,
      place: placeIn('formulas', {
        rate_group_id: group.id,
        service_level_id: service.id,
        from_tag,
        to_tag,
        weight_from: band.weight_from,
      }),
    },
  }
}

/** Returns warnings for a group’s prices that are R 0.00 or can become negative. */
function slips(draft: PriceBook, group: RateGroup): Found[] {
  return draft.service_levels
    .filter(({ is_active }) => is_active)
    .flatMap((service) =>
      (gridOf(draft, group.id, service.id)?.lanes ?? []).flatMap((lane) =>
        lane.cells.flatMap((cell) => slipOf(lane, cell, { group, service, ...ends(lane), band: cell })),
      ),
    )
}

const ends = ({ from_tag, to_tag }: Pick<GridLane, 'from_tag' | 'to_tag'>) => ({ from_tag, to_tag })

function slipOf(lane: GridLane, cell: GridCell, spot: Spot): Found[] {
  if (cell.type === 'no-rate') return []
  if (cell.type === 'zero-rate')
    return [foundAt('zero-price', spot, lane.is_own, 'is free of charge: R 0.00.')]
  const expression = expressionOf(cell)
  if (!expression) return []
  const { cents } = compileExpression(cell.amount)
  const reached = reachedBy(spot.service, cell)
  if (!reached) return []
  const prices = probesOf([expression], reached).flatMap((probe) => {
    const price = cents(probe.values)
    return price === null ? [] : [{ probe, price }]
  })
  const lowest = prices.reduce<(typeof prices)[number] | null>(
    (least, one) => (least && least.price <= one.price ? least : one),
    null,
  )
  if (lowest && lowest.price < 0) {
    const text = `costs ${formatRand(lowest.price)}${probeText(lowest.probe)} and cannot be booked: ${cell.amount}.`
    return [foundAt('negative-price', spot, lane.is_own, text)]
  }
  const zero = prices.find(({ probe, price }) => price === 0 && !probe.has_no_distance)
  return zero ? [foundAt('zero-price', spot, lane.is_own, `costs R 0.00${probeText(zero.probe)}.`)] : []
}

type PriceLane = Lane<PricedFormula>

/** Returns warnings for a group’s prices that are far from the former prices, and for lanes it would no longer sell. */
function losses(now: CompiledPriceBook, replaced: CompiledPriceBook | null, group: RateGroup): Found[] {
  if (!replaced?.book.rate_groups.some(({ id }) => id === group.id)) return []
  const [before, after] = [replaced.group(group.id), now.group(group.id)]
  if (!before || !after) return []
  const tags = representativeTags(replaced.book, now.book)
  return replaced.services
    .filter(({ is_active }) => is_active)
    .flatMap((service) => {
      const stored = now.services.find(({ id, is_active }) => id === service.id && is_active) ?? null
      if (stored && priceInputsOf(replaced.book, group, service) === priceInputsOf(now.book, group, stored))
        return []
      const [old, next] = [before.lanes(service), stored && after.lanes(stored)]
      const seen = new Map<PriceLane, Set<PriceLane | null>>()
      const found = new Map<string, Found>()
      for (const from of tags)
        for (const to of tags) {
          const was = old.find(from, to)
          if (!was) continue
          const is = next?.find(from, to) ?? null
          // When a symmetric lane is lost in both directions, report it only for the direction as written.
          if (was.reversed && !is && !next?.find(to, from)) continue
          const pairs = seen.get(was) ?? new Set()
          if (pairs.has(is)) continue
          seen.set(was, pairs.add(is))
          for (const one of compareLanes(was, is, group, service, stored !== null))
            if (!found.has(one.key)) found.set(one.key, one)
        }
      return [...found.values()]
    })
}

/** Returns everything that determines the prices of a group and service level, as one text for comparison. */
function priceInputsOf(book: PriceBook, group: RateGroup, service: ServiceLevel): string {
  const lineage = lineageIn(book, group.id)
  const rows = book.formulas
    .filter(
      (row) => row.service_level_id === service.id && lineage.some(({ id }) => id === row.rate_group_id),
    )
    .map((row) => JSON.stringify({ ...row, id: 0 }))
    .toSorted()
  const groups = lineage.map(({ id, base_percentage }) => [id, base_percentage])
  return JSON.stringify([groups, service.vat_type, book.tag_groups, rows])
}

/**
 * Returns zone tags that represent all zones: those that lanes name, one of each set with the same tag groups that no
 * lane names, and '' for a zone outside all lanes and groups.
 */
function representativeTags(...books: readonly PriceBook[]): string[] {
  const groups = books.flatMap((book) => book.tag_groups)
  const groupNames = new Set(groups.map(({ name }) => name))
  const named = new Set(
    books
      .flatMap((book) => book.formulas.flatMap((row) => [row.from_tag, row.to_tag]))
      .filter((tag) => tag !== '*' && !groupNames.has(tag)),
  )
  const alike = new Map<string, string>()
  for (const tag of groups.flatMap(({ tags }) => tags)) {
    const within = groups.map(({ tags }) => (tags.includes(tag) ? '1' : '0')).join('')
    if (!named.has(tag) && !alike.has(within)) alike.set(within, tag)
  }
  return [...named, ...alike.values(), '']
}

/** Compares the current lane of a pair of zones with the lane of the draft, band by band. */
function compareLanes(
  was: PriceLane,
  is: PriceLane | null,
  group: RateGroup,
  service: ServiceLevel,
  isServiceActive: boolean,
): Found[] {
  const written = is?.reversed ? { from_tag: is.to_tag, to_tag: is.from_tag } : ends(is ?? was)
  const isOwn = is !== null && is.bands[0]?.distance === 0
  const far: Found[] = []
  const lost: { old: PricedFormula; next: PricedFormula | null; band: Band }[] = []
  for (const segment of segments(was, is)) {
    const band = reachedBy(service, segment)
    if (!band) continue
    const [old, next] = [rowAt(was, band), is && rowAt(is, band)]
    if (!old || old.formula.type === 'no-rate') continue
    if (!next || next.formula.type === 'no-rate') lost.push({ old, next, band })
    else {
      const text = farthest(old, next, band)
      if (text)
        far.push(foundAt('far-price', { group, service, ...written, band: next.formula }, isOwn, text))
    }
  }
  const [first] = lost
  const sold = first && firstPrice(first.old, first.band)
  if (!sold) return far
  const why = ((): string => {
    if (!isServiceActive) return `${service.name} is switched off`
    if (first.next) return 'the draft says not sold'
    return is ? 'the lane has no price for this weight' : 'no lane serves it'
  })()
  const band = { weight_from: first.band.weight_from, weight_to: lost.at(-1)?.band.weight_to ?? null }
  const text = `would no longer be sold: ${why}. Today it costs ${formatRand(sold.price)}${probeText(sold.probe)}.`
  return [...far, foundAt('unsold-lane', { group, service, ...written, band }, isOwn, text)]
}

/** Returns the part of a band up to the service level’s maximum weight; `null` when the band is above it. */
function reachedBy({ max_weight }: ServiceLevel, { weight_from, weight_to }: Band): Band | null {
  if (max_weight === null) return { weight_from, weight_to }
  return max_weight <= weight_from
    ? null
    : { weight_from, weight_to: Math.min(weight_to ?? Infinity, max_weight) }
}

/** Returns the weight ranges within which neither lane changes its price. */
function segments(was: PriceLane, is: PriceLane | null): Band[] {
  const rows = [...was.bands, ...(is?.bands ?? [])].map(({ formula }) => formula)
  const starts = [...new Set(rows.flatMap((row) => [row.weight_from, row.weight_to ?? Infinity]))].toSorted(
    (a, b) => a - b,
  )
  return starts
    .filter((weight) => weight !== Infinity)
    .map((weightFrom, at) => {
      const end = starts[at + 1] ?? Infinity
      return { weight_from: weightFrom, weight_to: end === Infinity ? null : end }
    })
}

const rowAt = (lane: PriceLane, band: Band): PricedFormula | null =>
  bandOf(lane, Math.round(((band.weight_from + (band.weight_to ?? band.weight_from + 1)) / 2) * 100))

const probesFor = (rows: readonly PricedFormula[], band: Band): Probe[] =>
  probesOf(
    rows.flatMap(({ formula }) => expressionOf(formula) ?? []),
    band,
  )

function firstPrice(row: PricedFormula, band: Band): { probe: Probe; price: Cents } | null {
  for (const probe of probesFor([row], band)) {
    const price = row.price(probe.values)
    if (price !== null) return { probe, price }
  }
  return null
}

/** Describes the probe at which two prices differ most; `null` when no difference is far. */
function farthest(old: PricedFormula, next: PricedFormula, band: Band): string | null {
  let maxRatio = far_ratio
  let text: string | null = null
  for (const probe of probesFor([old, next], band)) {
    const [was, is] = [old.price(probe.values), next.price(probe.values)]
    if (!was || !is) continue
    const ratio = Math.max(was / is, is / was)
    if (ratio <= maxRatio) continue
    maxRatio = ratio
    text = `costs ${formatRand(is)}${probeText(probe)}, previously ${formatRand(was)}.`
  }
  return text
}

/** Returns warnings for surcharges, adjustments and group overrides that are far from their former values. */
function farCharges(draft: PriceBook, replaced: PriceBook | null): BookWarning[] {
  if (!replaced) return []
  const warn = (part: BookPart, id: number, name: string, was: string, is: string): BookWarning[] =>
    isFar(was, is)
      ? [
          {
            kind: 'far-price',
            message: `${name} is ${is}, previously ${was}.`,
            place: placeIn(part, part === 'group_overrides' ? { id, rate_group_id: id } : { id }),
          },
        ]
      : []
  const plain = (['surcharges', 'rate_adjustments', 'time_based_rate_adjustments'] as const).flatMap(
    (part) => {
      const rows: readonly { id: number; name: string; charge_value: string }[] = draft[part]
      const before: typeof rows = replaced[part]
      return rows.flatMap(({ id, name, charge_value }) => {
        const old = before.find((row) => row.id === id)
        return old ? warn(part, id, name, old.charge_value, charge_value) : []
      })
    },
  )
  const dated = draft.rate_adjustments.flatMap((row) => {
    const old = replaced.rate_adjustments.find(({ id }) => id === row.id)
    if (!old) return []
    return row.history.flatMap(({ effective_date, charge_value }) =>
      warn(
        'rate_adjustments',
        row.id,
        `${row.name} from ${effective_date}`,
        valueOn(old, effective_date),
        charge_value,
      ),
    )
  })
  const own = draft.group_overrides.flatMap((row) => {
    const old = replaced.group_overrides.find(
      (one) =>
        one.rate_group_id === row.rate_group_id && one.kind === row.kind && one.charge_id === row.charge_id,
    )
    const group = draft.rate_groups.find(({ id }) => id === row.rate_group_id)
    if (!old?.charge_value || !row.charge_value || !group) return []
    return warn('group_overrides', group.id, `A charge of ${group.name}`, old.charge_value, row.charge_value)
  })
  return [...plain, ...dated, ...own]
}

function isFar(was: string, is: string): boolean {
  const [a, b] = [parseDecimal(was), parseDecimal(is)].map(({ units, denominator }) =>
    Math.abs(units / denominator),
  )
  return Boolean(a && b) && Math.max((a ?? 1) / (b ?? 1), (b ?? 1) / (a ?? 1)) > far_ratio
}
