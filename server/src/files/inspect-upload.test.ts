import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import { checkFile } from './check-file.ts'
import { inspectUpload } from './inspect-upload.ts'

/** Builds a one-page PDF and applies `change`. Uses compressed object streams by default. */
async function document(change: (pdf: PDFDocument) => unknown, useObjectStreams = true): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  pdf.addPage()
  await change(pdf)
  return Buffer.from(await pdf.save({ useObjectStreams }))
}
const set = (pdf: PDFDocument, name: string, value: object) =>
  pdf.catalog.set(PDFName.of(name), pdf.context.register(pdf.context.obj(value as never)))
const script = { S: 'JavaScript', JS: PDFString.of('app.alert(1)') }

describe('inspection of an uploaded PDF', () => {
  it.each<[string, (pdf: PDFDocument) => unknown]>([
    ['runs a script when it is opened', (pdf) => set(pdf, 'OpenAction', script)],
    [
      'opens something else',
      (pdf) => set(pdf, 'OpenAction', { S: 'URI', URI: PDFString.of('https://evil.example') }),
    ],
    ['goes to a page and does more', (pdf) => set(pdf, 'OpenAction', { S: 'GoTo', D: [0], Next: script })],
    ['has actions of its own', (pdf) => set(pdf, 'AA', { WC: script })],
    [
      'has actions at a page',
      (pdf) => pdf.getPage(0).node.set(PDFName.of('AA'), pdf.context.obj({ O: script } as never)),
    ],
    ['names scripts', (pdf) => pdf.addJavaScript('main', 'app.alert(1)')],
    ['starts a program', (pdf) => set(pdf, 'Threads', { S: 'Launch', F: PDFString.of('calc.exe') })],
    ['carries a file', (pdf) => pdf.attach(Buffer.from('MZ'), 'a.exe', {})],
    ['plays media', (pdf) => set(pdf, 'Extra', { Subtype: 'RichMedia' })],
    ['holds a form that is a program', (pdf) => set(pdf, 'AcroForm', { XFA: [], Fields: [] })],
  ])('rejects a PDF that %s, in plain and in compressed objects', async (_what, change) => {
    for (const isCompressed of [false, true])
      expect(await inspectUpload(await document(change, isCompressed))).toBe('active')
  })

  it('rejects active names written with escapes', async () => {
    const plain = await document((pdf) => set(pdf, 'OpenAction', script), false)
    const escaped = Buffer.from(plain.toString('latin1').replaceAll('/JavaScript', '/J#61vaScript'), 'latin1')
    expect(escaped.equals(plain)).toBe(false)
    expect(await inspectUpload(escaped)).toBe('active')
  })

  it('rejects a PDF whose earlier revision was active', async () => {
    const before = await document((pdf) => set(pdf, 'OpenAction', script), false)
    const after = Buffer.concat([before, Buffer.from('\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')])
    expect(await inspectUpload(after)).toBe('active')
  })

  it('accepts a PDF that only displays pages, even when it opens at a page', async () => {
    for (const isCompressed of [false, true]) {
      expect(await inspectUpload(await document(() => undefined, isCompressed))).toBeNull()
      const first = (pdf: PDFDocument) =>
        pdf.catalog.set(PDFName.of('OpenAction'), pdf.context.obj([pdf.getPage(0).ref, 'Fit']))
      expect(await inspectUpload(await document(first, isCompressed))).toBeNull()
      const goes = (pdf: PDFDocument) => set(pdf, 'OpenAction', { S: 'GoTo', D: [pdf.getPage(0).ref, 'Fit'] })
      expect(await inspectUpload(await document(goes, isCompressed))).toBeNull()
    }
  })

  it('names the problem and the solution for an active PDF, and accepts a harmless one', async () => {
    const bytes = await document((pdf) => set(pdf, 'OpenAction', script))
    await expect(checkFile('shipment-images', 'proof.pdf', bytes)).rejects.toThrow(
      'proof.pdf contains a script, an action, a form or another file. Print it to a new PDF and send that file.',
    )
    const sound = await document(() => undefined)
    expect((await checkFile('shipment-images', 'proof.pdf', sound)).content_type).toBe('application/pdf')
  })
})
