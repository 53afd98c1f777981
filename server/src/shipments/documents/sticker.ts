import { drawCode128, drawQr } from '../../kit/documents/barcode.ts'
import { drawBrand, drawCaption } from '../../kit/documents/brand.ts'
import { textWidth } from '../../kit/documents/fonts.ts'
import { formatDay, formatKg } from '../../kit/documents/moment.ts'
import { beginPage, drawRule, makePdf, mm, type PageSize, type Pdf } from '../../kit/documents/pdf.ts'
import { cap_height, drawBlock, drawCapitals, drawText, type Paragraph } from '../../kit/documents/text.ts'
import {
  countOf,
  deliveryPhone,
  marksOf,
  marksWidth,
  trackingLink,
  type LabelParcel,
  type LabelShipment,
} from './label-data.ts'
import { drawMark } from './mark.ts'

/** Sticker size: 100 × 150 mm. */
const size: PageSize = [mm(100), mm(150)]
/** Margin: nothing is printed closer to an edge. */
const edge = mm(4)
const width = size[0] - 2 * edge
const right = edge + width
/** The only colour, because label printers print black only. */
const black = '#000000'

/**
 * Renders stickers as one PDF: a page of 100 × 150 mm per parcel, shipments in the given order (ui.md 17;
 * docs/domain/references-and-labels.md#stickers). Rejects when there is no parcel at all.
 */
export function renderStickers(shipments: readonly LabelShipment[]): Promise<Buffer> {
  const [first] = shipments
  if (!first || shipments.every((shipment) => shipment.parcels.length === 0)) {
    return Promise.reject(new Error('There is no parcel to print a sticker for.'))
  }
  const title =
    shipments.length === 1
      ? `Stickers ${first.tracking_reference}`
      : `Stickers of ${shipments.length} shipments`
  return makePdf({ title, author: first.brand.title, date: first.date }, (pdf) => {
    for (const shipment of shipments)
      for (const parcel of shipment.parcels) drawSticker(pdf, shipment, parcel)
  })
}

function drawSticker(pdf: Pdf, shipment: LabelShipment, parcel: LabelParcel): void {
  beginPage(pdf, size)
  drawHead(pdf, shipment, parcel)
  drawRouting(pdf, shipment)
  drawReceiver(pdf, shipment, parcel)
  drawSender(pdf, shipment)
  drawReference(pdf, parcel)
}

/** Draws the provider on the left, and the parcel number, weight and date on the right. */
function drawHead(pdf: Pdf, shipment: LabelShipment, parcel: LabelParcel): void {
  drawBrand(pdf, shipment.brand, { x: edge, y: edge, width: mm(50), height: mm(9.5), size: 15 })
  const column = { x: right - mm(40), width: mm(40), align: 'right' as const, colour: black }
  drawText(pdf, countOf(parcel), { ...column, y: edge + mm(0.3), face: 'bold', size: 19, min_size: 12 })
  const about = `${formatKg(parcel.weight_kg)}  ·  ${formatDay(shipment.date)}`
  drawText(pdf, about, { ...column, y: edge + mm(7), size: 8, min_size: 6.5 })
  drawRule(pdf, edge, mm(15.5), width, { weight: 1.2, colour: black })
}

/** Draws the routing number as the largest text. Below it: the delivery branch on black, the service and the marks. */
function drawRouting(pdf: Pdf, shipment: LabelShipment): void {
  const routing = shipment.routing_number || 'NOT ROUTED'
  drawCapitals(pdf, routing, {
    x: edge,
    y: mm(17.6),
    width,
    capitals: mm(16),
    narrowest: 0.75,
    colour: black,
  })

  const y = mm(36.5)
  const height = mm(15)
  const branch = shipment.delivery_branch_code || '–'
  const box = drawBranch(pdf, branch, y, height)

  const marks = marksOf(shipment)
  const chips = marks.length > 0 ? mm(marksWidth(marks)) : 0
  const serviceX = edge + box + mm(3)
  const service = { x: serviceX, width: right - serviceX - (chips && chips + mm(2)), colour: black }
  const below = drawText(pdf, shipment.service_level_code, {
    ...service,
    y: y + mm(1),
    face: 'bold',
    size: 24,
    min_size: 9,
  })
  drawText(pdf, shipment.service_level_name, {
    ...service,
    y: Math.min(below, y + mm(9)),
    size: 8,
    min_size: 6.5,
    lines: 2,
  })
  drawMarks(pdf, marks, { x: right - chips, y, width: chips, height })
}

/**
 * Draws the branch code in white on black: capitals over 10 mm high in a box over 24 mm wide. Returns the width of
 * the box.
 */
