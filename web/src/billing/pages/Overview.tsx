import { useQuery } from '@tanstack/react-query'
import type { Ageing } from '@waybill/domain/billing/model'
import { formatRand, fromRand, type Cents } from '@waybill/domain/kit/money'
import type { Question } from '@waybill/domain/reports/question'
import { reportApi, type ReportAnswer } from '@waybill/domain/reports/report-api'
import type { ReactNode } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import { BarChart, type ChartProps } from '../../kit/chart/Chart.tsx'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { EmptyState, Loading, RegionError, Skeleton } from '../../kit/ui/states/States.tsx'
import { Money } from '../../kit/ui/values/Value.tsx'
import shared from '../billing.module.css'
import styles from './overview.module.css'
import { Figure } from '../balance/Figure.tsx'

const max_debtors = 10
const overdue_parts: readonly (keyof Ageing)[] = ['days_30', 'days_60', 'days_90', 'days_120']
const ages: readonly (keyof Ageing)[] = ['current', ...overdue_parts]

/**
 * Overview of the books: the outstanding amounts by age, and the figures of this month. Each figure links to its
 * list.
 */
export function Overview() {
  const owed = useReport({ report: 'age-analysis' })
  const invoiced = useReport({ report: 'invoices', range: 'month' })
  const received = useReport({ report: 'payments-received', range: 'month' })
  const overdue = (answer: ReportAnswer) =>
    overdue_parts.reduce((sum, part) => sum + totalOf(answer, part), 0)
  return (
    <>
      <section className={shared.strip} aria-label="Billing figures">
        <Figure name={<AppLink to="/billing/age-analysis">Total outstanding</AppLink>} isMain>
          <Sum of={owed} read={(answer) => totalOf(answer, 'open')} />
        </Figure>
        <Figure name={<AppLink to="/billing/invoices?status=overdue">Overdue</AppLink>}>
          <Sum of={owed} read={overdue} />
        </Figure>
        <Figure name={<AppLink to="/billing/invoices">Invoiced this month</AppLink>}>
          <Sum of={invoiced} read={(answer) => totalOf(answer, 'total')} />
        </Figure>
        <Figure name={<AppLink to="/payments">Received this month</AppLink>}>
          <Sum of={received} read={(answer) => totalOf(answer, 'net')} />
        </Figure>
      </section>
      <Owing of={owed} />
    </>
  )
}

type ReportQueryResult = ReturnType<typeof useReport>

function useReport(question: Question) {
  // Refetch on every mount, because postings on other pages change these figures.
  return useQuery({ ...endpointQuery(reportApi.run, question), retry: false, refetchOnMount: 'always' })
}

/** Returns a report total in cents; 0 when the report has no rows. */
function totalOf({ totals }: ReportAnswer, column: string): Cents {
  return fromRand(Number(totals[column] ?? 0))
}

function Sum({
  of: { data, error },
  read,
}: {
  of: ReportQueryResult
  read: (answer: ReportAnswer) => Cents
}) {
  // A report that was cut off because of too many rows has no totals.
  if (data) return <Money cents={data.is_cut ? null : read(data)} />
  return error ? <Money cents={null} /> : <Skeleton height={20} width={96} />
}

/** Shows the outstanding amounts by age, and the accounts that owe most. */
function Owing({ of: query }: { of: ReportQueryResult }): ReactNode {
  const { data, error } = query
  if (error && !data)
    return <RegionError thrown={error} what="The age analysis" onRetry={() => void query.refetch()} />
  if (!data) return <Loading lines={6} />
  if (data.rows.length === 0)
    return <EmptyState title="No account owes anything.">Every invoice is paid.</EmptyState>
  return (
    <div className={styles.overview}>
      <Card title="Open amounts by days past due">
        <BarChart {...chartOfAges(data)} />
      </Card>
      <Card title="Who owes most">
        <ul className={styles.debtors}>
          {data.rows.slice(0, max_debtors).map((row) => (
            <li className={styles.debtorsItem} key={row.account_id}>
              <AppLink to={`/accounts/${row.account_id}?tab=billing`}>{row.account_name}</AppLink>
              <Money cents={fromRand(Number(row.open ?? 0))} />
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

function chartOfAges(answer: ReportAnswer): ChartProps {
  const parts = answer.columns.filter(({ key }) => ages.some((part) => part === key))
  const values = parts.map(({ key }) => totalOf(answer, key))
  const words = parts.map(({ title }, at) => `${title} ${formatRand(values[at] ?? 0)}`)
  return {
    labels: parts.map(({ title }) => title),
    series: [{ name: 'Open', values }],
    format: formatRand,
    formatStep: formatRand,
    summary: `Open amounts by days past due: ${words.join(', ')}.`,
  }
}
