import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { paging } from '../kit/lists/paging.ts'
import { count, flag, maybe, num, text } from '../kit/calls/wire.ts'
import { SolvedChallenge } from './sign-in/challenge.ts'
import { overlap_hours } from './sign-in/api-key-limits.ts'
import {
  ApiKey,
  ApiKeyInput,
  ApiKeyPatch,
  ListedUser,
  ManagedUserPatch,
  Session,
  User,
  user_states,
} from './model.ts'
import { PasskeyAssertion } from './sign-in/passkeys-api.ts'
import { signInApi } from './sign-in/sign-in-api.ts'
import { step_up_methods } from './sign-in/step-up.ts'

const MessageAnswer = z.object({ message: z.string() })
const password = z.string().max(200)
const passcode = z.string().max(20)

/** API endpoints for sign-in and sign-out, the provider of a host name, users and API keys. */
export const identityApi = {
  ...signInApi,
  resetPassword: endpoint('POST /users/reset-password', {
    input: z.object({
      email: maybe(text(254)),
      username: maybe(text(200)),
      captcha: maybe(SolvedChallenge),
    }),
    output: MessageAnswer,
    audience: 'public',
    permission: null,
    published: false,
    summary: 'Sends a password reset link if the user exists.',
  }),
  updatePassword: endpoint('POST /users/update-password', {
    input: z.object({
      password,
      username: maybe(text(200)),
      current_password: maybe(password),
      verification_code: maybe(z.string().max(200)),
    }),
    output: MessageAnswer,
    audience: 'public',
    permission: null,
    published: false,
    summary:
      'Changes the password of the user, with the current password if signed in, otherwise with the code from a reset link.',
  }),
  setUpTwoFactor: endpoint('POST /users/2fa/setup', {
    input: z.object({
      two_factor_auth_passcode: maybe(passcode),
      /** Both are required to replace an active second factor: the password and a currently valid code. */
      password: maybe(password),
      current_passcode: maybe(passcode),
    }),
    output: z.object({
      auth_url: z.string().optional(),
      /** Returned only once, when the second factor is switched on. */
      recovery_codes: z.array(z.string()).optional(),
    }),
    audience: 'session',
    permission: null,
    published: false,
    summary:
      'Sets up two-factor authentication: without a code returns the secret to scan, with a code enables it.',
  }),
  switchOffTwoFactor: endpoint('POST /users/2fa/disable', {
    input: z.object({ password, two_factor_auth_passcode: passcode }),
    output: MessageAnswer,
    audience: 'session',
    permission: null,
    published: false,
    summary: 'Disables two-factor authentication of the user, unless the role requires it.',
  }),
  newRecoveryCodes: endpoint('POST /users/2fa/recovery-codes', {
    input: z.object({ password, two_factor_auth_passcode: passcode }),
    output: z.object({ recovery_codes: z.array(z.string()) }),
    audience: 'session',
    permission: null,
    published: false,
    summary: 'Creates new recovery codes. The previous codes become invalid.',
  }),
  resetTwoFactor: endpoint('POST /users/2fa/reset', {
    input: z.object({ id: count }),
    output: MessageAnswer,
    audience: 'session',
    step_up: true,
    published: false,
    summary: 'Removes the second factor of another user, for example after a lost phone.',
  }),
  stepUpMethods: endpoint('GET /users/step-up', {
    input: z.object({}),
    output: z.object({ ways: z.array(z.enum(step_up_methods)), minutes: z.number() }),
    audience: 'session',
    permission: null,
    published: false,
    summary:
      'Returns the methods with which the signed-in user can confirm their identity, and the validity in minutes.',
  }),
  stepUp: endpoint('POST /users/step-up', {
    input: z.object({
      two_factor_auth_passcode: maybe(passcode),
      password: maybe(password),
      passkey: maybe(PasskeyAssertion),
    }),
    output: MessageAnswer,
    audience: 'session',
    permission: null,
    published: false,
    summary: 'Confirms the user’s identity, for calls that return 403 step_up_needed.',
  }),
  sessions: endpoint('GET /users/sessions', {
    input: z.object({}),
    output: z.object({ sessions: z.array(Session), count: z.number() }),
    audience: 'session',
    permission: null,
    published: false,
    summary: 'Lists the sessions of the user.',
  }),
  endSession: endpoint('DELETE /users/sessions', {
    /** Without `id`, ends every session except the current one. */
    input: z.object({ id: maybe(count) }),
    output: z.object({}),
    audience: 'session',
    permission: null,
    published: false,
    summary: 'Ends a session of the user, or all other sessions.',
  }),
  changeUser: endpoint('PATCH /users', {
    input: ManagedUserPatch,
    output: User,
    audience: 'session',
    permission: null,
    // A role change can grant rights. A new email address lets its owner reset the password.
    step_up: {
      when: ({ id, role_id, email }, actor) =>
        role_id !== undefined || (email !== undefined && id !== undefined && id !== actor.user_id),
      api_keys: 'refused',
    },
    summary: 'Updates the caller or, with the permission, another user.',
  }),
  users: endpoint('GET /users', {
    input: z.object({
      ...paging,
      id: maybe(count),
      username: maybe(text(100)),
      email: maybe(text(200)),
      /** Matches part of the name, the username or the email address. */
      search: maybe(text(100)),
      account_id: maybe(count),
      /** Only users of the company, or only users of accounts. */
      kind: maybe(z.enum(['staff', 'account'])),
      role_id: maybe(count),
      branch_id: maybe(count),
      state: maybe(z.enum(user_states)),
      is_api_user: maybe(flag),
    }),
    output: z.object({ users: z.array(ListedUser), count: z.number() }),
    summary: 'Lists users that are visible to the caller.',
  }),
  apiKeys: endpoint('GET /users/api-keys', {
    input: z.object({}),
    output: z.object({ api_keys: z.array(ApiKey), count: z.number() }),
    audience: 'session',
    summary: 'Lists API keys of the account or, for staff, of the company.',
  }),
  createApiKey: endpoint('POST /users/api-keys', {
    input: ApiKeyInput,
    output: ApiKey.extend({ api_key: z.string() }),
    audience: 'session',
    step_up: true,
    summary: 'Creates an API key. The key itself is returned only once.',
  }),
  changeApiKey: endpoint('PATCH /users/api-keys', {
    input: ApiKeyPatch,
    output: ApiKey,
    audience: 'session',
    permission: 'API_/users/api-keys:POST',
    step_up: true,
    summary: 'Updates the name, expiry, scopes or addresses of an API key.',
  }),
  rotateApiKey: endpoint('POST /users/api-keys/rotate', {
    input: z.object({
      id: count,
      /** Hours for which the previous key stays valid; 0 ends it at once. */
      overlap_hours: maybe(num.pipe(z.number().min(0).max(overlap_hours.max))),
    }),
    output: ApiKey.extend({ api_key: z.string() }),
    audience: 'session',
    permission: 'API_/users/api-keys:POST',
    step_up: true,
    summary:
      'Replaces an API key. The new key is returned only once; the previous key remains valid for `overlap_hours`.',
  }),
  deleteApiKey: endpoint('DELETE /users/api-keys', {
    input: z.object({ id: count }),
    output: z.object({}),
    audience: 'session',
    summary: 'Revokes an API key.',
  }),
}
