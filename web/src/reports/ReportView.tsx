import { IconCalendarClock, IconDeviceFloppy, IconDownload } from '../kit/icons/icons.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DownloadFormat } from '@waybill/domain/kit/lists/download'
import { report_fields, type Report, type ReportField } from '@waybill/domain/reports/report'
import { reportApi, type ReportAnswer } from '@waybill/domain/reports/report-api'
import { branchLimit, isStaff, type Actor } from '@waybill/domain/kit/actor'
import { useMemo, useState, type ReactNode } from 'react'
import { call, endpointQuery } from '../kit/api/index.ts'
import { BarChart, LineChart } from '../kit/chart/Chart.tsx'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import { usePreference } from '../kit/preferences/preferences.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { DataTable } from '../kit/table/DataTable.tsx'
import { download } from '../kit/table/export/download.ts'
import type { Filter } from '../kit/table/filters/filters.ts'
import { useList } from '../kit/table/use-list.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Page } from '../kit/ui/page-layout/Layout.tsx'
import { Menu } from '../kit/ui/layers/Menu.tsx'
import { Notice } from '../kit/ui/states/Notice.tsx'
import { dayText } from '../kit/ui/values/moments.ts'
import { formatCount } from '../kit/ui/values/numbers.ts'
import { useSearchState } from '../kit/url/use-search.ts'
import { useFilterChoices } from '../shipments/index.ts'
import { chartOf } from './report-chart.ts'
import { field_keys, monthName, monthsBack, questionOf } from './report-question.ts'
import { reportCard, reportColumns, sortedRows } from './report-table.tsx'
import shared from './reports.module.css'
import styles from './report-view.module.css'
import { SaveReportDialog } from './SaveReportDialog.tsx'

/**
 * Shows a report with filters in the address bar, a chart, and the table with its totals (REP-001). `header` renders
 * the page header with the given action buttons.
 */
