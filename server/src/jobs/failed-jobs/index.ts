import { jobsApi, mayManageFailedJobs } from '@waybill/domain/jobs/api'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { invalid, notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { serve, type Handler } from '../../kit/handler.ts'
import { retention } from '../purge.ts'
import { discardFailedJob, listFailedJobs, retryFailedJobs, type FailedJobs } from './store.ts'

const gone = 'This job is no longer in the list of failed jobs. Load the list again.'

const readFailedJobs: Handler<typeof jobsApi.failed> = async (ctx, input) => {
  ensure(mayManageFailedJobs(ctx.actor))
  const { rows, total } = await listFailedJobs(ctx, input.listener, pageOf(input, 100))
  const jobs = rows.map(({ dead_at, last_error, ...row }) => {
    const timeFailed = dead_at ?? row.time_created
    return {
      ...row,
      last_error: last_error ?? '',
      time_failed: timeFailed,
      kept_until: new Date(timeFailed.getTime() + retention.dead_letters),
    }
  })
  return { jobs, count: total }
}

const retry: Handler<typeof jobsApi.retry> = async (ctx, { id, listener }) => {
  ensure(mayManageFailedJobs(ctx.actor))
  const which: FailedJobs | null = id !== undefined ? { id } : listener !== undefined ? { listener } : null
  if (!which) throw invalid('Choose a job, or a type of job, to try again.')
  const count = await retryFailedJobs(ctx, which)
  if (count === 0 && id !== undefined) throw notFound(gone)
  await ctx.publish({ topic: 'outbox' })
  return { count }
}

const discard: Handler<typeof jobsApi.discard> = async (ctx, { id }) => {
  ensure(mayManageFailedJobs(ctx.actor))
  if (!(await discardFailedJob(ctx, id))) throw notFound(gone)
  return {}
}

export const failedJobRoutes = [
  serve(jobsApi.failed, readFailedJobs),
  serve(jobsApi.retry, retry),
  serve(jobsApi.discard, discard),
]
