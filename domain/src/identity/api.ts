import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { paging } from '../kit/paging.ts'
import { count, instant, maybe, text } from '../kit/wire.ts'
import { ApiKey, ApiKeyInput, LoginInput, Provider, User } from './model.ts'

/** Signing in and out, the provider behind a host name, users and API keys. */
export const identityApi = {
  time: endpoint('GET /time', {
    input: z.object({}),
    output: z.object({ current_time: instant }),
    audience: 'public',
    permission: null,
    summary: 'The server clock.',
  }),
  provider: endpoint('GET /providers', {
    input: z.object({ origin: maybe(z.string().max(255)) }),
    output: z.object({ provider: Provider }),
    audience: 'public',
    permission: null,
    summary: 'The courier company behind a host name, with its brand.',
  }),
  login: endpoint('POST /login', {
    input: LoginInput,
    output: z.object({ access_token: z.string() }),
    audience: 'public',
    permission: null,
    summary: 'Sign in with email (or username) and password; answers a session token.',
  }),
  logout: endpoint('POST /logout', {
    input: z.object({}),
    output: z.object({ message: z.string() }),
    audience: 'session',
    permission: null,
    summary: 'End the session.',
  }),
  saveUserSetting: endpoint('POST /users/settings', {
    input: z.object({ setting: text(100), value: z.unknown() }),
    output: z.object({ user_settings: z.record(z.string(), z.unknown()) }),
    audience: 'session',
    permission: null,
    summary: 'Keep one preference of the signed-in user.',
  }),
  users: endpoint('GET /users', {
    input: z.object({
      ...paging,
      username: maybe(text(100)),
      email: maybe(text(200)),
      account_id: maybe(count),
      role_id: maybe(count),
    }),
    output: z.object({ users: z.array(User), count: z.number() }),
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
