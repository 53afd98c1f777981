import PDFDocument from 'pdfkit'
import type { Pdf } from './pdf.ts'

/** The standard fonts of every PDF reader, which need not be embedded. */
const fonts = { regular: 'Helvetica', bold: 'Helvetica-Bold', mono: 'Courier-Bold' } as const

/** The font face of a text. */
export type Face = keyof typeof fonts

/** A text in one face: its width at a font size of 1, and the PDF operator that shows it with kerning. */
interface SetText {
  width: number
  operator: string
}

/** Parts of the library that its type declarations leave out. */
interface Encoder {
  _font: {
    /** Returns for each character its code in hexadecimal, and its advance with and without kerning. */
    encode(text: string): [codes: string[], advances: { xAdvance: number; advanceWidth: number }[]]
  }
}

/** Reads the metrics of the fonts once for all documents; reading them for each takes as long as a page of text. */
const metrics = new PDFDocument({ autoFirstPage: false }) as Pdf & Encoder

/** The texts of each face that were set before: amounts, places and captions return in every document. */
const known: Record<Face, Map<string, SetText>> = { regular: new Map(), bold: new Map(), mono: new Map() }
const max_known = 10_000

function setText(text: string, face: Face): SetText {
  const texts = known[face]
  const before = texts.get(text)
  if (before) return before
  metrics.font(fonts[face])
  const [codes, advances] = metrics._font.encode(text)
  let width = 0
  let run = ''
  let operands = ''
  for (const [at, { xAdvance, advanceWidth }] of advances.entries()) {
    width += xAdvance
    run += escaped(String.fromCharCode(Number.parseInt(codes[at] ?? '', 16)))
    if (xAdvance === advanceWidth) continue
    operands += `(${run})${advanceWidth - xAdvance}`
    run = ''
  }
  const set = { width: width / 1000, operator: `[${operands}${run && `(${run})`}]TJ` }
  if (texts.size >= max_known) texts.clear()
  texts.set(text, set)
  return set
}

function escaped(char: string): string {
  return char === '(' || char === ')' || char === '\\' ? `\\${char}` : char
}

/** Returns the width in points of a printable text; `spacing` is added between its characters. */
export function textWidth(
  text: string,
  { face = 'regular', size, spacing = 0 }: { face?: Face; size: number; spacing?: number },
): number {
  return text === '' ? 0 : setText(text, face).width * size + spacing * (text.length - 1)
}

/**
 * Draws a printable text with the start of its baseline at a point. `colour` is `#rrggbb`; `stretch` is the factor of
 * its width. One operator is written where the library writes fifteen, because an invoice has a thousand texts.
 */
export function showText(
  pdf: Pdf,
  text: string,
  at: { x: number; y: number; face: Face; size: number; colour: string; spacing?: number; stretch?: number },
): void {
  if (text === '') return
  const { face, size, colour, spacing = 0, stretch = 1 } = at
  const placed = `${fillOf(colour)} BT /${fontOn(pdf, face)} ${short(size)} Tf ${short(stretch)} 0 0 -1 ${short(at.x)} ${short(at.y)} Tm `
  const shown = setText(text, face).operator
  pdf.addContent(spacing === 0 ? `${placed}${shown} ET` : `${placed}${short(spacing)} Tc ${shown} 0 Tc ET`)
}

function short(value: number): number {
  return Math.round(value * 1_000) / 1_000
}

const fills = new Map<string, string>()

function fillOf(colour: string): string {
  const before = fills.get(colour)
  if (before) return before
  const parts = [1, 3, 5].map((at) => short(Number.parseInt(colour.slice(at, at + 2), 16) / 255))
  const fill = `${parts.join(' ')} rg`
  fills.set(colour, fill)
  return fill
}

const fonts_of_documents = new WeakMap<Pdf, Map<Face, unknown>>()

/** Makes a font known to the current page and returns its name there. */
function fontOn(pdf: Pdf, face: Face): string {
  const fontsOfPage = pdf.page.fonts as Record<string, unknown>
  fontsOfPage[face] ??= fontIn(pdf, face)
  return face
}

/** Returns the font object of a document, which is written once. */
function fontIn(pdf: Pdf, face: Face): unknown {
  const inDocument = fonts_of_documents.get(pdf) ?? new Map<Face, unknown>()
  fonts_of_documents.set(pdf, inDocument)
  const before = inDocument.get(face)
  if (before) return before
  const font = pdf.ref({
    Type: 'Font',
    BaseFont: fonts[face],
    Subtype: 'Type1',
    Encoding: 'WinAnsiEncoding',
  })
  font.end(undefined)
  inDocument.set(face, font)
  return font
}
