import { z } from 'zod'
import { endpoint } from '../../kit/calls/endpoint.ts'
import { instant, maybe, text } from '../../kit/calls/wire.ts'
import { LoginInput, Provider } from '../users-and-roles/person.ts'
import { start_calls } from './start-calls.ts'

/** Endpoints that every page may call before and after sign-in. */
export const signInApi = {
  time: endpoint('GET /time', {
    input: z.object({}),
    output: z.object({ current_time: instant }),
    audience: 'public',
    permission: null,
    summary: 'Returns the server time.',
  }),
  provider: endpoint(start_calls.provider, {
    input: z.object({ origin: maybe(z.string().max(255)) }),
    output: z.object({ provider: Provider }),
    audience: 'public',
    permission: null,
    summary: 'Returns the courier company of a host name, with its branding.',
  }),
  login: endpoint(start_calls.login, {
    input: LoginInput,
    output: z.object({ access_token: z.string(), known_device: z.string().optional() }),
    audience: 'public',
    permission: null,
    summary:
      'Signs in with email or username and password and returns a session token. If the code is 202, repeat the call with the passcode.',
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
    summary: 'Returns the URL for third-party sign-in, and a one-time value that the token must contain.',
  }),
  logout: endpoint(start_calls.logout, {
    input: z.object({}),
    output: z.object({ message: z.string() }),
    audience: 'session',
    permission: null,
    summary: 'Ends the session.',
  }),
  saveUserSetting: endpoint('POST /users/settings', {
    input: z.object({ setting: text(100), value: z.unknown() }),
    output: z.object({ user_settings: z.record(z.string(), z.unknown()) }),
    audience: 'session',
    permission: null,
    summary: 'Saves one setting of the signed-in user.',
  }),
}
