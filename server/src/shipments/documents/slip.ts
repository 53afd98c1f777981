import { drawCode128, drawQr } from '../../kit/documents/barcode.ts'
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

/** The slip that a sender takes away from a counter or kiosk. */
type Slip = {
  brand: Brand
  tracking_reference: string
  /** The sender, the receiver and what was handed in, as caption and value. */
  facts: readonly (readonly [caption: string, value: string])[]
  /** The formatted price; `null` when the reader may not see it. */
  price: string | null
  /** The address at which the parcel can be followed, with its reference. */
  tracking_link: string
  date: Date
}

const head = mm(14)
const barcode_height = mm(16)
const qr_size = mm(24)

/** Renders a slip as PDF on roll paper 80 mm wide. The page height depends on the content. */
export function renderSlip(slip: Slip): Promise<Buffer> {
  const { brand, tracking_reference, facts, price, date } = slip
  const lines = facts.length + (price === null ? 0 : 1.3) + 5.5
  const height = 2 * roll_edge + head + barcode_height + lines * roll_line + qr_size
  return makePdf({ title: `Slip ${tracking_reference}`, author: brand.title, date }, (pdf) => {
    beginPage(pdf, [roll_paper, height])
    drawSlip(pdf, slip)
  })
}

function drawSlip(pdf: Pdf, { brand, tracking_reference, facts, price, tracking_link }: Slip): void {
  const text = { x: roll_edge, width: roll_width, colour: roll_black, size: 8.5, min_size: 6.5 }
  drawBrand(pdf, brand, { x: roll_edge, y: roll_edge, width: roll_width, height: head - mm(3), size: 14 })
  let y = roll_edge + head
  drawText(pdf, tracking_reference, { ...text, y, face: 'bold', size: 16, align: 'center' })
  y += 1.75 * roll_line
  drawCode128(pdf, tracking_reference, { x: roll_edge, y, width: roll_width, height: barcode_height })
  y = drawRollRule(pdf, y + barcode_height + roll_line * 0.5)
  for (const [caption, value] of facts) y = drawPair(pdf, { caption, value, width: roll_width * 0.72 }, y)
  if (price !== null) y = drawPair(pdf, { caption: 'Price', value: price, is_strong: true }, y)
  y = drawRollRule(pdf, y)
  const below = { ...text, x: roll_edge + qr_size + mm(3), width: roll_width - qr_size - mm(3) }
  drawQr(pdf, tracking_link, { x: roll_edge, y: y + mm(1), size: qr_size - mm(2), level: 'M' })
  drawText(pdf, 'Follow your parcel', { ...below, y: y + mm(2), face: 'bold', size: 10 })
  drawText(pdf, `Scan the code, or open ${tracking_link}`, { ...below, y: y + mm(8), lines: 4 })
}
