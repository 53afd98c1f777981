import { z } from 'zod'
import { isOffice, type Actor } from '../kit/actor.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { paging } from '../kit/lists/paging.ts'
import { forbidden } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import { count, instant, maybe } from '../kit/calls/wire.ts'
import { job_listener_names } from './listeners.ts'

/** The decisions that a user can make about a failed job. */
export const job_decisions = ['retry', 'discard'] as const
export type JobDecision = (typeof job_decisions)[number]

/** A job that used up its attempts; stored until a user retries or discards it, or until `kept_until`. */
export const FailedJob = z.object({
  id: z.int(),
  /** The listener that runs the job: a name of `job_listeners`, or of an earlier release. */
  listener: z.string(),
  /** The related shipment; `null` when the job is about something else. */
  shipment_id: z.int().nullable(),
  /** Number of attempts. */
  attempts: z.int(),
  last_error: z.string(),
  time_created: instant,
  /** When the job was given up. */
  time_failed: instant,
  /** When the job is removed, unless a user retries or discards it earlier. */
  kept_until: instant,
})
export type FailedJob = z.output<typeof FailedJob>

/** Failed jobs of the caller's company (docs/domain/jobs.md#failed-jobs). */
export const jobsApi = {
  failed: endpoint('GET /jobs/failed', {
    input: z.object({ ...paging, listener: maybe(z.enum(job_listener_names)) }),
    output: z.object({ jobs: z.array(FailedJob), count: z.int() }),
    audience: 'session',
    summary: 'Lists jobs that failed on every attempt, newest first.',
    published: false,
  }),
  retry: endpoint('POST /jobs/failed', {
    input: z.object({
      /** The job to retry; when only `listener` is given, all its failed jobs are retried. */
      id: maybe(count),
      listener: maybe(z.enum(job_listener_names)),
    }),
    /** Number of jobs to be retried. */
    output: z.object({ count: z.int() }),
    audience: 'session',
    summary: 'Retries one failed job, or all failed jobs of one kind.',
    published: false,
  }),
  discard: endpoint('DELETE /jobs/failed', {
    input: z.object({ id: count }),
    output: z.object({}),
    audience: 'session',
    summary: 'Discards a failed job permanently.',
    published: false,
  }),
}

/** Checks whether the actor may view failed jobs and decide about them, in addition to the permission of the call. */
export function mayManageFailedJobs(actor: Actor): RuleResult {
  return isOffice(actor) ? true : forbidden('Only company staff can see failed jobs. Ask an administrator.')
}
