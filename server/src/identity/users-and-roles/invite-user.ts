import { randomBytes } from 'node:crypto'
import { digestOf } from '../../kit/sealer.ts'
import type { Context } from '../../kit/handler.ts'
import { saveInvitation } from '../sign-in/sign-in-store.ts'
import { insertUser } from '../store.ts'
import { listManagedUsers } from './users-store.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

const days_valid = 7

/**
 * A user who chooses the first password by a one-time link, which works for seven days unless `valid_ms` says otherwise;
 * the answer is the user's id.
 */
export async function inviteUser(
  ctx: Context,
  user: Omit<Parameters<typeof insertUser>[1], 'is_api_user'> & { code: string; valid_ms?: number },
): Promise<number> {
  const { code, valid_ms = days_valid * day_ms, ...fields } = user
  const id = await insertUser(ctx, fields)
  await saveInvitation(ctx, id, digestOf(code), new Date(ctx.now.getTime() + valid_ms))
  return id
}

/** Whom the link of an invitation goes to, and for how many days it works. */
export interface InvitationLink {
  user: { id: number; name: string; email: string }
  code: string
  days: number
}

/** Makes a new code for somebody invited, 256 bits, kept as a digest; `null` when nobody is to get one any more. */
export async function startInvitation(ctx: Context, userId: number): Promise<InvitationLink | null> {
  const { rows } = await listManagedUsers(ctx, { ids: [userId] }, { limit: 1, offset: 0 })
  const [user] = rows
  if (!user || user.state !== 'invited' || user.email === '') return null
  const code = randomBytes(32).toString('base64url')
  await saveInvitation(ctx, userId, digestOf(code), new Date(ctx.now.getTime() + days_valid * day_ms))
  return { user: { id: user.id, name: user.name, email: user.email }, code, days: days_valid }
}
