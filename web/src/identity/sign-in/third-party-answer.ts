/**
 * Whether an ID token belongs to the sign-in that this browser started, by its stored nonce. Otherwise a link with
 * the token of someone else's sign-in could sign a user in as another person without their noticing. The server
 * checks the rest.
 */
export function isAnswerTo(idToken: string, nonce: string | null): boolean {
  if (!nonce) return false
  try {
    const [, payload = ''] = idToken.split('.')
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    return (JSON.parse(text) as { nonce?: unknown }).nonce === nonce
  } catch {
    return false
  }
}
