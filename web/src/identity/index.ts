import { lazy } from 'react'

/** The sign-in form for pages whose session ended. Loaded only then. */
export const SignInForm = lazy(async () => ({
  default: (await import('./sign-in/SignInForm.tsx')).SignInForm,
}))

/** The step-up confirmation that some endpoints require. Loaded on first use. */
export const StepUpModal = lazy(async () => ({
  default: (await import('./second-factor/StepUpModal.tsx')).StepUpModal,
}))

/** Dialogs that block the app until they are completed: a required second factor, and the terms. Loaded on first use. */
export const TwoFactorGate = lazy(async () => ({
  default: (await import('./second-factor/TwoFactorGate.tsx')).TwoFactorGate,
}))
export const TermsModal = lazy(async () => ({
  default: (await import('./registration/TermsModal.tsx')).TermsModal,
}))

/** The API keys. Loaded when displayed, so that the sign-in page stays small. */
export const ApiKeys = lazy(async () => ({
  default: (await import('./sessions-and-keys/ApiKeys.tsx')).ApiKeys,
}))

/** The users of an account. Loaded when displayed. */
export const AccountUsers = lazy(async () => ({
  default: (await import('./users-and-roles/AccountUsers.tsx')).AccountUsers,
}))

/** Solves the proof-of-work challenge that a public form requires, see decision 24. Its code is loaded on first use. */
export async function solvedChallenge() {
  return (await import('./sign-in/solved-challenge.ts')).solvedChallenge()
}
