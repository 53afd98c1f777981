import { randomBytes } from 'node:crypto'
import { digestOf } from '../../kit/sealer.ts'
import type { Context } from '../../kit/handler.ts'
import { findForSignIn, saveSecret } from '../sign-in/sign-in-store.ts'

/**
 * Makes the code of a link by which somebody of the staff chooses a password, for the operator of the installation to hand
 * over; 256 bits, kept as a digest. A second factor stays as it is. `null` when no such person may sign in.
 */
export async function startOperatorLink(
  ctx: Context,
  name: string,
  validMs: number,
): Promise<{ code: string; email: string } | null> {
  const user = await findForSignIn(ctx, name)
  if (!user || user.deleted_date !== null || user.account_id !== null) return null
  const code = randomBytes(32).toString('base64url')
  await saveSecret(ctx, user.id, {
    reset_digest: digestOf(code),
    reset_expires: new Date(ctx.now.getTime() + validMs),
  })
  return { code, email: user.email }
}
