import { drawBrand, type Brand } from '../../kit/documents/brand.ts'
import { beginPage, drawRule, makePdf, mm, type Pdf } from '../../kit/documents/pdf.ts'
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

/** Width of the paper roll of receipt printers. */
const paper = mm(80)
/** Margin: receipt printers print only 72 mm of the 80 mm. */
const edge = mm(4)
const width = paper - 2 * edge
const right_part = width * 0.45
const line = 12
/** Thermal printers print only one colour. */
const black = '#000000'

/** Renders a receipt as PDF on roll paper 80 mm wide. The page height depends on the content. */
export function renderReceipt(receipt: Receipt): Promise<Buffer> {
  const { title = 'RECEIPT', brand, reference, date } = receipt
  return makePdf({ title: `${title} ${reference}`, author: brand.title, date }, (pdf) => {
    beginPage(pdf, [paper, heightOf(receipt)])
    drawReceipt(pdf, receipt)
  })
}

const head = mm(14)
const foot_height = mm(16)

function heightOf({ company_lines, facts, amounts, foot }: Receipt): number {
  const lines = company_lines.length + facts.length + amounts.length + Math.max(0, foot.length - 2)
  return 2 * edge + head + lines * line + 5 * line + foot_height
}

function drawReceipt(
  pdf: Pdf,
  { title = 'RECEIPT', brand, company_lines, reference, facts, amounts, foot }: Receipt,
): void {
  const text = { x: edge, width, colour: black, size: 8.5, min_size: 6.5 }
  drawBrand(pdf, brand, { x: edge, y: edge, width, height: head - mm(3), size: 14 })
  let y = edge + head
  for (const one of company_lines) {
    drawText(pdf, one, { ...text, y, size: 8 })
    y += line
  }
  y = ruled(pdf, y)
  drawText(pdf, title, { ...text, y, face: 'bold', size: 12 })
  drawText(pdf, reference, { ...text, y, face: 'bold', size: 12, align: 'right' })
  y += 1.5 * line
  for (const [caption, value] of facts) y = drawPair(pdf, caption, value, y, false)
  y = ruled(pdf, y)
  for (const { caption, amount, is_strong } of amounts) y = drawPair(pdf, caption, amount, y, is_strong)
  y = ruled(pdf, y)
  for (const one of foot) {
    drawText(pdf, one, { ...text, y, size: 8, align: 'center' })
    y += line
  }
}

function drawPair(pdf: Pdf, caption: string, value: string, y: number, isStrong: boolean): number {
  const text = {
    y,
    colour: black,
    size: isStrong ? 10 : 8.5,
    min_size: 6,
    ...(isStrong ? { face: 'bold' as const } : {}),
  }
  drawText(pdf, caption, { ...text, x: edge, width: width - right_part })
  drawText(pdf, value, { ...text, x: edge + width - right_part, width: right_part, align: 'right' })
  return y + (isStrong ? 1.3 : 1) * line
}

function ruled(pdf: Pdf, y: number): number {
  drawRule(pdf, edge, y + line * 0.25, width, { colour: black })
  return y + line * 0.75
}
