import type { BarcodeSymbol } from '@waybill/domain/barcodes/rules'
import {
  code128ModuleMm,
  code128Modules,
  drawCode128,
  drawQrModules,
  qrModules,
  quiet_modules,
  type QrModules,
} from '../kit/documents/barcode.ts'
import { a4, beginPage, makePdf, mm, type Pdf } from '../kit/documents/pdf.ts'
import { drawText } from '../kit/documents/text.ts'
import { ZplLabel, zplText } from '../kit/documents/zpl-label.ts'
import { labelWidth, type BarcodeLabel, type Division } from './label-size.ts'

/** Margins in mm: at the sides of a sheet, at its top and bottom, and around the content of a label. */
const [side_mm, head_mm, text_width_mm] = [8, 10, 2]
/** Minimum bar width in mm that scanners can read from labels (two dots of a 203 dpi printer). */
const least_module_mm = 0.25
const caption_mm = 3.2
const tallest_bars_mm = 30

/** Returns the minimum width in mm at which the Code 128 of each text is readable. */
export function leastWidths(codes: readonly string[]): number[] {
  return codes.map((code) => (code128Modules(code) + 2 * quiet_modules) * least_module_mm)
}

/** Returns the QR codes of labels by their text; empty for other symbols. */
function qrCodesOf(labels: readonly BarcodeLabel[], symbol: BarcodeSymbol): ReadonlyMap<string, QrModules> {
  if (symbol !== 'qr') return new Map()
  return new Map([...new Set(labels.map(({ code }) => code))].map((code) => [code, qrModules(code, 'M')]))
}

/** Creates a PDF of labels: A4 sheets, or one page for each label of a roll. */
export function barcodesPdf(
  labels: readonly BarcodeLabel[],
  how: { symbol: BarcodeSymbol; division: Division },
  about: { title: string; author: string; date: Date },
): Promise<Buffer> {
  const { division, symbol } = how
  const qrCodes = qrCodesOf(labels, symbol)
  const width = mm(labelWidth(division))
  return makePdf(about, (pdf) => {
    if ('width' in division) {
      const height = mm(division.height)
      for (const label of labels) {
        beginPage(pdf, [width, height])
        drawLabel(pdf, label, qrCodes.get(label.code), { x: 0, y: 0, width, height })
      }
      return
    }
    const { columns, rows } = division
    const height = mm((297 - 2 * head_mm) / rows)
    labels.forEach((label, index) => {
      const place = index % (columns * rows)
      if (place === 0) beginPage(pdf, a4)
      const x = mm(side_mm) + (place % columns) * width
      const y = mm(head_mm) + Math.floor(place / columns) * height
      drawLabel(pdf, label, qrCodes.get(label.code), { x, y, width, height })
    })
  })
}

function drawLabel(
  pdf: Pdf,
  label: BarcodeLabel,
  qrCode: QrModules | undefined,
  at: { x: number; y: number; width: number; height: number },
): void {
  const room = mm(text_width_mm)
  const size = mm(caption_mm)
  const height = at.height - 2 * room - size * 1.4
  const y = at.y + room
  const side = qrCode ? Math.min(height, at.width - 4 * room) : Math.min(height, mm(tallest_bars_mm))
  if (qrCode) drawQrModules(pdf, qrCode, { x: at.x + (at.width - side) / 2, y, size: side })
  else drawCode128(pdf, label.code, { x: at.x, y, width: at.width, height: side })
  drawText(pdf, label.caption, {
    x: at.x + room,
    y: y + side + size * 0.4,
    width: at.width - 2 * room,
    align: 'center',
    size,
    min_size: size * 0.5,
  })
}

/** Creates ZPL for the labels of a roll, one `^XA…^XZ` each; `width` and `height` in mm. */
export function barcodesZpl(
  labels: readonly BarcodeLabel[],
  { symbol, width, height }: { symbol: BarcodeSymbol; width: number; height: number },
): string {
  const qrCodes = qrCodesOf(labels, symbol)
  const barHeight = height - 2 * text_width_mm - caption_mm * 1.6
  return labels
    .map(({ code, caption }) => {
      const label = new ZplLabel(203, { width, height })
      const textY = height - text_width_mm - caption_mm
      const qrCode = qrCodes.get(code)
      if (!qrCode) {
        const module = Math.max(2, Math.round(code128ModuleMm(code, width) / 0.125))
        const barsMm = (code128Modules(code) * module) / label.dots(1)
        const origin = label.origin(Math.max(0, (width - barsMm) / 2), text_width_mm)
        const data = zplText(code).replaceAll('>', '>0')
        const high = label.dots(barHeight)
        label.lines.push(`${origin}^BY${module},3,${high}^BCN,${high},N,N,N,A^FD${data}^FS`)
      } else {
        const side = Math.min(barHeight, width - 4 * text_width_mm)
        const magnification = Math.max(1, Math.min(10, Math.floor(label.dots(side) / qrCode.size)))
        const drawnMm = (qrCode.size * magnification) / label.dots(1)
        const origin = label.origin((width - drawnMm) / 2, text_width_mm)
        label.lines.push(`${origin}^BQN,2,${magnification}^FDMA,${zplText(code)}^FS`)
      }
      label.text(caption, {
        x: text_width_mm,
        y: textY,
        width: width - 2 * text_width_mm,
        high: caption_mm * 0.7,
        align: 'C',
      })
      return label.end()
    })
    .join('\n')
}
