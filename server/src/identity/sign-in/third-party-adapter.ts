import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { ThirdParty } from './third-party-port.ts'

/** What has to be known of an issuer: its name in tokens, where people sign in, its script, where its keys are published. */
export interface Issuer {
  issuers: readonly string[]
  authorize_url: string
  script_url: string
  keys_url: string
}

/** Google's published addresses (its OpenID configuration). */
export const google: Issuer = {
  issuers: ['https://accounts.google.com', 'accounts.google.com'],
  authorize_url: 'https://accounts.google.com/o/oauth2/v2/auth',
  script_url: 'https://accounts.google.com/gsi/client',
  keys_url: 'https://www.googleapis.com/oauth2/v3/certs',
}

const timeout_ms = 5_000
/** Seconds by which the clocks of both sides may differ. */
const tolerance_s = 60

/** Checks the ID tokens of an issuer against its published keys, which are fetched when needed and kept. */
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
