import bwipjs from 'bwip-js'
import type { Pdf } from './pdf.ts'
import { mm } from './pdf.ts'

/** One printer dot of a 203 dpi label printer, in mm. Bars that are a whole number of dots wide print sharply. */
const dot_mm = 0.125

/** Narrowest bar that hand scanners read at arm's length (ui.md 17), in mm: three dots. */
export const min_module_mm = 0.375

/** Width of the quiet zone on each side of a Code 128, in modules. */
export const quiet_modules = 10

/** Returns the widths in modules of the bars and spaces of a Code 128, starting with a bar. Throws for an empty text. */
export function code128Widths(text: string): number[] {
  const [symbol] = bwipjs.raw({ bcid: 'code128', text })
  if (!symbol || !('sbs' in symbol)) throw new Error(`Cannot make a Code 128 for ‘${text}’.`)
  return symbol.sbs
}

/** Returns the width in modules of a Code 128 without its quiet zones. */
export function code128Modules(text: string): number {
  return code128Widths(text).reduce((sum, width) => sum + width, 0)
}

/**
 * Returns the module width in mm for a Code 128 in a field of `widthMm`, including quiet zones: as many whole printer
 * dots as fit, from 0.25 to 0.625 mm, below 0.375 mm only for a long text. Uses the exact fit, not whole dots, for a
 * text that does not fit at 0.25 mm.
 */
export function code128ModuleMm(text: string, widthMm: number): number {
  const fit = widthMm / (code128Modules(text) + 2 * quiet_modules)
  const dots = Math.min(Math.floor(fit / dot_mm + 1e-9), 5)
  return dots >= 2 ? dots * dot_mm : fit
}

/**
 * Draws a Code 128 as vector bars, centred in the field by default, with 10 white modules on each side. The field
 * includes the quiet zones; lengths in points. Returns the module width in mm.
 */
export function drawCode128(
  pdf: Pdf,
  text: string,
  field: { x: number; y: number; width: number; height: number; align?: 'left' | 'center' },
): number {
  const widths = code128Widths(text)
  const total = widths.reduce((sum, width) => sum + width, 0)
  const moduleMm = code128ModuleMm(text, (field.width * 25.4) / 72)
  const module = mm(moduleMm)
  let x =
    field.align === 'left' ? field.x + quiet_modules * module : field.x + (field.width - total * module) / 2
  widths.forEach((width, index) => {
    if (index % 2 === 0) pdf.rect(x, field.y, width * module, field.height)
    x += width * module
  })
  pdf.fill('#000000')
  return moduleMm
}

/** Error correction level of a QR code: L 7 %, M 15 %, Q 25 %, H 30 %. */
export type QrLevel = 'L' | 'M' | 'Q' | 'H'

export interface QrModules {
  size: number
  dark: boolean[]
}

/** Returns the modules of a QR code: `size` per side, `dark` row by row. */
export function qrModules(text: string, level: QrLevel = 'L'): QrModules {
  const [symbol] = bwipjs.raw('qrcode', text, `eclevel=${level}`)
  if (!symbol || !('pixs' in symbol)) throw new Error(`Cannot make a QR code for ‘${text}’.`)
  return { size: symbol.pixx, dark: symbol.pixs.map((pixel) => pixel === 1) }
}

/** Draws a QR code as vector rectangles; `size` in points. The caller leaves 4 white modules around it. */
export function drawQr(
  pdf: Pdf,
  text: string,
  at: { x: number; y: number; size: number; level?: QrLevel },
): void {
  drawQrModules(pdf, qrModules(text, at.level), at)
}

/** Draws a QR code from its modules, as `drawQr` does. */
export function drawQrModules(
  pdf: Pdf,
  { size, dark }: QrModules,
  at: { x: number; y: number; size: number },
): void {
  const module = at.size / size
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!dark[row * size + column]) continue
      let run = 1
      while (column + run < size && dark[row * size + column + run]) run++
      pdf.rect(at.x + column * module, at.y + row * module, run * module, module)
      column += run
    }
  }
  pdf.fill('#000000')
}
