import type { Detail } from '../use-rate-book.ts'

/** Everything a lane may begin or end with: zone groups, zones of the map and of the book, anywhere. */
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
