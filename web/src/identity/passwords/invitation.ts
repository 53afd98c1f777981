/** A one-time link as the invitation's address holds it: `/login?verification={code}&email={email}`. */
export interface Invitation {
  code: string
  email: string
}

/** The invitation in an address, or `null`. */
export function invitationIn(search: string): Invitation | null {
  const values = new URLSearchParams(search)
  const code = values.get('verification')
  return code ? { code, email: values.get('email') ?? '' } : null
}

/** The code of a registration, which signs in without another password. */
export function isRegistrationCode({ code }: Invitation): boolean {
  return /^\d{4,10}$/.test(code)
}
