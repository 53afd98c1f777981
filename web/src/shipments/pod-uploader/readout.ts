/** What was found in a file: the contents of barcodes and QR codes, and words of its text that could be references. */
export interface Readout {
  codes: string[]
  words: string[]
}
