import { cleanText } from '@waybill/domain/kit/calls/wire'
import { invalid } from '@waybill/domain/kit/problem'

/** Maximum length of what a receiver types into one field, in characters. */
const longest_field = 500

/** Returns the fields of a form that a browser sent without script. */
export function formOf(bytes: Uint8Array): URLSearchParams {
  return new URLSearchParams(Buffer.from(bytes).toString('utf8'))
}

/**
 * Returns what a field of a page contains: what was typed into a form that was rejected, otherwise the `stored` value.
 * `typed` is `null` when no form was rejected.
 */
export function fieldValue(typed: URLSearchParams | null, name: string, stored = ''): string {
  return typed?.get(name) ?? stored
}

/** Returns a cleaned field of a form; `null` for one that was not sent. Throws a 400 for one that is too long. */
export function typedField(form: URLSearchParams, name: string): string | null {
  const value = form.get(name)
  if (value === null) return null
  const text = cleanText(value, true)
  if (text.length <= longest_field) return text
  const message = `Your text is too long. Shorten it to ${longest_field} characters.`
  throw invalid(message, [{ field: name, message }])
}
