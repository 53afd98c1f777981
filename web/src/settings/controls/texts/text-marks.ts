/** The formatting that a toolbar button applies (`domain/src/kit/texts/markdown.ts`). */
export type Mark = 'heading' | 'strong' | 'bullets' | 'numbers' | 'link'

/** The text after formatting, and the new selection. */
export interface Marked {
  text: string
  from: number
  to: number
}

const of_lines: Readonly<Partial<Record<Mark, (line: string, at: number) => string>>> = {
  heading: (line) => `## ${line}`,
  bullets: (line) => `- ${line}`,
  numbers: (line, at) => `${at + 1}. ${line}`,
}

/** Applies formatting to the selected part of a text, or to the lines that contain it. */
export function marked(text: string, from: number, to: number, mark: Mark): Marked {
  const ofLine = of_lines[mark]
  if (ofLine) {
    const start = text.lastIndexOf('\n', from - 1) + 1
    const found = text.indexOf('\n', to)
    const end = found < 0 ? text.length : found
    const lines = text
      .slice(start, end)
      .split('\n')
      .map((line, at) => ofLine(line.replace(/^(##+ |- |\d+\. )/, ''), at))
      .join('\n')
    return { text: text.slice(0, start) + lines + text.slice(end), from: start, to: start + lines.length }
  }
  const chosen = text.slice(from, to) || (mark === 'link' ? 'words' : 'text')
  const set = mark === 'link' ? `[${chosen}](https://)` : `**${chosen}**`
  return { text: text.slice(0, from) + set + text.slice(to), from, to: from + set.length }
}
