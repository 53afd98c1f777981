import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'
import reader_program from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { Readout } from './readout.ts'

prepareZXingModule({
  overrides: {
    locateFile: (file: string, folder: string) => (file.endsWith('.wasm') ? reader_program : folder + file),
  },
})

/** The barcode formats of labels and waybills, because a photo of a front door can contain other barcodes. */
const options: ReaderOptions = {
  formats: ['Code128', 'QRCode', 'DataMatrix', 'Code39', 'ITF', 'PDF417'],
  tryHarder: true,
  maxNumberOfSymbols: 12,
}

/** Maximum number of pages of a document in which pictures are scanned. */
const max_pages = 4
const max_words = 40

async function codesIn(picture: Blob | ImageData): Promise<string[]> {
  return (await readBarcodes(picture, options)).filter(({ isValid }) => isValid).map(({ text }) => text)
}

type Document = Awaited<ReturnType<typeof getDocumentProxy>>

/** Returns the pictures of a page, such as a full-page scan. */
async function picturesOn(document: Document, pageNumber: number): Promise<ImageData[]> {
  const { OPS } = await getResolvedPDFJS()
  const page = await document.getPage(pageNumber)
  const { fnArray, argsArray } = await page.getOperatorList()
  const names = fnArray.flatMap((operator, at): string[] =>
    operator === OPS.paintImageXObject ? [String((argsArray[at] as unknown[])[0])] : [],
  )
  const pictures = names.map(async (name) => {
    const objects = name.startsWith('g_') ? page.commonObjs : page.objs
    const { bitmap } = await new Promise<{ bitmap?: ImageBitmap }>((resolve) => {
      objects.get(name, resolve)
    })
    if (!bitmap) return []
    const sheet = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    sheet?.drawImage(bitmap, 0, 0)
    return sheet ? [sheet.getImageData(0, 0, bitmap.width, bitmap.height)] : []
  })
  return (await Promise.all(pictures)).flat()
}

/** Returns the codes in the pictures of a document, and the words of its text that could be references. */
async function readDocument(file: File): Promise<Readout> {
  const document = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()))
  const codes: string[] = []
  for (let page = 1; page <= Math.min(document.numPages, max_pages); page++)
    for (const picture of await picturesOn(document, page)) codes.push(...(await codesIn(picture)))
  const { text } = await extractText(document, { mergePages: true })
  const words = text.split(/\s+/).filter((word) => /^(?=.*\d)[A-Z0-9-]{6,24}(\/\d{1,3})?$/.test(word))
  return { codes, words: [...new Set(words)].slice(0, max_words) }
}

async function read(file: File): Promise<Readout> {
  if (file.type === 'application/pdf') return readDocument(file)
  return { codes: await codesIn(file), words: [] }
}

addEventListener('message', ({ data }: MessageEvent<{ id: number; file: File }>) => {
  read(data.file).then(
    (readout) => postMessage({ id: data.id, readout }),
    () => postMessage({ id: data.id, readout: { codes: [], words: [] } }),
  )
})
