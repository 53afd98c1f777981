import { invalid } from '@waybill/domain/kit/problem'
import { digestOf } from '../kit/sealer.ts'
import type { Ctx } from '../kit/verb.ts'
import { insertUser, saveInvitation } from './store.ts'

const days_valid = 7

/** A user who chooses the first password by a one-time link; the answer is the user's id. */
export async function inviteUser(
  ctx: Ctx,
  user: Omit<Parameters<typeof insertUser>[1], 'is_api_user'> & { code: string },
): Promise<number> {
  const { code, ...fields } = user
  const id = await insertUser(ctx, fields)
  await saveInvitation(ctx, id, digestOf(code), new Date(ctx.now.getTime() + days_valid * 86_400_000))
  return id
}

const shortest = 8
const longest = 128

/** Length only: no composition rules, compared exactly as typed (reliability 8.1). */
export function checkNewPassword(password: string | undefined): string {
  if (!password) throw invalid('Choose a password.', [{ field: 'password', message: 'is required' }])
  if (password.length < shortest || password.length > longest)
    throw invalid(`A password needs ${shortest} to ${longest} characters.`, [
      { field: 'password', message: `needs ${shortest} to ${longest} characters` },
    ])
  return password
}
