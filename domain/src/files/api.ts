import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { list, maybe, sha256_hex, text } from '../kit/calls/wire.ts'

const StoredFile = z.object({
  file_name: z.string(),
  display_name: z.string(),
  content_type: z.string(),
  /** Size of the stored file in bytes. */
  file_size: z.int(),
  /** Width and height in pixels; null for files that are not pictures. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /**
   * For `provider-assets`, a permanent path for settings such as `logo_url`. For other folders, a signed URL that is
   * valid for seven days.
   */
  url: z.string(),
})
export type StoredFile = z.output<typeof StoredFile>

/** Maximum number of files in one request for URLs. */
export const max_addresses = 100

/** Signed URLs for files: docs/domain/public-api.md#files. */
export const filesApi = {
  /** Files that the caller may not read are omitted from the map. An unknown folder is rejected. */
  download: endpoint('GET /s3-url/download', {
    input: z.object({ file_name: list(text(255)), folder: text(60) }),
    output: z.object({ url: z.record(z.string(), z.string()) }),
    summary: `Returns signed URLs of up to ${max_addresses} files.`,
  }),
  /** The URL is valid for 15 minutes. Use `file_name` to refer to the file afterwards. */
  upload: endpoint('GET /s3-url/upload', {
    input: z.object({
      file_name: text(255),
      folder: text(60),
      /** The name from an earlier response, to continue an upload of the same file that was interrupted. */
      upload_name: maybe(text(255)),
      /** The SHA-256 of the file. What the caller has uploaded to the folder before is copied and need not be sent again. */
      sha256: maybe(sha256_hex),
    }),
    output: z.object({
      url: z.string(),
      file_name: z.string(),
      /**
       * How the file may be sent in pieces, each with `offset` and `size` (of the whole file) added to the URL: bytes per
       * piece, and the offset of the next one. `null` where a file can only be sent whole.
       */
      pieces: z.object({ bytes: z.int(), next_offset: z.int() }).nullable(),
      /** The whole file has arrived already. */
      is_stored: z.boolean(),
    }),
    summary: 'Returns a signed URL for uploading one file with PUT, whole or in pieces.',
  }),
  /** Optional: a file can be used without confirmation. The call checks the content immediately. */
  confirm: endpoint('POST /s3-url/confirm', {
    input: z.object({ file_name: text(255), folder: text(60) }),
    output: StoredFile,
    permission: 'API_/s3-url/upload:GET',
    summary: 'Checks an uploaded file and returns its URL.',
  }),
}
