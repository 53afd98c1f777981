import { drawImage } from './image.ts'
import { ink, onEachPage, type PageSize, type Pdf, a4_margin, drawRule } from './pdf.ts'
import { textWidth } from './fonts.ts'
import { cap_height, drawFitted, drawText, fitText } from './text.ts'

/** The company that issues a document: its title, and its logo as PNG or JPEG if it has one. */
export type Brand = { title: string; logo?: Uint8Array }

/** Draws the logo at the left of the box, vertically centred; draws the title in bold if there is no usable logo. */
export function drawBrand(
  pdf: Pdf,
  brand: Brand,
  box: { x: number; y: number; width: number; height: number; size?: number },
): void {
  if (drawImage(pdf, brand.logo, { ...box, valign: 'center' })) return
  const size = box.size ?? 18
  const one = fitText(brand.title, box.width, { face: 'bold', size, min_size: size * 0.75 })
  const isCut = one.lines[0]?.endsWith('…') && !brand.title.endsWith('…')
  const smaller = Math.min(size * 0.75, box.height / 2.1)
  const two = { face: 'bold', size: smaller, min_size: smaller * 0.7, lines: 2 } as const
  const title = isCut ? fitText(brand.title, box.width, two) : one
  const height = (title.lines.length - 1) * title.size * 1.22 + title.size * cap_height
  drawFitted(pdf, title, { ...box, y: box.y + (box.height - height) / 2 })
}

/** Draws a small grey caption in capitals, for use above a value. Returns the y below it. */
export function drawCaption(
  pdf: Pdf,
  caption: string,
  at: {
    x: number
    y: number
    width: number
    size?: number
    align?: 'left' | 'right' | 'center'
    colour?: string
  },
): number {
  const size = at.size ?? 6.5
  const colour = at.colour ?? ink.quiet
  return drawText(pdf, caption.toUpperCase(), {
    ...at,
    size,
    min_size: size * 0.8,
    face: 'bold',
    spacing: size * 0.07,
    colour,
  })
}

/** A caption with its value below; `share` is its relative width in the row (default 1). */
export type Fact = { caption: string; value: string; strong?: boolean; share?: number }

/** Draws facts side by side; an empty value is drawn as '–'. Returns the y below them. */
export function drawFacts(
  pdf: Pdf,
  facts: readonly Fact[],
  at: { x: number; y: number; width: number; size?: number; gap?: number; lines?: number },
): number {
  const gap = at.gap ?? 10
  const size = at.size ?? 9.5
  const unit = (at.width - gap * (facts.length - 1)) / facts.reduce((sum, { share = 1 }) => sum + share, 0)
  let left = at.x
  const ends = facts.map(({ caption, value, strong, share = 1 }) => {
    const width = unit * share
    const x = left
    left += width + gap
    const y = drawCaption(pdf, caption, { x, y: at.y, width }) + 3
    const face = strong ? 'bold' : 'regular'
    return drawText(pdf, value || '–', {
      x,
      y,
      width,
      size,
      min_size: size * 0.8,
      lines: at.lines ?? 2,
      face,
    })
  })
  return Math.max(...ends)
}

/**
 * Draws caption and value pairs below each other: captions on the left, values aligned right. Returns the y below
 * them.
 */
export function drawPairs(
  pdf: Pdf,
  pairs: readonly (readonly [caption: string, value: string])[],
  at: { x: number; y: number; width: number; size?: number },
): number {
  const size = at.size ?? 9
  let y = at.y
  for (const [caption, value] of pairs) {
    const room = at.width - textWidth(caption, { size }) - 8
    drawText(pdf, caption, {
      x: at.x,
      y,
      width: at.width * 0.6,
      size,
      min_size: size * 0.8,
      colour: ink.quiet,
    })
    drawText(pdf, value, {
      x: at.x + at.width - room,
      y,
      width: room,
      size,
      min_size: size * 0.7,
      align: 'right',
    })
    y += size * 1.55
  }
  return y
}

/** Height in points of the footer of an A4 page, above the bottom margin. */
export const footer_height = 22

/** Draws the footer of every page from index `first` on: a thin line, `note` on the left, 'Page n of m' on the right. */
export function drawFooters(pdf: Pdf, first: number, size: PageSize, note: string): void {
  const [pageWidth, pageHeight] = size
  const width = pageWidth - 2 * a4_margin
  const y = pageHeight - a4_margin - 8
  onEachPage(pdf, first, (n, of) => {
    drawRule(pdf, a4_margin, y - 8, width)
    drawText(pdf, note, { x: a4_margin, y, width: width - 90, size: 7.5, min_size: 6, colour: ink.quiet })
    drawText(pdf, `Page ${n} of ${of}`, {
      x: a4_margin + width - 80,
      y,
      width: 80,
      size: 7.5,
      align: 'right',
      colour: ink.quiet,
    })
  })
}
