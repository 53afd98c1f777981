import { lazy } from 'react'

/** The sign-in form, for pages whose session ended; it comes when that happens. */
export const SignInForm = lazy(async () => ({ default: (await import('./SignInForm.tsx')).SignInForm }))

/** The confirmation that some calls demand, fetched when one does. */
export const StepUpModal = lazy(async () => ({ default: (await import('./StepUpModal.tsx')).StepUpModal }))

/** What stands before the program until it is done: a required second factor, terms. Fetched when somebody needs it. */
export const TwoFactorGate = lazy(async () => ({
  default: (await import('./TwoFactorGate.tsx')).TwoFactorGate,
}))
export const TermsModal = lazy(async () => ({ default: (await import('./TermsModal.tsx')).TermsModal }))

/** The API keys, fetched when they are looked at: signing in must stay light. */
export const ApiKeys = lazy(async () => ({ default: (await import('./ApiKeys.tsx')).ApiKeys }))

/** The users of an account, fetched when they are looked at. */
export const AccountUsers = lazy(async () => ({ default: (await import('./AccountUsers.tsx')).AccountUsers }))

/** The work that a form needs before it is taken, see decision 24; fetched when it is done. */
export async function solvedChallenge() {
  return (await import('./solved-challenge.ts')).solvedChallenge()
}
