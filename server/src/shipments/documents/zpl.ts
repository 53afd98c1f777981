import { code128Modules, min_module_mm, qrModules, quiet_modules } from '../../kit/documents/barcode.ts'
import { formatDay, formatKg } from '../../kit/documents/moment.ts'
import {
  countOf,
  deliveryPhone,
  marksOf,
  trackingLink,
  type LabelParcel,
  type LabelShipment,
} from './label-data.ts'

/** Dots per inch of the printer. */
export type ZplDpi = 203 | 300

/** The sticker of one parcel as ZPL (`partner-api.md` 5.2). */
export type ParcelZpl = { parcel_reference: string; sticker_waybill_content: string }

/** A text as ZPL data: without the characters that begin a command or mean something inside a field, one line. */
export function zplText(text: string): string {
  return text.normalize('NFC').replace(/[\^~]/g, '').replaceAll('\\', '/').replace(/[\p{C}\s]+/gu, ' ').trim() // prettier-ignore
}

/** A reference as Code 128 data: printable ASCII only, `>` doubled as the printer's escape `>0`. */
function barcodeData(reference: string): string {
  return zplText(reference)
    .replace(/[^\x20-\x7e]/g, '')
    .replaceAll('>', '>0')
}

/** The stickers of a shipment as ZPL, one `^XA…^XZ` per parcel, 100 × 150 mm (domain notes 4, SHIP-104). */
export function stickersZpl(shipment: LabelShipment, dpi: ZplDpi = 203): ParcelZpl[] {
  return shipment.parcels.map((parcel) => ({
    parcel_reference: parcel.tracking_reference,
    sticker_waybill_content: stickerZpl(shipment, parcel, dpi),
  }))
}

/** All stickers of several shipments as one ZPL text, in the order given. */
export function joinZpl(shipments: readonly LabelShipment[], dpi: ZplDpi = 203): string {
  return shipments
    .flatMap((shipment) => stickersZpl(shipment, dpi).map((one) => one.sticker_waybill_content))
    .join('\n')
}

/** How a field is set: position and size in millimetres; `stretch` widens the letters. */
type Field = {
  x: number
  y: number
  width: number
  high: number
  stretch?: number
  align?: 'L' | 'C' | 'R'
  white?: boolean
}

/** Capitals of the printer's own font stand 0.7 of its nominal height. */
const cap_share = 0.7
/** Left and right border of what is printed, in millimetres. */
const [left, right] = [4, 96]

/** Collects the commands of one label; all positions in millimetres. */
class Label {
  readonly lines: string[] = []
  readonly #dpi: ZplDpi

  constructor(dpi: ZplDpi) {
    this.#dpi = dpi
    this.lines.push('^XA', '^CI28', `^PW${4 * dpi}`, `^LL${6 * dpi}`, '^LH0,0')
  }

