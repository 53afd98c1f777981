import type { z } from 'zod'
import type { BodySizeName } from './body-size.ts'
import type { Workload } from './workload.ts'
import { hasPermission, type Actor } from '../actor.ts'

/** Every way a call is made: of HTTP, and SOAP, which stands for a POST of an envelope (API-019). */
export const request_methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'SOAP'] as const
export type RequestMethod = (typeof request_methods)[number]

/** The ways our own endpoints are called. */
export type Method = Exclude<RequestMethod, 'SOAP'>

/** Of which calls a fresh confirmation is demanded that the person who is signed in makes them (`identity/second-factor/step-up.ts`). */
export interface StepUp<In = unknown> {
  /** Whether this call needs it; without it every call does. */
  when?(input: In, actor: Actor): boolean
  /** `refused`, or why an API key, which cannot confirm anything, may make such a call all the same. */
  api_keys: 'refused' | { allowed_because: string }
}

/**
 * A typed endpoint between web and server, imported as a value by both. The permission of a endpoint is its own
 * name (`API_{path}:{METHOD}`) unless said otherwise.
 */
export interface Endpoint<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  method: Method
  path: string
  input: In
  output: Out
  /** The permission needed; `null` for endpoints any signed-in actor may pass. */
  permission: string | null
  /** A right that lets in too, to a part of what the permission lets do; the handler asks which. `null`: there is none. */
  or_right: string | null
  /** `public`: may be called without credentials (the handler then sees the guest actor); `session`: needs a user. */
  audience: 'any' | 'public' | 'session'
  /** `raw` answers are written by the handler (files, pages) and are not JSON. */
  answers: 'json' | 'raw'
  /** `bytes` are handed to the handler as they came, with the headers, for calls whose signature covers them. */
  takes: 'json' | 'bytes'
  /** `payments`: served by the payments host, whose paths stand under `/v2`. */
  host: 'main' | 'payments'
  /** How large a body it takes. */
  body: BodySizeName
  /** What it may hold up, and what may hold it up; `null`: a page, and heavy work when very many rows are asked for. */
  workload: Workload | null
  /** Whether the person must have confirmed who it is a short time ago; `null`: no call needs it. */
  step_up: StepUp | null
  /** Part of the published API document. */
  published: boolean
  summary: string
}

export type Input<E> = E extends Endpoint<infer In, z.ZodType> ? z.output<In> : never
export type Output<E> = E extends Endpoint<z.ZodType, infer Out> ? z.output<Out> : never

/** Declares a endpoint: `endpoint('POST /rates', { input, output, summary })`. */
export function endpoint<
  In extends z.ZodType,
  Out extends z.ZodType,
  const Body extends BodySizeName = 'usual',
>(
  name: `${Method} /${string}`,
  about: {
    input: In
    output: Out
    summary: string
    permission?: string | null
    or_right?: `INLINE_${string}`
    audience?: 'any' | 'public' | 'session'
    answers?: 'json' | 'raw'
    takes?: 'json' | 'bytes'
    host?: 'main' | 'payments'
    body?: Body
    workload?: Workload
    step_up?: true | StepUp<z.output<In>>
    published?: boolean
  },
): Endpoint<In, Out> & { body: Body } {
  const [method = 'GET', path = ''] = name.split(' ')
  return {
    method: method as Method,
    path,
    input: about.input,
    output: about.output,
    permission: about.permission === undefined ? `API_${path}:${method}` : about.permission,
    or_right: about.or_right ?? null,
    audience: about.audience ?? 'any',
    answers: about.answers ?? 'json',
    takes: about.takes ?? 'json',
    host: about.host ?? 'main',
    body: about.body ?? ('usual' as Body),
    workload: about.workload ?? null,
    step_up: about.step_up === true ? { api_keys: 'refused' } : ((about.step_up ?? null) as StepUp | null),
    published: about.published ?? true,
    summary: about.summary,
  }
}

/** Whether somebody's rights let them make a call: its permission, or the right that stands in for it. */
export function isLetIn(
  actor: Pick<Actor, 'permissions'>,
  { permission, or_right }: Pick<Endpoint, 'permission' | 'or_right'>,
): boolean {
  return (
    permission === null ||
    hasPermission(actor, permission) ||
    (or_right !== null && hasPermission(actor, or_right))
  )
}
