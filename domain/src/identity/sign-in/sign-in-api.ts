import { z } from 'zod'
import { endpoint } from '../../kit/calls/endpoint.ts'
import { instant, maybe, text } from '../../kit/calls/wire.ts'
import { LoginInput, Provider } from '../users-and-roles/person.ts'

/** Endpoints that every page may call before and after sign-in. Kept small, because the sign-in page loads it. */
export const signInApi = {
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
    output: z.object({ access_token: z.string(), known_device: z.string().optional() }),
    audience: 'public',
    permission: null,
    summary:
      'Sign in with email (or username) and password; answers a session token. Code 202: repeat it with the passcode.',
  }),
  startThirdParty: endpoint('POST /login/third-party', {
    input: z.object({}),
    output: z.object({
      nonce: z.string(),
      authorize_url: z.string(),
      script_url: z.string(),
      client_id: z.string(),
    }),
    audience: 'public',
    permission: null,
    published: false,
    summary: 'The address for third-party sign-in, and a one-time value that its token returns.',
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
    summary: 'Save one preference of the signed-in user.',
  }),
}
