import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import type { Context, ExternalContext } from '../kit/handler.ts'

/**
 * A call that waited for approval, ready to be made: in one transaction, or by a handler that calls external services
 * and stores its result with `answer`.
 */
export type HeldCall = { endpoint: Endpoint } & (
  | { kind: 'transaction'; run: (ctx: Context) => Promise<unknown> }
  | { kind: 'external'; run: (ctx: ExternalContext) => Promise<unknown> }
)

/** Returns a stored call, checked again as if it was sent now. Throws when a newer release no longer has it. */
export type FindHeldCall = (endpoint: string, input: unknown) => HeldCall
