import type { BulkJob } from '@waybill/domain/imports/model'
import type { Column } from '../kit/table/columns/columns.ts'
import { formatCount } from '../kit/ui/values/numbers.ts'
import { When } from '../kit/ui/values/Value.tsx'
import { JobBadge, stateText } from './texts.tsx'
import { personName } from '../kit/session/people.ts'

/** Columns of the lists of bulk jobs. */
export function jobColumns(title: string): readonly Column<BulkJob>[] {
  const number = (key: 'total' | 'done' | 'wrong', heading: string): Column<BulkJob> => {
    const of = ({ total, counts }: BulkJob): number =>
      key === 'total' ? total : key === 'done' ? counts.done : counts.wrong + counts.failed
    return {
      key,
      title: heading,
      width: 96,
      align: 'right',
      cell: (job) => formatCount(of(job)),
      text: (job) => String(of(job)),
    }
  }
  return [
    { key: 'name', title, width: 320, cell: ({ name }) => name, text: ({ name }) => name },
    {
      key: 'state',
      title: 'State',
      width: 136,
      tight: true,
      cell: (job) => <JobBadge of={job} />,
      text: stateText,
    },
    number('total', 'Rows'),
    number('done', 'Done'),
    number('wrong', 'Errors'),
    {
      key: 'created_by',
      title: 'By',
      width: 120,
      cell: ({ created_by }) => personName(created_by),
      text: ({ created_by }) => personName(created_by),
    },
    {
      key: 'time_created',
      title: 'When',
      width: 120,
      cell: ({ time_created }) => <When at={time_created} />,
      text: ({ time_created }) => time_created.toISOString(),
    },
  ]
}

/** Content of a bulk job card on a phone. */
export const jobCard = (job: BulkJob) => ({
  title: job.name,
  badge: <JobBadge of={job} />,
  lines: [`${formatCount(job.counts.done)} of ${formatCount(job.total)} done`, personName(job.created_by)],
})
