import type { identityApi } from '@waybill/domain/identity/api'
import { stepUpMethods, step_up_minutes, type StepUpMethod } from '@waybill/domain/identity/sign-in/step-up'
import { invalid } from '@waybill/domain/kit/problem'
import type { ExternalContext, ExternalHandler, Handler } from '../../kit/handler.ts'
import { checkPasskey } from './passkeys.ts'
import { claimPasscode, usePasscode, wrongPasscode } from './second-factor.ts'
import { confirmSession, readForSignIn, type SigningIn } from '../sign-in/sign-in-store.ts'
import { requirePassword } from './two-factor.ts'

type Proof = Parameters<ExternalHandler<typeof identityApi.stepUp>>[1]

/** Returns the methods by which the user can confirm their identity. */
export const readStepUpMethods: Handler<typeof identityApi.stepUpMethods> = async (ctx) => {
  const user = await readForSignIn(ctx, ctx.actor.user_id)
  return { ways: [...stepUpMethodsOf(user)], minutes: step_up_minutes }
}

function stepUpMethodsOf(user: SigningIn): readonly StepUpMethod[] {
  return stepUpMethods({ passkey: user.has_passkey, passcode: user.two_factor_auth_enabled })
}

/**
 * Confirms the user's identity with the attempt limits of a sign-in: by a second factor, or by the password only when
 * the user has none. The confirmation is valid for this session and for ten minutes.
 */
export const stepUp: ExternalHandler<typeof identityApi.stepUp> = async (ctx, proof) => {
  const user = await ctx.inTransaction((inner) => readForSignIn(inner, inner.actor.user_id))
  const method = methodOf(proof)
  if (!stepUpMethodsOf(user).includes(method))
    throw invalid(sentences[stepUpMethodsOf(user)[0] ?? 'password'])
  await prove[method](ctx, user, proof)
  return ctx.answer(async (inner) => {
    await confirmSession(inner, { user_id: user.id, session_id: inner.request.session_id ?? 0, method })
    return { message: `Confirmed for ${step_up_minutes} minutes.` }
  })
}

const sentences: Readonly<Record<StepUpMethod, string>> = {
  passkey: 'Confirm with your passkey.',
  passcode: 'Enter the code from your authenticator app.',
  password: 'Enter your password.',
}

function methodOf(proof: Proof): StepUpMethod {
  if (proof.passkey) return 'passkey'
  return proof.two_factor_auth_passcode ? 'passcode' : 'password'
}

/** For each method, throws unless the user's proof is valid. */
const prove: Readonly<
  Record<StepUpMethod, (ctx: ExternalContext, user: SigningIn, proof: Proof) => Promise<void>>
> = {
  passcode: async (ctx, user, { two_factor_auth_passcode = '' }) => {
    const budget = { key: `step-up of ${user.id}` }
    const error = await ctx.inTransaction((inner) => claimPasscode(inner, user.id, budget, 'begin again'))
    // Rethrow as a validation error, because a 401 error would end the current session.
    if (error) throw invalid(error.message)
    if (!(await ctx.inTransaction((inner) => usePasscode(inner, user.id, two_factor_auth_passcode))))
      throw wrongPasscode()
  },
  password: async (ctx, user, { password = '' }) => {
    await requirePassword(ctx, user, password)
  },
  passkey: async (ctx, user, { passkey }) => {
    const { use } = await checkPasskey(ctx, passkey, { purpose: 'step-up', user_id: user.id })
    await ctx.inTransaction(use)
  },
}
