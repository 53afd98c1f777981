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
}

/**
 * The headers by which a receiver knows a message to be ours: the standard ones, and ours of before with the newest
 * secret and, while that is being replaced, with the former one in a header of its own.
 */
export function signatureHeaders({ message_id, now, body, secrets }: Signing): Record<string, string> {
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
    'X-Webhook-Signature': ofBefore(newest),
    ...(former === undefined ? {} : { 'X-Webhook-Signature-Previous': ofBefore(former) }),
  }
}

function standardSignature(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return createHmac('sha256', key).update(signed).digest('base64')
}
