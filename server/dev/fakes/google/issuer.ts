import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, SignJWT } from 'jose'
import { html } from '../../../src/kit/html.ts'
import { oneTapScript } from './one-tap-script.ts'

const minutes_valid = 5
/** Issuer in the tokens. It does not contain the port, so that connected users stay connected when the port changes. */
const issuer_name = 'https://stand-in.invalid'

export interface FakeIssuer {
  url: string
  /** What its OpenID configuration would say. */
  issuers: readonly string[]
  authorize_url: string
  script_url: string
  keys_url: string
  /** Signs an ID token like the sign-in page does. For tests that need unusual claims. */
  sign(claims: Record<string, unknown>, about: { client_id: string; now: Date }): Promise<string>
  close(): Promise<void>
}

/**
 * Starts a fake Google sign-in with the same protocol (OpenID Connect, published keys, signed tokens). Anyone can
 * sign in with any email address. Listens on loopback only, and on another port when the given one is taken.
 */
export async function fakeIssuer(port: number): Promise<FakeIssuer> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const kid = randomBytes(8).toString('hex')
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }
  let url = ''
  const sign: FakeIssuer['sign'] = (claims, { client_id, now }) => {
    const second = Math.floor(now.getTime() / 1000)
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid })
      .setIssuer(issuer_name)
      .setAudience(client_id)
      .setIssuedAt(second)
      .setExpirationTime(second + minutes_valid * 60)
      .sign(privateKey)
  }
  const server = http.createServer((request, response) => {
    const requested = new URL(request.url ?? '/', url)
    const send = (type: string, body: string): void => {
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    }
    if (requested.pathname === '/keys') send('application/json', JSON.stringify({ keys: [jwk] }))
    else if (requested.pathname === '/authorize')
      send('text/html; charset=utf-8', page(requested.searchParams))
    else if (requested.pathname === '/continue') void goBack(requested.searchParams, sign, response)
    else if (requested.pathname === '/gsi/client') send('text/javascript; charset=utf-8', oneTapScript(url))
    else if (requested.pathname === '/gsi/token') void answerToken(requested.searchParams, sign, response)
    else response.writeHead(404).end()
  })
  await listen(server, port).catch(() => listen(server, 0))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    issuers: [issuer_name],
    authorize_url: `${url}/authorize`,
    script_url: `${url}/gsi/client`,
    keys_url: `${url}/keys`,
    sign,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listen(server: http.Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function page(requested: URLSearchParams): string {
  const hidden = ['client_id', 'nonce', 'redirect_uri', 'state'].map(
    (name) => html`<input type="hidden" name="${name}" value="${requested.get(name) ?? ''}" />`,
  )
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Stand-in for Google</title>
      </head>
      <body style="margin:48px auto;max-width:360px;padding:0 16px;font:16px/24px sans-serif">
        <h1 style="font-size:22px">Stand-in for Google</h1>
        <p>On this machine you may say who you are.</p>
        <form action="/continue">
          ${hidden}
          <label for="email">Email</label><br />
          <input id="email" name="email" type="email" required style="width:100%;font:inherit;padding:8px" />
          <p><button style="font:inherit;padding:8px 16px">Continue</button></p>
        </form>
      </body>
    </html>`.text
}

/** Returns the token claims for an email address. */
function claimsOf(email: string, requested: URLSearchParams): Record<string, unknown> {
  return {
    sub: createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 21),
    email,
    email_verified: true,
    nonce: requested.get('nonce') ?? '',
  }
}

/** Redirects the browser with a token in the URL fragment. Only addresses on this machine are allowed. */
async function goBack(
  requested: URLSearchParams,
  sign: FakeIssuer['sign'],
  response: http.ServerResponse,
): Promise<void> {
  const back = URL.parse(requested.get('redirect_uri') ?? '')
  const email = requested.get('email') ?? ''
  if (!back || !['127.0.0.1', 'localhost'].includes(back.hostname) || email === '') {
    response.writeHead(400).end('redirect_uri and email are needed.')
    return
  }
  const token = await sign(claimsOf(email, requested), {
    client_id: requested.get('client_id') ?? '',
    now: new Date(),
  })
  back.hash = new URLSearchParams({ id_token: token }).toString()
  response.writeHead(303, { location: back.toString() }).end()
}

/** Returns a token to the one-tap script. CORS is open, because the script runs on pages of other origins. */
async function answerToken(
  requested: URLSearchParams,
  sign: FakeIssuer['sign'],
  response: http.ServerResponse,
): Promise<void> {
  const token = await sign(claimsOf(requested.get('email') ?? '', requested), {
    client_id: requested.get('client_id') ?? '',
    now: new Date(),
  })
  response.writeHead(200, { 'content-type': 'text/plain', 'access-control-allow-origin': '*' }).end(token)
}
