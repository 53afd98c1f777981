import { isFreshlyConfirmed } from '@waybill/domain/identity/sign-in/step-up'
import { stepUpNeeded } from '@waybill/domain/kit/problem'
import type { Context } from '../../kit/handler.ts'
import { confirmedAt } from '../sign-in/sign-in-store.ts'

/**
 * Refuses with 403 `step_up_needed` when the person who is signed in has not confirmed who it is a short time ago. The
 * session is read afresh, because another process may have taken the confirmation a moment ago.
 */
export async function requireFreshConfirmation(ctx: Context): Promise<void> {
  const { session_id } = ctx.request
  const confirmed = session_id === null ? null : await confirmedAt(ctx, session_id)
  if (!isFreshlyConfirmed(confirmed, ctx.now)) throw stepUpNeeded()
}
