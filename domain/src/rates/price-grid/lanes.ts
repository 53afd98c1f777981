import type { RateFormula } from '../price-books/price-book.ts'

/**
 * A price row of a lane. `distance` is the number of generations between its group and the account’s group (0 is the
 * account’s own group).
 */
export interface LaneRow {
  formula: Pick<RateFormula, 'id' | 'from_tag' | 'to_tag' | 'symmetric' | 'weight_from' | 'weight_to'>
  distance: number
}

/** All weight bands of one lane, lightest first. */
export interface Lane<Row extends LaneRow> {
  from_tag: string
  to_tag: string
  /** True for a symmetric lane used in the opposite direction. */
  reversed: boolean
  bands: readonly Row[]
}

/** The lanes of one rate group and service level. `find` returns the most specific lane for two zone tags. */
export interface LaneTable<Row extends LaneRow> {
  lanes: readonly Lane<Row>[]
  find: (from: string, to: string) => Lane<Row> | null
}

/**
 * Ranks by the kinds of from and to (2 tag, 1 group, 0 any): tag→tag, tag→group, group→tag, group→group, tag→*,
 * *→tag, group→*, *→group, *→* (docs/domain/rating.md#zones-and-lanes).
 */
const ranks: Record<string, number> = {
  '22': 0,
  '21': 1,
  '12': 2,
  '11': 3,
  '20': 4,
  '02': 5,
  '10': 6,
  '01': 7,
  '00': 8,
}

export type TagGroups = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Returns how one end of a formula covers a tag: 2 by name, 1 through a group, 0 by `*`; `null` when it does not
 * cover it.
 */
function coverage(named: string, tag: string, groups: TagGroups): number | null {
  if (named === '*') return 0
  const group = groups.get(named)
  if (group) return group.has(tag) ? 1 : null
  return named === tag ? 2 : null
}

/** Returns the rank of a lane for two tags, 0 being the most specific; `null` when the lane does not cover them. */
export function laneRank(
  lane: { from_tag: string; to_tag: string },
  from: string,
  to: string,
  groups: TagGroups,
): number | null {
  const a = coverage(lane.from_tag, from, groups)
  const b = coverage(lane.to_tag, to, groups)
  return a === null || b === null ? null : (ranks[`${a}${b}`] ?? null)
}

/**
 * Indexes the rows of one rate group and service level. Rows of a lane in a nearer group replace those of the same
 * lane in a farther group. Among equally specific lanes the nearer group wins, then the direction as written, then
 * the lower id (publishing rejects such ties). Results are cached per pair of tags.
 */
export function compileLanes<Row extends LaneRow>(rows: readonly Row[], groups: TagGroups): LaneTable<Row> {
  const nearest = new Map<string, Row[]>()
  for (const row of rows) {
    const key = `${row.formula.from_tag}\n${row.formula.to_tag}`
    const same = nearest.get(key)
    const distance = same?.[0]?.distance ?? Infinity
    if (!same || row.distance < distance) nearest.set(key, [row])
    else if (row.distance === distance) same.push(row)
  }
  const lanes: Lane<Row>[] = []
  for (const same of nearest.values()) {
    const bands = same.toSorted((a, b) => a.formula.weight_from - b.formula.weight_from)
    const [first] = bands
    if (!first) continue
    const { from_tag, to_tag } = first.formula
    lanes.push({ from_tag, to_tag, reversed: false, bands })
    const backwards = bands.filter((row) => row.formula.symmetric)
    if (backwards.length > 0 && from_tag !== to_tag)
      lanes.push({ from_tag: to_tag, to_tag: from_tag, reversed: true, bands: backwards })
  }
  lanes.sort(
    (a, b) =>
      closeness(a) - closeness(b) || Number(a.reversed) - Number(b.reversed) || firstId(a) - firstId(b),
  )

  const known = new Set([...groups.values()].flatMap((tags) => [...tags]))
  for (const lane of lanes) known.add(lane.from_tag).add(lane.to_tag)
  const found = new Map<string, Map<string, Lane<Row> | null>>()
  const find = (from: string, to: string): Lane<Row> | null => {
    const a = known.has(from) ? from : ''
    const b = known.has(to) ? to : ''
    let ends = found.get(a)
    if (!ends) found.set(a, (ends = new Map()))
    let lane = ends.get(b)
    if (lane === undefined) ends.set(b, (lane = mostSpecific(lanes, a, b, groups)))
    return lane
  }
  return { lanes, find }
}

const closeness = (lane: Lane<LaneRow>): number => lane.bands[0]?.distance ?? 0
const firstId = (lane: Lane<LaneRow>): number => lane.bands[0]?.formula.id ?? 0

function mostSpecific<Row extends LaneRow>(
  lanes: readonly Lane<Row>[],
  from: string,
  to: string,
  groups: TagGroups,
): Lane<Row> | null {
  let best: Lane<Row> | null = null
  let bestRank = Infinity
  for (const lane of lanes) {
    const rank = laneRank(lane, from, to, groups)
    if (rank === null || rank >= bestRank) continue
    best = lane
    bestRank = rank
  }
  return best
}

/**
 * Returns the band of a weight in 0.01 kg: above `weight_from`, up to and including `weight_to`. 0 kg belongs to the
 * first band.
 */
export function bandOf<Row extends LaneRow>(lane: Lane<Row>, centikg: number): Row | null {
  for (const row of lane.bands) {
    const from = row.formula.weight_from * 100
    const to = row.formula.weight_to === null ? Infinity : row.formula.weight_to * 100
    if ((centikg > from + 1e-6 || (centikg === 0 && from === 0)) && centikg <= to + 1e-6) return row
  }
  return null
}
