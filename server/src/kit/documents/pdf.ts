import PDFDocument from 'pdfkit'

/** An open PDF document. Lengths are points (1/72 inch); `mm` turns millimetres into points. */
export type Pdf = PDFKit.PDFDocument

/** Millimetres as points. */
export function mm(millimetres: number): number {
  return (millimetres * 72) / 25.4
}

/** A page's width and height in points. */
export type PageSize = readonly [width: number, height: number]

/** A4 upright. */
export const a4: PageSize = [mm(210), mm(297)]

/** Side margin of every A4 document (ui.md 17). */
export const a4_margin = mm(12)

/** The colours of printed documents: black text, one quiet grey, thin lines, no filled backgrounds. */
export const ink = { text: '#14181f', quiet: '#5b6573', line: '#c9cfd6', strong: '#14181f' } as const

/**
 * Makes a PDF: `draw` adds its pages to the open document. `date` becomes the file's creation date, so that the same data
 * always gives the same bytes. Rejects with whatever `draw` throws.
 */
export function makePdf(
  about: { title: string; author: string; date: Date },
  draw: (pdf: Pdf) => void,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const info = { Title: about.title, Author: about.author, CreationDate: about.date }
    const pdf = new PDFDocument({
      autoFirstPage: false,
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

/** Begins a page without automatic margins: every element is placed by its position. */
export function beginPage(pdf: Pdf, size: PageSize): void {
  pdf.addPage({ size: [...size], margin: 0 })
}

/** How many pages the document has so far. */
export function pagesSoFar(pdf: Pdf): number {
  return pdf.bufferedPageRange().count
}

/** Draws a horizontal line from `x` over `width`. */
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

/** Visits the pages from index `first` to the last and lets `draw` add what is only known at the end (page n of m). */
export function onEachPage(pdf: Pdf, first: number, draw: (n: number, of: number) => void): void {
  const last = pagesSoFar(pdf)
  for (let page = first; page < last; page++) {
    pdf.switchToPage(page)
    draw(page - first + 1, last - first)
  }
}
