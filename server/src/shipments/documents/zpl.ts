import { code128Modules, min_module_mm, qrModules, quiet_modules } from '../../kit/documents/barcode.ts'
import { formatDay, formatKg } from '../../kit/documents/moment.ts'
import {
  countOf,
  deliveryPhone,
  marksOf,
  marksWidth,
  trackingLink,
  type LabelParcel,
  type LabelShipment,
} from './label-data.ts'
import { ZplLabel, zplLines, zplText, type ZplDpi } from '../../kit/documents/zpl-label.ts'

/** The sticker of one parcel as ZPL (`partner-api.md` 5.2). */
export type ParcelZpl = { parcel_reference: string; sticker_waybill_content: string }

/** Returns a reference as Code 128 data: printable ASCII only, with `>` escaped as `>0`. */
function barcodeData(reference: string): string {
  return zplText(reference)
    .replace(/[^\x20-\x7e]/g, '')
    .replaceAll('>', '>0')
}

/**
 * Returns the stickers of a shipment as ZPL: one `^XA…^XZ` per parcel, 100 × 150 mm
 * (docs/domain/references-and-labels.md, SHIP-104).
 */
export function stickersZpl(shipment: LabelShipment, dpi: ZplDpi = 203): ParcelZpl[] {
  return shipment.parcels.map((parcel) => ({
    parcel_reference: parcel.tracking_reference,
    sticker_waybill_content: stickerZpl(shipment, parcel, dpi),
  }))
}

/** Returns the stickers of several shipments, grouped by shipment. */
export function stickersOfEach(shipments: readonly LabelShipment[]): ParcelZpl[][] {
  return shipments.map((shipment) => stickersZpl(shipment))
}

/** Returns all stickers of several shipments as one ZPL text, in the given order. */
export function joinZpl(shipments: readonly LabelShipment[], dpi: ZplDpi = 203): string {
  return shipments
    .flatMap((shipment) => stickersZpl(shipment, dpi).map((one) => one.sticker_waybill_content))
    .join('\n')
}

/** Left and right edge of the printed area in mm. */
const [left, right] = [4, 96]

function stickerZpl(shipment: LabelShipment, parcel: LabelParcel, dpi: ZplDpi): string {
  const label = new ZplLabel(dpi)
  addHead(label, shipment, parcel)
  addRouting(label, shipment)
  addReceiver(label, shipment, parcel)
  addSender(label, shipment)
  addReference(label, parcel)
  return label.end()
}

function addHead(label: ZplLabel, shipment: LabelShipment, parcel: LabelParcel): void {
  label.text(shipment.brand.title, { x: left, y: 6.5, width: 50, high: 3.6 })
  label.text(countOf(parcel), { x: 56, y: 4, width: 40, high: 4.4, align: 'R' })
  label.text(`${formatKg(parcel.weight_kg)}  ${formatDay(shipment.date)}`, {
    x: 56,
    y: 11,
    width: 40,
    high: 2.2,
    align: 'R',
  })
  label.box(left, 15.2, right - left, 0.5)
}

function addRouting(label: ZplLabel, shipment: LabelShipment): void {
  label.text(shipment.routing_number || 'NOT ROUTED', { x: left, y: 15.5, width: right - left, high: 15.5 })
  const branch = { x: left, y: 37, width: 40, height: 15 }
  label.box(branch.x, branch.y, branch.width, branch.height)
  const code = {
    x: left + 1,
    y: 38.2,
    width: 38,
    high: 10.5,
    stretch: 1.15,
    align: 'C' as const,
    white: true,
  }
  label.text(shipment.delivery_branch_code || '-', code)
  const marks = marksOf(shipment)
  const width = marksWidth(marks)
  const room = right - 47 - (marks.length > 0 ? width + 2 : 0)
  label.text(shipment.service_level_code, { x: 47, y: 37, width: room, high: 6 })
  label.text(shipment.service_level_name, { x: 47, y: 47, width: room, high: 2.4 })
  marks.forEach((mark, index) => {
    const y = 37 + index * 5.1
    const isReturn = mark === 'RETURN'
    label.box(right - width, y, width, 4.8, isReturn ? 4.8 : 0.3)
    label.text(mark, { x: right - width, y: y + 0.5, width, high: 2.9, align: 'C', white: isReturn })
  })
}

