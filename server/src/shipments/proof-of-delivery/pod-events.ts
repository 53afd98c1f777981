import type { PodEvent, TrackingEvent } from '@waybill/domain/shipments/statuses/tracking-event'
import { notFound } from '@waybill/domain/kit/problem'
import { addressOf } from '../../files/index.ts'
import type { Context } from '../../kit/handler.ts'
import { readEventFiles } from '../files/files-seen.ts'
import { presentEvents } from '../statuses/present-event.ts'
import { readEvents, readShipmentRows, type ShipmentRow } from '../store.ts'

/** Storage folder of shipment images and documents. */
export const image_folder = 'shipment-images'

/** Whether a name has the format of an upload name. Any other name could point outside the folder. */
export function isUploadName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9-]{0,120}\.(jpg|jpeg|png|pdf)$/i.test(name)
}

/** Returns the file names that event data lists under a key. */
export function namesIn(data: TrackingEvent['data'], key: 'images' | 'pdfs' | 'signature'): string[] {
  const value = data?.[key]
  const listed: unknown[] = Array.isArray(value) ? value : [value]
  return listed.filter((name): name is string => typeof name === 'string' && isUploadName(name))
}

/**
 * Returns the visible delivery events of a shipment and its parcels, newest first, with signed URLs of images and
 * documents. 404 if the shipment is not visible (docs/domain/public-api.md#reading-proofs).
 */
export async function podEventsOf(
  ctx: Context,
  id: number,
): Promise<{ row: ShipmentRow; events: PodEvent[] }> {
  const [row] = await readShipmentRows(ctx, [id])
  if (!row) throw notFound('Could not find shipment')
  const files = await readEventFiles(ctx, row)
  const seen = presentEvents(ctx, row, await readEvents(ctx, [id]), files)
  const names = new Map(files.all.map((file) => [file.file_name, file.display_name]))
  const events = seen
    .filter((event) => event.status === 'delivered')
    .map((event) => withAddresses(ctx, event, names))
  return { row, events }
}

function withAddresses(ctx: Context, event: TrackingEvent, names: ReadonlyMap<string, string>): PodEvent {
  const linked = (type: string) =>
    event.shipment_files.filter((file) => file.type === type).map((file) => file.file_name)
  const shown = (own: readonly string[]) =>
    [...new Set(own)].map((fileName) => {
      const displayName = names.get(fileName) ?? fileName
      const url = addressOf(ctx, image_folder, {
        name: fileName,
        content_type: contentType(fileName),
        display_name: displayName,
      })
      return { file_name: fileName, display_name: displayName, url }
    })
  const images = [...namesIn(event.data, 'images'), ...linked('image'), ...namesIn(event.data, 'signature')]
  return {
    ...event,
    images: shown(images).map(({ file_name, url }) => ({ file_name, url })),
    pdfs: shown([...namesIn(event.data, 'pdfs'), ...linked('pdf')]),
    digital_pod: undefined,
  }
}

function contentType(fileName: string): string {
  const extension = fileName.split('.').at(-1)?.toLowerCase()
  if (extension === 'pdf') return 'application/pdf'
  return extension === 'png' ? 'image/png' : 'image/jpeg'
}
