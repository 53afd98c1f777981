import { z } from 'zod'
import { endpoint } from '../../kit/calls/endpoint.ts'
import { count, instant, text } from '../../kit/calls/wire.ts'

/** Minutes within which an authenticator must sign a challenge. */
export const passkey_minutes = 5
/** Maximum number of passkeys per user. */
export const max_passkeys = 20

const encoded = z.string().max(20_000)
const extensions = z.record(z.string(), z.unknown())

/** The browser's response for a new passkey (WebAuthn `RegistrationResponseJSON`); bytes in base64url. */
export const PasskeyAttestation = z.object({
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
  clientExtensionResults: extensions,
})

/** The browser's response when a passkey is used (WebAuthn `AuthenticationResponseJSON`); bytes in base64url. */
export const PasskeyAssertion = z.object({
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.optional(),
  }),
  clientExtensionResults: extensions,
})
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>

/** A passkey as shown to its owner. */
export const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  /** Whether the passkey may be synced to several devices of its owner. */
  is_synced: z.boolean(),
  /** The host name for which the passkey is valid. */
  rp_id: z.string(),
  time_created: instant,
  time_last_used: instant.nullable(),
})
export type Passkey = z.output<typeof Passkey>

/** Options for `navigator.credentials`, as JSON. */
const options = z.object({ options: z.record(z.string(), z.unknown()) })
const name = text(60).pipe(z.string().min(1, 'is required'))
const own = { audience: 'session', permission: null, published: false } as const

/**
 * Passkey endpoints. A passkey is used for sign-in without a password, and as an alternative second factor to the
 * authenticator app.
 */
export const passkeysApi = {
  list: endpoint('GET /users/passkeys', {
    input: z.object({}),
    output: z.object({ passkeys: z.array(Passkey), count: z.int() }),
    ...own,
    summary: 'Lists the passkeys of the user.',
  }),
  begin: endpoint('POST /users/passkeys/options', {
    input: z.object({}),
    output: options,
    ...own,
    step_up: true,
    summary: 'Returns the data that a browser needs to create a passkey.',
  }),
  add: endpoint('POST /users/passkeys', {
    input: z.object({ name, credential: PasskeyAttestation }),
    output: Passkey,
    ...own,
    step_up: true,
    summary: 'Adds a passkey that was created in a browser.',
  }),
  rename: endpoint('PATCH /users/passkeys', {
    input: z.object({ id: count, name }),
    output: Passkey,
    ...own,
    summary: 'Renames a passkey of the user.',
  }),
  remove: endpoint('DELETE /users/passkeys', {
    input: z.object({ id: count }),
    output: z.object({}),
    ...own,
    step_up: true,
    summary: 'Deletes a passkey of the user and notifies the user.',
  }),
  stepUpOptions: endpoint('POST /users/step-up/passkey', {
    input: z.object({}),
    output: options,
    ...own,
    summary: 'Returns the data that a browser needs to confirm the user’s identity with a passkey.',
  }),
  signInOptions: endpoint('POST /login/passkey', {
    input: z.object({}),
    output: options,
    audience: 'public',
    permission: null,
    published: false,
    summary: 'Returns the data that a browser needs to sign in with a passkey.',
  }),
}
