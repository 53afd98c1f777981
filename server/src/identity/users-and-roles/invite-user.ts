import { randomBytes } from 'node:crypto'
import { digestOf } from '../../kit/sealer.ts'
import type { Context } from '../../kit/handler.ts'
import { saveInvitation } from '../sign-in/sign-in-store.ts'
import { insertUser } from '../store.ts'
import { listManagedUsers } from './users-store.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

const days_valid = 7

/**
 * Creates a user who chooses their first password through a one-time link, which is valid for seven days unless
 * `valid_ms` is given. Returns the user's id.
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

/** The recipient of an invitation link, its code, and the number of days it is valid. */
export interface InvitationLink {
  user: { id: number; name: string; email: string }
  code: string
  days: number
}

/**
 * Creates a new code for an invited user: 256 bits, stored as a digest. Returns `null` when the user is no longer
 * invited or has no email address.
 */
export async function startInvitation(ctx: Context, userId: number): Promise<InvitationLink | null> {
  const { rows } = await listManagedUsers(ctx, { ids: [userId] }, { limit: 1, offset: 0 })
  const [user] = rows
  if (!user || user.state !== 'invited' || user.email === '') return null
  const code = randomBytes(32).toString('base64url')
  await saveInvitation(ctx, userId, digestOf(code), new Date(ctx.now.getTime() + days_valid * day_ms))
  return { user: { id: user.id, name: user.name, email: user.email }, code, days: days_valid }
}
