import { asSentence } from '@waybill/domain/kit/texts/sentence'

/** Displayed when the error has no text. */
const unknown_error = 'Something went wrong. Try again.'

const silent_texts = [
  'the user aborted a request',
  'aborted duplicate request',
  'the account has been closed',
]

const replaced_texts: readonly (readonly [string, string])[] = [
  ['service unavailable', 'Service unavailable. Please check your Internet connection.'],
  ['failed to fetch', 'There is a problem with your internet connectivity.'],
  ['load failed', 'There is a problem with your internet connectivity.'],
  ['networkerror when attempting to fetch resource', 'There is a problem with your internet connectivity.'],
]

/**
 * Returns the text of a response: `message`, otherwise `error`, otherwise the plain text itself; empty for markup
 * (ERR-001, ERR-002, API-021).
 */
export function answerText(body: string): string {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return body.trimStart().startsWith('<') ? '' : body.trim()
  }
  if (typeof parsed === 'string') return parsed
  if (typeof parsed !== 'object' || parsed === null) return ''
  const { message, error } = parsed as { message?: unknown; error?: unknown }
  if (typeof message === 'string' && message !== '') return message
  return typeof error === 'string' ? error : ''
}

/**
 * Returns the text of an error alert, or `null` when no alert is needed. Known texts must match as a whole; case and
 * a final full stop are ignored (ERR-003…ERR-009, ERR-011).
 */
export function errorText(raw: string): string | null {
  const plain = raw.trim().replace(/\.$/, '').toLowerCase()
  if (silent_texts.includes(plain)) return null
  const replaced = replaced_texts.find(([known]) => plain === known)
  if (replaced) return replaced[1]
  return asSentence(raw.trim() === '' ? unknown_error : raw)
}

/**
 * Returns the sentence to display for a thrown value, or `null` when it was an aborted request and nothing is
 * displayed (API-016).
 */
export function sentenceOf(thrown: unknown): string | null {
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return null
  if (thrown instanceof Error) return errorText(thrown.message)
  return errorText(typeof thrown === 'string' ? thrown : '')
}
