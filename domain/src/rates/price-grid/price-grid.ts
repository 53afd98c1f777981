import { bandName, scaledPrice, type CellPrice } from './lane-bands.ts'
import type { RateFormula, RateGroup } from '../price-books/price-book.ts'
import type { BookContent, LaneBand, LaneValue, RateEdit } from '../revisions/revisions.ts'

/** A column of the grid: a weight range in kg that no lane divides further. */
export interface GridColumn {
  weight_from: number
  weight_to: number | null
}

/**
 * How a group’s price relates to its parent: `own` when there is no parent, `kept` when the group defines the same
 * price, `varied` when it defines a different one, `inherited` when it defines none
 * (docs/domain/rating.md#price-books-groups-and-revisions).
 */
export type CellState = 'own' | 'kept' | 'varied' | 'inherited'

/** One price of a lane; it covers one or more columns. */
export interface GridCell extends CellPrice {
  weight_from: number
  weight_to: number | null
  /** Index of the first column; `span` is the number of columns covered. */
  column: number
  span: number
  state: CellState
}

/** The effective prices of a rate group for one pair of zones. */
export interface GridLane {
  from_tag: string
  to_tag: string
  symmetric: boolean
  /** The group that defines the lane. */
  group: RateGroup
  /** Whether the group of the grid defines the lane itself. */
  is_own: boolean
  cells: readonly GridCell[]
}

/**
 * The base prices of one rate group and service level (docs/domain/rating.md#zones-and-lanes,
 * docs/domain/rating.md#base-prices).
 */
export interface RateGrid {
  group: RateGroup
  lineage: readonly RateGroup[]
  columns: readonly GridColumn[]
  lanes: readonly GridLane[]
  varied: number
  cells: number
}

/** Returns a group and its ancestors, nearest first. A cycle of parents ends at its first repetition. */
export function lineageIn(book: Pick<BookContent, 'rate_groups'>, rateGroupId: number): RateGroup[] {
  const lineage: RateGroup[] = []
  let next = book.rate_groups.find((group) => group.id === rateGroupId)
  while (next && !lineage.includes(next)) {
    lineage.push(next)
    const { parent_rate_group_id } = next
    next = book.rate_groups.find((group) => group.id === parent_rate_group_id)
  }
  return lineage
}

/**
 * Returns a lane as it applies to a group, with the percentages between the defining group and this group applied;
 * `null` when neither the group nor an ancestor defines the lane.
 */
export function laneIn(
  book: BookContent,
  rateGroupId: number,
  serviceLevelId: number,
  fromTag: string,
  toTag: string,
): { value: LaneValue; group: RateGroup; is_own: boolean } | null {
  return readWithin(
    indexOf(book, serviceLevelId),
    lineageIn(book, rateGroupId),
    laneKey({ from_tag: fromTag, to_tag: toTag }),
  )
}

/** Returns the lane as the group would inherit it without its own definition; `null` when no ancestor defines it. */
export function inheritedLane(
  book: BookContent,
  rateGroupId: number,
  serviceLevelId: number,
  ends: Pick<RateFormula, 'from_tag' | 'to_tag'>,
): LaneValue | null {
  const lineage = lineageIn(book, rateGroupId)
  return readWithin(indexOf(book, serviceLevelId), lineage, laneKey(ends), 1)?.value ?? null
}

/** Returns the grid of a rate group and service level, including inherited prices. Lanes are sorted by their ends. */
export function gridOf(book: BookContent, rateGroupId: number, serviceLevelId: number): RateGrid | null {
  const lineage = lineageIn(book, rateGroupId)
  const [group, ...ancestors] = lineage
  if (!group) return null
  const index = indexOf(book, serviceLevelId)
  const keys = new Set(lineage.flatMap((one) => [...(index.get(one.id)?.keys() ?? [])]))
  const found = [...keys].flatMap((key) => {
    const lane = readWithin(index, lineage, key)
    const inherited = readWithin(index, lineage, key, 1)?.value.bands ?? null
    const [fromTag = '', toTag = ''] = key.split('\n')
    return lane ? [{ from_tag: fromTag, to_tag: toTag, inherited, ...lane }] : []
  })
  const columns = columnsOf(found.flatMap((lane) => lane.value.bands))
  const lanes = found.map(({ from_tag, to_tag, inherited, value, group: source, is_own }): GridLane => {
    const cells = value.bands.map((band): GridCell => {
      const column = columns.findIndex((one) => one.weight_from === band.weight_from)
      const end = columns.findIndex((one) => one.weight_to === band.weight_to)
      const state = ((): CellState => {
        if (ancestors.length === 0) return 'own'
        if (!is_own) return 'inherited'
        return inherited?.some((one) => isSameBand(one, band)) ? 'kept' : 'varied'
      })()
      return { ...band, column, span: end - column + 1, state }
    })
    return { from_tag, to_tag, symmetric: value.symmetric, group: source, is_own, cells }
  })
  const order = zoneOrder(book)
  lanes.sort((a, b) => order(a.from_tag) - order(b.from_tag) || order(a.to_tag) - order(b.to_tag))
  const cells = lanes.flatMap((lane) => lane.cells)
  return {
    group,
    lineage,
    columns,
    lanes,
    varied: cells.filter((cell) => cell.state === 'varied').length,
    cells: cells.length,
  }
}

