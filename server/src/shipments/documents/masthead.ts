import { drawBrand, drawCaption, footer_height, type Brand } from '../../kit/documents/brand.ts'
import { a4, a4_margin as left, drawRule, ink, type Pdf } from '../../kit/documents/pdf.ts'
import { drawBlock, drawCapitals } from '../../kit/documents/text.ts'
import type { LabelParty } from './label-data.ts'

const width = a4[0] - 2 * left

/** The printable area of an A4 page, and the width of half of it, in points. */
export const sheet = {
  left,
  width,
  right: left + width,
  bottom: a4[1] - left - footer_height,
  half: (width - 14) / 2,
} as const

/** Height of the masthead below the top margin, including its rule, in points. */
export const masthead_height = 50

/** Draws the document head: the brand on the left, the caption and reference on the right. */
export function drawMasthead(pdf: Pdf, brand: Brand, caption: string, reference: string): void {
  drawBrand(pdf, brand, { x: left, y: left, width: 250, height: 42, size: 20 })
  const column = { x: sheet.right - 270, width: 270, align: 'right' as const }
  drawCaption(pdf, caption, { ...column, y: left + 2, size: 8 })
  drawCapitals(pdf, reference, { ...column, y: left + 20, capitals: 16, narrowest: 0.7 })
  drawRule(pdf, left, left + masthead_height, width, { weight: 1.2, colour: ink.strong })
}

/** Draws one party in a thin frame half a page wide. Long text shrinks to stay inside the frame. */
export function drawParty(
  pdf: Pdf,
  caption: string,
  party: LabelParty,
  box: { x: number; y: number; height: number; text_height?: number },
): void {
  pdf.roundedRect(box.x, box.y, sheet.half, box.height, 3).lineWidth(0.7).strokeColor(ink.line).stroke()
  const inner = { x: box.x + 9, y: box.y + 9, width: sheet.half - 18 }
  drawCaption(pdf, caption, inner)
  const { name, company, address_lines, phone } = party
  const paragraphs = [
    { text: name || company, face: 'bold' as const, size: 12.5, min_size: 9.5, lines: 2 },
    { text: name ? company : '', size: 10, min_size: 8.5, lines: 2 },
    ...address_lines.map((text, index) => ({
      text,
      size: 10,
      min_size: 8.5,
      lines: 2,
      gap: index === 0 ? 2 : 0,
    })),
    { text: phone, face: 'bold' as const, size: 10, min_size: 8, gap: 3 },
  ]
  const height = (box.text_height ?? box.height) - 27
  drawBlock(pdf, paragraphs, { ...inner, y: inner.y + 12, height })
}
