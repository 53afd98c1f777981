import { IconRefresh, IconTrash } from '../../kit/icons/icons.ts'
import { jobsApi, type FailedJob } from '@waybill/domain/jobs/api'
import { job_listener_names, job_listeners, jobTitle } from '@waybill/domain/jobs/listeners'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { countColumn, textColumn, whenColumn } from '../../kit/table/columns/column-kinds.tsx'
import { ListPage } from '../../kit/table/ListPage.tsx'
import { choiceFilter, type Filter } from '../../kit/table/filters/filters.ts'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { dayText } from '../../kit/ui/values/moments.ts'
import { formatCount } from '../../kit/ui/values/numbers.ts'

const refresh = [jobsApi.failed]

const filters: readonly Filter[] = [
  choiceFilter('listener', 'What', job_listener_names, (value) => job_listeners[value], {
    pinned: true,
    single: true,
  }),
]

const titleOf = ({ listener }: FailedJob): string => jobTitle(listener)
const nextStepOf = ({ kept_until }: FailedJob): string => `Retry or discard by ${dayText(dayOf(kept_until))}`

const columns: readonly Column<FailedJob>[] = [
  textColumn('what', 'What', 280, titleOf, {
    cell: (job) => (
      <>
        {titleOf(job)}
        {job.shipment_id !== null && (
          <>
            {' '}
            <AppLink to={`/shipments/${job.shipment_id}`}>Open shipment</AppLink>
          </>
        )}
      </>
    ),
  }),
  whenColumn('since', 'Since', 120, ({ time_failed }) => time_failed),
  countColumn('attempts', 'Attempts', 92, ({ attempts }) => attempts),
  textColumn('last_error', 'Last error', 320, ({ last_error }) => last_error),
  textColumn('next', 'Next step', 220, nextStepOf),
]

/** Lists jobs that failed after all their attempts, with the reason, to retry or discard them. */
export default function FailedJobsPage() {
  const me = useMe()
  const list = useList({ name: 'failed-jobs', filters })
  const listener = list.oneOf('listener', job_listener_names)
  const found = useRows(jobsApi.failed, { ...list.input, listener }, ({ jobs }) => jobs)
  const retry = useEndpointMutation(jobsApi.retry, {
    refresh,
    done: ({ count }) =>
      toast.success(
        count === 1 ? 'The job is being retried' : `${formatCount(count)} jobs are being retried`,
      ),
  })
  const discard = useEndpointMutation(jobsApi.discard, {
    refresh,
    done: () => toast.success('Job discarded'),
  })
  const confirmDiscard = async (job: FailedJob): Promise<void> => {
    const isSure = await confirmAction({
      title: 'Discard this job?',
      body: `${titleOf(job)} will not be done and leaves this list.`,
      confirm: 'Discard',
      cancel: 'Keep it',
      danger: true,
    })
    if (isSure) discard.mutate({ id: job.id })
  }
  return (
    <ListPage
      title="Failed jobs"
      back={{ to: '/tools', label: 'Tools' }}
      primary={
        listener !== undefined &&
        (found.total ?? 0) > 0 &&
        mayCall(me, jobsApi.retry) && (
          <Button
            variant="primary"
            icon={IconRefresh}
            busy={retry.isPending}
            onClick={() => retry.mutate({ listener })}
          >
            Retry all of this kind
          </Button>
        )
      }
      of={found}
      columns={columns}
      list={list}
      rowMenu={(job) => [
        ...(mayCall(me, jobsApi.retry)
          ? [{ label: 'Retry', icon: IconRefresh, onSelect: () => retry.mutate({ id: job.id }) }]
          : []),
        ...(mayCall(me, jobsApi.discard)
          ? [{ label: 'Discard', icon: IconTrash, danger: true, onSelect: () => confirmDiscard(job) }]
          : []),
      ]}
      card={(job) => ({
        title: titleOf(job),
        lines: [job.last_error, nextStepOf(job)],
      })}
      empty={{
        title: 'No job has failed.',
        text: 'Failed jobs are retried eight times over about ten hours. Jobs that still fail are listed here.',
      }}
    />
  )
}
