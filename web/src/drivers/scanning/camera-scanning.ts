/** The browser's own barcode reader, where it has one. */
export interface BarcodeReader {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

interface WithDetector {
  BarcodeDetector?: new (options: { formats: string[] }) => BarcodeReader
}

/** What parcel labels carry. */
const formats = ['code_128', 'code_39', 'qr_code', 'data_matrix', 'pdf417', 'itf', 'ean_13']

/** Whether this phone can read barcodes through its camera. */
export function hasCameraScanning(): boolean {
  return (window as WithDetector).BarcodeDetector !== undefined && navigator.mediaDevices !== undefined
}

/** A reader for the barcodes of parcel labels; `null` where the browser has none. */
export function newBarcodeReader(): BarcodeReader | null {
  const Detector = (window as WithDetector).BarcodeDetector
  return Detector ? new Detector({ formats }) : null
}
