import { showText, textWidth, type Face } from './fonts.ts'
import { ink, type Pdf } from './pdf.ts'

/** Height of a capital letter relative to the font size (Helvetica and Helvetica Bold). */
export const cap_height = 0.718

/** Line spacing relative to the font size. */
const leading = 1.22

/** Characters outside Latin-1 that the standard fonts can show (the Windows-1252 extras). */
const beyond_latin1 = new Set('ƒ–—‘’‚“”„†‡•…€‰‹›ˆ™Œœ˜ŠšŸŽž')

/** Words of ASCII letters with single spaces, which print as they are: nearly every text. */
const is_plain = /^[!-~]+(?: [!-~]+)*$/

/** Letters that Unicode does not decompose into a base letter and a mark. */
const plain_letters: Readonly<Record<string, string>> = {
  ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ħ: 'h', Ħ: 'H', ı: 'i', ŋ: 'n', Ŋ: 'N', '−': '-', '‐': '-', '‑': '-', '‒': '-', '′': "'", '→': '>', '×': '×',
} // prettier-ignore

function isShown(char: string): boolean {
  const code = char.codePointAt(0)!
  return (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff) || beyond_latin1.has(char)
}

/**
 * Converts a text to characters that the built-in fonts can print: white space becomes single spaces, a letter that
 * they lack (Venda ḓ ḽ ṋ ṱ) loses its diacritic, and any other unknown character becomes '?'. Otherwise such a letter
 * would print as a different character.
 */
export function printable(text: string): string {
  if (is_plain.test(text)) return text
  let out = ''
  for (const char of text.normalize('NFC')) {
    if (isShown(char)) out += char === '\u00a0' || char === '\u00ad' ? ' ' : char
    else if (/\s/u.test(char)) out += ' '
    else if (/[\p{C}\p{M}]/u.test(char)) continue
    else out += plain_letters[char] ?? withoutMarks(char)
  }
  return out.replace(/ +/g, ' ').trim()
}

function withoutMarks(char: string): string {
  const base = char.normalize('NFKD').replace(/\p{M}/gu, '')
  return base !== '' && [...base].every(isShown) ? base : '?'
}

/** Text layout settings. Sizes and widths in points; `lines` is the maximum number of lines (default 1). */
export type Setting = { face?: Face; size: number; min_size?: number; lines?: number; spacing?: number }

/** A text fitted to its width: its lines and font size. */
export type Fitted = { lines: string[]; size: number; face: Face; spacing: number }

/**
 * Fits a text into `width` and at most `lines` lines: first shrinks it from `size` to `min_size`, then cuts the last
 * line with an ellipsis. Words longer than a line are broken. The result never exceeds the width.
 */
export function fitText(text: string, width: number, setting: Setting): Fitted {
  const { face = 'regular', size, min_size = size, lines: maxLines = 1, spacing = 0 } = setting
  const clean = printable(text)
  for (let at = size; ; at = Math.max(min_size, at - 0.5)) {
    const fits = (candidate: string) => textWidth(candidate, { face, size: at, spacing }) <= width
    const { lines, broke } = wrap(clean, fits)
    const smallEnough = lines.length <= maxLines && !broke
    if (smallEnough || at <= min_size) {
      return { lines: lines.length <= maxLines ? lines : cut(lines, maxLines, fits), size: at, face, spacing }
    }
  }
}

/**
 * Wraps at spaces. A word too long for a line is broken after a hyphen or slash, or at any character; `broke` is then
 * true.
 */
function wrap(text: string, fits: (candidate: string) => boolean): { lines: string[]; broke: boolean } {
  if (text === '') return { lines: [], broke: false }
  if (fits(text)) return { lines: [text], broke: false }
  const lines: string[] = []
  let line = ''
  let broke = false
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (line.length > 1 && !fits(line)) {
      broke = true
      let breakAt = line.length - 1
      while (breakAt > 1 && !fits(line.slice(0, breakAt))) breakAt--
      const joint = Math.max(line.lastIndexOf('-', breakAt - 1), line.lastIndexOf('/', breakAt - 1)) + 1
      if (joint > breakAt / 2) breakAt = joint
      lines.push(line.slice(0, breakAt))
      line = line.slice(breakAt)
    }
  }
  return { lines: [...lines, line], broke }
}

function cut(lines: string[], maxLines: number, fits: (candidate: string) => boolean): string[] {
  const stored = lines.slice(0, maxLines)
  let last = stored[maxLines - 1] ?? ''
  while (last !== '' && !fits(`${last.trimEnd()}…`)) last = last.slice(0, -1)
  return [...stored.slice(0, -1), `${last.trimEnd()}…`]
}

