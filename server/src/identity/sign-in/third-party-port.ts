import { port } from '../../kit/handler.ts'

/** The identity that a third party confirms. Identified by issuer and subject, never by email address. */
export interface ThirdPartyIdentity {
  issuer: string
  subject: string
  email: string
  nonce: string
}

/** A third-party sign-in that uses OpenID Connect. */
export interface ThirdParty {
  /** The address where the browser signs in. */
  authorize_url: string
  /** The issuer's script for external pages, which offers one-click sign-in (SHELL-083). */
  script_url: string
  /** Checks signature, issuer, audience and expiry of a token; throws when one is wrong. */
  check(credential: string, client_id: string, now: Date): Promise<ThirdPartyIdentity>
}

export const thirdPartyPort = port<ThirdParty>('third-party sign-in')
