import {
  drawBrand,
  drawCaption,
  drawFacts,
  drawFooters,
  footer_height,
  type Brand,
} from '../../kit/documents/brand.ts'
import { drawCode128 } from '../../kit/documents/barcode.ts'
import { formatMoment } from '../../kit/documents/moment.ts'
import {
  a4,
  a4_margin as left,
  beginPage,
  drawRule,
  ink,
  makePdf,
  mm,
  type Pdf,
} from '../../kit/documents/pdf.ts'
import { drawTable } from '../../kit/documents/table.ts'
import { drawText } from '../../kit/documents/text.ts'

/** A parcel on the printed manifest. Weight in kg. */
export type ManifestLine = {
  tracking_reference: string
  account_name: string
  service_level_code: string
  destination: string
  weight_kg: number
  /** `Received`, `Short`, `Over`, `Damaged`; `''` while it is waiting to be received. */
  mark: string
}

/** The data of a printed manifest; unknown values are empty text. Weights in kg, volume in m³. */
export type ManifestSheet = {
  brand: Brand
  display_id: string
  from_branch_name: string
  to_branch_name: string
  via_branch_names: readonly string[]
  carrier: string
  service_level: string
  driver_name: string
  vehicle_registration: string
  trailer: string
  seal_number: string
  waybill_reference: string
  notes: string
  planned_departure: Date | null
  departed_at: Date | null
  arrived_at: Date | null
  /** When the document was generated. */
  printed_at: Date
  parcel_count: number
  shipment_count: number
  total_weight_kg: number
  total_volumetric_kg: number
  total_volume_m3: number
  lines: readonly ManifestLine[]
}

const width = a4[0] - 2 * left
const right = left + width
const bottom = a4[1] - left - footer_height
const signature_height = 70

/** Renders the manifest as an A4 PDF: barcode, route, vehicle, totals, every parcel, and space for three signatures. */
export function renderManifest(sheet: ManifestSheet): Promise<Buffer> {
  const about = {
    title: `Manifest ${sheet.display_id}`,
    author: sheet.brand.title,
    date: sheet.printed_at,
  }
  return makePdf(about, (pdf) => {
    beginPage(pdf, a4)
    const top = drawHead(pdf, sheet)
    const nextPage = () => {
      beginPage(pdf, a4)
      drawText(pdf, `${sheet.display_id}, continued`, { x: left, y: left, width, face: 'bold', size: 10 })
      drawRule(pdf, left, left + 14, width, { weight: 1.2, colour: ink.strong })
      return left + 26
    }
    const end = drawLines(pdf, sheet.lines, top, nextPage)
    drawSignatures(pdf, end + 18 + signature_height > bottom ? nextPage() : end + 18)
    const route = [sheet.from_branch_name, ...sheet.via_branch_names, sheet.to_branch_name].join(' – ')
    drawFooters(pdf, 0, a4, `${sheet.brand.title}  ·  ${sheet.display_id}  ·  ${route}`)
  })
}

function drawHead(pdf: Pdf, sheet: ManifestSheet): number {
  drawBrand(pdf, sheet.brand, { x: left, y: left, width: 220, height: 42, size: 20 })
  const barcode = mm(76)
  drawCode128(pdf, sheet.display_id, { x: right - barcode, y: left, width: barcode, height: mm(13) })
  drawText(pdf, sheet.display_id, {
    x: right - barcode,
    y: left + mm(13) + 5,
    width: barcode,
    face: 'bold',
    size: 13,
    align: 'center',
  })
  drawRule(pdf, left, left + 62, width, { weight: 1.2, colour: ink.strong })
  const y = left + 74
  drawCaption(pdf, 'Interhub manifest', { x: left, y, width })
  const route = `${sheet.from_branch_name} – ${sheet.to_branch_name}`
  drawText(pdf, route, { x: left, y: y + 12, width, face: 'bold', size: 18, min_size: 11 })
  const facts = [
    [
      { caption: 'Carrier', value: sheet.carrier },
      { caption: 'Service', value: sheet.service_level },
      { caption: 'Via', value: sheet.via_branch_names.join(', ') },
      { caption: 'Carrier document', value: sheet.waybill_reference },
    ],
    [
      { caption: 'Driver', value: sheet.driver_name },
      { caption: 'Vehicle', value: sheet.vehicle_registration, strong: true },
      { caption: 'Trailer', value: sheet.trailer },
      { caption: 'Seal', value: sheet.seal_number, strong: true },
    ],
    [
      { caption: 'Planned departure', value: momentOf(sheet.planned_departure) },
      { caption: 'Departed', value: momentOf(sheet.departed_at) },
      { caption: 'Arrived', value: momentOf(sheet.arrived_at) },
      { caption: 'Printed', value: formatMoment(sheet.printed_at) },
    ],
    [
      { caption: 'Parcels', value: String(sheet.parcel_count), strong: true },
      { caption: 'Shipments', value: String(sheet.shipment_count), strong: true },
      { caption: 'Weight', value: `${sheet.total_weight_kg.toFixed(1)} kg`, strong: true },
      {
        caption: 'Volumetric weight',
        value: `${sheet.total_volumetric_kg.toFixed(1)} kg  ·  ${sheet.total_volume_m3.toFixed(2)} m³`,
      },
    ],
  ]
  let below = y + 42
  for (const row of facts) below = drawFacts(pdf, row, { x: left, y: below, width }) + 9
  if (sheet.notes === '') return below + 6
  return (
    drawFacts(pdf, [{ caption: 'Notes', value: sheet.notes }], { x: left, y: below, width, lines: 4 }) + 15
  )
}

function momentOf(moment: Date | null): string {
  return moment === null ? '' : formatMoment(moment)
}

function drawLines(pdf: Pdf, lines: readonly ManifestLine[], y: number, nextPage: () => number): number {
  type Numbered = ManifestLine & { position: number }
  return drawTable<Numbered>(pdf, {
    x: left,
    y,
    width,
    bottom,
    size: 8.5,
    rows: lines.map((line, index) => ({ ...line, position: index + 1 })),
    nextPage,
    columns: [
      { title: '', share: 22, align: 'right', value: ({ position }) => String(position) },
      { title: 'Parcel', share: 90, face: 'bold', value: (line) => line.tracking_reference },
      { title: 'Account', share: 130, value: (line) => line.account_name },
      { title: 'Service', share: 46, value: (line) => line.service_level_code },
      { title: 'To', share: 130, value: (line) => line.destination },
      { title: 'kg', share: 40, align: 'right', value: (line) => line.weight_kg.toFixed(1) },
      { title: 'Received', share: 66, align: 'right', value: (line) => line.mark },
    ],
  })
}

function drawSignatures(pdf: Pdf, y: number): void {
  const gap = 18
  const column = (width - 2 * gap) / 3
  for (const [index, caption] of ['Loaded by', 'Driver', 'Received by'].entries()) {
    const x = left + index * (column + gap)
    drawCaption(pdf, caption, { x, y, width: column })
    drawRule(pdf, x, y + 46, column)
    drawText(pdf, 'Name, signature, date and time', {
      x,
      y: y + 51,
      width: column,
      size: 7,
      colour: ink.quiet,
    })
  }
}