/**
 * Returns the height in points of a fitted text, from the top of the first capital to the bottom of the last
 * descender.
 */
export function fittedHeight(fitted: Fitted): number {
  return fitted.lines.length * fitted.size * leading
}

/** Draws a fitted text; `y` is the top of the first line's capitals. Returns the y below it. */
export function drawFitted(
  pdf: Pdf,
  fitted: Fitted,
  at: { x: number; y: number; width: number; align?: Align; colour?: string },
): number {
  const { lines, size, face, spacing } = fitted
  const { colour = ink.text } = at
  lines.forEach((line, index) => {
    const slack = at.width - textWidth(line, { face, size, spacing })
    const x = at.align === 'right' ? at.x + slack : at.align === 'center' ? at.x + slack / 2 : at.x
    const y = at.y + index * size * leading + cap_height * size
    showText(pdf, line, { x, y, face, size, spacing, colour })
  })
  return at.y + fittedHeight(fitted)
}

/** Horizontal alignment within a given width. */
export type Align = 'left' | 'right' | 'center'

/**
 * Fits and draws a text. A single line that was shrunk keeps the baseline of its full size, so that it stays level
 * with its neighbours. Returns the y below it; an empty text takes no space.
 */
export function drawText(
  pdf: Pdf,
  text: string,
  at: { x: number; y: number; width: number; align?: Align; colour?: string } & Setting,
): number {
  const fitted = fitText(text, at.width, at)
  return drawFitted(pdf, fitted, { ...at, y: at.y + levelling(fitted, at.size) })
}

/** Returns how far to move a single shrunk line down to the baseline of `size`, in points. */
export function levelling(fitted: Fitted, size: number): number {
  return fitted.lines.length === 1 ? (size - fitted.size) * cap_height : 0
}

/** A paragraph of a block: `gap` is the space above it in points. */
export type Paragraph = Setting & { text: string; colour?: string; gap?: number }

/**
 * Draws paragraphs below each other inside a box. If they are too tall, all of them shrink together (down to 60 %),
 * and paragraphs at the end that still do not fit are left out, so that nothing is drawn outside the box. Returns the
 * y below the last one.
 */
export function drawBlock(
  pdf: Pdf,
  paragraphs: readonly Paragraph[],
  box: { x: number; y: number; width: number; height: number; align?: Align },
): number {
  const wanted = paragraphs.filter((paragraph) => printable(paragraph.text) !== '')
  for (let scale = 1; ; scale -= 0.04) {
    const set = wanted.map((paragraph) => {
      const size = paragraph.size * scale
      const least = Math.min(paragraph.min_size ?? paragraph.size, size)
      return {
        paragraph,
        fitted: fitText(paragraph.text, box.width, { ...paragraph, size, min_size: least }),
      }
    })
    const last = scale <= 0.6
    const height = set.reduce(
      (sum, { paragraph, fitted }) => sum + (paragraph.gap ?? 0) + fittedHeight(fitted),
      0,
    )
    if (height > box.height && !last) continue
    let y = box.y
    for (const { paragraph, fitted } of set) {
      const top = y + (paragraph.gap ?? 0)
      if (last && top + fittedHeight(fitted) > box.y + box.height + 0.01) break
      y = drawFitted(pdf, fitted, { ...box, y: top, colour: paragraph.colour })
    }
    return y
  }
}

/**
 * Draws one line in bold capitals that are `capitals` points high, so that sorters can read them from a distance. A
 * text that is too wide is first condensed (down to `narrowest` of its natural width, default 0.6) and only then made
 * smaller. Returns its printed width.
 */
export function drawCapitals(
  pdf: Pdf,
  text: string,
  at: {
    x: number
    y: number
    width: number
    capitals: number
    align?: Align
    colour?: string
    narrowest?: number
    stretch?: number
  },
): number {
  const clean = printable(text)
  const full = at.capitals / cap_height
  const natural = textWidth(clean, { face: 'bold', size: full })
  if (natural === 0) return 0
  const squeeze = Math.min(at.stretch ?? 1, at.width / natural)
  const across = Math.max(squeeze, at.narrowest ?? 0.6)
  const shrink = Math.min(1, squeeze / across)
  const printed = natural * across * shrink
  const slack = at.width - printed
  const x = at.x + (at.align === 'center' ? slack / 2 : at.align === 'right' ? slack : 0)
  const y = at.y + (at.capitals + at.capitals * shrink) / 2
  const { colour = ink.text } = at
  showText(pdf, clean, { x, y, face: 'bold', size: full * shrink, stretch: across, colour })
  return printed
}
