/**
 * Names of the calls that the web app makes before it has loaded zod. Their inputs and outputs are the same in code as
 * on the wire. A file of its own, so that the sign-in page loads no schemas.
 */
export const start_calls = {
  provider: 'GET /providers',
  login: 'POST /login',
  logout: 'POST /logout',
} as const
