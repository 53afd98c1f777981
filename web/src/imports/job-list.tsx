import type { BulkJob } from '@waybill/domain/imports/model'
import type { Column } from '../kit/table/columns/columns.ts'
import { badgeColumn, countColumn, textColumn, whenColumn } from '../kit/table/columns/column-kinds.tsx'
import { formatCount } from '../kit/ui/values/numbers.ts'
import { JobBadge, stateText } from './texts.tsx'
import { personName } from '../kit/session/people.ts'

/** Columns of the lists of bulk jobs. */
export function jobColumns(title: string): readonly Column<BulkJob>[] {
  const number = (key: 'total' | 'done' | 'wrong', heading: string): Column<BulkJob> => {
    const of = ({ total, counts }: BulkJob): number =>
      key === 'total' ? total : key === 'done' ? counts.done : counts.wrong + counts.failed
    return countColumn(key, heading, 96, (job) => of(job))
  }
  return [
    textColumn('name', title, 320, ({ name }) => name),
    badgeColumn('state', 'State', 136, stateText, { cell: (job) => <JobBadge of={job} /> }),
    number('total', 'Rows'),
    number('done', 'Done'),
    number('wrong', 'Errors'),
    textColumn('created_by', 'By', 120, ({ created_by }) => personName(created_by)),
    whenColumn('time_created', 'When', 120, ({ time_created }) => time_created),
  ]
}

/** Content of a bulk job card on a phone. */
export const jobCard = (job: BulkJob) => ({
  title: job.name,
  badge: <JobBadge of={job} />,
  lines: [`${formatCount(job.counts.done)} of ${formatCount(job.total)} done`, personName(job.created_by)],
})
