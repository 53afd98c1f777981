import { solve, type SolvedChallenge } from '@waybill/domain/identity/sign-in/challenge'
import { challengeApi } from '@waybill/domain/identity/sign-in/challenge-api'
import { call } from '../../kit/api/call.ts'

/** Does the work that a form of the way in needs, in slices that leave the page alive; nothing where none is asked for. */
export async function solvedChallenge(): Promise<{ captcha?: SolvedChallenge }> {
  const { challenge } = await call(challengeApi.challenge, {})
  const captcha = challenge && (await solve(challenge, () => new Promise((resolve) => setTimeout(resolve))))
  return captcha ? { captcha } : {}
}
