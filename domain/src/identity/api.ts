import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { paging } from '../kit/paging.ts'
import { count, flag, maybe, text } from '../kit/wire.ts'
import { SolvedChallenge } from './challenge.ts'
import { ApiKey, ApiKeyInput, ListedUser, ManagedUserPatch, Session, User, user_states } from './model.ts'
import { signInApi } from './sign-in-api.ts'

const said = z.object({ message: z.string() })
const password = z.string().max(200)
const passcode = z.string().max(20)

/** Signing in and out, the provider behind a host name, users and API keys. */
export const identityApi = {
  ...signInApi,
  resetPassword: endpoint('POST /users/reset-password', {
    input: z.object({
      email: maybe(text(254)),
      username: maybe(text(200)),
      captcha: maybe(SolvedChallenge),
    }),
    output: said,
    audience: 'public',
    permission: null,
    published: false,
    summary: 'Sends a link to choose a new password, if there is such a user.',
  }),
  updatePassword: endpoint('POST /users/update-password', {
    input: z.object({
      password,
      username: maybe(text(200)),
      current_password: maybe(password),
      verification_code: maybe(z.string().max(200)),
    }),
    output: said,
    audience: 'public',
    permission: null,
    published: false,
    summary: 'Changes the own password: with the current one when signed in, or with the code of a link.',
  }),
  setUpTwoFactor: endpoint('POST /users/2fa/setup', {
    input: z.object({
      two_factor_auth_passcode: maybe(passcode),
      /** To replace a second factor that is on: the password and a code that is right now. */
      password: maybe(password),
      current_passcode: maybe(passcode),
    }),
    output: z.object({
      auth_url: z.string().optional(),
      /** Shown this once, when the second factor is switched on. */
      recovery_codes: z.array(z.string()).optional(),
    }),
    audience: 'session',
    permission: null,
    published: false,
    summary: 'Two-factor: without a code answers the secret to scan, with a code switches it on.',
  }),
  switchOffTwoFactor: endpoint('POST /users/2fa/disable', {
    input: z.object({ password, two_factor_auth_passcode: passcode }),
    output: said,
    audience: 'session',
    permission: null,
    published: false,
    summary: 'Switches the own two-factor off, unless the role requires it.',
  }),
  newRecoveryCodes: endpoint('POST /users/2fa/recovery-codes', {
    input: z.object({ password, two_factor_auth_passcode: passcode }),
    output: z.object({ recovery_codes: z.array(z.string()) }),
    audience: 'session',
    permission: null,
    published: false,
    summary: 'New recovery codes; the former ones no longer work.',
  }),
  resetTwoFactor: endpoint('POST /users/2fa/reset', {
    input: z.object({ id: count }),
    output: said,
    audience: 'session',
    published: false,
    summary: 'Takes the second factor of another user away, for somebody who lost the phone.',
  }),
  sessions: endpoint('GET /users/sessions', {
    input: z.object({}),
    output: z.object({ sessions: z.array(Session), count: z.number() }),
    audience: 'session',
    permission: null,
    published: false,
    summary: 'Where the user is signed in.',
  }),
  endSession: endpoint('DELETE /users/sessions', {
    /** Without an id every session but the one that asks. */
    input: z.object({ id: maybe(count) }),
    output: z.object({}),
    audience: 'session',
    permission: null,
    published: false,
    summary: 'Ends a session of the user, or all others.',
  }),
  changeUser: endpoint('PATCH /users', {
    input: ManagedUserPatch,
    output: User,
    audience: 'session',
    permission: null,
    summary: 'Changes fields of the own user, or of another for who may.',
  }),
  users: endpoint('GET /users', {
    input: z.object({
      ...paging,
      id: maybe(count),
      username: maybe(text(100)),
      email: maybe(text(200)),
      /** Part of the name, the username or the email address. */
      search: maybe(text(100)),
      account_id: maybe(count),
      /** Users of the company only, or users of accounts only. */
      kind: maybe(z.enum(['staff', 'account'])),
      role_id: maybe(count),
      branch_id: maybe(count),
      state: maybe(z.enum(user_states)),
      is_api_user: maybe(flag),
    }),
    output: z.object({ users: z.array(ListedUser), count: z.number() }),
    summary: 'Users within reach.',
  }),
  apiKeys: endpoint('GET /users/api-keys', {
    input: z.object({}),
    output: z.object({ api_keys: z.array(ApiKey), count: z.number() }),
    audience: 'session',
    summary: 'API keys of the account, or of the provider for staff.',
  }),
  createApiKey: endpoint('POST /users/api-keys', {
    input: ApiKeyInput,
    output: ApiKey.extend({ api_key: z.string() }),
    audience: 'session',
    summary: 'Make an API key; the key itself is answered this once.',
  }),
  deleteApiKey: endpoint('DELETE /users/api-keys', {
    input: z.object({ id: count }),
    output: z.object({}),
    audience: 'session',
    summary: 'Revoke an API key.',
  }),
}
