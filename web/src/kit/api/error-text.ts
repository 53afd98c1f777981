import { asSentence } from '@waybill/domain/kit/texts/format'

/** Said when nothing better is known. */
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

/** The text of an answer: its `message`, else its `error`, else the plain text itself (ERR-001, ERR-002, API-021). */
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
 * What an error alert says, or `null` when nothing is to be said. Known texts are compared whole, regardless of case
 * and of a final full stop (ERR-003…ERR-009, ERR-011).
 */
export function errorText(raw: string): string | null {
  const plain = raw.trim().replace(/\.$/, '').toLowerCase()
  if (silent_texts.includes(plain)) return null
  const replaced = replaced_texts.find(([known]) => plain === known)
  if (replaced) return replaced[1]
  return asSentence(raw.trim() === '' ? unknown_error : raw)
}

/** What to say about anything thrown, or `null` when it was an aborted request and nothing is to be said (API-016). */
export function sentenceOf(thrown: unknown): string | null {
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return null
  if (thrown instanceof Error) return errorText(thrown.message)
  return errorText(typeof thrown === 'string' ? thrown : '')
}
