import { bandProblems, cellProblem } from '../price-grid/lane-bands.ts'
import type { PriceBook, RateFormula, ServiceLevel } from '../price-books/price-book.ts'
import type { BookPlace, BookProblem } from './revisions.ts'

/** Builds a place in a price book; parts that are not given are `null`. */
export function placeIn(part: BookPlace['part'], where: Partial<BookPlace> = {}): BookPlace {
  return {
    id: null,
    rate_group_id: null,
    service_level_id: null,
    from_tag: null,
    to_tag: null,
    weight_from: null,
    ...where,
    part,
  }
}

/**
 * Returns the problems that prevent publishing a price book, each with its place (docs/domain/rating.md): weight
 * bands that overlap, leave a gap or do not start at 0; amounts that cannot be parsed; lanes with two equal prices;
 * duplicate codes; active service levels that have no price or cannot be used; groups that inherit from themselves;
 * and a fallback zone that no lane of any service covers. An empty result means that the book may be published.
 */
export function checkPriceBook(book: PriceBook): BookProblem[] {
  const services = new Map(book.service_levels.map((service) => [service.id, service]))
  const lanes = new Map<string, RateFormula[]>()
  for (const row of book.formulas) {
    const key = [row.rate_group_id, row.service_level_id, row.from_tag, row.to_tag].join('\n')
    lanes.set(key, [...(lanes.get(key) ?? []), row])
  }
  const problems: BookProblem[] = []
  for (const rows of lanes.values()) {
    const [row] = rows
    if (!row) continue
    const name = laneName(row, services)
    const messages = [...bandProblems(rows), ...rows.flatMap(checkAmount), ...checkTie(rows, lanes)]
    const { rate_group_id, service_level_id, from_tag, to_tag } = row
    const place = placeIn('formulas', { rate_group_id, service_level_id, from_tag, to_tag })
    problems.push(...messages.map((message) => ({ message: `${name}: ${message}`, place })))
  }
  return [...problems, ...checkServices(book), ...checkGroups(book), ...checkReach(book)]
}

function laneName(row: RateFormula, services: ReadonlyMap<number, ServiceLevel>): string {
  const service = services.get(row.service_level_id)?.name ?? 'Unknown service level'
  return `${service}, ${row.from_tag} to ${row.to_tag}`
}

function checkAmount(row: RateFormula): string[] {
  const problem = cellProblem(row)
  return problem === null ? [] : [problem]
}

/** Reports two prices for the same direction: a symmetric lane and its own reverse lane. */
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

/** Reports active service levels that have no price or cannot be used, and codes that two of them share. */
function checkServices(book: PriceBook): BookProblem[] {
  const priced = new Set(
    book.formulas.filter((row) => row.type !== 'no-rate').map((row) => row.service_level_id),
  )
  return book.service_levels
    .filter((service) => service.is_active)
    .flatMap((service) => {
      const { id, name, code } = service
      const place = placeIn('service_levels', { id })
      const twin = book.service_levels.find(
        (other) => other.id < id && other.is_active && other.code.toUpperCase() === code.toUpperCase(),
      )
      return [
        ...(priced.has(id) ? [] : [`${name} has no price on any lane.`]),
        ...(twin ? [`${name} and ${twin.name} both have the code ${code}. Change one.`] : []),
        ...unreachable(service),
      ].map((message) => ({ message, place }))
    })
}

function unreachable(service: ServiceLevel): string[] {
  const { name, min_weight, max_weight } = service
  const messages: string[] = []
  if (service.collection_address_types.length === 0 || service.delivery_address_types.length === 0)
    messages.push(`${name} has no address types. Choose at least one on each side.`)
  if (service.collection_days.length === 0 || service.delivery_days.length === 0)
    messages.push(`${name} has no collection or no delivery day. Choose at least one of each.`)
  if (min_weight !== null && max_weight !== null && min_weight > max_weight)
    messages.push(`${name} starts at ${min_weight} kg and ends at ${max_weight} kg. No shipment fits.`)
  if (service.packagings?.length === 0)
    messages.push(`${name} is limited to certain packaging, but none is chosen. No shipment fits.`)
  return messages
}

function checkGroups(book: PriceBook): BookProblem[] {
  const parents = new Map(book.rate_groups.map((group) => [group.id, group.parent_rate_group_id]))
  return book.rate_groups.flatMap((group) => {
    const place = placeIn('rate_groups', { id: group.id, rate_group_id: group.id })
    let next = parents.get(group.id) ?? null
    for (let steps = 0; next !== null && steps <= book.rate_groups.length; steps += 1) {
      if (next === group.id)
        return [{ message: `${group.name} inherits from itself. Choose another parent.`, place }]
      if (!parents.has(next))
        return [
          {
            message: `${group.name} inherits from a group that no longer exists. Choose another parent.`,
            place,
          },
        ]
      next = parents.get(next) ?? null
    }
    return []
  })
}

function checkReach(book: PriceBook): BookProblem[] {
  const fallback = book.settings.fallback_zone_tag
  const covering = new Set([
    '*',
    fallback,
    ...book.tag_groups.filter(({ tags }) => tags.includes(fallback)).map(({ name }) => name),
  ])
  const hasFallback = book.formulas.some(
    (row) => row.type !== 'no-rate' && (covering.has(row.from_tag) || covering.has(row.to_tag)),
  )
  if (hasFallback) return []
  const message = `No lane serves ${fallback}, the zone of addresses outside every area.`
  return [{ message, place: placeIn('formulas', { from_tag: fallback }) }]
}

/**
 * Returns the names of zones that lanes or tag groups name and no map area has, sorted. Their lanes price nothing
 * until an area is drawn. This does not prevent publishing, because prices may be entered before the map.
 */
export function zonesWithoutArea(book: PriceBook, zoneTags: readonly string[]): string[] {
  const known = new Set([
    '*',
    book.settings.fallback_zone_tag,
    ...zoneTags,
    ...book.tag_groups.map(({ name }) => name),
  ])
  const named = book.formulas.flatMap((row) => [row.from_tag, row.to_tag])
  const grouped = book.tag_groups.flatMap(({ tags }) => tags)
  return [...new Set([...named, ...grouped])].filter((zone) => !known.has(zone)).toSorted()
}
