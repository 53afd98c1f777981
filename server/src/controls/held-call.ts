import type { ApprovableAction } from '@waybill/domain/kit/calls/approval'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import type { Context } from '../kit/handler.ts'

/** A call that waited for approval, ready to be made in a transaction. */
export interface HeldCall {
  endpoint: Endpoint
  /** Makes the call and returns what it did. */
  run: (ctx: Context) => Promise<ApprovableAction | null>
}

/** Returns a stored call, checked again as if it was sent now. Throws when a newer release no longer has it. */
export type FindHeldCall = (endpoint: string, input: unknown) => HeldCall
