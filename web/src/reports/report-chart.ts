import { dayAfter } from '@waybill/domain/kit/dates/date-ranges'
import type { ReportAnswer, VisibleColumn } from '@waybill/domain/reports/report-api'
import type { ChartProps } from '../kit/chart/Chart.tsx'
import { shortDay } from '../kit/ui/values/moments.ts'
import { valueText } from './report-table.tsx'

/** Maximum number of bars that are easy to read. The table contains the rest. */
const max_bars = 12

/** The chart of a report: a line over time when the first column is a day, otherwise bars. */
export interface ReportChart extends ChartProps {
  kind: 'line' | 'bar'
}

/** Returns the chart of a report; `null` when it has none or there is no data. */
export function chartOf(answer: ReportAnswer, now: Date): ReportChart | null {
  const [first] = answer.columns
  const drawn = answer.report.chart.flatMap(
    (key) => answer.columns.find((column) => column.key === key) ?? [],
  )
  const [lead] = drawn
  if (!first || !lead || answer.rows.length === 0) return null
  const kind = first.kind === 'day' ? 'line' : 'bar'
  const rows = kind === 'line' ? everyDay(answer, first, drawn) : answer.rows.slice(0, max_bars)
  const labels = rows.map((row) =>
    kind === 'line' ? shortDay(String(row[first.key]), now) : valueText(row[first.key], first.kind) || '–',
  )
  const series = drawn.map(({ key, title }) => ({
    name: title,
    values: rows.map((row) => (typeof row[key] === 'number' ? row[key] : null)),
  }))
  return {
    kind,
    labels: distinct(labels),
    series,
    format: (value) => valueText(value, lead.kind),
    formatStep: (value) => valueText(value, lead.kind).replace(/\.00$/, ''),
    summary: summaryOf(
      answer.report.title,
      labels,
      series[0]?.values ?? [],
      lead,
      answer.rows.length - rows.length,
    ),
  }
}

/**
 * Returns a row for every day of the report, so that the line does not skip days without data. Summed counts and
 * amounts are 0 on such days.
 */
function everyDay(
  answer: ReportAnswer,
  first: VisibleColumn,
  drawn: readonly VisibleColumn[],
): ReportAnswer['rows'] {
  const { days } = answer
  if (!days) return answer.rows
  const known = new Map(answer.rows.map((row) => [String(row[first.key]), row]))
  const last = [days.until, ...known.keys()].toSorted().at(-1) ?? days.until
  const found: ReportAnswer['rows'] = []
  for (let day = days.from; day <= last; day = dayAfter(day, 1))
    found.push(
      known.get(day) ?? {
        [first.key]: day,
        ...Object.fromEntries(
          drawn.map(({ key, is_summed, kind }) => [
            key,
            is_summed && kind !== 'percent' && kind !== 'decimal' ? 0 : null,
          ]),
        ),
      },
    )
  return found
}

function summaryOf(
  title: string,
  labels: readonly string[],
  values: readonly (number | null)[],
  { title: name, kind }: VisibleColumn,
  leftOut: number,
): string {
  const measured = values.flatMap((value, index) =>
    value === null ? [] : [{ value, label: labels[index] ?? '' }],
  )
  const highest = measured.toSorted((one, other) => other.value - one.value)[0]
  const least = measured.toSorted((one, other) => one.value - other.value)[0]
  if (!highest || !least) return `${title}: no data in this period.`
  const rest = leftOut > 0 ? ` ${leftOut} more are in the table.` : ''
  return `${title}, ${name.toLowerCase()}: most ${valueText(highest.value, kind)} (${highest.label}), least ${valueText(least.value, kind)} (${least.label}).${rest}`
}

/** Makes repeated labels unique, because they identify the drawn values. */
function distinct(labels: readonly string[]): readonly string[] {
  const seen = new Map<string, number>()
  return labels.map((label) => {
    const times = (seen.get(label) ?? 0) + 1
    seen.set(label, times)
    return times === 1 ? label : `${label} (${times})`
  })
}
