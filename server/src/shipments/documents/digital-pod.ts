import { createHash } from 'node:crypto'
import { drawCaption, drawFacts, drawFooters, type Brand } from '../../kit/documents/brand.ts'
import { drawImage } from '../../kit/documents/image.ts'
import { formatMoment } from '../../kit/documents/moment.ts'
import { a4, beginPage, drawRule, ink, makePdf, type Pdf } from '../../kit/documents/pdf.ts'
import { drawText } from '../../kit/documents/text.ts'
import type { LabelParty } from './label-data.ts'
import { drawMasthead, drawParty, masthead_height, sheet } from './masthead.ts'

/**
 * The data of a digital POD (docs/domain/routing-and-drivers.md#proof-of-delivery). A text that was not recorded is
 * empty.
 */
export type DigitalPod = {
  brand: Brand
  tracking_reference: string
  short_tracking_reference: string
  customer_reference: string
  account_name: string
  service_level_name: string
  parcel_count: number
  collection: LabelParty
  delivery: LabelParty
  /** When and where the driver confirmed the delivery; `lat` and `lng` in degrees. */
  delivered_at: Date
  lat: number
  lng: number
  /** Message of the tracking event, such as 'PIN entered successfully'. */
  message: string
  driver_name: string
  recipient_name: string
  recipient_mobile_number: string
  recipient_department: string
  description: string
  is_pin_used: boolean
  /** Another person whom the receiver allowed to take the parcel, with their number. */
  authorised_person: string
  /** What the check of the evidence found; empty when the delivery was not reported from a phone. */
  evidence: string
  /** The signature as PNG or JPEG. */
  signature?: Uint8Array
  /** Photos as PNG or JPEG, with their file names. */
  photos: readonly { name: string; bytes: Uint8Array }[]
}

const { left, width, right, bottom, half } = sheet

/**
 * Returns the SHA-256 hash of all facts of the POD in a fixed order, including the hash of each picture. Anyone with
 * the record can compute it again and check whether a printed POD was altered. Without the check of the evidence, whose
 * result changes when photos arrive.
 */
export function podContentHash(pod: DigitalPod): string {
  const digest = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
  const party = ({ name, company, address_lines, phone }: LabelParty) => [
    name,
    company,
    [...address_lines],
    phone,
  ]
  const facts = [
    [pod.tracking_reference, pod.short_tracking_reference, pod.customer_reference, pod.account_name],
    [pod.service_level_name, pod.parcel_count, party(pod.collection), party(pod.delivery)],
    [pod.delivered_at.toISOString(), pod.lat, pod.lng, pod.message, pod.driver_name],
    [
      pod.recipient_name,
      pod.recipient_mobile_number,
      pod.recipient_department,
      pod.description,
      pod.is_pin_used,
    ],
    [
      pod.signature ? digest(pod.signature) : null,
      ...pod.photos.map((photo) => [photo.name, digest(photo.bytes)]),
    ],
    // Left out when empty, so that the hash of every earlier POD stays the same.
    ...(pod.authorised_person ? [[pod.authorised_person]] : []),
  ]
  return digest(JSON.stringify(facts))
}

/** Renders the POD as an A4 PDF: shipment, parties, time and position, receiver, signature, PIN mark, photos and hash. */
export function renderDigitalPod(pod: DigitalPod): Promise<Buffer> {
  const title = `Proof of delivery ${pod.tracking_reference}`
  return makePdf({ title, author: pod.brand.title, date: pod.delivered_at }, (pdf) => {
    beginPage(pdf, a4)
    drawMasthead(pdf, pod.brand, 'Proof of delivery', pod.tracking_reference)
    const delivered = drawDelivered(pdf, pod, left + masthead_height + 16)
    const parties = drawShipment(pdf, pod, drawEvidence(pdf, pod, delivered) + 18)
    const received = drawReceived(pdf, pod, parties + 18)
    drawPhotos(pdf, pod, received + 18)
    drawFooters(pdf, 0, a4, `SHA-256 of the content: ${podContentHash(pod)}`)
  })
}

/** Draws the delivery sentence with the PIN mark, then time, position, confirmation and driver. Returns the y below. */
function drawDelivered(pdf: Pdf, pod: DigitalPod, y: number): number {
  const to = pod.recipient_name || pod.delivery.name || pod.delivery.company
  const mark = pod.is_pin_used ? 84 : 0
  const sentence = to === '' ? 'Delivered' : `Delivered to ${to}`
  drawText(pdf, sentence, { x: left, y, width: width - mark - 10, face: 'bold', size: 17, min_size: 11 })
  if (pod.is_pin_used) drawPinMark(pdf, right - mark, y - 4, mark)
  const facts = [
    { caption: 'Date and time', value: formatMoment(pod.delivered_at), strong: true },
    { caption: 'Position', value: `${pod.lat.toFixed(5)}, ${pod.lng.toFixed(5)}`, strong: true },
    { caption: 'Confirmed by', value: pod.message },
    { caption: 'Driver', value: pod.driver_name },
    ...(pod.authorised_person
      ? [{ caption: 'Named by the receiver', value: pod.authorised_person, share: 1.4 }]
      : []),
  ]
  return drawFacts(pdf, facts, { x: left, y: y + 30, width })
}

