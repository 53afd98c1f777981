import { formatPercent } from '@waybill/domain/kit/texts/format'
import { formatRand, fromRand } from '@waybill/domain/kit/money'
import { formatSent } from '@waybill/domain/kit/calls/wire'
import type { ReportAnswer, VisibleColumn } from '@waybill/domain/reports/report-api'
import { isShipmentStatus, statusLabel } from '@waybill/domain/shipments/statuses/status'
import type { Column } from '../kit/table/columns/columns.ts'
import type { CardText } from '../kit/table/DataTable.tsx'
import { AppLink } from '../kit/ui/buttons/AppLink.tsx'
import { dayText } from '../kit/ui/values/moments.ts'
import { formatCount, formatDecimal } from '../kit/ui/values/numbers.ts'
import { When } from '../kit/ui/values/Value.tsx'
import { ShipmentStatusBadge } from '../shipments/index.ts'

type Row = ReportAnswer['rows'][number]

const numeric: readonly VisibleColumn['kind'][] = ['count', 'decimal', 'money', 'percent']
const widths: Partial<Record<VisibleColumn['kind'], number>> = {
  text: 184,
  status: 184,
  moment: 148,
  reference: 132,
}

/** Formats a value for display. */
export function valueText(value: string | number | null | undefined, kind: VisibleColumn['kind']): string {
  if (value === null || value === undefined || value === '') return ''
  switch (kind) {
    case 'money':
      return formatRand(fromRand(Number(value)))
    case 'percent':
      return formatPercent(Number(value))
    case 'count':
      return formatCount(Number(value))
    case 'decimal':
      return formatDecimal(Number(value))
    case 'day':
      return dayText(String(value))
    case 'moment':
      return formatSent(new Date(String(value))).slice(0, 16)
    case 'status':
      return isShipmentStatus(String(value)) ? statusLabel(String(value) as never) : String(value)
    default:
      return String(value)
  }
}

/** Fills in the link of a value. Returns `''` when the row lacks a value that the link needs. */
function linkOf(row: Row, link: string): string {
  let isWhole = true
  const address = link.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const value = row[key]
    if (value === null || value === undefined || value === '') isWhole = false
    return encodeURIComponent(String(value))
  })
  return isWhole ? address : ''
}

function Cell({ row, column }: { row: Row; column: VisibleColumn }) {
  const value = row[column.key]
  if (column.kind === 'moment') return <When at={new Date(String(value))} />
  const text = valueText(value, column.kind)
  const shown =
    column.kind === 'status' && isShipmentStatus(String(value)) ? (
      <ShipmentStatusBadge status={String(value) as never} size="compact" />
    ) : column.kind === 'reference' ? (
      <span className="mono">{text}</span>
    ) : (
      text
    )
  const link = column.link === '' ? '' : linkOf(row, column.link)
  return link === '' ? <>{shown}</> : <AppLink to={link}>{shown}</AppLink>
}

/** Returns the table columns of a report. */
export function reportColumns(columns: readonly VisibleColumn[]): readonly Column<Row>[] {
  return columns.map((column) => ({
    key: column.key,
    title: column.title,
    width: widths[column.kind] ?? Math.max(96, column.title.length * 8 + 32),
    ...(numeric.includes(column.kind) ? { align: 'right' as const } : {}),
    sort: column.key,
    cell: (row) => <Cell row={row} column={column} />,
    text: (row) => valueText(row[column.key], column.kind),
  }))
}

/** Returns a function that renders a row as a card on phones: the first column as title, the others as labelled lines. */
export function reportCard(columns: readonly VisibleColumn[]): (row: Row) => CardText {
  const [first, ...others] = columns
  return (row) => ({
    title: first ? <Cell row={row} column={first} /> : '',
    lines: others.flatMap(({ key, title, kind }) => {
      const text = valueText(row[key], kind)
      return text === '' ? [] : [`${title}: ${text}`]
    }),
  })
}

/** Sorts rows by a column: `key` ascending, `-key` descending. Returns them unchanged when `sort` is empty. */
export function sortedRows(rows: readonly Row[], sort: string): readonly Row[] {
  if (sort === '') return rows
  const key = sort.replace(/^-/, '')
  const turn = sort.startsWith('-') ? -1 : 1
  return rows.toSorted((one, other) => turn * compared(one[key], other[key]))
}

function compared(one: Row[string] | undefined, other: Row[string] | undefined): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (one === null || one === undefined) return other === null || other === undefined ? 0 : -1
  if (other === null || other === undefined) return 1
  return String(one).localeCompare(String(other), 'en-ZA', { numeric: true })
}
