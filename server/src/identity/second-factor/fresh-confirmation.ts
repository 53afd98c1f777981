import { isFreshlyConfirmed } from '@waybill/domain/identity/sign-in/step-up'
import { stepUpNeeded } from '@waybill/domain/kit/problem'
import type { Context } from '../../kit/handler.ts'
import { confirmedAt } from '../sign-in/sign-in-store.ts'

/**
 * Throws 403 `step_up_needed` when the signed-in user has not recently confirmed their identity. Reads the session
 * from the database, because another process may have just stored the confirmation.
 */
export async function requireFreshConfirmation(ctx: Context): Promise<void> {
  const { session_id } = ctx.request
  const confirmed = session_id === null ? null : await confirmedAt(ctx, session_id)
  if (!isFreshlyConfirmed(confirmed, ctx.now)) throw stepUpNeeded()
}
