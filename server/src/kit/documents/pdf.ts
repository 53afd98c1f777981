import PDFDocument from 'pdfkit'

/** An open PDF document. Lengths are in points (1/72 inch); `mm` converts millimetres to points. */
export type Pdf = PDFKit.PDFDocument

/** Converts millimetres to points. */
export function mm(millimetres: number): number {
  return (millimetres * 72) / 25.4
}

/** Page width and height in points. */
export type PageSize = readonly [width: number, height: number]

/** A4 portrait. */
export const a4: PageSize = [mm(210), mm(297)]

/** Side margin of every A4 document (ui.md 17). */
export const a4_margin = mm(12)

/** The colours of printed documents: black text, one grey, thin lines, no filled backgrounds. */
export const ink = { text: '#14181f', quiet: '#5b6573', line: '#c9cfd6', strong: '#14181f' } as const

/**
 * Creates a PDF: `draw` adds pages to the open document. `date` becomes the creation date of the file, so that the
 * same data always gives the same bytes. Rejects with any error that `draw` throws.
 */
export function makePdf(
  about: { title: string; author: string; date: Date },
  draw: (pdf: Pdf) => void,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const info = { Title: about.title, Author: about.author, CreationDate: about.date }
    const pdf = new PDFDocument({
      autoFirstPage: false,
      // Texts are drawn by fonts.ts, so no font is opened here.
      font: '',
      bufferPages: true,
      margin: 0,
      info,
      displayTitle: true,
      lang: 'en-ZA',
    })
    const chunks: Buffer[] = []
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
    try {
      draw(pdf)
      pdf.end()
    } catch (problem) {
      reject(problem)
    }
  })
}

/** Starts a page without automatic margins: every element is placed by its position. */
export function beginPage(pdf: Pdf, size: PageSize): void {
  pdf.addPage({ size: [...size], margin: 0 })
}

/** Returns the number of pages in the document so far. */
export function pagesSoFar(pdf: Pdf): number {
  return pdf.bufferedPageRange().count
}

/** Draws a horizontal line of length `width` from `x`. */
export function drawRule(
  pdf: Pdf,
  x: number,
  y: number,
  width: number,
  line: { weight?: number; colour?: string } = {},
): void {
  pdf
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(line.weight ?? 0.5)
    .strokeColor(line.colour ?? ink.line)
    .stroke()
}

/**
 * Calls `draw` for each page from index `first` to the last, to add content that is only known at the end (page n of
 * m).
 */
export function onEachPage(pdf: Pdf, first: number, draw: (n: number, of: number) => void): void {
  const last = pagesSoFar(pdf)
  for (let page = first; page < last; page++) {
    pdf.switchToPage(page)
    draw(page - first + 1, last - first)
  }
}
