import { port } from '../../kit/handler.ts'

/** Whom a third party vouches for: unique is the subject of an issuer, never the email. */
export interface ThirdPartyIdentity {
  issuer: string
  subject: string
  email: string
  nonce: string
}

/** The sign-in of a third party that speaks OpenID Connect. */
export interface ThirdParty {
  /** Where the browser goes to sign in there. */
  authorize_url: string
  /** Its script for pages of others, which offers to sign in with one press (SHELL-083). */
  script_url: string
  /** Checks signature, issuer, audience and expiry of a token; throws when anything is wrong. */
  check(credential: string, client_id: string, now: Date): Promise<ThirdPartyIdentity>
}

export const thirdPartyPort = port<ThirdParty>('third-party sign-in')
