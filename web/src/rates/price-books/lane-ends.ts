import type { Detail } from '../use-rate-book.ts'

/** Returns all possible ends of a lane: zone groups, zones of the map and of the book, and `*` for anywhere. */
export function zonesOf({ book, zone_tags, settings }: Detail): string[] {
  const groups = book.tag_groups.map(({ name }) => name)
  const zones = new Set([
    ...book.tag_groups.flatMap(({ tags }) => tags),
    ...zone_tags,
    settings.fallback_zone_tag,
    ...book.formulas.flatMap((row) => [row.from_tag, row.to_tag]),
  ])
  const plain = [...zones].filter((zone) => zone !== '*' && !groups.includes(zone)).toSorted()
  return [...groups, ...plain, '*']
}
