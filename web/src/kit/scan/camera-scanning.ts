/** The browser's built-in barcode reader, where available. */
export interface BarcodeReader {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

interface WithDetector {
  BarcodeDetector?: new (options: { formats: string[] }) => BarcodeReader
}

/** The barcode formats of parcel labels. */
const formats = ['code_128', 'code_39', 'qr_code', 'data_matrix', 'pdf417', 'itf', 'ean_13']

/** Whether this browser can read barcodes with the camera. */
export function hasCameraScanning(): boolean {
  return (window as WithDetector).BarcodeDetector !== undefined && navigator.mediaDevices !== undefined
}

/** Creates a reader for the barcodes of parcel labels; returns `null` where the browser has none. */
export function newBarcodeReader(): BarcodeReader | null {
  const Detector = (window as WithDetector).BarcodeDetector
  return Detector ? new Detector({ formats }) : null
}
