/** Markup that is safe to send: everything put into it was escaped, or is markup itself. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[]

/**
 * Builds markup from a template. Whatever is put in is escaped, unless it is markup made by this same function;
 * lists are joined, and `null`, `undefined` and `false` leave nothing. Attribute values must stand in double quotes.
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

/** Text as it may stand between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** Markup written by us, such as a drawing or a style sheet: never text from outside. */
export function markup(text: string): Html {
  return new Html(text)
}
