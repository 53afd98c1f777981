/** Adds a full stop to a sentence, unless it ends with `.`, `!`, `?` or `:` (ERR-011). */
export function withFullStop(text: string): string {
  const typed = text.trim()
  return typed === '' || /[.!?:]$/.test(typed) ? typed : `${typed}.`
}

/** Formats a sentence for an alert: capitalised and with a full stop. */
export function asSentence(text: string): string {
  const typed = withFullStop(text)
  return typed.charAt(0).toUpperCase() + typed.slice(1)
}
