import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { passcode_length, stepsAround } from '@waybill/domain/identity/sign-in/two-factor'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** 160 bits, as RFC 4226 recommends. */
const secret_bytes = 20

/** Returns a new secret in base32, the format that authenticator apps use. */
export function newSecret(): string {
  return base32(randomBytes(secret_bytes))
}

/** Returns the code that an authenticator app shows in a 30-second step: HOTP with SHA-1 (RFC 4226, RFC 6238). */
export function codeAt(secret: string, step: number, digits = passcode_length): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** Returns every accepted step whose code equals `typed`. Neighbouring steps may have the same code by chance. */
export function matchingSteps(secret: string, typed: string, now: Date): number[] {
  const given = Buffer.from(typed)
  return stepsAround(now).filter((step) => {
    const right = Buffer.from(codeAt(secret, step))
    return right.length === given.length && timingSafeEqual(right, given)
  })
}

function base32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[parseInt(five.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((eight) => parseInt(eight, 2)))
}
