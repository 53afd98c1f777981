import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { ThirdParty } from './third-party-port.ts'

/** The data of an issuer: its names in tokens, its sign-in address, its script, and the address of its keys. */
export interface Issuer {
  issuers: readonly string[]
  authorize_url: string
  script_url: string
  keys_url: string
}

/** Google's published addresses, from its OpenID configuration. */
export const google: Issuer = {
  issuers: ['https://accounts.google.com', 'accounts.google.com'],
  authorize_url: 'https://accounts.google.com/o/oauth2/v2/auth',
  script_url: 'https://accounts.google.com/gsi/client',
  keys_url: 'https://www.googleapis.com/oauth2/v3/certs',
}

const timeout_ms = 5_000
/** Tolerated clock difference, in seconds. */
const tolerance_s = 60

/**
 * Returns an adapter that checks the ID tokens of an issuer against its published keys. Keys are fetched on demand
 * and cached.
 */
export function openIdThirdParty(issuer: Issuer): ThirdParty {
  const keys = createRemoteJWKSet(new URL(issuer.keys_url), { timeoutDuration: timeout_ms })
  return {
    authorize_url: issuer.authorize_url,
    script_url: issuer.script_url,
    async check(credential, clientId, now) {
      const { payload } = await jwtVerify(credential, keys, {
        issuer: [...issuer.issuers],
        audience: clientId,
        algorithms: ['RS256', 'ES256'],
        currentDate: now,
        clockTolerance: tolerance_s,
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      })
      return {
        issuer: issuer.issuers[0] ?? '',
        subject: String(payload.sub),
        email: String(payload.email ?? ''),
        nonce: String(payload.nonce),
      }
    },
  }
}
