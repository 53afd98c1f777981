import { parseDecimal } from './exact.ts'
import { ExpressionError, parseExpression } from './expression-syntax.ts'
import type { PriceBook, RateFormula, ServiceLevel } from './price-book.ts'

/**
 * What stands against publishing a price book, as sentences (domain notes 2.1, 2.5, 2.6): bands that overlap, leave a
 * gap or do not start at 0, amounts that cannot be read, lanes with two equal prices, active service levels that
 * nothing prices, and a fallback zone that no lane of any service reaches. Empty: it may be published.
 */
export function checkPriceBook(book: PriceBook): string[] {
  const services = new Map(book.service_levels.map((service) => [service.id, service]))
  const lanes = new Map<string, RateFormula[]>()
  for (const row of book.formulas) {
    const key = [row.rate_group_id, row.service_level_id, row.from_tag, row.to_tag].join('\n')
    lanes.set(key, [...(lanes.get(key) ?? []), row])
  }
  const messages: string[] = []
  for (const rows of lanes.values()) {
    const name = laneName(rows, services)
    messages.push(
      ...[...checkBands(rows), ...rows.flatMap(checkAmount), ...checkTie(rows, lanes)].map(
        (problem) => `${name}: ${problem}`,
      ),
    )
  }
  return [...messages, ...checkReach(book)]
}

function laneName([row]: readonly RateFormula[], services: ReadonlyMap<number, ServiceLevel>): string {
  const service = services.get(row?.service_level_id ?? 0)?.name ?? 'Unknown service level'
  return `${service}, ${row?.from_tag} to ${row?.to_tag}`
}

function checkBands(rows: readonly RateFormula[]): string[] {
  const bands = rows.toSorted((a, b) => a.weight_from - b.weight_from)
  const problems: string[] = []
  const [first] = bands
  if (first && first.weight_from !== 0)
    problems.push(`the first band starts at ${first.weight_from} kg, it must start at 0 kg.`)
  for (const [index, band] of bands.entries()) {
    const next = bands[index + 1]
    if (!next) break
    const end = band.weight_to ?? Infinity
    const upTo = band.weight_to === null ? 'without an end' : `up to ${band.weight_to} kg`
    if (end > next.weight_from) problems.push(`the bands ${upTo} and from ${next.weight_from} kg overlap.`)
    else if (end < next.weight_from)
      problems.push(`there is no band from ${end} kg to ${next.weight_from} kg.`)
  }
  return problems
}

function checkAmount(row: RateFormula): string[] {
  if (row.type === 'no-rate' || row.type === 'zero-rate') return []
  try {
    if (row.type === 'formula') parseExpression(row.amount)
    else parseDecimal(row.amount)
    return []
  } catch (error) {
    return [error instanceof ExpressionError ? error.message : `'${row.amount}' is no amount.`]
  }
}

/** A symmetric lane and its own reverse price the same direction. */
function checkTie(
  rows: readonly RateFormula[],
  lanes: ReadonlyMap<string, readonly RateFormula[]>,
): string[] {
  const [row] = rows
  if (!row || row.from_tag === row.to_tag) return []
  const back = lanes.get([row.rate_group_id, row.service_level_id, row.to_tag, row.from_tag].join('\n'))
  const isTied = back?.some((one) => one.symmetric) && !rows.some((one) => one.symmetric)
  const areBothSymmetric = back?.some((one) => one.symmetric) && row.symmetric && row.id < (back[0]?.id ?? 0)
  return isTied || areBothSymmetric ? ['two prices apply equally. Remove one.'] : []
}

function checkReach(book: PriceBook): string[] {
  const priced = book.formulas.filter((row) => row.type !== 'no-rate')
  const unpriced = book.service_levels.filter(
    (service) => service.is_active && !priced.some((row) => row.service_level_id === service.id),
  )
  const fallback = book.settings.fallback_zone_tag
  const covering = new Set([
    '*',
    fallback,
    ...book.tag_groups.filter(({ tags }) => tags.includes(fallback)).map(({ name }) => name),
  ])
  const hasFallback = priced.some((row) => covering.has(row.from_tag) || covering.has(row.to_tag))
  return [
    ...unpriced.map((service) => `${service.name} has no price on any lane.`),
    ...(hasFallback ? [] : [`No lane serves ${fallback}, the zone of addresses outside every area.`]),
  ]
}
