import type { Pdf } from '../../kit/documents/pdf.ts'
import { cap_height, drawText } from '../../kit/documents/text.ts'

/**
 * Draws one mark in its box: RETURN in white on black, others in a frame. Uses black only, because label printers
 * have no other colour.
 */
export function drawMark(
  pdf: Pdf,
  mark: string,
  box: { x: number; y: number; width: number; height: number },
): void {
  const { x, y, width, height } = box
  const isReturn = mark === 'RETURN'
  if (isReturn) pdf.rect(x, y, width, height).fill('#000000')
  else
    pdf
      .rect(x + 0.5, y + 0.5, width - 1, height - 1)
      .lineWidth(1)
      .strokeColor('#000000')
      .stroke()
  const size = Math.min(13, (height * 0.56) / cap_height, width / Math.max(5, mark.length * 0.7))
  const top = y + (height - size * cap_height) / 2
  const colour = isReturn ? '#ffffff' : '#000000'
  drawText(pdf, mark, { x, y: top, width, face: 'bold', size, align: 'center', colour })
}
