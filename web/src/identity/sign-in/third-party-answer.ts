/**
 * Whether an ID token answers the sign-in that this browser began, by the nonce it kept. A link that brings a token of
 * somebody else's sign-in would make a person work as somebody else without noticing. The server checks the rest.
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
