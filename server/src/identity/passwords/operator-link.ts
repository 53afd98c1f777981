import { randomBytes } from 'node:crypto'
import { digestOf } from '../../kit/sealer.ts'
import type { Context } from '../../kit/handler.ts'
import { findForSignIn, saveSecret } from '../sign-in/sign-in-store.ts'

/**
 * Creates the code of a link with which a staff user chooses a password, for the operator of the installation to pass
 * on. 256 bits, stored as a digest. A second factor stays unchanged. Returns `null` when no such staff user may sign
 * in.
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
