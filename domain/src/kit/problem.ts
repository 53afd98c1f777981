import type { CodedText, TextPart } from './answers/text-part.ts'

/**
 * The kinds of API error. Create a `Problem` with the functions below; it carries the message for the user. The HTTP
 * status and the stable error code are defined only in this table.
 */
export const problem_kinds = {
  /** The credentials are correct so far and a passcode is required; not an error (AUTH-004). */
  passcode_needed: { status: 202, code: 'passcode_needed' },
  /** The same for a user whose only second factor is a passkey. */
  passkey_needed: { status: 202, code: 'passkey_needed' },
  /** Nothing was changed yet: another person has to approve it; not an error. */
  approval_needed: { status: 202, code: 'approval_needed' },
  invalid: { status: 400, code: 'validation_failed' },
  wrong_state: { status: 400, code: 'invalid_state' },
  unauthorised: { status: 401, code: 'unauthorised' },
  forbidden: { status: 403, code: 'forbidden' },
  /** The user must first enter the code that was sent. */
  verification_needed: { status: 403, code: 'verification_needed' },
  /** The role or the company requires a second factor that the user has not set up yet. */
  two_factor_needed: { status: 403, code: 'two_factor_needed' },
  /** The user must confirm their identity and then repeat the call. */
  step_up_needed: { status: 403, code: 'step_up_needed' },
  /** The page belongs to another user than the one who is signed in now. */
  other_user: { status: 403, code: 'other_user' },
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

/** An invalid field: its dotted path, with array positions as numbers, and what is wrong with it. */
export interface FieldProblem {
  field: string
  message: string
}

/** The message of an error: a sentence in English, or one that phones also display in other languages. */
export type Message = string | CodedText

/**
 * An API error with a message for the user; `parts` are its sentences by code, if they have codes. `fields` lists invalid inputs; `current` holds the stored values that a
 * stale edit conflicts with.
 */
export class Problem extends Error {
  readonly kind: ProblemKind
  readonly parts: readonly TextPart[]
  readonly fields: readonly FieldProblem[]
  readonly current: Record<string, unknown> | undefined
  readonly retry_after_s: number | undefined

  constructor(
    kind: ProblemKind,
    message: Message,
    more: {
      fields?: readonly FieldProblem[]
      current?: Record<string, unknown>
      retry_after_s?: number
    } = {},
  ) {
    super(typeof message === 'string' ? message : message.text)
    this.name = 'Problem'
    this.kind = kind
    this.parts = typeof message === 'string' ? [] : message.parts
    this.fields = more.fields ?? []
    this.current = more.current
    this.retry_after_s = more.retry_after_s
  }
}

/** Whether an error is transient and so not caused by what was asked: the same call may succeed later. */
export function isTransient({ kind, retry_after_s }: Problem): boolean {
  return (
    ['unavailable', 'internal', 'rate_limited', 'maintenance'].includes(kind) || retry_after_s !== undefined
  )
}

/** Creates the error for an invalid field or input (400). */
export const invalid = (message: Message, fields: readonly FieldProblem[] = []): Problem =>
  new Problem('invalid', message, { fields })
/** Creates the error for an action that the current state forbids (400, `invalid_state`). */
export const wrongState = (message: Message): Problem => new Problem('wrong_state', message)
/** Creates the error for missing or invalid credentials (401). */
export const unauthorised = (message = 'Token has expired'): Problem => new Problem('unauthorised', message)
/** Creates the error for a caller who must set up a second factor first (403, `two_factor_needed`). */
export const twoFactorNeeded = (): Problem =>
  new Problem('two_factor_needed', 'Set up two-factor authentication first.')
/** Creates the error for a caller who must confirm their identity first (403, `step_up_needed`). */
export const stepUpNeeded = (): Problem =>
  new Problem('step_up_needed', 'Confirm your identity, then try again. Nothing was changed.')
/**
 * Creates the error for a call of a page that belongs to another user than the one who is signed in (403, `other_user`).
 * It may be repeated once its own user has signed in again.
 */
export const otherUser = (): Problem =>
  new Problem('other_user', 'Another user has signed in in this browser. Nothing was changed.', {
    retry_after_s: 30,
  })
/** Creates the error for a caller without the necessary rights (403). */
export const forbidden = (message: Message): Problem => new Problem('forbidden', message)
/** Creates the error for a record that does not exist or belongs to others; both look the same (404). */
export const notFound = (message: Message): Problem => new Problem('not_found', message)
/** Creates the error for a record that another user changed first; `current` holds the values now stored (409). */
export const conflict = (message: Message, current?: Record<string, unknown>): Problem =>
  new Problem('conflict', message, current ? { current } : {})
/** Creates the error for too many calls; `retryAfterS` is in seconds (429). */
export const rateLimited = (message: Message, retryAfterS: number): Problem =>
  new Problem('rate_limited', message, { retry_after_s: retryAfterS })
