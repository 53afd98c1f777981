import { formatSent } from '@waybill/domain/kit/calls/wire'
import { toRand, type Cents } from '@waybill/domain/kit/money'
import { formatCount } from '../../ui/values/numbers.ts'
import { shortWhen } from '../../ui/values/moments.ts'
import { Money, When } from '../../ui/values/Value.tsx'
import type { Column } from './columns.ts'

/** The optional properties of a column, such as `sort`, `hidden` and `quiet`. */
type Options<Row> = Partial<Omit<Column<Row>, 'key' | 'title' | 'width'>>

/** Column whose cell is the exported text; a missing or empty text is displayed as a dash. */
export function textColumn<Row>(
  key: string,
  title: string,
  width: number,
  of: (row: Row) => string | null | undefined,
  options?: Options<Row>,
): Column<Row> {
  return { key, title, width, cell: of, text: (row) => of(row) ?? '', ...options }
}

/** Column for a code or reference, in monospace. */
export function monoColumn<Row>(
  key: string,
  title: string,
  width: number,
  of: (row: Row) => string,
  options?: Options<Row>,
): Column<Row> {
  return textColumn(key, title, width, of, {
    cell: (row) => <span className="mono">{of(row)}</span>,
    ...options,
  })
}

/** Column for a whole number, exported without separators; a missing one is displayed as a dash. */
export function countColumn<Row>(
  key: string,
  title: string,
  width: number,
  of: (row: Row) => number | null,
  options?: Options<Row>,
): Column<Row> {
  return {
    key,
    title,
    width,
    align: 'right',
    cell: (row) => formatCount(of(row) ?? 0),
    text: (row) => String(of(row) ?? ''),
    ...options,
  }
}

/** Column for an amount in cents, displayed as money and exported as a plain number of Rand. */
export function moneyColumn<Row>(
  key: string,
  title: string,
  width: number,
  of: (row: Row) => Cents | null,
  options?: Options<Row>,
): Column<Row> {
  const text = (row: Row): string => {
    const cents = of(row)
    return cents === null ? '' : toRand(cents).toFixed(2)
  }
  return { key, title, width, align: 'right', cell: (row) => <Money cents={of(row)} />, text, ...options }
}

/** Column for a moment, displayed in its short form and exported in UTC. */
export function whenColumn<Row>(
  key: string,
  title: string,
  width: number,
  of: (row: Row) => Date | null,
  options?: Options<Row>,
): Column<Row> {
  return {
    key,
    title,
    width,
    cell: (row) => <When at={of(row)} />,
    text: (row) => of(row)?.toISOString() ?? '',
    shown: (row) => {
      const at = of(row)
      return at ? shortWhen(at, new Date()) : ''
    },
    ...options,
  }
}

/** Column for a moment, displayed in its short form and exported in South African time. */
export function localWhenColumn<Row>(
  key: string,
  title: string,
  width: number,
  of: (row: Row) => Date | null,
  options?: Options<Row>,
): Column<Row> {
  const text = (row: Row): string => {
    const at = of(row)
    return at ? formatSent(at) : ''
  }
  return whenColumn(key, title, width, of, { text, ...options })
}

/** Column for a badge, the `cell`, which is exported as its words. */
export function badgeColumn<Row>(
  key: string,
  title: string,
  width: number,
  of: (row: Row) => string,
  options: Options<Row> & Pick<Column<Row>, 'cell'>,
): Column<Row> {
  return textColumn(key, title, width, of, { tight: true, ...options })
}
