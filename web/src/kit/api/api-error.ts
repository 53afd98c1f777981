import type { FieldProblem } from '@waybill/domain/kit/problem'

/** A call that did not succeed: what the server said, or what kept the call from reaching it. */
export class ApiError extends Error {
  /** HTTP status; `0` when there was no answer. */
  readonly status: number
  /** Stable machine word such as `validation_failed`; empty when the server gave none. */
  readonly code: string
  readonly fields: readonly FieldProblem[]
  readonly request_id: string
  /** The values now stored, when an edit met a newer version (409). */
  readonly current: Record<string, unknown> | undefined

  constructor(
    status: number,
    message: string,
    more: {
      code?: string
      fields?: readonly FieldProblem[]
      request_id?: string
      current?: Record<string, unknown>
    } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = more.code ?? ''
    this.fields = more.fields ?? []
    this.request_id = more.request_id ?? ''
    this.current = more.current
  }
}

/** The field problems of anything thrown; empty when there are none. */
export function fieldsOf(thrown: unknown): readonly FieldProblem[] {
  return thrown instanceof ApiError ? thrown.fields : []
}
