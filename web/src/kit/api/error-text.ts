import { asSentence } from '@waybill/domain/kit/texts/sentence'
import { currentKitTexts } from '../texts/kit-texts.ts'

const silent_texts = [
  'the user aborted a request',
  'aborted duplicate request',
  'the account has been closed',
]

/** Texts of browsers, and the text of the kit that is displayed instead. */
const replaced_texts: readonly (readonly [string, 'unavailable' | 'offline'])[] = [
  ['service unavailable', 'unavailable'],
  ['failed to fetch', 'offline'],
  ['load failed', 'offline'],
  ['networkerror when attempting to fetch resource', 'offline'],
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
  const texts = currentKitTexts()
  if (replaced) return texts[replaced[1]]
  return asSentence(raw.trim() === '' ? texts.unknownError : raw)
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
