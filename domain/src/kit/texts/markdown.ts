/** A part of a line: plain text, strong text, code, or a link. */
export type Inline =
  | { kind: 'text' | 'strong' | 'code'; text: string }
  | { kind: 'link'; text: string; to: string }

/** A block of a Markdown text. */
export type Block =
  | { kind: 'heading'; level: 2 | 3; line: readonly Inline[] }
  | { kind: 'paragraph'; line: readonly Inline[] }
  | { kind: 'note'; line: readonly Inline[] }
  | { kind: 'bullets'; items: readonly (readonly Inline[])[] }
  | { kind: 'numbers'; items: readonly (readonly Inline[])[] }

const inline_pattern = /\*\*(.+?)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^()\s]+)\)/g

/**
 * Parses the small part of Markdown that texts of the product use: `##` and `###` headings, paragraphs, lists with
 * `-` or `1.`, notes with `>`, `**strong**`, `` `code` `` and links to paths of the product or `https:` and `mailto:`
 * addresses. Anything else, including HTML, stays plain text, so that user input can never run as code.
 */
export function readMarkdown(source: string): Block[] {
  return source
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map(readBlock)
}

function readBlock(part: string): Block {
  const [, marks, title] = /^(##|###)\s+(.+)$/.exec(part) ?? []
  if (marks && title !== undefined)
    return { kind: 'heading', level: marks === '##' ? 2 : 3, line: readLine(title) }
  const lines = part.split('\n')
  if (lines[0]?.startsWith('- ')) return { kind: 'bullets', items: itemsOf(lines, /^- /) }
  if (/^\d+\. /.test(lines[0] ?? '')) return { kind: 'numbers', items: itemsOf(lines, /^\d+\. /) }
  if (part.startsWith('> '))
    return { kind: 'note', line: readLine(lines.map((line) => line.replace(/^> ?/, '')).join(' ')) }
  return { kind: 'paragraph', line: readLine(lines.join(' ')) }
}

/** Returns the items of a list; a line without a list mark continues the item before it. */
function itemsOf(lines: readonly string[], mark: RegExp): Inline[][] {
  const items: string[] = []
  for (const line of lines) {
    if (mark.test(line)) items.push(line.replace(mark, ''))
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return items.map(readLine)
}

function readLine(text: string): Inline[] {
  const pieces: Inline[] = []
  let from = 0
  for (const match of text.matchAll(inline_pattern)) {
    const [whole, strong, code, label, to] = match
    if (match.index > from) pieces.push({ kind: 'text', text: text.slice(from, match.index) })
    from = match.index + whole.length
    if (strong !== undefined) pieces.push({ kind: 'strong', text: strong })
    else if (code !== undefined) pieces.push({ kind: 'code', text: code })
    else if (label !== undefined && to !== undefined)
      pieces.push(isSafe(to) ? { kind: 'link', text: label, to } : { kind: 'text', text: whole })
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces
}

/**
 * Whether a link address is safe: a path of the product, `https:` or `mailto:`. Rejects addresses that could run
 * code, and paths that lead to another host.
 */
function isSafe(to: string): boolean {
  return /^\/(?![/\\])/.test(to) || /^(https:\/\/|mailto:)/i.test(to)
}