  dots(millimetres: number): number {
    return Math.round((millimetres * this.#dpi) / 25.4)
  }

  origin(x: number, y: number): string {
    return `^FO${this.dots(x)},${this.dots(y)}`
  }

  /** A filled box or, with `thickness`, a frame. */
  box(x: number, y: number, width: number, height: number, thickness = height): void {
    this.lines.push(
      `${this.origin(x, y)}^GB${this.dots(width)},${this.dots(height)},${this.dots(thickness)}^FS`,
    )
  }

  /**
   * One line of text whose capitals are `high` millimetres. Too long a text is narrowed to 55 %, then made smaller to 60 %,
   * and only what still does not fit is cut.
   */
  text(text: string, field: Field): void {
    const { stretch = 1, width } = field
    const clean = zplText(text)
    const fit = width / textWidth(clean, (field.high / cap_share) * stretch)
    const narrowing = Math.max(0.55, Math.min(1, fit))
    const height = (field.high / cap_share) * Math.max(0.6, Math.min(1, fit / narrowing))
    const across = height * stretch * narrowing
    const data = cutTo(clean, width, across)
    if (data === '') return
    const font = `^A0N,${this.dots(height)},${this.dots(across)}`
    const block = `^FB${this.dots(width)},1,0,${field.align ?? 'L'},0`
    this.lines.push(`${this.origin(field.x, field.y)}${field.white ? '^FR' : ''}${font}${block}^FD${data}^FS`)
  }

  end(): string {
    return [...this.lines, '^PQ1', '^XZ'].join('\n')
  }
}

/** Upper bound in millimetres of a line in the printer's font whose letters are `across` wide (a bold condensed face). */
function textWidth(text: string, across: number): number {
  let em = 0
  for (const char of text) {
    if (/[ilj.,:;|!'I()/ -]/.test(char)) em += 0.3
    else if (/[mwMW@%&—]/.test(char)) em += 0.8
    else em += /[A-Z]/.test(char) ? 0.58 : 0.52
  }
  return em * across
}

function cutTo(text: string, width: number, across: number): string {
  if (textWidth(text, across) <= width + 0.01) return text
  let kept = text
  while (kept !== '' && textWidth(`${kept}...`, across) > width) kept = kept.slice(0, -1)
  return kept === '' ? '' : `${kept.trimEnd()}...`
}

/** Words spread over at most `most` lines of `width`; the last one is cut where more is left. */
function linesOf(text: string, width: number, high: number, most: number): string[] {
  const across = high / cap_share
  const lines: string[] = []
  for (const word of zplText(text).split(' ')) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last === undefined || (textWidth(longer, across) > width && lines.length < most)) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  const end = lines.pop() ?? ''
  return [...lines, lines.length === most - 1 ? cutTo(end, width, across) : end]
}

function stickerZpl(shipment: LabelShipment, parcel: LabelParcel, dpi: ZplDpi): string {
  const label = new Label(dpi)
  addHead(label, shipment, parcel)
  addRouting(label, shipment)
  addReceiver(label, shipment, parcel)
  addSender(label, shipment)
  addReference(label, parcel)
  return label.end()
}

function addHead(label: Label, shipment: LabelShipment, parcel: LabelParcel): void {
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

function addRouting(label: Label, shipment: LabelShipment): void {
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
  const room = right - 47 - (marks.length > 0 ? 22 : 0)
  label.text(shipment.service_level_code, { x: 47, y: 37, width: room, high: 6 })
  label.text(shipment.service_level_name, { x: 47, y: 47, width: room, high: 2.4 })
  marks.forEach((mark, index) => {
    const y = 37 + index * 5.1
    const is_return = mark === 'RETURN'
    label.box(right - 20, y, 20, 4.8, is_return ? 4.8 : 0.3)
    label.text(mark, { x: right - 20, y: y + 0.5, width: 20, high: 2.9, align: 'C', white: is_return })
  })
}

function addReceiver(label: Label, shipment: LabelShipment, parcel: LabelParcel): void {
  const { delivery } = shipment
  const room = 58
  label.text('DELIVER TO', { x: left, y: 54.5, width: room, high: 1.8 })
  const lines = [
    ...linesOf(delivery.name || delivery.company, room * 1.3, 3.8, 2).map((text) => ({ text, high: 3.8 })),
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
  const notes = linesOf(shipment.delivery_instructions, 28, 1.9, 4)
  notes.forEach((text, index) => label.text(text, { x: 68, y: 83.5 + index * 3.2, width: 28, high: 1.9 }))
}

/** The QR code, level M, between 20 and 28 mm. */
function addQr(label: Label, link: string): void {
  const data = zplText(link)
  const { size } = qrModules(data, 'M')
  const magnification = Math.max(1, Math.min(10, Math.floor(label.dots(27.5) / size)))
  const x = right - (size * magnification) / label.dots(1000) * 1000 // prettier-ignore
  label.lines.push(`${label.origin(x, 54)}^BQN,2,${magnification}^FDMA,${data}^FS`)
}

function addSender(label: Label, shipment: LabelShipment): void {
  const { collection } = shipment
  const [room, second] = [44, 52]
  label.box(left, 96, right - left, 0.3)
  const small = { width: room, high: 2.1 }
  label.text(`FROM ${shipment.collection_branch_code}`, { x: left, y: 97.5, width: room, high: 1.8 })
  label.text(collection.company || collection.name, { x: left, y: 101, ...small })
  const address = linesOf(collection.address_lines.join(', '), room, 2.1, 2)
  ;[...address, collection.phone].forEach((text, index) =>
    label.text(text, { x: left, y: 104.5 + index * 3.4, ...small }),
  )
  label.text('ACCOUNT', { x: second, y: 97.5, width: room, high: 1.8 })
  label.text(shipment.account_name || '-', { x: second, y: 101, ...small })
  label.text('CUSTOMER REFERENCE', { x: second, y: 105, width: room, high: 1.8 })
  label.text(shipment.customer_reference || '-', { x: second, y: 108.5, ...small })
}

/** Code 128, 18 mm high, three dots a module where it fits (two for the longest references), and the reference in letters. */
function addReference(label: Label, parcel: LabelParcel): void {
  const data = barcodeData(parcel.tracking_reference)
  if (data === '') return
  const modules = code128Modules(data.replaceAll('>0', '>'))
  const wanted = Math.ceil(label.dots(min_module_mm * 100) / 100)
  const fitting = Math.floor(label.dots(100) / (modules + 2 * quiet_modules))
  const module = Math.max(1, Math.min(fitting, Math.ceil(wanted * 1.5)))
  const width_mm = ((modules * module) / label.dots(1000)) * 1000
  const bars = `${label.origin((100 - width_mm) / 2, 117)}^BY${module},3,${label.dots(18)}`
  label.lines.push(`${bars}^BCN,${label.dots(18)},N,N,N,A^FD${data}^FS`)
  label.text(parcel.tracking_reference, { x: left, y: 137.5, width: right - left, high: 5.3, align: 'C' })
}
