import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

interface Keys {
  id: string
  encryption: Buffer
  signing: Buffer
}

/**
 * Keeps secrets: field encryption (AES-256-GCM) and signatures from the server's secret, keyed digests from a key of
 * their own. With several secrets the first one seals and signs; all of them open and verify, so that a secret can be
 * exchanged while both are known.
 */
export class Sealer {
  #keys: readonly Keys[]
  readonly #digest_key: Buffer
  readonly #readAgain: () => readonly string[]

  /**
   * `secrets`: the newest first. `digest_key`: 32 bytes that outlive every secret, because digests cannot be made again;
   * derived from the first secret unless given. `readAgain`: the secrets as they are now, asked for when a value was
   * sealed with one that is not known yet.
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

  /** The id of the secret that seals now; it stands in front of what it has sealed. */
  get key_id(): string {
    return firstOf(this.#keys).id
  }

  seal(plain: string): string {
    const { id, encryption } = firstOf(this.#keys)
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', encryption, iv)
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return `2.${id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
  }

  /** Opens what `seal` made, with any of the secrets; throws when none of them fits or the value was changed. */
  open(sealed: string): string {
    const { id, bytes } = partsOf(sealed)
    if (id !== null && !this.#keys.some((key) => key.id === id)) this.learn()
    for (const key of this.#keys) {
      if (id !== null && key.id !== id) continue
      const decipher = createDecipheriv('aes-256-gcm', key.encryption, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
      } catch (error) {
        if (id !== null) throw new Error('A sealed value was changed and cannot be opened.', { cause: error })
      }
    }
    throw new Error('A sealed value was sealed with a secret that this process does not have.')
  }

  /** Takes over secrets that have been exchanged meanwhile. */
  learn(): void {
    const known = new Set(this.#keys.map(({ id }) => id))
    const now = this.#readAgain().map(keysOf)
    if (now.some(({ id }) => !known.has(id))) this.#keys = now
  }

  /** HMAC-SHA-256 in base64; for PINs, which are too short for a plain digest. */
  digest(purpose: string, value: string): string {
    return createHmac('sha256', this.#digest_key).update(`${purpose}\n${value}`).digest('base64')
  }

  /** A short signature for links. */
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
    encryption: derived('field encryption', 32),
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

/** The key of the digests of an installation that has none of its own yet: the one its first secret gave them. */
export function digestKeyOf(secret: string): Buffer {
  return keysOf(secret).signing
}

/** A value sealed before secrets had ids names none. */
function partsOf(sealed: string): { id: string | null; bytes: Buffer } {
  const [, id = null, body = ''] = /^(?:1|2\.([\w-]{8}))\.([\w-]+)$/.exec(sealed) ?? []
  return { id, bytes: Buffer.from(body, 'base64url') }
}

/** What `Sealer.seal` makes, now and before secrets had ids; PostgreSQL reads it as well. */
export const sealed_pattern = '^(1|2\\.[A-Za-z0-9_-]{8})\\.[A-Za-z0-9_-]{38,}$'
const sealed = new RegExp(sealed_pattern)

/** Whether a text is what `Sealer.seal` makes. */
export function isSealed(text: string): boolean {
  return sealed.test(text)
}

/** SHA-256 in hex, for tokens and keys that are random enough to need no secret. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