export function ReportView({
  report,
  header,
}: {
  report: Report
  header: (actions: ReactNode) => ReactNode
}) {
  const me = useMe()
  const { values, set } = useSearchState()
  const list = useList({ name: `report-${report.id}`, filters: useFilters(me, report, values), size: 20 })
  const question = questionOf(report.id, values)
  const query = useQuery({
    ...endpointQuery(reportApi.run, question),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const [saving, setSaving] = useState<'save' | 'schedule' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const answer = query.data
  const columns = useMemo(() => reportColumns(answer?.columns ?? []), [answer?.columns])
  const rows = useMemo(() => answer && sortedRows(answer.rows, list.sort), [answer, list.sort])
  const from = (list.page - 1) * list.size
  const shown = rows?.slice(from, from + list.size).map((row, at) => ({ ...row, [row_key]: from + at }))
  const fetchFile = async (format: DownloadFormat): Promise<void> => {
    setBusy(true)
    await download(() => call(reportApi.download, { ...question, format }))
    setBusy(false)
  }
  const hasTotals = answer !== undefined && answer.rows.length > 1 && Object.keys(answer.totals).length > 0
  return (
    <Page>
      {header(
        <>
          {mayCall(me, reportApi.save) && (
            <Menu
              label="Save"
              entries={[
                { label: 'Save as…', icon: IconDeviceFloppy, onSelect: () => setSaving('save') },
                { label: 'Schedule…', icon: IconCalendarClock, onSelect: () => setSaving('schedule') },
              ]}
            >
              {(trigger) => (
                <Button {...trigger} icon={IconDeviceFloppy}>
                  Save
                </Button>
              )}
            </Menu>
          )}
          <Menu
            label="Download"
            entries={[
              { label: 'CSV', onSelect: () => fetchFile('csv') },
              { label: 'Excel workbook', onSelect: () => fetchFile('xlsx') },
            ]}
          >
            {(trigger) => (
              <Button {...trigger} icon={IconDownload} busy={isBusy}>
                Download
              </Button>
            )}
          </Menu>
        </>,
      )}
      <Tools report={report} answer={answer} values={values} set={set} />
      {answer && <Drawn answer={answer} />}
      {answer?.is_cut && (
        <Notice
          variant="info"
          title={`These are the first ${formatCount(answer.rows.length)} rows.`}
          action={<Button onClick={() => fetchFile('csv')}>Send me all rows</Button>}
        >
          There are more. Totals are not shown for a part; the file holds every row.
        </Notice>
      )}
      <DataTable
        name={`report-${report.id}-${answer?.by ?? ''}`}
        caption={report.title}
        columns={columns}
        rows={shown}
        total={rows?.length}
        totals={hasTotals ? answer.totals : undefined}
        idOf={(row) => Number(row[row_key])}
        query={query}
        list={list}
        card={reportCard(answer?.columns ?? [])}
        empty={{ title: 'No data in this period.', text: 'Choose other days or fewer filters.' }}
      />
      {answer && answer.report.counted !== '' && <p className={styles.counted}>{answer.report.counted}</p>}
      {saving && (
        <SaveReportDialog
          question={question}
          title={report.title}
          isSent={saving === 'schedule'}
          onClose={() => setSaving(null)}
        />
      )}
    </Page>
  )
}

/** Row property that identifies rows, because report rows have no id. */
const row_key = '#'

/** Returns the filters of a report that the user can choose from. */
function useFilters(me: Actor, report: Report, values: Readonly<Record<string, string>>): readonly Filter[] {
  const choices = useFilterChoices(values.account?.replace(/^!/, '').split(',') ?? [])
  const options: Record<ReportField, Filter['options']> = {
    account_id: isStaff(me) ? choices.accounts : [],
    branch_id: branchLimit(me) === null ? choices.branches : [],
    service_level_code: choices.service_levels,
    driver: choices.drivers,
  }
  return [
    ...(report.dated
      ? [{ key: 'date', label: report.date_of ?? 'Date', kind: 'date', pinned: true } as const]
      : []),
    ...report.fields.flatMap((field): Filter[] => {
      const search = field === 'account_id' && isStaff(me) ? choices.searchAccounts : undefined
      return options[field]?.length || search
        ? [
            {
              key: field_keys[field],
              label: report_fields[field],
              kind: 'choice',
              options: options[field] ?? [],
              negatable: true,
              ...(search ? { onSearch: search } : {}),
            },
          ]
        : []
    }),
  ]
}

/** Shows the grouping, the month and the covered days. */
function Tools({
  report,
  answer,
  values,
  set,
}: {
  report: Report
  answer: ReportAnswer | undefined
  values: Readonly<Record<string, string>>
  set: (changes: Readonly<Record<string, string | undefined>>) => void
}) {
  const groupings = answer?.report.by ?? []
  const month = /^\d{4}-\d{2}$/.test(values.date ?? '') ? (values.date ?? null) : null
  return (
    <div className={styles.tools}>
      {groupings.length > 1 && (
        <SelectField
          {...standaloneField('by', answer?.by ?? '', (by: string) =>
            set({ by, page: undefined, sort: undefined }),
          )}
          label="Group by"
          size="sm"
          width={200}
          options={groupings}
        />
      )}
      {report.dated && (
        <SelectField<string, string | null>
          {...standaloneField('month', month, (chosen: string | null) =>
            set({ date: chosen ?? undefined, page: undefined }),
          )}
          label="Month"
          size="sm"
          width={200}
          clearable
          placeholder="Any"
          options={monthsBack(new Date()).map((value) => ({ value, label: monthName(value) }))}
        />
      )}
      {answer?.days && (
        <p className={shared.note} role="status">
          {answer.report.date_of} {dayText(answer.days.from)}
          {answer.days.from === answer.days.until ? '' : ` to ${dayText(answer.days.until)}`}
        </p>
      )}
    </div>
  )
}

/** Shows the chart, which the user can hide. The table contains the same data. */
function Drawn({ answer }: { answer: ReportAnswer }) {
  const [isHidden, hide] = usePreference<boolean>('hide-charts', false)
  const chart = chartOf(answer, new Date())
  if (!chart) return null
  const { kind, ...props } = chart
  return (
    <Card
      title={props.series.map(({ name }) => name).join(', ')}
      className={styles.chart}
      actions={
        <Button variant="link" onClick={() => hide(!isHidden)}>
          {isHidden ? 'Show chart' : 'Show as table only'}
        </Button>
      }
    >
      {!isHidden && (kind === 'line' ? <LineChart {...props} /> : <BarChart {...props} />)}
    </Card>
  )
}
