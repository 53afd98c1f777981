import { StatementProblem } from './lines.ts'

/** An element of an XML or SGML file; `name` is without its namespace prefix. */
export interface MarkupElement {
  name: string
  /** The text between its tags, without the text of nested elements. */
  text: string
  attributes: string
  /** The line in the file where the element starts, from 1. */
  line: number
  inside: MarkupElement[]
}

const max_depth = 60
const max_elements = 500_000

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Parses XML, and the SGML of OFX 1, in one pass. A custom parser is needed because OFX 1 is not XML: elements that
 * contain text need no closing tag, and banks write a bare `&`. `sgml` allows both and converts names to capitals;
 * `xml` requires well-formed text. Document types are rejected, so that a file cannot expand entities.
 */
export function readMarkup(text: string, kind: 'xml' | 'sgml'): MarkupElement {
  const isSgml = kind === 'sgml'
  const root: MarkupElement = { name: '', text: '', attributes: '', line: 1, inside: [] }
  const open = [root]
  let line = 1
  let elements = 0
  const current = (): MarkupElement => open.at(-1) ?? root
  const fail = (what: string): never => {
    throw new StatementProblem(`Line ${line}: ${what} The file is damaged: export it from the bank again.`)
  }
  const begin = (name: string, attributes: string): void => {
    // In SGML, a new element closes an open element that has text, and an open element of the same name.
    if (isSgml && current().text.trim() !== '') open.pop()
    const same = isSgml ? open.findLastIndex((one) => one.name === name) : -1
    if (same > 0) open.length = same
    elements += 1
    if (elements > max_elements || open.length > max_depth)
      throw new StatementProblem(`Line ${line}: the file has more elements than a bank statement can have.`)
    const element = { name, text: '', attributes, line, inside: [] }
    current().inside.push(element)
    open.push(element)
  }
  const end = (name: string): void => {
    const at = isSgml ? open.findLastIndex((one) => one.name === name) : open.length - 1
    if (at < 1 || open[at]?.name !== name) fail(`</${name}> has no opening tag.`)
    open.length = at
  }
  for (let at = 0; at < text.length;) {
    const tag = text.indexOf('<', at)
    const until = tag === -1 ? text.length : tag
    const between = text.slice(at, until)
    // Ignore whitespace between elements, so that the text does not grow with their number.
    if (between.trim() !== '') current().text += plainText(between, isSgml, fail)
    line += lineBreaks(between)
    if (tag === -1) break
    const [opening, closing] = text.startsWith('<!--', tag)
      ? ['<!--', '-->']
      : text.startsWith('<![CDATA[', tag)
        ? ['<![CDATA[', ']]>']
        : ['<', '>']
    const found = text.indexOf(closing, tag + opening.length)
    if (found === -1) fail('a tag is not closed.')
    const inner = text.slice(tag + opening.length, found)
    if (opening === '<![CDATA[') current().text += inner
    else if (opening === '<' && !inner.startsWith('?')) {
      const isEmpty = inner.endsWith('/')
      const parts = /^(?<slash>\/?)(?:[\w.-]+:)?(?<name>[A-Za-z_][\w.-]*)(?<attributes>\s[^]*)?$/.exec(
        isEmpty ? inner.slice(0, -1) : inner,
      )?.groups
      const name = isSgml ? parts?.['name']?.toUpperCase() : parts?.['name']
      if (!name) fail(inner.startsWith('!') ? 'document types are not supported.' : 'a tag has no name.')
      else if (parts?.['slash']) end(name)
      else {
        begin(name, parts?.['attributes'] ?? '')
        if (isEmpty) end(name)
      }
    }
    line += lineBreaks(inner)
    at = found + closing.length
  }
  if (open.length > 1) fail(`<${current().name}> is not closed.`)
  return root
}

function lineBreaks(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

function plainText(text: string, isSgml: boolean, fail: (what: string) => never): string {
  if (!text.includes('&')) return text
  return text.replaceAll(
    /&(?:#(?<digits>\d{1,7}|x[\da-f]{1,6})|(?<name>\w+))?(?<end>;?)/gi,
    (found, ...rest) => {
      const { digits, name, end } = rest.at(-1) as { digits?: string; name?: string; end: string }
      const code = digits ? Number(digits.replace(/^x/i, '0x')) : NaN
      const character =
        end === ''
          ? undefined
          : digits && code <= 0x10ffff
            ? String.fromCodePoint(code)
            : entities[name?.toLowerCase() ?? '']
      if (character === undefined && !isSgml) fail(`“${found}” is not a valid character.`)
      return character ?? found
    },
  )
}

/** Returns all elements named `name` in `element` (including itself), at any depth, in file order. */
export function elementsOf(element: MarkupElement, name: string): MarkupElement[] {
  const found: MarkupElement[] = []
  const rest = [element]
  for (let next = rest.pop(); next; next = rest.pop()) {
    if (next.name === name) found.push(next)
    for (let at = next.inside.length - 1; at >= 0; at -= 1) {
      const one = next.inside[at]
      if (one) rest.push(one)
    }
  }
  return found
}

/** Follows a path of element names from `element`, one level per name, and returns the first match. */
export function elementAt(element: MarkupElement | undefined, ...path: string[]): MarkupElement | undefined {
  return path.reduce<MarkupElement | undefined>(
    (here, name) => here?.inside.find((one) => one.name === name),
    element,
  )
}