const isSameBand = (a: LaneBand, b: LaneBand): boolean =>
  a.weight_from === b.weight_from && a.weight_to === b.weight_to && a.type === b.type && a.amount === b.amount

export const laneKey = ({ from_tag, to_tag }: Pick<RateFormula, 'from_tag' | 'to_tag'>): string =>
  `${from_tag}\n${to_tag}`

/** Lanes of a service level, by rate group and by `laneKey`. */
type LaneIndex = ReadonlyMap<number, ReadonlyMap<string, LaneValue>>

/**
 * Returns the lane of the nearest group that defines it, starting at index `first` of the lineage. A group’s
 * percentage applies to inherited prices only, not to prices it defines itself.
 */
function readWithin(
  index: LaneIndex,
  lineage: readonly RateGroup[],
  key: string,
  first = 0,
): { value: LaneValue; group: RateGroup; is_own: boolean } | null {
  const percentages: string[] = []
  for (const [distance, group] of lineage.entries()) {
    const lane = distance < first ? undefined : index.get(group.id)?.get(key)
    if (lane) {
      const bands = lane.bands.map((band) => ({ ...band, ...scaledPrice(band, percentages) }))
      return { value: { symmetric: lane.symmetric, bands }, group, is_own: distance === 0 }
    }
    if (group.base_percentage !== null) percentages.push(group.base_percentage)
  }
  return null
}

function indexOf(book: BookContent, serviceLevelId: number): LaneIndex {
  const groups = new Map<number, Map<string, LaneValue>>()
  for (const row of book.formulas) {
    if (row.service_level_id !== serviceLevelId) continue
    const lanes = groups.get(row.rate_group_id) ?? new Map<string, LaneValue>()
    groups.set(row.rate_group_id, lanes)
    const lane = lanes.get(laneKey(row)) ?? { symmetric: row.symmetric, bands: [] }
    const { weight_from, weight_to, type, amount } = row
    lane.bands.push({ weight_from, weight_to, type, amount })
    lane.bands.sort((a, b) => a.weight_from - b.weight_from)
    lanes.set(laneKey(row), lane)
  }
  return groups
}

function columnsOf(bands: readonly LaneBand[]): GridColumn[] {
  const starts = [...new Set([0, ...bands.flatMap((band) => [band.weight_from, band.weight_to ?? Infinity])])]
    .filter((weight) => weight !== Infinity)
    .toSorted((a, b) => a - b)
  const isOpen = bands.length === 0 || bands.some((band) => band.weight_to === null)
  const ends = isOpen ? [...starts.slice(1), null] : starts.slice(1)
  return ends.map((weightTo, index) => ({ weight_from: starts[index] ?? 0, weight_to: weightTo }))
}

/**
 * Returns the sort position of a zone: first the tag groups, then zones in the order of the tag groups, then other
 * zones by name, `*` last.
 */
function zoneOrder(book: BookContent): (name: string) => number {
  const groups = book.tag_groups.map((group) => group.name)
  const named = book.tag_groups.flatMap((group) => group.tags)
  const others = [...new Set(book.formulas.flatMap((row) => [row.from_tag, row.to_tag]))]
    .filter((name) => !named.includes(name) && !groups.includes(name) && name !== '*')
    .toSorted()
  const order = new Map([...groups, ...named, ...others, '*'].map((name, index) => [name, index]))
  return (name) => order.get(name) ?? order.size
}

/**
 * Lists the formulas that price edits would replace with other kinds of prices, each with its cell name and former
 * text.
 */
export function lostFormulas(
  book: BookContent,
  edits: readonly RateEdit[],
): { name: string; formula: string }[] {
  return edits.flatMap((edit) => {
    if (edit.part !== 'formulas' || !edit.value) return []
    const { rate_group_id, service_level_id, from_tag, to_tag, value } = edit
    const before = laneIn(book, rate_group_id, service_level_id, from_tag, to_tag)?.value.bands ?? []
    return before
      .filter(
        (band) =>
          band.type === 'formula' &&
          value.bands.some((now) => now.type !== 'formula' && isOverlapping(now, band)),
      )
      .map((band) => ({ name: cellName(edit, band), formula: band.amount }))
  })
}

/** Checks whether two weight ranges overlap. */
export function isOverlapping(a: GridColumn, b: GridColumn): boolean {
  return a.weight_from < (b.weight_to ?? Infinity) && b.weight_from < (a.weight_to ?? Infinity)
}

/** Formats the name of a cell: `JHB Main to CPT Main, 5–30 kg`. */
export function cellName(lane: Pick<GridLane, 'from_tag' | 'to_tag'>, cell: GridColumn): string {
  return `${lane.from_tag} to ${lane.to_tag}, ${bandName(cell)}`
}
