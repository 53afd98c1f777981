import { drawBrand, type Brand } from '../../kit/documents/brand.ts'
import { beginPage, makePdf, mm, type Pdf } from '../../kit/documents/pdf.ts'
import {
  drawPair,
  drawRollRule,
  roll_black,
  roll_edge,
  roll_line,
  roll_paper,
  roll_width,
} from '../../kit/documents/roll.ts'
import { drawText } from '../../kit/documents/text.ts'

/** The contents of a printed receipt. */
export type Receipt = {
  /** Printed above the amounts; `RECEIPT` by default. */
  title?: string
  brand: Brand
  /** The company that took the money, one line each: name, address, registration and VAT numbers. */
  company_lines: readonly string[]
  /** Payment reference, such as `PMT000012`. */
  reference: string
  /** What was paid for and when, as caption and value. */
  facts: readonly (readonly [caption: string, value: string])[]
  /** Formatted amounts in print order; `is_strong` marks the amount paid. */
  amounts: readonly { caption: string; amount: string; is_strong: boolean }[]
  /** The footer, one line each. */
  foot: readonly string[]
  date: Date
}

/** Renders a receipt as PDF on roll paper 80 mm wide. The page height depends on the content. */
export function renderReceipt(receipt: Receipt): Promise<Buffer> {
  const { title = 'RECEIPT', brand, reference, date } = receipt
  return makePdf({ title: `${title} ${reference}`, author: brand.title, date }, (pdf) => {
    beginPage(pdf, [roll_paper, heightOf(receipt)])
    drawReceipt(pdf, receipt)
  })
}

const head = mm(14)
const foot_height = mm(16)

function heightOf({ company_lines, facts, amounts, foot }: Receipt): number {
  const lines = company_lines.length + facts.length + amounts.length + Math.max(0, foot.length - 2)
  return 2 * roll_edge + head + lines * roll_line + 5 * roll_line + foot_height
}

function drawReceipt(
  pdf: Pdf,
  { title = 'RECEIPT', brand, company_lines, reference, facts, amounts, foot }: Receipt,
): void {
  const text = { x: roll_edge, width: roll_width, colour: roll_black, size: 8.5, min_size: 6.5 }
  drawBrand(pdf, brand, { x: roll_edge, y: roll_edge, width: roll_width, height: head - mm(3), size: 14 })
  let y = roll_edge + head
  for (const one of company_lines) {
    drawText(pdf, one, { ...text, y, size: 8 })
    y += roll_line
  }
  y = drawRollRule(pdf, y)
  drawText(pdf, title, { ...text, y, face: 'bold', size: 12 })
  drawText(pdf, reference, { ...text, y, face: 'bold', size: 12, align: 'right' })
  y += 1.5 * roll_line
  for (const [caption, value] of facts) y = drawPair(pdf, { caption, value }, y)
  y = drawRollRule(pdf, y)
  for (const { caption, amount, is_strong } of amounts)
    y = drawPair(pdf, { caption, value: amount, is_strong }, y)
  y = drawRollRule(pdf, y)
  for (const one of foot) {
    drawText(pdf, one, { ...text, y, size: 8, align: 'center' })
    y += roll_line
  }
}
