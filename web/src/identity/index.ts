import { lazy } from 'react'

/** The sign-in form, for pages whose session ended; it comes when that happens. */
export const SignInForm = lazy(async () => ({
  default: (await import('./sign-in/SignInForm.tsx')).SignInForm,
}))

/** The confirmation that some calls demand, fetched when one does. */
export const StepUpModal = lazy(async () => ({
  default: (await import('./second-factor/StepUpModal.tsx')).StepUpModal,
}))

/** What stands before the program until it is done: a required second factor, terms. Fetched when somebody needs it. */
export const TwoFactorGate = lazy(async () => ({
  default: (await import('./second-factor/TwoFactorGate.tsx')).TwoFactorGate,
}))
export const TermsModal = lazy(async () => ({
  default: (await import('./registration/TermsModal.tsx')).TermsModal,
}))

/** The API keys, fetched when they are looked at: signing in must stay light. */
export const ApiKeys = lazy(async () => ({
  default: (await import('./sessions-and-keys/ApiKeys.tsx')).ApiKeys,
}))

/** The users of an account, fetched when they are looked at. */
export const AccountUsers = lazy(async () => ({
  default: (await import('./users-and-roles/AccountUsers.tsx')).AccountUsers,
}))

/** The work that a form needs before it is taken, see decision 24; fetched when it is done. */
export async function solvedChallenge() {
  return (await import('./sign-in/solved-challenge.ts')).solvedChallenge()
}
