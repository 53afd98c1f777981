import { lazy } from 'react'

export { SignInForm } from './SignInForm.tsx'
export { SignInPage, type SignInLinks } from './SignInPage.tsx'

/** The API keys, fetched when they are looked at: signing in must stay light. */
export const ApiKeys = lazy(async () => ({ default: (await import('./ApiKeys.tsx')).ApiKeys }))

/** The users of an account, fetched when they are looked at. */
export const AccountUsers = lazy(async () => ({ default: (await import('./AccountUsers.tsx')).AccountUsers }))
