/** Printer resolution in dots per inch. */
export type ZplDpi = 203 | 300

/** Converts a text to one line of ZPL data, without characters that start a command or have a meaning inside a field. */
export function zplText(text: string): string {
  return text.normalize('NFC').replace(/[\^~]/g, '').replaceAll('\\', '/').replace(/[\p{C}\s]+/gu, ' ').trim() // prettier-ignore
}

/** Layout of a line of text: position and size in mm; `stretch` widens the letters. */
export type ZplField = {
  x: number
  y: number
  width: number
  high: number
  stretch?: number
  align?: 'L' | 'C' | 'R'
  white?: boolean
}

/** Height of capitals relative to the nominal height of the printer’s built-in font. */
const cap_share = 0.7

/** 4 × 6 inches, in mm. */
const default_size = { width: 101.6, height: 152.4 }

/** Builds the commands of one label, 4 × 6 inches by default; all positions in mm. */
export class ZplLabel {
  readonly lines: string[] = []
  readonly #dpi: ZplDpi

  constructor(dpi: ZplDpi, { width, height } = default_size) {
    this.#dpi = dpi
    this.lines.push('^XA', '^CI28', `^PW${this.dots(width)}`, `^LL${this.dots(height)}`, '^LH0,0')
  }

  dots(millimetres: number): number {
    return Math.round((millimetres * this.#dpi) / 25.4)
  }

  origin(x: number, y: number): string {
    return `^FO${this.dots(x)},${this.dots(y)}`
  }

  /** Adds a filled box or, with `thickness`, a frame. */
  box(x: number, y: number, width: number, height: number, thickness = height): void {
    this.lines.push(
      `${this.origin(x, y)}^GB${this.dots(width)},${this.dots(height)},${this.dots(thickness)}^FS`,
    )
  }

  /**
   * Adds one line of text with capitals `high` mm tall. A text that is too long is narrowed to 55 %, then made
   * smaller to 60 %, and cut only if it still does not fit.
   */
  text(text: string, field: ZplField): void {
    const { stretch = 1, width } = field
    const clean = zplText(text)
    const fit = width / textWidth(clean, (field.high / cap_share) * stretch)
    const narrowing = Math.max(0.55, Math.min(1, fit))
    const height = (field.high / cap_share) * Math.max(0.6, Math.min(1, fit / narrowing))
    const across = height * stretch * narrowing
    const data = cutTo(clean, width, across)
    if (data === '') return
    const font = `^A0N,${this.dots(height)},${this.dots(across)}`
    const block = `^FB${this.dots(width)},1,0,${field.align ?? 'L'},0`
    this.lines.push(`${this.origin(field.x, field.y)}${field.white ? '^FR' : ''}${font}${block}^FD${data}^FS`)
  }

  end(): string {
    return [...this.lines, '^PQ1', '^XZ'].join('\n')
  }
}

/**
 * Returns an upper bound in mm for the width of a line in the printer’s font (bold condensed), for letters `across`
 * wide.
 */
function textWidth(text: string, across: number): number {
  let em = 0
  for (const char of text) {
    if (/[ilj.,:;|!'I()/ -]/.test(char)) em += 0.3
    else if (/[mwMW@%&—]/.test(char)) em += 0.8
    else em += /[A-Z]/.test(char) ? 0.58 : 0.52
  }
  return em * across
}

function cutTo(text: string, width: number, across: number): string {
  if (textWidth(text, across) <= width + 0.01) return text
  let stored = text
  while (stored !== '' && textWidth(`${stored}...`, across) > width) stored = stored.slice(0, -1)
  return stored === '' ? '' : `${stored.trimEnd()}...`
}

/** Wraps a text into at most `most` lines of `width`; the last line is cut if more text remains. */
export function zplLines(text: string, width: number, high: number, maxLines: number): string[] {
  const across = high / cap_share
  const lines: string[] = []
  for (const word of zplText(text).split(' ')) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last === undefined || (textWidth(longer, across) > width && lines.length < maxLines)) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  const end = lines.pop() ?? ''
  return [...lines, lines.length === maxLines - 1 ? cutTo(end, width, across) : end]
}
