import type { signInApi } from '@waybill/domain/identity/sign-in/sign-in-api'
import { start_calls } from '@waybill/domain/identity/sign-in/start-calls'
import type { Input, Output } from '@waybill/domain/kit/calls/endpoint'
import { callPlain } from '../../kit/api/call-plain.ts'
import { storeKnownDevice, knownDevice, storeToken } from '../../kit/api/session.ts'

/**
 * Signs in and stores the token (AUTH-005). Throws an API error, with status 202 when a passcode is needed
 * (AUTH-004).
 */
export async function logIn(input: Input<typeof signInApi.login>): Promise<void> {
  const rememberedDevice = knownDevice()
  storeSession(
    await callPlain<typeof signInApi.login>(start_calls.login, {
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
