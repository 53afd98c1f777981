/** What was found in a file: barcodes and QR codes, and words of its text that could be references. */
export interface Readout {
  codes: string[]
  words: string[]
}
