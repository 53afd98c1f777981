import { useMemo, type ReactNode } from 'react'
import { usePreference } from '../../preferences/preferences.ts'

/** One column of a table. */
export interface Column<Row> {
  key: string
  /** The heading, with its unit: 'Weight (kg)'. */
  title: string
  cell: (row: Row) => ReactNode
  /** The cell as plain text, for CSV and the tooltip: unformatted numbers, ISO dates. */
  text: (row: Row) => string
  /** The text of the cell, if it is not `text`; the column is not reduced below it. */
  shown?: (row: Row) => string
  /** Width in px; at least 64. */
  width?: number
  align?: 'left' | 'right'
  /** The server’s `order_by` value; if absent, the column cannot be sorted. */
  sort?: string
  /** Hidden by default; the user can display it with the column chooser. */
  hidden?: boolean
  /** No padding at its right end: for badges, which have their own. */
  tight?: boolean
  /** Its text wraps and is never cut: for sentences such as the reason of a problem. */
  whole?: boolean
  /** Displayed in the secondary text colour. */
  quiet?: boolean
  /** Cannot be hidden. This always applies to the first column. */
  fixed?: boolean
}

/** Minimum width of a column, in px. */
export const min_width = 64
const default_width = 132

/** Maximum width in px of a digit, a sign and a letter in a number, and the padding of a cell. */
const number_pixels = { digit: 9, sign: 5, letter: 10, padding: 24 } as const

/**
 * Returns the width in px of a cell with a number or amount, including thousands separators and `R`; 0 for any other
 * text.
 */
export function numberWidth(text: string): number {
  const [, sign, whole, fraction] = /^(-?)(\d+)((?:\.\d+)?)$/.exec(text) ?? []
  if (sign === undefined || whole === undefined || fraction === undefined) return 0
  const { digit, sign: mark, letter, padding } = number_pixels
  const digits = whole.length + Math.max(0, fraction.length - 1)
  const marks = sign.length + Math.floor((whole.length - 1) / 3) + Math.min(1, fraction.length)
  const currency = fraction === '' ? 0 : letter + mark
  return digits * digit + marks * mark + currency + padding
}

/** Average width in px of a character, the padding of a cell, and the padding of a heading with its icon. */
const text_pixels = { sign: 7.5, padding: 24, head: 40 } as const
/** A column with text that is cut anyway keeps at least this part of its width. */
const least_part = 0.75

/** Returns the minimum width in px of a text column: its title and `texts` must stay complete. */
export function leastWidth(width: number, title: string, texts: readonly string[]): number {
  const { sign, padding, head } = text_pixels
  const longest = Math.max(0, ...texts.map((text) => text.length)) * sign + padding
  const needed = longest <= width ? longest : width * least_part
  return Math.min(width, Math.ceil(Math.max(min_width, title.length * sign + head, needed)))
}

/**
 * Returns the widths of columns in `room` px: if they do not fit, each gives up a proportional share of its spare
 * width.
 */
export function fitWidths(columns: readonly { width: number; least: number }[], room: number): number[] {
  const missing = columns.reduce((sum, { width }) => sum + width, 0) - room
  const spare = columns.reduce((sum, { width, least }) => sum + width - least, 0)
  const share = room <= 0 || missing <= 0 || spare === 0 ? 0 : Math.min(1, missing / spare)
  return columns.map(({ width, least }) => Math.floor(width - (width - least) * share))
}

interface ColumnChoice {
  order: readonly string[]
  hidden: readonly string[]
  widths: Readonly<Record<string, number>>
}

export interface Columns<Row> {
  /** Every column, in the chosen order. */
  all: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  isShown: (column: Column<Row>) => boolean
  widthOf: (column: Column<Row>) => number
  /**
   * Returns the same columns fitted into `room` px. Columns that the user has resized, numbers and badges keep their
   * width.
   */
  fitted: (room: number) => Columns<Row>
  toggle: (key: string) => void
  /** Moves a column to position `to`. */
  move: (key: string, to: number) => void
  resize: (key: string, width: number) => void
  reset: () => void
}

const no_rows: readonly never[] = []

/**
 * Returns the columns of the table `name` as the user has arranged them; stored per user on the server. A number
 * column is never narrower than the longest number in `rows`, so that no amount is cut.
 */
export function useColumns<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[] = no_rows,
): Columns<Row> {
  const [choice, setChoice] = usePreference<ColumnChoice | null>(`columns:${name}`, null)
  return useMemo(() => columnsOf(columns, rows, choice, setChoice), [columns, rows, choice, setChoice])
}

/** Measures each column once: the texts of all rows are made for it. */
function oncePerColumn<Row>(measured: (column: Column<Row>) => number): (column: Column<Row>) => number {
  const known = new Map<Column<Row>, number>()
  return (column) => {
    const width = known.get(column) ?? measured(column)
    known.set(column, width)
    return width
  }
}

function columnsOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  choice: ColumnChoice | null,
  setChoice: (choice: ColumnChoice | null) => void,
): Columns<Row> {
  const hidden = new Set(
    choice?.hidden ?? columns.filter((column) => column.hidden).map((column) => column.key),
  )
  const order = choice?.order ?? []
  const place = (column: Column<Row>): number => {
    const chosen = order.indexOf(column.key)
    return chosen >= 0 ? chosen : columns.indexOf(column)
  }
  const all = [...columns].sort((a, b) => place(a) - place(b))
  const isFixed = (column: Column<Row>): boolean => column.fixed === true || column === columns[0]
  const isShown = (column: Column<Row>): boolean => isFixed(column) || !hidden.has(column.key)
  const now: ColumnChoice = {
    order: all.map((column) => column.key),
    hidden: [...hidden],
    widths: choice?.widths ?? {},
  }
  const shown = all.filter(isShown)
  const widthOf = oncePerColumn((column: Column<Row>): number => {
    const needed = column.align === 'right' ? rows.map((row) => numberWidth(column.text(row))) : []
    return Math.max(min_width, now.widths[column.key] ?? column.width ?? default_width, ...needed)
  })
  const leastOf = oncePerColumn((column: Column<Row>): number => {
    const width = widthOf(column)
    const isRigid =
      column === shown[0] || column.tight || column.align === 'right' || column.key in now.widths
    return isRigid
      ? width
      : leastWidth(
          width,
          column.title,
          rows.map((row) => (column.shown ?? column.text)(row)),
        )
  })
  const given: Columns<Row> = {
    all,
    shown,
    isShown,
    widthOf,
    fitted: (room) => {
      const widths = fitWidths(
        shown.map((column) => ({ width: widthOf(column), least: leastOf(column) })),
        room,
      )
      return { ...given, widthOf: (column) => widths[shown.indexOf(column)] ?? widthOf(column) }
    },
    toggle: (key) =>
      setChoice({
        ...now,
        hidden: hidden.has(key) ? now.hidden.filter((one) => one !== key) : [...now.hidden, key],
      }),
    move: (key, to) => {
      const rest = now.order.filter((one) => one !== key)
      setChoice({ ...now, order: [...rest.slice(0, to), key, ...rest.slice(to)] })
    },
    resize: (key, width) =>
      setChoice({ ...now, widths: { ...now.widths, [key]: Math.max(min_width, Math.round(width)) } }),
    reset: () => setChoice(null),
  }
  return given
}
