import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'

interface Keys {
  id: string
  /** As an object, because turning bytes into a key takes longer than opening a short value. */
  encryption: KeyObject
  signing: Buffer
}

/**
 * Encrypts and signs values: field encryption (AES-256-GCM) and signatures use keys derived from the server secret,
 * keyed digests use a separate key. With several secrets, the first one seals and signs, and all of them open and
 * verify, so that a secret can be replaced while both are in use.
 */
export class Sealer {
  #keys: readonly Keys[]
  readonly #digest_key: Buffer
  readonly #readAgain: () => readonly string[]

  /**
   * `secrets`: newest first. `digestKey`: 32 bytes that must not change when secrets do, because digests cannot be
   * recomputed; derived from the first secret by default. `readAgain`: returns the current secrets, called when a
   * value was sealed with an unknown secret.
   */
  constructor(
    secrets: string | readonly string[],
    digestKey?: Buffer,
    readAgain: () => readonly string[] = () => [],
  ) {
    this.#keys = [secrets].flat().map(keysOf)
    this.#digest_key = digestKey ?? firstOf(this.#keys).signing
    this.#readAgain = readAgain
  }

  /** Id of the secret used for sealing; included at the start of sealed values. */
  get key_id(): string {
    return firstOf(this.#keys).id
  }

  /** Encrypts a text, or bytes. */
  seal(plain: string | Buffer): string {
    const { id, encryption } = firstOf(this.#keys)
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', encryption, iv)
    const body = Buffer.concat([
      typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain),
      cipher.final(),
    ])
    return `2.${id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
  }

  /**
   * Opens a text made by `seal` with any of the secrets; throws an error when none of them fits or the value was
   * changed.
   */
  open(sealed: string): string {
    return this.openBytes(sealed).toString('utf8')
  }

  /** Like `open`, for bytes. */
  openBytes(sealed: string): Buffer {
    const { id, bytes } = partsOf(sealed)
    if (id !== null && !this.#keys.some((key) => key.id === id)) this.learn()
    for (const key of this.#keys) {
      if (id !== null && key.id !== id) continue
      const decipher = createDecipheriv('aes-256-gcm', key.encryption, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
      } catch (error) {
        if (id !== null) throw new Error('A sealed value was changed and cannot be opened.', { cause: error })
      }
    }
    throw new Error('A sealed value was sealed with a secret that this process does not have.')
  }

  /** Loads secrets that were replaced in the meantime. */
  learn(): void {
    const known = new Set(this.#keys.map(({ id }) => id))
    const now = this.#readAgain().map(keysOf)
    if (now.some(({ id }) => !known.has(id))) this.#keys = now
  }

  /** Returns an HMAC-SHA-256 in base64; for PINs, which are too short for a plain digest. */
  digest(purpose: string, value: string): string {
    return createHmac('sha256', this.#digest_key).update(`${purpose}\n${value}`).digest('base64')
  }

  /** Returns a signature for links. */
  sign(value: string): string {
    return signatureOf(firstOf(this.#keys), value)
  }

  verifies(value: string, signature: string): boolean {
    const given = Buffer.from(signature)
    return this.#keys.some((key) => {
      const expected = Buffer.from(signatureOf(key, value))
      return expected.length === given.length && timingSafeEqual(expected, given)
    })
  }
}

function keysOf(secret: string): Keys {
  const derived = (purpose: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `waybill ${purpose}`, bytes))
  return {
    id: derived('key id', 6).toString('base64url'),
    encryption: createSecretKey(derived('field encryption', 32)),
    signing: derived('signatures', 32),
  }
}

function firstOf(keys: readonly Keys[]): Keys {
  const [first] = keys
  if (!first) throw new Error('There is no server secret.')
  return first
}

function signatureOf({ signing }: Keys, value: string): string {
  return createHmac('sha256', signing).update(value).digest('base64url')
}

/** Returns the digest key of an installation that has no separate one yet, derived from its first secret. */
export function digestKeyOf(secret: string): Buffer {
  return keysOf(secret).signing
}

/** Splits a sealed value into key id and bytes. The id is `null` for values sealed before secrets had ids. */
function partsOf(sealed: string): { id: string | null; bytes: Buffer } {
  const [, id = null, body = ''] = /^(?:1|2\.([\w-]{8}))\.([\w-]+)$/.exec(sealed) ?? []
  return { id, bytes: Buffer.from(body, 'base64url') }
}

/** Matches the output of `Sealer.seal`, with and without a secret id; also used by PostgreSQL. */
export const sealed_pattern = '^(1|2\\.[A-Za-z0-9_-]{8})\\.[A-Za-z0-9_-]{38,}$'
const sealed = new RegExp(sealed_pattern)

/** Whether a text has the format of `Sealer.seal`. */
export function isSealed(text: string): boolean {
  return sealed.test(text)
}

/** Returns the SHA-256 in hex, for tokens and keys that are random enough to need no secret. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
