import { identityApi } from '@waybill/domain/identity/api'
import type { Input, Output } from '@waybill/domain/kit/endpoint'
import { call } from '../kit/api/call.ts'
import { keepKnownDevice, knownDevice, storeToken } from '../kit/api/session.ts'

/** Signs in and keeps the token (AUTH-005); throws a refusal, with status 202 when a passcode is needed (AUTH-004). */
export async function logIn(input: Input<typeof identityApi.login>): Promise<void> {
  const known_device = knownDevice()
  keepSession(await call(identityApi.login, { ...input, ...(known_device ? { known_device } : {}) }))
}

/** Keeps what a sign-in answered. */
export function keepSession(answer: Output<typeof identityApi.login>): void {
  storeToken(answer.access_token)
  if (answer.known_device) keepKnownDevice(answer.known_device)
}
