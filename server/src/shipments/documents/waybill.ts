import { drawCode128, drawQr } from '../../kit/documents/barcode.ts'
import { drawCaption, drawFacts, drawFooters } from '../../kit/documents/brand.ts'
import { formatDay, formatKg } from '../../kit/documents/moment.ts'
import { a4, beginPage, drawRule, ink, makePdf, pagesSoFar, type Pdf } from '../../kit/documents/pdf.ts'
import { drawTable } from '../../kit/documents/table.ts'
import { textWidth } from '../../kit/documents/fonts.ts'
import { cap_height, drawText } from '../../kit/documents/text.ts'
import { countOf, deliveryPhone, marksOf, totalKg, trackingLink } from './label-data.ts'
import type { LabelParcel, LabelShipment } from './label-data.ts'
import { drawMark } from './mark.ts'
import { drawMasthead, drawParty, sheet } from './masthead.ts'

const { left, width, right, bottom, half } = sheet
/** Height in points of the terms and signature boxes at the end of a waybill. */
const closing_height = 148
const copy_names = ['Sender copy', 'Courier copy', 'Receiver copy']

/**
 * Waybill print options. `per` 'parcel' prints one page for each parcel, 'shipment' one waybill with a table of all
 * parcels (SHIP-107). `copies` 3 adds a copy for courier and receiver
 * (docs/domain/references-and-labels.md#waybills).
 */
export type WaybillOptions = { per?: 'parcel' | 'shipment'; copies?: 1 | 3 }

/**
 * Renders waybills as one A4 PDF, shipments in the given order (docs/domain/references-and-labels.md, ui.md 17).
 * Rejects when there is no shipment.
 */
export function renderWaybills(
  shipments: readonly LabelShipment[],
  options: WaybillOptions = {},
): Promise<Buffer> {
  const [first] = shipments
  if (!first) return Promise.reject(new Error('There is no shipment to print a waybill for.'))
  const { per = 'parcel', copies = 1 } = options
  const title =
    shipments.length === 1 ? `Waybill ${first.tracking_reference}` : `${shipments.length} waybills`
  return makePdf({ title, author: first.brand.title, date: first.date }, (pdf) => {
    for (const shipment of shipments) {
      for (const copy of copies === 3 ? copy_names : ['']) {
        const page = pagesSoFar(pdf)
        const each = per === 'parcel' && shipment.parcels.length > 0 ? shipment.parcels : [null]
        for (const parcel of each) drawWaybill(pdf, shipment, parcel)
        const note = [shipment.brand.title, `Waybill ${shipment.tracking_reference}`, copy]
          .filter(Boolean)
          .join('  ·  ')
        drawFooters(pdf, page, a4, note)
      }
    }
  })
}

/** Draws one waybill: for a single parcel, or for the whole shipment when `parcel` is null. */
function drawWaybill(pdf: Pdf, shipment: LabelShipment, parcel: LabelParcel | null): void {
  beginPage(pdf, a4)
  drawHead(pdf, shipment)
  drawCodes(pdf, shipment, parcel?.tracking_reference ?? shipment.tracking_reference)
  const y = drawParties(pdf, shipment, drawSummary(pdf, shipment, parcel) + 14)
  const below = drawParcels(pdf, shipment, parcel ? [parcel] : shipment.parcels, y + 16)
  if (below > bottom - closing_height) beginNextPage(pdf, shipment)
  drawClosing(pdf, shipment, bottom - closing_height + 10)
}

function drawHead(pdf: Pdf, shipment: LabelShipment): void {
  drawMasthead(pdf, shipment.brand, 'Waybill', shipment.tracking_reference)
  const marks = marksOf(shipment)
  let end = right - 54
  for (const mark of marks.toReversed()) {
    const width = mark.length > 6 ? 84 : 44
    drawMark(pdf, mark, { x: end - width, y: left - 4, width, height: 15 })
    end -= width + 4
  }
}

/** Draws both branches with the routing number on the left, and Code 128 and QR code of the reference on the right. */
function drawCodes(pdf: Pdf, shipment: LabelShipment, reference: string): void {
  const y = left + 62
  const qr = 74
  const bars = { x: right - qr - 14 - 284, y, width: 284, height: 48 }
  const routeWidth = bars.x - left - 8
  drawRoute(pdf, shipment, y, routeWidth)
  drawCode128(pdf, reference, bars)
  drawText(pdf, reference, {
    ...bars,
    y: y + 56,
    face: 'bold',
    size: 15,
    min_size: 9,
    spacing: 0.8,
    align: 'center',
  })
  drawQr(pdf, trackingLink(shipment.tracking_url, reference), { x: right - qr, y, size: qr, level: 'M' })
}

