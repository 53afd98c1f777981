import type { FieldProblem } from '@waybill/domain/kit/problem'

/** A failed API call: the error that the server returned, or the reason why the server was not reached. */
export class ApiError extends Error {
  /** HTTP status; `0` when there was no response. */
  readonly status: number
  /** Stable error code such as `validation_failed`; empty when the server sent none. */
  readonly code: string
  readonly fields: readonly FieldProblem[]
  readonly request_id: string
  /** The stored values when an edit was based on a stale version (409). */
  readonly current: Record<string, unknown> | undefined
  /** Whether the server asked to repeat the call later (`Retry-After`): the same call may then succeed. */
  readonly may_repeat: boolean

  constructor(
    status: number,
    message: string,
    more: {
      code?: string
      fields?: readonly FieldProblem[]
      request_id?: string
      current?: Record<string, unknown>
      may_repeat?: boolean
    } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = more.code ?? ''
    this.fields = more.fields ?? []
    this.request_id = more.request_id ?? ''
    this.current = more.current
    this.may_repeat = more.may_repeat ?? false
  }
}

/** Returns the field problems of a thrown value; empty when there are none. */
export function fieldsOf(thrown: unknown): readonly FieldProblem[] {
  return thrown instanceof ApiError ? thrown.fields : []
}
