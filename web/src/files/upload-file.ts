import { filesApi } from '@waybill/domain/files/api'
import type { FileFolder, NamedUpload } from '@waybill/domain/files/model'
import { call } from '../kit/api/index.ts'
import { putFile, type PutOptions } from '../kit/api/put-file.ts'

/** Uploads a file to a folder and waits until it is checked. Throws an `ApiError` when it is rejected. */
export async function uploadFile(
  file: File,
  folder: FileFolder,
  options: PutOptions = {},
): Promise<NamedUpload> {
  const { url, file_name } = await call(filesApi.upload, { file_name: file.name, folder })
  await putFile(url, file, file.name, options)
  await call(filesApi.confirm, { file_name, folder })
  return { file_name, display_name: file.name }
}
