import { signInApi } from '@waybill/domain/identity/sign-in/sign-in-api'
import type { Input, Output } from '@waybill/domain/kit/calls/endpoint'
import { call } from '../../kit/api/call.ts'
import { storeKnownDevice, knownDevice, storeToken } from '../../kit/api/session.ts'

/**
 * Signs in and stores the token (AUTH-005). Throws an API error, with status 202 when a passcode is needed
 * (AUTH-004).
 */
export async function logIn(input: Input<typeof signInApi.login>): Promise<void> {
  const rememberedDevice = knownDevice()
  storeSession(
    await call(signInApi.login, {
      ...input,
      ...(rememberedDevice ? { known_device: rememberedDevice } : {}),
    }),
  )
}

/** Stores the result of a sign-in. */
export function storeSession(answer: Output<typeof signInApi.login>): void {
  storeToken(answer.access_token)
  if (answer.known_device) storeKnownDevice(answer.known_device)
}
