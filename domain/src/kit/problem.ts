/**
 * Why something was refused. A `Problem` is made by the named functions below and carries the sentence a
 * person reads; the HTTP status and the stable machine word come from `problem_kinds`, the only such table.
 */
export const problem_kinds = {
  /** Right so far, and a passcode is needed; not an error (AUTH-004). */
  passcode_needed: { status: 202, code: 'passcode_needed' },
  /** The same of somebody whose second factor is a passkey alone. */
  passkey_needed: { status: 202, code: 'passkey_needed' },
  invalid: { status: 400, code: 'validation_failed' },
  wrong_state: { status: 400, code: 'invalid_state' },
  unauthorised: { status: 401, code: 'unauthorised' },
  forbidden: { status: 403, code: 'forbidden' },
  /** The code that was sent has to be entered first. */
  verification_needed: { status: 403, code: 'verification_needed' },
  /** The role or the company demands a second factor that is not set up yet. */
  two_factor_needed: { status: 403, code: 'two_factor_needed' },
  /** The person has to confirm who it is, then the same call is made again. */
  step_up_needed: { status: 403, code: 'step_up_needed' },
  not_found: { status: 404, code: 'not_found' },
  method_not_allowed: { status: 405, code: 'method_not_allowed' },
  conflict: { status: 409, code: 'conflict' },
  reference_required: { status: 412, code: 'customer_reference_required' },
  too_large: { status: 413, code: 'validation_failed' },
  maintenance: { status: 418, code: 'maintenance' },
  unprocessable: { status: 422, code: 'unprocessable' },
  account_closed: { status: 423, code: 'account_closed' },
  rate_limited: { status: 429, code: 'rate_limited' },
  unavailable: { status: 503, code: 'unavailable' },
  internal: { status: 500, code: 'internal' },
} as const satisfies Record<string, { status: number; code: string }>

export type ProblemKind = keyof typeof problem_kinds

/** One field that is wrong: dotted path with array positions as numbers, and what is wrong with it. */
export interface FieldProblem {
  field: string
  message: string
}

/** A refusal with a sentence for people; `fields` point at inputs, `current` holds the values a stale edit met. */
export class Problem extends Error {
  readonly kind: ProblemKind
  readonly fields: readonly FieldProblem[]
  readonly current: Record<string, unknown> | undefined
  readonly retry_after_s: number | undefined

  constructor(
    kind: ProblemKind,
    message: string,
    more: {
      fields?: readonly FieldProblem[]
      current?: Record<string, unknown>
      retry_after_s?: number
    } = {},
  ) {
    super(message)
    this.name = 'Problem'
    this.kind = kind
    this.fields = more.fields ?? []
    this.current = more.current
    this.retry_after_s = more.retry_after_s
  }
}

/** A field or the whole input is wrong (400). */
export const invalid = (message: string, fields: readonly FieldProblem[] = []): Problem =>
  new Problem('invalid', message, { fields })
/** The thing is in a state that forbids the action (400, `invalid_state`). */
export const wrongState = (message: string): Problem => new Problem('wrong_state', message)
/** Nobody usable is asking (401). */
export const unauthorised = (message = 'Token has expired'): Problem => new Problem('unauthorised', message)
/** Somebody is asking who must set a second factor up first (403, `two_factor_needed`). */
export const twoFactorNeeded = (): Problem =>
  new Problem('two_factor_needed', 'Set up two-factor authentication first.')
/** Somebody is asking who has to confirm who it is first (403, `step_up_needed`). */
export const stepUpNeeded = (): Problem =>
  new Problem('step_up_needed', 'Confirm that it is you, then do this again. Nothing was changed.')
/** Somebody is asking who may not (403). */
export const forbidden = (message: string): Problem => new Problem('forbidden', message)
/** Not there, or not yours: both read the same (404). */
export const notFound = (message: string): Problem => new Problem('not_found', message)
/** Somebody else changed it first; `current` carries the values now stored (409). */
export const conflict = (message: string, current?: Record<string, unknown>): Problem =>
  new Problem('conflict', message, current ? { current } : {})
/** Too many calls; `retry_after_s` in seconds (429). */
export const rateLimited = (message: string, retryAfterS: number): Problem =>
  new Problem('rate_limited', message, { retry_after_s: retryAfterS })
