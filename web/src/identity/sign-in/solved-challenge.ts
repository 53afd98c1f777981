import { solve, type SolvedChallenge } from '@waybill/domain/identity/sign-in/challenge'
import { challengeApi } from '@waybill/domain/identity/sign-in/challenge-api'
import { call } from '../../kit/api/call.ts'

/**
 * Solves the challenge that a public form requires, in slices that keep the page responsive. Returns `{}` when none
 * is required.
 */
export async function solvedChallenge(): Promise<{ captcha?: SolvedChallenge }> {
  const { challenge } = await call(challengeApi.challenge, {})
  const captcha = challenge && (await solve(challenge, () => new Promise((resolve) => setTimeout(resolve))))
  return captcha ? { captcha } : {}
}
