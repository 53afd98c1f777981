import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { encodeCBOR } from '@levischuck/tiny-cbor'

interface Held {
  id: Buffer
  rp_id: string
  user_handle: string
  key: KeyObject
  counter: number
}

/** Changes to the response, compared with that of a correct browser. */
export interface TamperOptions {
  origin?: string
  challenge?: string
  rp_id?: string
  /** The user has not unlocked the authenticator (no user verification). */
  is_locked?: boolean
  /** Sends this counter value instead of the current one. */
  counter?: number
}

const flags = { present: 0x01, verified: 0x04, has_credential: 0x40 }

/** A software passkey authenticator: ES256 keys with a user handle, no attestation (WebAuthn level 3). */
export class Authenticator {
  readonly #origin: string
  readonly held: Held[] = []
  readonly #counts: boolean

  /** `counts`: whether the signature counter increases with each use, as in hardware keys. */
  constructor(origin: string, counts = true) {
    this.#origin = origin
    this.#counts = counts
  }

  /** Creates a passkey for `PublicKeyCredentialCreationOptionsJSON` and returns the browser’s response. */
  create(sent: unknown, tamperOptions: TamperOptions = {}) {
    const options = sent as { challenge: string; rp: { id: string }; user: { id: string } }
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomBytes(32)
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const cose = encodeCBOR(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    )
    const rpId = tamperOptions.rp_id ?? options.rp.id
    this.held.push({ id, rp_id: rpId, user_handle: options.user.id, key: privateKey, counter: 0 })
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const data = Buffer.concat([
      this.#head(rpId, flags.has_credential, 0, tamperOptions),
      Buffer.alloc(16),
      length,
      id,
      cose,
    ])
    const attestation = encodeCBOR(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(data)],
      ]),
    )
    return {
      ...named(id),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, tamperOptions).toString(
          'base64url',
        ),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /**
   * Signs `PublicKeyCredentialRequestOptionsJSON` with the newest passkey for its `rpId`, and returns the browser’s
   * response.
   */
  get(sent: unknown, tamperOptions: TamperOptions = {}) {
    const options = sent as { challenge: string; rpId: string }
    const rpId = tamperOptions.rp_id ?? options.rpId
    const one = this.held.findLast((held) => held.rp_id === rpId) ?? this.held.at(-1)
    if (!one) throw new Error('This authenticator holds no passkey.')
    if (this.#counts) one.counter += 1
    const clientData = this.#clientData('webauthn.get', options.challenge, tamperOptions)
    const data = this.#head(rpId, 0, tamperOptions.counter ?? one.counter, tamperOptions)
    const digest = createHash('sha256').update(clientData).digest()
    return {
      ...named(one.id),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, digest]), one.key).toString('base64url'),
        userHandle: one.user_handle,
      },
    }
  }

  #clientData(type: string, challenge: string, tamperOptions: TamperOptions): Buffer {
    const clientData = {
      type,
      challenge: tamperOptions.challenge ?? challenge,
      origin: tamperOptions.origin ?? this.#origin,
    }
    return Buffer.from(JSON.stringify(clientData))
  }

  #head(rpId: string, more: number, counter: number, { is_locked = false }: TamperOptions): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flagBits = flags.present | (is_locked ? 0 : flags.verified) | more
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flagBits]), count])
  }
}

function named(id: Buffer) {
  const text = id.toString('base64url')
  return { id: text, rawId: text, type: 'public-key' as const, clientExtensionResults: {} }
}
