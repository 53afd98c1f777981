import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Keeps secrets: field encryption (AES-256-GCM), keyed digests and signatures, all from one server secret. */
export class Sealer {
  readonly #encryption: Buffer
  readonly #signing: Buffer

  constructor(secret: string) {
    this.#encryption = Buffer.from(hkdfSync('sha256', secret, '', 'waybill field encryption', 32))
    this.#signing = Buffer.from(hkdfSync('sha256', secret, '', 'waybill signatures', 32))
  }

  seal(plain: string): string {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#encryption, iv)
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return `1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
  }

  open(sealed: string): string {
    const bytes = Buffer.from(sealed.slice(2), 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', this.#encryption, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  }

  /** HMAC-SHA-256 in base64; for PINs, which are too short for a plain digest. */
  digest(purpose: string, value: string): string {
    return createHmac('sha256', this.#signing).update(`${purpose}\n${value}`).digest('base64')
  }

  /** A short signature for links. */
  sign(value: string): string {
    return createHmac('sha256', this.#signing).update(value).digest('base64url')
  }

  verifies(value: string, signature: string): boolean {
    const expected = Buffer.from(this.sign(value))
    const given = Buffer.from(signature)
    return expected.length === given.length && timingSafeEqual(expected, given)
  }
}

/** Whether a text is what `Sealer.seal` makes. */
export function isSealed(text: string): boolean {
  return /^1\.[\w-]{38,}$/.test(text)
}

/** SHA-256 in hex, for tokens and keys that are random enough to need no secret. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The server secret: `WAYBILL_SECRET`, else one made once and kept in the data directory. */
export function readServerSecret(data_dir: string): string {
  if (process.env.WAYBILL_SECRET) {
    if (process.env.WAYBILL_SECRET.length < 32)
      throw new Error('WAYBILL_SECRET must have at least 32 characters.')
    return process.env.WAYBILL_SECRET
  }
  const file = path.join(data_dir, 'secret.key')
  if (!fs.existsSync(file)) {
    fs.mkdirSync(data_dir, { recursive: true })
    try {
      fs.writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return fs.readFileSync(file, 'utf8').trim()
}