/** Draws what the check of the evidence found. Returns the y below. */
function drawEvidence(pdf: Pdf, { evidence }: DigitalPod, y: number): number {
  if (evidence === '') return y
  drawCaption(pdf, 'Check of the evidence', { x: left, y: y + 8, width })
  drawText(pdf, evidence, { x: left, y: y + 18, width, size: 9.5, min_size: 8, lines: 2 })
  return y + 42
}

function drawPinMark(pdf: Pdf, x: number, y: number, across: number): void {
  pdf.roundedRect(x, y, across, 20, 10).lineWidth(1).strokeColor(ink.strong).stroke()
  const [tickX, tickY] = [x + 12, y + 10]
  pdf
    .moveTo(tickX, tickY)
    .lineTo(tickX + 3, tickY + 3.2)
    .lineTo(tickX + 9, tickY - 4)
  pdf.lineWidth(1.5).strokeColor(ink.strong).stroke()
  drawText(pdf, 'PIN entered', { x: x + 25, y: y + 7, width: across - 30, face: 'bold', size: 8.5 })
}

function drawShipment(pdf: Pdf, pod: DigitalPod, y: number): number {
  drawRule(pdf, left, y - 6, width)
  const facts = [
    { caption: 'Account', value: pod.account_name, share: 1.6 },
    { caption: 'Customer reference', value: pod.customer_reference, share: 1.4 },
    { caption: 'Short reference', value: pod.short_tracking_reference },
    { caption: 'Service', value: pod.service_level_name, share: 1.2 },
    { caption: 'Parcels', value: String(pod.parcel_count), share: 0.6 },
  ]
  const below = drawFacts(pdf, facts, { x: left, y: y + 6, width }) + 12
  const height = 112
  drawParty(pdf, 'From', pod.collection, { x: left, y: below, height })
  drawParty(pdf, 'To', pod.delivery, { x: right - half, y: below, height })
  return below + height
}

/** Draws the receiver on the left and the signature on the right. Returns the y below. */
function drawReceived(pdf: Pdf, pod: DigitalPod, y: number): number {
  const height = 104
  const rows = [
    ['Received by', pod.recipient_name],
    ['Mobile number', pod.recipient_mobile_number],
    ['Department', pod.recipient_department],
    ['Description', pod.description],
  ] as const
  let line = y
  for (const [caption, value] of rows) {
    drawCaption(pdf, caption, { x: left, y: line, width: half })
    const wording = { size: 9.5, min_size: 8, lines: caption === 'Description' ? 2 : 1 }
    drawText(pdf, value || '–', { x: left, y: line + 10, width: half, ...wording })
    line += 26
  }
  const x = right - half
  pdf.roundedRect(x, y, half, height, 3).lineWidth(0.7).strokeColor(ink.line).stroke()
  drawCaption(pdf, 'Signature', { x: x + 9, y: y + 9, width: half - 18 })
  const box = {
    x: x + 14,
    y: y + 20,
    width: half - 28,
    height: height - 30,
    align: 'center',
    valign: 'center',
  } as const
  if (!drawImage(pdf, pod.signature, box)) {
    const missing = pod.signature ? 'The signature could not be read.' : 'No signature was taken.'
    drawText(pdf, missing, { x, y: y + height / 2, width: half, size: 9, align: 'center', colour: ink.quiet })
  }
  return y + height
}

/** Draws photos in two columns, each with a caption, and continues on further pages if needed. */
function drawPhotos(pdf: Pdf, pod: DigitalPod, top: number): void {
  if (pod.photos.length === 0) return
  const height = pod.photos.length > 2 ? 126 : 220
  let y = top
  pod.photos.forEach((photo, index) => {
    if (index % 2 === 0 && y + height + 26 > bottom) {
      beginPage(pdf, a4)
      y = left
    }
    const x = index % 2 === 0 ? left : right - half
    drawCaption(pdf, `Photo ${index + 1} of ${pod.photos.length}`, { x, y, width: half })
    const box = { x, y: y + 11, width: half, height, align: 'center', valign: 'center' } as const
    pdf.rect(x, box.y, half, height).lineWidth(0.5).strokeColor(ink.line).stroke()
    if (!drawImage(pdf, photo.bytes, box)) {
      const text = `${photo.name} could not be shown.`
      drawText(pdf, text, {
        x: x + 10,
        y: y + height / 2,
        width: half - 20,
        size: 9,
        align: 'center',
        colour: ink.quiet,
      })
    }
    if (index % 2 === 1) y += height + 26
  })
}
