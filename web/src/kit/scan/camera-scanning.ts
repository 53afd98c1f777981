/** Reads the barcode of a parcel label in a camera picture. */
export interface BarcodeReader {
  /** Returns the content of a barcode, '' when the picture has none. Rejects when this browser cannot read any. */
  read: (video: HTMLVideoElement) => Promise<string>
  close: () => void
}

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

interface WithDetector {
  BarcodeDetector?: {
    new (options: { formats: string[] }): Detector
    getSupportedFormats: () => Promise<string[]>
  }
}

/** The barcode formats of parcel labels. */
const formats = ['code_128', 'code_39', 'qr_code', 'data_matrix', 'pdf417', 'itf', 'ean_13']

/** Longer side of a picture that is read, in px; labels are readable at it, and it takes less time. */
const max_side = 1280

/** Whether this browser gives pages the pictures of a camera. */
export function hasCamera(): boolean {
  return navigator.mediaDevices !== undefined
}

/**
 * Creates a reader for the barcodes of parcel labels: the browser's own, which uses less battery, or a program of ours
 * where there is none (iPhones, Firefox, most computers).
 */
export async function newBarcodeReader(): Promise<BarcodeReader> {
  const { BarcodeDetector: Own } = window as WithDetector
  const known = await Own?.getSupportedFormats().catch((): string[] => [])
  if (!Own || !known?.includes('code_128')) return new FrameReader()
  const detector = new Own({ formats: formats.filter((format) => known.includes(format)) })
  return {
    read: async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? '',
    close: () => undefined,
  }
}

/** Reads camera pictures in a web worker, one at a time. */
class FrameReader implements BarcodeReader {
  readonly #worker = new Worker(new URL('./frame-reader.worker.ts', import.meta.url), { type: 'module' })
  readonly #sheet = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  #failed: (reason: Error) => void = () => undefined
  #answered: (code: string) => void = () => undefined

  constructor() {
    this.#worker.addEventListener(
      'message',
      ({ data }: MessageEvent<{ code: string } | { problem: string }>) => {
        if ('code' in data) this.#answered(data.code)
        else this.#failed(new Error(data.problem))
      },
    )
    this.#worker.addEventListener('error', ({ message }) => this.#failed(new Error(message)))
  }

  read(video: HTMLVideoElement): Promise<string> {
    const { videoWidth, videoHeight } = video
    if (!this.#sheet || videoWidth === 0) return Promise.resolve('')
    const scale = Math.min(1, max_side / Math.max(videoWidth, videoHeight))
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)]
    Object.assign(this.#sheet.canvas, { width, height })
    this.#sheet.drawImage(video, 0, 0, width, height)
    const picture = this.#sheet.getImageData(0, 0, width, height)
    return new Promise((resolve, reject) => {
      this.#answered = resolve
      this.#failed = reject
      this.#worker.postMessage(picture, [picture.data.buffer])
    })
  }

  close(): void {
    this.#worker.terminate()
  }
}
