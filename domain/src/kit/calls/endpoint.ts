import type { z } from 'zod'
import type { ApprovableAction } from './approval.ts'
import type { BodySizeName } from './body-size.ts'
import type { Workload } from './workload.ts'
import { hasPermission, type Actor } from '../actor.ts'

/** Every request method: the HTTP methods, and SOAP, which means a POST of an envelope (API-019). */
export const request_methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'SOAP'] as const
export type RequestMethod = (typeof request_methods)[number]

/** The methods of our own endpoints. */
export type Method = Exclude<RequestMethod, 'SOAP'>

/**
 * Which calls require that the signed-in user has recently confirmed their identity
 * (`identity/second-factor/step-up.ts`).
 */
export interface StepUp<In = unknown> {
  /** Whether this call requires confirmation; when omitted, every call does. */
  when?(input: In, actor: Actor): boolean
  /** `refused`, or the reason why an API key may make such a call although it cannot confirm an identity. */
  api_keys: 'refused' | { allowed_because: string }
}

/**
 * A typed endpoint between web and server, imported as a value by both. Its permission is its own name
 * (`API_{path}:{METHOD}`) unless specified otherwise.
 */
export interface Endpoint<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  method: Method
  path: string
  input: In
  output: Out
  /** The required permission; `null` for endpoints that any signed-in actor may call. */
  permission: string | null
  /**
   * A right that also gives access, to a part of what the permission allows; the handler checks which of the two the
   * actor has. `null` when there is none.
   */
  or_right: string | null
  /**
   * `public`: can be called without credentials (the handler then receives the guest actor); `session`: requires a
   * signed-in user.
   */
  audience: 'any' | 'public' | 'session'
  /** `raw` responses (files, pages) are written by the handler and are not JSON. */
  answers: 'json' | 'raw'
  /** `bytes`: the handler receives the body unchanged, with the headers, for calls whose signature covers them. */
  takes: 'json' | 'bytes'
  /** `payments`: served by the payments host, whose paths are under `/v2`. */
  host: 'main' | 'payments'
  /** The size limit of the request body. */
  body: BodySizeName
  /**
   * The workload class, which decides which calls compete for capacity; `null` means `interactive`, or `heavy` when
   * the call requests very many rows.
   */
  workload: Workload | null
  /** Which calls require that the user has recently confirmed their identity; `null` when no call does. */
  step_up: StepUp | null
  /**
   * Returns what this call does that a second person may have to approve (`controls/approval.ts`), or `null`. Called
   * first without `tried`, then with the output of the call, which was made and undone; what it returns then is what
   * is approved. The property is `null` for an endpoint that never needs approval.
   */
  approval: ((input: unknown, tried?: unknown) => ApprovableAction | null) | null
  /**
   * Returns the output schema of a call that asks for some fields only, in its query field `fields`; `null` for an
   * endpoint that always returns whole records. The handler's type stays the whole output: it returns at least the
   * requested fields, and the encoder requires them.
   */
  sparse: ((fields: readonly string[]) => z.ZodType) | null
  /** Whether an API key is also accepted as the query parameter `api_key`, for links that send no headers. */
  key_in_query: boolean
  /** Whether the endpoint is part of the published API document. */
  published: boolean
  summary: string
}

export type Input<E> = E extends Endpoint<infer In> ? z.output<In> : never
export type Output<E> = E extends Endpoint<z.ZodType, infer Out> ? z.output<Out> : never

/** Declares an endpoint: `endpoint('POST /rates', { input, output, summary })`. */
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
    approval?: (input: z.output<In>, tried?: z.output<Out>) => ApprovableAction | null
    sparse?: (fields: readonly string[]) => z.ZodType
    key_in_query?: boolean
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
    step_up: about.step_up === true ? { api_keys: 'refused' } : (about.step_up ?? null),
    approval: (about.approval as Endpoint['approval'] | undefined) ?? null,
    sparse: about.sparse ?? null,
    key_in_query: about.key_in_query ?? false,
    published: about.published ?? true,
    summary: about.summary,
  }
}

/** Whether the actor may call an endpoint: it has the permission, or the right that is accepted instead. */
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
