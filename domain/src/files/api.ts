import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { list, text } from '../kit/calls/wire.ts'

const StoredFile = z.object({
  file_name: z.string(),
  display_name: z.string(),
  content_type: z.string(),
  /** Bytes of what is stored. */
  file_size: z.int(),
  /** Pixels, of pictures. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /**
   * Of `provider-assets` a path that stays, for settings such as `logo_url`; of other folders signed, for seven days.
   */
  url: z.string(),
})
export type StoredFile = z.output<typeof StoredFile>

/** Most files whose addresses are asked for at once. */
export const max_addresses = 100

/** Signed addresses for files: docs/domain/public-api.md#files. */
export const filesApi = {
  /** Names outside the caller's reach are left out of the map; an unknown folder is refused. */
  download: endpoint('GET /s3-url/download', {
    input: z.object({ file_name: list(text(255)), folder: text(60) }),
    output: z.object({ url: z.record(z.string(), z.string()) }),
    summary: `Signed addresses of up to ${max_addresses} files.`,
  }),
  /** The address is valid for 15 minutes; `file_name` is the name to refer to the file by afterwards. */
  upload: endpoint('GET /s3-url/upload', {
    input: z.object({ file_name: text(255), folder: text(60) }),
    output: z.object({ url: z.string(), file_name: z.string() }),
    summary: 'A signed address to which one file is sent with PUT.',
  }),
  /** Not needed before a file is used; whoever asks hears at once whether its content is sound. */
  confirm: endpoint('POST /s3-url/confirm', {
    input: z.object({ file_name: text(255), folder: text(60) }),
    output: StoredFile,
    permission: 'API_/s3-url/upload:GET',
    summary: 'Checks a file that was sent to its address, and says where it is.',
  }),
}
