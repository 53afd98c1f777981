import { filesApi } from '@waybill/domain/files/api'
import { shipment_file_folder, type FileFolder } from '@waybill/domain/files/model'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type {
  FileVisibility,
  ListedShipmentFile,
  ShipmentFileKind,
} from '@waybill/domain/shipments/files/shipment-file'
import sharp from 'sharp'
import type { Caller, TestProvider } from './provider.ts'

/** Uploads a file for a shipment as this caller, a small photo by default, and returns its stored name. */
export async function uploadShipmentFile(
  p: TestProvider,
  by: Caller,
  fileName = 'photo.jpg',
  bytes?: Buffer,
  folder: FileFolder = shipment_file_folder,
): Promise<string> {
  const content =
    bytes ??
    (await sharp({ create: { width: 40, height: 30, channels: 3, background: '#08c' } })
      .jpeg()
      .toBuffer())
  const granted = await by.send(filesApi.upload, { file_name: fileName, folder })
  const { pathname, search } = new URL(granted.url)
  await p.guest().http('PUT', pathname + search, content)
  return granted.file_name
}

/** Uploads one file and attaches it to a shipment as this caller. */
export async function givenFiles(
  p: TestProvider,
  by: Caller,
  shipmentId: number,
  about: { kind?: ShipmentFileKind; visibility?: FileVisibility; name?: string } = {},
): Promise<ListedShipmentFile[]> {
  const { kind = 'photo', visibility, name } = about
  const { shipment_files } = await by.send(shipmentsApi.addFiles, {
    shipment_id: shipmentId,
    uploads: [{ file_name: await uploadShipmentFile(p, by, name) }],
    kind,
    visibility,
  })
  return shipment_files
}
