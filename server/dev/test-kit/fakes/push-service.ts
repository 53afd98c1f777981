import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import http, { type IncomingMessage } from 'node:http'
import { importJWK, jwtVerify } from 'jose'
import { listening } from '../../listening.ts'

/** A browser that has subscribed to push messages, with its keys. */
export interface Browser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** Received messages, decrypted, oldest first. */
  messages: unknown[]
}

/** A received push message: the headers that the standards require. */
export interface Push {
  ttl: string
  urgency: string
  /** The public key that signed it. */
  key: string
  subject: string
}

/** Fakes the push service of a browser vendor (RFC 8030), and its browsers. */
export interface PushService {
  url: string
  pushes: Push[]
  /** Creates a browser subscribed with a public key. Only the holder of that key may send to it. */
  browser(public_key: string): Browser
  /** Returns this status for all following pushes; `null` restores normal responses. */
  answerWith(status: number | null): void
  close(): Promise<void>
}

/** Starts the push service on a free port of this machine. */
export async function pushService(): Promise<PushService> {
  const pushes: Push[] = []
  const browsers = new Map<string, { browser: Browser; secret: Buffer; auth: Buffer; public_key: string }>()
  let forced: number | null = null
  const url = (): string => `http://127.0.0.1:${port}`
  const take = async (request: IncomingMessage): Promise<number> => {
    if (forced !== null) return forced
    const known = browsers.get(request.url ?? '')
    if (!known) return 404
    const signed = await verified(String(request.headers.authorization ?? ''), url())
    if (!signed) return 401
    if (signed.key !== known.public_key) return 403
    const { ttl, urgency = 'normal' } = request.headers
    if (!/^\d+$/.test(String(ttl ?? '')) || request.headers['content-encoding'] !== 'aes128gcm') return 400
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    if (body.length > 4_096) return 413
    known.browser.messages.push(JSON.parse(decrypt(body, known.secret, known.auth)))
    pushes.push({ ttl: String(ttl), urgency: String(urgency), ...signed })
    return 201
  }
  const server = http.createServer((request, response) => {
    void take(request).then((status) => response.writeHead(status).end())
  })
  const port = await listening(server, '127.0.0.1', 0)
  return {
    url: url(),
    pushes,
    answerWith: (status) => (forced = status),
    browser(publicKey) {
      const path = `/push/${randomUUID()}`
      const keys = createECDH('prime256v1')
      const auth = randomBytes(16)
      const browser: Browser = {
        subscription: {
          endpoint: `${url()}${path}`,
          keys: { p256dh: keys.generateKeys().toString('base64url'), auth: auth.toString('base64url') },
        },
        messages: [],
      }
      browsers.set(path, { browser, secret: keys.getPrivateKey(), auth, public_key: publicKey })
      return browser
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Verifies the RFC 8292 signature `vapid t=<token>, k=<key>`. Returns `null` when it is not valid for this service. */
async function verified(header: string, audience: string): Promise<{ key: string; subject: string } | null> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? []
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return null
  try {
    const jwk = await importJWK(
      {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
      'ES256',
    )
    const { payload } = await jwtVerify(token, jwk, { audience, algorithms: ['ES256'] })
    const seconds = (payload.exp ?? Infinity) - Date.now() / 1000
    const subject = payload.sub ?? ''
    return seconds <= 86_400 && /^(mailto:.+@|https:)/.test(subject) ? { key, subject } : null
  } catch {
    return null
  }
}

/**
 * Decrypts a push message according to RFC 8291 and RFC 8188: a header with salt, record size and the sender’s public
 * key, then one record. Its key is derived from both key pairs and the shared secret.
 */
export function decrypt(body: Buffer, privateKey: Buffer, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const sealed = body.subarray(21 + sender.length)
  const receiver = createECDH('prime256v1')
  receiver.setPrivateKey(privateKey)
  const shared = receiver.computeSecret(sender)
  const both = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.getPublicKey(), sender])
  const material = Buffer.from(hkdfSync('sha256', shared, auth, both, 32))
  const derived = (info: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', material, salt, Buffer.from(info), length))
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derived('Content-Encoding: aes128gcm\0', 16),
    derived('Content-Encoding: nonce\0', 12),
  )
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // The last record ends with the byte 2 and zeros.
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('The padding is wrong.')
  return padded.subarray(0, end).toString('utf8')
}
