/** A one-time link, read from the address `/login?verification={code}&email={email}`. */
export interface Invitation {
  code: string
  email: string
}

/** Returns the invitation in the query string of an address; `null` if there is none. */
export function invitationIn(search: string): Invitation | null {
  const values = new URLSearchParams(search)
  const code = values.get('verification')
  return code ? { code, email: values.get('email') ?? '' } : null
}

/** Whether the code belongs to a registration, which signs in without a new password. */
export function isRegistrationCode({ code }: Invitation): boolean {
  return /^\d{4,10}$/.test(code)
}
