import { readCsvTable } from '../../kit/csv/read-csv.ts'
import { laneIn, type RateGrid } from './price-grid.ts'
import { bandName, readCell, typedCell } from './lane-bands.ts'
import type { BookContent, LaneBand, RateEdit } from '../revisions/revisions.ts'

/** A problem with one cell of a file. `line` and `column` count from 1, as in a spreadsheet. */
export interface CsvProblem {
  line: number
  column: number
  message: string
}

const heads = ['From', 'To', 'Both ways'] as const

/**
 * Returns a grid as rows of text: one row per lane, one column per weight band. A price that covers several bands is
 * in the column of its first band; the others stay empty.
 */
export function gridRows(grid: RateGrid): string[][] {
  const bands = grid.columns.map(bandName)
  return [
    [...heads, ...bands],
    ...grid.lanes.map((lane) => {
      const cells = grid.columns.map((_, column) => {
        const cell = lane.cells.find((one) => one.column === column)
        return cell ? typedCell(cell) : ''
      })
      return [lane.from_tag, lane.to_tag, lane.symmetric ? 'yes' : 'no', ...cells]
    }),
  ]
}

/**
 * Parses a weight band: `0-5 kg`, `5–30`, `30+`, `from 30 kg`, `all weights`. Returns `null` when the text is not a
 * band.
 */
function readBand(text: string): Pick<LaneBand, 'weight_from' | 'weight_to'> | null {
  const plain = text
    .toLowerCase()
    .replace(/\s*kg\s*$/, '')
    .trim()
  if (plain === 'all weights') return { weight_from: 0, weight_to: null }
  const closed = /^(\d+(?:\.\d+)?)\s*[-–]\s*(\d+(?:\.\d+)?)$/.exec(plain)
  if (closed) return { weight_from: Number(closed[1]), weight_to: Number(closed[2]) }
  const open = /^(?:from\s+)?(\d+(?:\.\d+)?)\s*(?:kg\s*)?\+?$/.exec(plain)
  return open ? { weight_from: Number(open[1]), weight_to: null } : null
}

const truths: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['y', true],
  ['true', true],
  ['1', true],
  ['no', false],
  ['n', false],
  ['false', false],
  ['0', false],
  ['', true],
])

/**
 * Parses a CSV file in the format of `gridRows` for one rate group and service level. Returns the edits that bring
 * the book in line with the file, or the problems of its cells. Lanes that the file omits stay unchanged; unchanged
 * lanes give no edit.
 */
export function readGridCsv(
  text: string,
  book: BookContent,
  rateGroupId: number,
  serviceLevelId: number,
  zones: readonly string[],
): { edits: RateEdit[]; problems: CsvProblem[] } {
  const table = readCsvTable(text)
  if ('problem' in table)
    return { edits: [], problems: [{ line: table.line, column: 1, message: table.problem }] }
  const { headings: head, rows } = table
  const problems: CsvProblem[] = []
  heads.forEach((name, index) => {
    if (head[index]?.trim().toLowerCase() !== name.toLowerCase())
      problems.push({ line: 1, column: index + 1, message: `The heading of this column must be '${name}'.` })
  })
  const bands = head.slice(heads.length).map((name, index) => {
    const band = readBand(name.trim())
    if (!band)
      problems.push({
        line: 1,
        column: heads.length + index + 1,
        message: `'${name}' is not a weight band. Write it like 5-30 kg, the last one like 30+ kg.`,
      })
    return band ?? { weight_from: 0, weight_to: null }
  })
  if (bands.length === 0)
    problems.push({ line: 1, column: heads.length + 1, message: 'There is no weight band. Add 0+ kg.' })
  if (problems.length > 0) return { edits: [], problems }
  const known = new Set(['*', ...zones])
  const seen = new Set<string>()
  const edits: RateEdit[] = []
  for (const { line, cells } of rows) {
    const [fromTag, toTag, both] = [0, 1, 2].map((at) => (cells[at] ?? '').trim())
    const wrong = (column: number, message: string): void => void problems.push({ line, column, message })
    const before = problems.length
    for (const [column, tag] of [
      [1, fromTag],
      [2, toTag],
    ] as const)
      if (!tag || !known.has(tag))
        wrong(column, tag ? `The zone '${tag}' does not exist. Check its spelling.` : 'A zone is missing.')
    const symmetric = truths.get((both ?? '').toLowerCase())
    if (symmetric === undefined) wrong(3, `'${both}' must be yes or no.`)
    const key = `${fromTag}\n${toTag}`
    if (seen.has(key)) wrong(1, 'This lane is in the file twice.')
    seen.add(key)
    const lane = readLane(cells.slice(heads.length), bands, (at, message) =>
      wrong(heads.length + at + 1, message),
    )
    if (problems.length > before || !fromTag || !toTag || symmetric === undefined) continue
    const value = { symmetric, bands: lane }
    const now = laneIn(book, rateGroupId, serviceLevelId, fromTag, toTag)
    if (now && JSON.stringify(now.value) === JSON.stringify(value)) continue
    edits.push({
      part: 'formulas',
      rate_group_id: rateGroupId,
      service_level_id: serviceLevelId,
      from_tag: fromTag,
      to_tag: toTag,
      value,
    })
  }
  return { edits: problems.length > 0 ? [] : edits, problems }
}

/** Returns the prices of one line. An empty cell extends the price before it. */
function readLane(
  cells: readonly string[],
  bands: readonly Pick<LaneBand, 'weight_from' | 'weight_to'>[],
  wrong: (at: number, message: string) => void,
): LaneBand[] {
  const lane: LaneBand[] = []
  bands.forEach((band, at) => {
    const typed = (cells[at] ?? '').trim()
    const last = lane.at(-1)
    if (typed === '') {
      if (last) last.weight_to = band.weight_to
      else wrong(at, 'The first band needs a price. Type an amount, a formula, free or not sold.')
      return
    }
    const price = readCell(typed)
    if (typeof price === 'string') return wrong(at, price)
    lane.push({ weight_from: band.weight_from, weight_to: band.weight_to, ...price })
  })
  return lane
}
