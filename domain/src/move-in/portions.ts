import type { CsvTable } from '../kit/csv/read-csv.ts'
import { toCsv } from '../kit/csv/write-csv.ts'
import type { MoveInKind } from './columns.ts'

/** Maximum number of lines that are loaded, and of records that are removed, in one transaction. */
export const portion_lines = 250

/** Part of a file that is loaded in one transaction: a CSV text with the headings of the file. */
export interface Portion {
  content: string
  /** Line of the file of the first row in `content`; the heading is line 1. */
  first_line: number
  /** Number of rows before it in the file. */
  lines_before: number
}

/**
 * Kinds of which a file is one portion: the lines of a lane of prices are one record, and an area is compared with the
 * others of its file.
 */
const whole_kinds: ReadonlySet<MoveInKind> = new Set<MoveInKind>(['rates', 'areas'])

/** Maximum number of lines of one call. */
export function linesPerCall(kind: MoveInKind, ofWholeFile: number): number {
  return whole_kinds.has(kind) ? ofWholeFile : portion_lines
}

/**
 * Splits a table into portions, in the order of its lines. Empty lines between the rows stay, so that each row has the
 * same distance to the first line of its portion as in the file.
 */
export function portionsOf(
  { headings, rows }: Pick<CsvTable, 'headings' | 'rows'>,
  kind: MoveInKind,
): Portion[] {
  const perPortion = linesPerCall(kind, Infinity)
  const groups: (typeof rows)[] = []
  for (const row of rows) {
    const group = groups.at(-1)
    if (group?.[0] && row.line - group[0].line < perPortion) group.push(row)
    else groups.push([row])
  }
  let before = 0
  return groups.map((group) => {
    const first = group[0]?.line ?? 2
    const linesBefore = before
    before += group.length
    const cells: string[][] = []
    for (const row of group) {
      while (cells.length < row.line - first) cells.push([''])
      cells.push(row.cells)
    }
    return { content: toCsv([headings, ...cells]), first_line: first, lines_before: linesBefore }
  })
}
