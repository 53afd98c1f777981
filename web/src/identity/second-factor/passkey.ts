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

/** Refuses where the browser would not say why: passkeys are bound to the host name they were made for. */
function requireHost(host: string | undefined): void {
  if (host && host !== window.location.hostname)
    throw new Error(`Passkeys work at ${host} only. Open this page there.`)
}

/** Makes a passkey on this device, or on one that the browser offers, and keeps it under a name. */
export async function makePasskey(name: string): Promise<Passkey> {
  const { options } = await call(passkeysApi.begin, {})
  // The server wrote them with the counterpart of this library.
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

/** Signs in with a passkey: alone, or as the second factor beside what was typed. */
export async function logInWithPasskey(
  typed: Omit<Parameters<typeof logIn>[0], 'passkey'> = {},
): Promise<void> {
  const { options } = await call(passkeysApi.signInOptions, {})
  await logIn({ ...typed, passkey: await sign(options) })
}

/** What an own passkey has signed, to confirm who it is. */
export async function confirmation(): Promise<PasskeyAssertion> {
  const { options } = await call(passkeysApi.stepUpOptions, {})
  return sign(options)
}

/** What went wrong with a passkey, as a sentence; browsers say it in words for programmers. */
export function passkeySentence(thrown: unknown): string | null {
  if (thrown instanceof WebAuthnError && thrown.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device has a passkey for your user already.'
  if (thrown instanceof Error && thrown.name === 'NotAllowedError')
    return 'The passkey was not used. Try again, or use another way.'
  return sentenceOf(thrown)
}
