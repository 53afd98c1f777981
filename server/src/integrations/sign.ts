import { createHmac, randomBytes } from 'node:crypto'

/** Returns a secret of 32 random bytes in the format that receivers’ libraries expect. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** The data to sign and the secrets to sign it with. */
export interface Signing {
  message_id: string
  /** The time of this attempt. */
  now: Date
  body: string
  /** The newest first; two while a secret is being replaced, none when the message is not signed. */
  secrets: readonly string[]
  /** Number of the attempt, from 1. */
  attempt?: number
}

/**
 * Returns the headers with which a receiver verifies a message: the standard ones, and the older header, which holds
 * a single signature. While a secret is being replaced, the older header alternates: odd attempts use the previous
 * secret, so that receivers that have not changed it still work, and even attempts use the new one, for receivers
 * that have.
 */
export function signatureHeaders({
  message_id,
  now,
  body,
  secrets,
  attempt = 1,
}: Signing): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const [newest, former] = secrets
  const ofBefore = (secret: string): string =>
    `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
  const named = {
    'webhook-id': message_id,
    'webhook-timestamp': timestamp,
    'X-Webhook-Id': message_id,
    'X-Webhook-Timestamp': timestamp,
  }
  if (newest === undefined) return named
  return {
    ...named,
    'webhook-signature': secrets
      .map((secret) => `v1,${standardSignature(secret, `${message_id}.${timestamp}.${body}`)}`)
      .join(' '),
    'X-Webhook-Signature': ofBefore(attempt % 2 === 1 ? (former ?? newest) : newest),
    ...(former === undefined ? {} : { 'X-Webhook-Signature-Previous': ofBefore(former) }),
  }
}

function standardSignature(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return createHmac('sha256', key).update(signed).digest('base64')
}
