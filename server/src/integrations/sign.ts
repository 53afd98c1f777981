import { createHmac, randomBytes } from 'node:crypto'

/** A secret of 32 random bytes in the form receivers' libraries know. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** What is signed and by what. */
export interface Signing {
  message_id: string
  /** Of this try. */
  now: Date
  body: string
  /** The newest first; two while a secret is being replaced, none where nothing is signed. */
  secrets: readonly string[]
  /** Which try it is, from 1. */
  attempt?: number
}

/**
 * The headers by which a receiver knows a message to be ours: the standard ones, and the one of before, which holds a
 * single signature. While a secret is being replaced that is the former one's on the first try, so that nothing breaks for
 * whoever has not changed it, and the newest one's on the next, for whoever has; then in turn.
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
