/** A piece of a line: plain, strong, code, or a link to an address. */
export type Inline =
  | { kind: 'text' | 'strong' | 'code'; text: string }
  | { kind: 'link'; text: string; to: string }

/** A block of a written text. */
export type Block =
  | { kind: 'heading'; level: 2 | 3; line: readonly Inline[] }
  | { kind: 'paragraph'; line: readonly Inline[] }
  | { kind: 'note'; line: readonly Inline[] }
  | { kind: 'bullets'; items: readonly (readonly Inline[])[] }
  | { kind: 'numbers'; items: readonly (readonly Inline[])[] }

const inline_pattern = /\*\*(.+?)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^()\s]+)\)/g

/**
 * Reads the few marks of markdown that texts of the product use: `##` and `###` headings, paragraphs, lists with `-` or
 * `1.`, notes with `>`, `**strong**`, `` `code` `` and links to paths of the product or `https:` and `mailto:` addresses.
 * Anything else, HTML too, stays the text it is, so that what people write can never run.
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

/** Items of a list; a line without its mark goes on with the item before. */
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

/** Paths of the product, secure addresses and mail; nothing that could run, and no address of another host as a path. */
function isSafe(to: string): boolean {
  return /^\/(?![/\\])/.test(to) || /^(https:\/\/|mailto:)/i.test(to)
}
