import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { list, text } from '../kit/wire.ts'

/** Signed addresses for files: partner API 7. */
export const filesApi = {
  /** Names outside the caller's reach are left out of the map; an unknown folder is refused. */
  download: endpoint('GET /s3-url/download', {
    input: z.object({ file_name: list(text(255)), folder: text(60) }),
    output: z.object({ url: z.record(z.string(), z.string()) }),
    summary: 'Signed addresses of up to 100 files.',
  }),
  /** The address is valid for 15 minutes; `file_name` is the name to refer to the file by afterwards. */
  upload: endpoint('GET /s3-url/upload', {
    input: z.object({ file_name: text(255), folder: text(60) }),
    output: z.object({ url: z.string(), file_name: z.string() }),
    summary: 'A signed address to which one file is sent with PUT.',
  }),
}
