import { drawRule, mm, type Pdf } from './pdf.ts'
import { drawText } from './text.ts'

/** Width of the paper roll of receipt printers, in points. */
export const roll_paper = mm(80)
/** Margin: receipt printers print only 72 mm of the 80 mm. */
export const roll_edge = mm(4)
export const roll_width = roll_paper - 2 * roll_edge
/** Height of a line of text. */
export const roll_line = 12
/** Thermal printers print only one colour. */
export const roll_black = '#000000'

const value_width = roll_width * 0.45

/** A name and its value on one line; `is_strong` prints them larger. */
interface RollPair {
  caption: string
  value: string
  is_strong?: boolean
  /** The width of the value in points; under half of the paper by default. */
  width?: number
}

/** Draws a pair; returns where the next line begins. */
export function drawPair(
  pdf: Pdf,
  { caption, value, is_strong = false, width = value_width }: RollPair,
  y: number,
): number {
  const text = {
    y,
    colour: roll_black,
    size: is_strong ? 10 : 8.5,
    min_size: 6,
    ...(is_strong ? { face: 'bold' as const } : {}),
  }
  drawText(pdf, caption, { ...text, x: roll_edge, width: roll_width - width })
  drawText(pdf, value, { ...text, x: roll_edge + roll_width - width, width, align: 'right' })
  return y + (is_strong ? 1.3 : 1) * roll_line
}

/** Draws a line across the paper; returns where the next line of text begins. */
export function drawRollRule(pdf: Pdf, y: number): number {
  drawRule(pdf, roll_edge, y + roll_line * 0.25, roll_width, { colour: roll_black })
  return y + roll_line * 0.75
}
