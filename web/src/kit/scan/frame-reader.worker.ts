import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'
import reader_program from 'zxing-wasm/reader/zxing_reader.wasm?url'

prepareZXingModule({
  overrides: {
    locateFile: (file: string, folder: string) => (file.endsWith('.wasm') ? reader_program : folder + file),
  },
})

/** The barcode formats of parcel labels. A camera delivers the next picture at once, so each is read quickly. */
const options: ReaderOptions = {
  formats: ['Code128', 'QRCode', 'DataMatrix', 'Code39', 'ITF', 'PDF417', 'EAN13'],
  maxNumberOfSymbols: 1,
}

addEventListener('message', ({ data }: MessageEvent<ImageData>) => {
  readBarcodes(data, options).then(
    ([found]) => postMessage({ code: found?.isValid ? found.text : '' }),
    (error: unknown) => postMessage({ problem: String(error) }),
  )
})
