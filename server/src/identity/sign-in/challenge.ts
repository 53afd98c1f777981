import { randomBytes, randomInt } from 'node:crypto'
import { captcha_enabled } from '@waybill/domain/accounts/settings'
import type { Challenge, SolvedChallenge } from '@waybill/domain/identity/sign-in/challenge'
import type { challengeApi } from '@waybill/domain/identity/sign-in/challenge-api'
import { invalid } from '@waybill/domain/kit/problem'
import { digestOf } from '../../kit/sealer.ts'
import type { Context, BaseContext, Handler } from '../../kit/handler.ts'
import { claimOfHour } from './limit-tries.ts'

/** On average half of the numbers are tried: about 0.25 s on a desktop computer and 1 s on a phone. */
const max_attempts = 100_000
const minutes_valid = 20
const algorithm = 'SHA-256'

/** Returns a new challenge; `null` when the company does not require one. */
export const createChallenge: Handler<typeof challengeApi.challenge> = async (ctx) => ({
  challenge: ctx.setting(captcha_enabled) ? makeChallenge(ctx) : null,
})

function makeChallenge(ctx: BaseContext): Challenge {
  const untilS = Math.floor(ctx.now.getTime() / 1000) + minutes_valid * 60
  const salt = `${randomBytes(12).toString('hex')}?expires=${untilS}&`
  const challenge = digestOf(salt + String(randomInt(max_attempts)))
  return { algorithm, challenge, salt, signature: signatureOf(ctx, challenge, salt), maxnumber: max_attempts }
}

/**
 * Throws when a form has no solved challenge of this company, or one that is expired or already used. Not required
 * from signed-in users.
 */
export async function requireSolved(ctx: Context, solved: SolvedChallenge | undefined): Promise<void> {
  if (!ctx.setting(captcha_enabled) || ctx.actor.kind === 'user') return
  if (!solved) throw rejected('The security check is missing. Reload the page and send the form again.')
  const { challenge, salt, signature, number } = solved
  const isOurs = signatureOf(ctx, challenge, salt) === signature
  if (!isOurs || digestOf(salt + String(number)) !== challenge)
    throw rejected('The security check failed. Reload the page and send the form again.')
  const untilS = Number(/\?expires=(\d+)&$/.exec(salt)?.[1] ?? 0)
  const isUsed = await claimOfHour(ctx, `challenge ${challenge}`, 1)
  if (isUsed || untilS * 1000 < ctx.now.getTime())
    throw rejected('The security check has expired or was already used. Send the form again.')
}

function signatureOf(ctx: BaseContext, challenge: string, salt: string): string {
  return ctx.sealer.digest(`challenge of ${ctx.provider_id}`, `${salt}\n${challenge}`)
}

function rejected(message: string) {
  return invalid(message, [{ field: 'captcha', message }])
}
