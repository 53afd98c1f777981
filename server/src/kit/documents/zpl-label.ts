/** Dots per inch of the printer. */
export type ZplDpi = 203 | 300

/** A text as ZPL data: without the characters that begin a command or mean something inside a field, one line. */
export function zplText(text: string): string {
  return text.normalize('NFC').replace(/[\^~]/g, '').replaceAll('\\', '/').replace(/[\p{C}\s]+/gu, ' ').trim() // prettier-ignore
}

/** How a line of text is set: position and size in millimetres; `stretch` widens the letters. */
export type ZplField = {
  x: number
  y: number
  width: number
  high: number
  stretch?: number
  align?: 'L' | 'C' | 'R'
  white?: boolean
}

/** Capitals of the printer's own font stand 0.7 of its nominal height. */
const cap_share = 0.7

/** 4 × 6 inches. */
const default_size = { width: 101.6, height: 152.4 }

/** Collects the commands of one label, of 4 × 6 inches unless said otherwise; all positions in millimetres. */
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

  /** A filled box or, with `thickness`, a frame. */
  box(x: number, y: number, width: number, height: number, thickness = height): void {
    this.lines.push(
      `${this.origin(x, y)}^GB${this.dots(width)},${this.dots(height)},${this.dots(thickness)}^FS`,
    )
  }

  /**
   * One line of text whose capitals are `high` millimetres. Too long a text is narrowed to 55 %, then made smaller to 60 %,
   * and only what still does not fit is cut.
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

/** Upper bound in millimetres of a line in the printer's font whose letters are `across` wide (a bold condensed face). */
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

/** Words spread over at most `most` lines of `width`; the last one is cut where more is left. */
export function zplLines(text: string, width: number, high: number, most: number): string[] {
  const across = high / cap_share
  const lines: string[] = []
  for (const word of zplText(text).split(' ')) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last === undefined || (textWidth(longer, across) > width && lines.length < most)) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  const end = lines.pop() ?? ''
  return [...lines, lines.length === most - 1 ? cutTo(end, width, across) : end]
}