function drawRoute(pdf: Pdf, shipment: LabelShipment, y: number, room: number): void {
  const from = shipment.collection_branch_code || '–'
  const to = shipment.delivery_branch_code || '–'
  const gap = 26
  const size = 24
  const natural = [from, to].reduce((sum, code) => sum + textWidth(code, { face: 'bold', size }), 0)
  const at = size * Math.min(1, (room - gap) / natural)
  const middle = y + 10 + (size * cap_height) / 2
  const top = middle - (at * cap_height) / 2
  drawCaption(pdf, 'Route', { x: left, y, width: room })
  drawText(pdf, from, { x: left, y: top, width: room, face: 'bold', size: at })
  const arrow = left + textWidth(from, { face: 'bold', size: at }) + 6
  pdf
    .moveTo(arrow, middle)
    .lineTo(arrow + 13, middle)
    .moveTo(arrow + 9, middle - 4)
    .lineTo(arrow + 13, middle)
  pdf
    .lineTo(arrow + 9, middle + 4)
    .lineWidth(1.3)
    .strokeColor(ink.strong)
    .stroke()
  drawText(pdf, to, { x: arrow + gap - 6, y: top, width: room, face: 'bold', size: at })
  drawCaption(pdf, 'Routing number', { x: left, y: y + 42, width: room })
  drawText(pdf, shipment.routing_number || 'Not routed', {
    x: left,
    y: y + 52,
    width: room,
    face: 'bold',
    size: 15,
    min_size: 8,
  })
}

/** Draws service, parcels, weight, date, account and customer reference. Returns the y below. */
function drawSummary(pdf: Pdf, shipment: LabelShipment, parcel: LabelParcel | null): number {
  const y = left + 150
  drawRule(pdf, left, y - 10, width)
  const service = [shipment.service_level_code, shipment.service_level_name].filter(Boolean).join(' · ')
  const count = parcel ? countOf(parcel) : String(shipment.parcels.length)
  const facts = [
    { caption: 'Service', value: service, strong: true, share: 1.7 },
    { caption: parcel ? 'Parcel' : 'Parcels', value: count, strong: true, share: 0.9 },
    { caption: 'Weight', value: formatKg(parcel?.weight_kg ?? totalKg(shipment)), strong: true, share: 0.9 },
    { caption: 'Date', value: formatDay(shipment.date) },
    { caption: 'Account', value: shipment.account_name, share: 1.7 },
    { caption: 'Customer reference', value: shipment.customer_reference, share: 1.7 },
  ]
  return Math.max(drawFacts(pdf, facts, { x: left, y, width, size: 9 }), y + 24)
}

/** Draws both parties side by side, each with its instructions. Returns the y below. */
function drawParties(pdf: Pdf, shipment: LabelShipment, y: number): number {
  const height = 150
  const note = y + height - 32
  const sides = [
    { caption: 'From', party: shipment.collection, instructions: shipment.collection_instructions, x: left },
    {
      caption: 'To',
      party: { ...shipment.delivery, phone: deliveryPhone(shipment) },
      instructions: shipment.delivery_instructions,
      x: right - half,
    },
  ]
  for (const { caption, party, instructions, x } of sides) {
    drawParty(pdf, caption, party, { x, y, height, text_height: height - 34 })
    const inner = { x: x + 9, width: half - 18 }
    drawRule(pdf, inner.x, note, inner.width)
    const wording = { size: 8, min_size: 6.5, lines: 2, colour: instructions ? ink.text : ink.quiet }
    drawText(pdf, instructions || 'No special instructions', { ...inner, y: note + 8, ...wording })
  }
  return y + height
}

/** Draws the parcel table. A long table continues on further pages with its head repeated. Returns the y below. */
function drawParcels(pdf: Pdf, shipment: LabelShipment, parcels: readonly LabelParcel[], y: number): number {
  return drawTable(pdf, {
    x: left,
    y,
    width,
    bottom,
    rows: parcels,
    columns: [
      { title: 'Parcel', share: 12, value: countOf },
      { title: 'Reference', share: 30, face: 'bold', value: (parcel) => parcel.tracking_reference },
      { title: 'Contents', share: 46, lines: 2, value: (parcel) => parcel.description || '–' },
      { title: 'Weight', share: 12, align: 'right', value: (parcel) => formatKg(parcel.weight_kg) },
    ],
    nextPage: () => beginNextPage(pdf, shipment),
  })
}

/** Starts a following page of the same waybill. Returns the y where its content starts. */
function beginNextPage(pdf: Pdf, shipment: LabelShipment): number {
  beginPage(pdf, a4)
  drawText(pdf, shipment.brand.title, { x: left, y: left, width: half, face: 'bold', size: 10, min_size: 7 })
  const title = `Waybill ${shipment.tracking_reference}, continued`
  drawText(pdf, title, { x: right - half, y: left, width: half, size: 10, min_size: 7, align: 'right' })
  drawRule(pdf, left, left + 14, width, { weight: 1.2, colour: ink.strong })
  return left + 26
}

/** Draws the terms in small print, and a signature box each for sender, driver and receiver. */
function drawClosing(pdf: Pdf, shipment: LabelShipment, y: number): void {
  drawText(pdf, shipment.terms, { x: left, y, width, size: 6.4, min_size: 5.6, lines: 6, colour: ink.quiet })
  const gap = 10
  const box = (width - 2 * gap) / 3
  const top = y + 50
  const height = closing_height - 66
  ;['Sender', 'Driver', 'Receiver'].forEach((who, index) => {
    const x = left + index * (box + gap)
    pdf.roundedRect(x, top, box, height, 3).lineWidth(0.7).strokeColor(ink.line).stroke()
    drawText(pdf, who, { x: x + 8, y: top + 8, width: box, face: 'bold', size: 8.5 })
    ;['Name', 'Signature', 'Date and time'].forEach((caption, line) => {
      const footOfLine = top + 32 + line * 20
      drawText(pdf, caption, { x: x + 8, y: footOfLine - 6.5, width: 56, size: 7, colour: ink.quiet })
      drawRule(pdf, x + 62, footOfLine, box - 70)
    })
  })
}
