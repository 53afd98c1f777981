import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import {
  passkeysApi,
  type Passkey,
  type PasskeyAssertion,
} from '@waybill/domain/identity/sign-in/passkeys-api'
import { call } from '../../kit/api/call.ts'
import { sentenceOf } from '../../kit/api/error-text.ts'
import { logIn } from '../sign-in/log-in.ts'

type Registration = Parameters<typeof startRegistration>[0]['optionsJSON']
type Authentication = Parameters<typeof startAuthentication>[0]['optionsJSON']

/**
 * Throws a clear error when the page is open under another host name, because the browser would not state the reason.
 * Passkeys are bound to the host name they were created for.
 */
function requireHost(host: string | undefined): void {
  if (host && host !== window.location.hostname)
    throw new Error(`Passkeys work at ${host} only. Open this page there.`)
}

/** Creates a passkey on this device, or on another one that the browser offers, and stores it under `name`. */
export async function makePasskey(name: string): Promise<Passkey> {
  const { options } = await call(passkeysApi.begin, {})
  // The server creates these options with the server part of the same library.
  const optionsJSON = options as unknown as Registration
  requireHost(optionsJSON.rp.id)
  const { id, rawId, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return call(passkeysApi.add, {
    name,
    credential: {
      id,
      rawId,
      type: 'public-key',
      response: { clientDataJSON, attestationObject, transports },
      clientExtensionResults: {},
    },
  })
}

async function sign(options: Record<string, unknown>): Promise<PasskeyAssertion> {
  // As in `makePasskey`.
  const optionsJSON = options as unknown as Authentication
  requireHost(optionsJSON.rpId)
  const { id, rawId, response } = await startAuthentication({ optionsJSON })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) },
    clientExtensionResults: {},
  }
}

/** Signs in with a passkey: on its own, or as the second factor together with the data in `typed`. */
export async function logInWithPasskey(
  typed: Omit<Parameters<typeof logIn>[0], 'passkey'> = {},
): Promise<void> {
  const { options } = await call(passkeysApi.signInOptions, {})
  await logIn({ ...typed, passkey: await sign(options) })
}

/** Returns an assertion by one of the user's own passkeys, to confirm their identity. */
export async function confirmation(): Promise<PasskeyAssertion> {
  const { options } = await call(passkeysApi.stepUpOptions, {})
  return sign(options)
}

/** Returns a readable message for a passkey error, because the messages of browsers are written for developers. */
export function passkeySentence(thrown: unknown): string | null {
  if (thrown instanceof WebAuthnError && thrown.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device has a passkey for your user already.'
  if (thrown instanceof Error && thrown.name === 'NotAllowedError')
    return 'The passkey was not used. Try again, or use another way.'
  return sentenceOf(thrown)
}
