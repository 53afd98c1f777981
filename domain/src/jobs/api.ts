import { z } from 'zod'
import { isOffice, type Actor } from '../kit/actor.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { paging } from '../kit/lists/paging.ts'
import { forbidden } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import { count, instant, maybe } from '../kit/calls/wire.ts'
import { job_listener_names } from './listeners.ts'

/** What a person decides about a failed job. */
export const job_decisions = ['retry', 'discard'] as const

/** A job whose tries are used up, kept until somebody retries or discards it. */
export const FailedJob = z.object({
  id: z.int(),
  /** Who would do it: a name of `job_listeners`, or of an earlier release. */
  listener: z.string(),
  /** The shipment it is about; `null` when it is about something else. */
  shipment_id: z.int().nullable(),
  /** How often it was tried. */
  attempts: z.int(),
  last_error: z.string(),
  time_created: instant,
  /** When it was given up. */
  time_failed: instant,
  /** It is removed then, unless somebody has retried or discarded it before. */
  kept_until: instant,
})
export type FailedJob = z.output<typeof FailedJob>

/** Failed jobs of the caller's company (docs/domain/jobs.md#failed-jobs). */
export const jobsApi = {
  failed: endpoint('GET /jobs/failed', {
    input: z.object({ ...paging, listener: maybe(z.enum(job_listener_names)) }),
    output: z.object({ jobs: z.array(FailedJob), count: z.int() }),
    audience: 'session',
    summary: 'Jobs that failed as often as they are tried, newest first.',
    published: false,
  }),
  retry: endpoint('POST /jobs/failed', {
    input: z.object({
      /** This job; every failed job of a listener when only that is given. */
      id: maybe(count),
      listener: maybe(z.enum(job_listener_names)),
    }),
    /** How many are tried again. */
    output: z.object({ count: z.int() }),
    audience: 'session',
    summary: 'Tries one failed job again, or all of one kind, as if they were new.',
    published: false,
  }),
  discard: endpoint('DELETE /jobs/failed', {
    input: z.object({ id: count }),
    output: z.object({}),
    audience: 'session',
    summary: 'Gives up a failed job for good.',
    published: false,
  }),
}

/** Whether somebody may look at failed jobs and decide about them, beside the permission of the call. */
export function mayManageFailedJobs(actor: Actor): RuleResult {
  return isOffice(actor) ? true : forbidden('Failed jobs belong to the company. Ask its administrator.')
}
