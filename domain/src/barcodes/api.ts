import { z } from 'zod'
import { FileLink } from '../files/model.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, list, maybe, num, text } from '../kit/calls/wire.ts'
import { barcode_formats, max_code_length, symbols } from './rules.ts'

const Range = z.object({ prefix: text(max_code_length.qr), from: count, to: count, digits: count })

/** Endpoint that prints barcodes of any text on sheets and rolls (TOOL-007). */
export const barcodesApi = {
  print: endpoint('POST /barcodes', {
    workload: 'heavy',
    input: z.object({
      ranges: maybe(z.array(Range).max(20)),
      codes: maybe(list(z.string().trim().max(1000))),
      /** Adds a label for every bay of this branch. */
      branch_id: maybe(count),
      symbol: z.enum(symbols),
      format: z.enum(barcode_formats),
      columns: maybe(count),
      rows: maybe(count),
      width: maybe(num),
      height: maybe(num),
    }),
    output: FileLink,
    summary:
      'Creates Code 128 or QR codes of ranges, a list of texts or the bays of a branch, for A4 or rolls.',
    published: false,
  }),
}