function drawBranch(pdf: Pdf, code: string, y: number, height: number): number {
  const capitals = mm(10.6)
  const natural = textWidth(code, { face: 'bold', size: capitals / cap_height })
  const box = Math.max(mm(30), Math.min(mm(46), natural + mm(6)))
  pdf.rect(edge, y, box, height).fill(black)
  const inside = { x: edge + mm(3), y: y + (height - capitals) / 2, width: box - mm(6), capitals }
  drawCapitals(pdf, code, { ...inside, align: 'center', narrowest: 0.5, stretch: 1.3, colour: '#ffffff' })
  return box
}

/** Draws the marks below each other in a narrow column. */
function drawMarks(
  pdf: Pdf,
  marks: readonly string[],
  box: { x: number; y: number; width: number; height: number },
): void {
  const gap = mm(0.8)
  const height = Math.min(mm(7), (box.height - gap * (marks.length - 1)) / Math.max(1, marks.length))
  marks.forEach((mark, index) => drawMark(pdf, mark, { ...box, y: box.y + index * (height + gap), height }))
}

/** Draws the receiver as large as the address allows, with the QR code beside it. */
function drawReceiver(pdf: Pdf, shipment: LabelShipment, parcel: LabelParcel): void {
  const y = mm(55)
  const qr = mm(27)
  const { delivery } = shipment
  drawCaption(pdf, 'Deliver to', { x: edge, y, width: mm(40), colour: black })
  const paragraphs: Paragraph[] = [
    {
      text: delivery.name || delivery.company,
      face: 'bold',
      size: 15,
      min_size: 11,
      lines: 2,
      colour: black,
    },
    { text: delivery.name ? delivery.company : '', size: 11, min_size: 9, lines: 2, colour: black },
    ...delivery.address_lines.map((text, n) => ({
      text,
      size: 11,
      min_size: 9,
      lines: 2,
      gap: n === 0 ? 1.5 : 0,
      colour: black,
    })),
    { text: deliveryPhone(shipment), face: 'bold', size: 12, min_size: 9, gap: 3, colour: black },
  ]
  drawBlock(pdf, paragraphs, { x: edge, y: y + mm(3.5), width: width - qr - mm(4), height: mm(35.5) })
  const link = trackingLink(shipment.tracking_url, parcel.tracking_reference)
  drawQr(pdf, link, { x: right - qr, y, size: qr, level: 'M' })
  const note = { x: right - qr, width: qr, align: 'center' as const, colour: black }
  drawText(pdf, shipment.delivery_instructions, {
    ...note,
    y: y + qr + mm(2.5),
    size: 7,
    min_size: 6.5,
    lines: 4,
    align: 'left',
  })
}

/** Draws the sender in small type, in two columns. */
function drawSender(pdf: Pdf, shipment: LabelShipment): void {
  const y = mm(96)
  drawRule(pdf, edge, y, width, { weight: 0.8, colour: black })
  const { collection } = shipment
  const half = (width - mm(4)) / 2
  const branch = shipment.collection_branch_code
  drawCaption(pdf, branch ? `From ${branch}` : 'From', {
    x: edge,
    y: y + mm(2),
    width: half,
    size: 6,
    colour: black,
  })
  const sender: Paragraph[] = [
    { text: collection.company || collection.name, face: 'bold', size: 8, min_size: 7, colour: black },
    { text: collection.address_lines.join(', '), size: 7.5, min_size: 6.5, lines: 2, colour: black },
    { text: collection.phone, size: 7.5, min_size: 6.5, colour: black },
  ]
  drawBlock(pdf, sender, { x: edge, y: y + mm(5), width: half, height: mm(13) })
  const x = edge + half + mm(4)
  const details = [
    ['Account', shipment.account_name],
    ['Customer reference', shipment.customer_reference],
  ] as const
  details.forEach(([caption, value], index) => {
    const top = y + mm(2) + index * mm(7.5)
    drawCaption(pdf, caption, { x, y: top, width: half, size: 6, colour: black })
    drawText(pdf, value || '–', {
      x,
      y: top + mm(3),
      width: half,
      face: 'bold',
      size: 8.5,
      min_size: 6.5,
      colour: black,
    })
  })
}

/** Draws the parcel reference as Code 128, 19 mm high, and as text in capitals over 5 mm high. */
function drawReference(pdf: Pdf, parcel: LabelParcel): void {
  const reference = parcel.tracking_reference
  drawCode128(pdf, reference, { x: 0, y: mm(116), width: size[0], height: mm(19) })
  const at = { x: edge, y: mm(138.5), width, capitals: mm(5.3), stretch: 1.12, align: 'center' as const }
  drawCapitals(pdf, reference, { ...at, colour: black })
}