function addReceiver(label: ZplLabel, shipment: LabelShipment, parcel: LabelParcel): void {
  const { delivery } = shipment
  const room = 58
  label.text('DELIVER TO', { x: left, y: 54.5, width: room, high: 1.8 })
  const lines = [
    ...zplLines(delivery.name || delivery.company, room * 1.3, 3.8, 2).map((text) => ({ text, high: 3.8 })),
    { text: delivery.name ? delivery.company : '', high: 2.9 },
    ...delivery.address_lines.map((text) => ({ text, high: 2.9 })),
    { text: deliveryPhone(shipment).replaceAll('•', '*'), high: 3.2 },
  ].filter((line) => zplText(line.text) !== '')
  const wanted = lines.reduce((sum, line) => sum + line.high * 1.55, 0)
  const scale = Math.min(1, 37.5 / wanted)
  let y = 58
  for (const { text, high } of lines) {
    label.text(text, { x: left, y, width: room, high: high * scale })
    y += high * scale * 1.55
  }
  addQr(label, trackingLink(shipment.tracking_url, parcel.tracking_reference))
  const notes = zplLines(shipment.delivery_instructions, 28, 1.9, 4)
  notes.forEach((text, index) => label.text(text, { x: 68, y: 83.5 + index * 3.2, width: 28, high: 1.9 }))
}

/** Adds the QR code at level M, between 20 and 28 mm wide. */
function addQr(label: ZplLabel, link: string): void {
  const data = zplText(link)
  const { size } = qrModules(data, 'M')
  const magnification = Math.max(1, Math.min(10, Math.floor(label.dots(27.5) / size)))
  const x = right - (size * magnification) / label.dots(1000) * 1000 // prettier-ignore
  label.lines.push(`${label.origin(x, 54)}^BQN,2,${magnification}^FDMA,${data}^FS`)
}

function addSender(label: ZplLabel, shipment: LabelShipment): void {
  const { collection } = shipment
  const [room, second] = [44, 52]
  label.box(left, 96, right - left, 0.3)
  const small = { width: room, high: 2.1 }
  label.text(`FROM ${shipment.collection_branch_code}`, { x: left, y: 97.5, width: room, high: 1.8 })
  label.text(collection.company || collection.name, { x: left, y: 101, ...small })
  const address = zplLines(collection.address_lines.join(', '), room, 2.1, 2)
  ;[...address, collection.phone].forEach((text, index) =>
    label.text(text, { x: left, y: 104.5 + index * 3.4, ...small }),
  )
  label.text('ACCOUNT', { x: second, y: 97.5, width: room, high: 1.8 })
  label.text(shipment.account_name || '-', { x: second, y: 101, ...small })
  label.text('CUSTOMER REFERENCE', { x: second, y: 105, width: room, high: 1.8 })
  label.text(shipment.customer_reference || '-', { x: second, y: 108.5, ...small })
}

/**
 * Adds Code 128, 18 mm high, and the reference as text. Modules are as wide as fits, up to about 1.5 times
 * `min_module_mm`; the longest references get narrower ones.
 */
function addReference(label: ZplLabel, parcel: LabelParcel): void {
  const data = barcodeData(parcel.tracking_reference)
  if (data === '') return
  const modules = code128Modules(data.replaceAll('>0', '>'))
  const wanted = Math.ceil(label.dots(min_module_mm * 100) / 100)
  const fitting = Math.floor(label.dots(100) / (modules + 2 * quiet_modules))
  const module = Math.max(1, Math.min(fitting, Math.ceil(wanted * 1.5)))
  const widthMm = ((modules * module) / label.dots(1000)) * 1000
  const bars = `${label.origin((100 - widthMm) / 2, 117)}^BY${module},3,${label.dots(18)}`
  label.lines.push(`${bars}^BCN,${label.dots(18)},N,N,N,A^FD${data}^FS`)
  label.text(parcel.tracking_reference, { x: left, y: 137.5, width: right - left, high: 5.3, align: 'C' })
}
