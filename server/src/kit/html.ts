/** Markup that is safe to send: every inserted value is escaped or is markup itself. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[]

/**
 * Builds markup from a template. Inserted values are escaped, unless they are markup made by this module; lists are
 * joined, and `null`, `undefined` and `false` insert nothing. Attribute values must be in double quotes.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((all, text, index) => all + written(parts[index - 1]) + text))
}

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map((one: Part) => written(one)).join('')
  return escapeHtml(String(part))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for use between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** Wraps markup written by us, such as a drawing or a style sheet; must never be called with external text. */
export function markup(text: string): Html {
  return new Html(text)
}
