import { identityApi } from '@waybill/domain/identity/api'
import { secretOf, stepAt } from '@waybill/domain/identity/sign-in/two-factor'
import type { Caller, Reply, TestProvider } from './provider.ts'
import { hashPassword, savePassword } from '../../src/identity/index.ts'
import { codeAt } from '../../src/identity/second-factor/totp.ts'

export const good_password = 'correct horse battery'
let hashed: Promise<string> | null = null

/** Sets `good_password` as the user’s password. */
export async function withPassword(p: TestProvider, person: Caller): Promise<Caller> {
  hashed ??= hashPassword(good_password)
  const passwordHash = await hashed
  await p.inTransaction((ctx) => savePassword(ctx, person.user_id, passwordHash))
  return person
}

export interface LoginReply {
  status: number
  message: string
  code: string
  access_token: string
  known_device: string
}

/** Signs in like the sign-in page and returns the response. */
export async function logIn(
  p: TestProvider,
  email: string,
  more: Record<string, unknown> = {},
): Promise<LoginReply> {
  const reply = await p.guest().http('POST', '/login', { email, password: good_password, ...more })
  return { ...(reply.body as Omit<LoginReply, 'status'>), status: reply.status }
}

/** Returns a function that sends HTTP requests with a token. */
export function withToken(p: TestProvider, token: string) {
  return (method: string, path: string, body?: unknown): Promise<Reply> =>
    p.guest().http(method, path, body, { authorization: `Bearer ${token}` })
}

/** Returns the authenticator code of a secret, `steps` time steps from the runtime’s time. */
export function codeOf(p: TestProvider, secret: string, steps = 0): string {
  return codeAt(secret, stepAt(p.runtime.runtime.clock()) + steps)
}

/** Sets up two-factor authentication like a user. Returns the secret and the recovery codes. */
export async function setUp(p: TestProvider, person: Caller): Promise<{ secret: string; codes: string[] }> {
  const { auth_url = '' } = await person.send(identityApi.setUpTwoFactor, {})
  const secret = secretOf(auth_url)
  const { recovery_codes = [] } = await person.send(identityApi.setUpTwoFactor, {
    two_factor_auth_passcode: codeOf(p, secret),
  })
  return { secret, codes: recovery_codes }
}
