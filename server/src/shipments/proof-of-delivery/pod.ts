import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { invalid } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import { trackingEventAdded } from '@waybill/domain/shipments/events'
import { mayProveDelivery } from '@waybill/domain/shipments/proof-of-delivery/prove-delivery'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import { eventTextsBy } from '@waybill/domain/shipments/field-visibility'
import { storeFile, linkFiles } from '../../files/index.ts'
import type { Context, ExternalContext, ExternalHandler } from '../../kit/handler.ts'
import { enterStatus } from '../statuses/enter-status.ts'
import { image_folder, podEventsOf } from './pod-events.ts'
import {
  findByReference,
  insertEvents,
  lockShipment,
  readParcels,
  updateShipment,
  type ShipmentRow,
} from '../store.ts'
import { shipmentIdOf } from '../lists/which-shipment.ts'

type PodInput = Input<typeof shipmentsApi.addPod>
type SentFile = NonNullable<PodInput['image_files']>[number]

/** Maximum files per call. */
const max_files = 20

/** A file sent in the request body, decoded. */
interface TakenFile {
  display_name: string
  bytes: Buffer
}

/**
 * Records a POD. Delivers the shipment, or the named parcel, if it is not delivered yet. Permission is checked before
 * the files are stored, and again on the locked row (docs/domain/public-api.md#sending-a-proof).
 */
export const addPod: ExternalHandler<typeof shipmentsApi.addPod> = async (ctx, input) => {
  const files = [...(input.image_files ?? []), ...(input.pdf_files ?? [])].map(taken)
  rejectEmpty(input, files)
  const id = await ctx.inTransaction(async (inner) => {
    const found = await shipmentIdOf(inner, input)
    rejectDelivery(inner, await lockShipment(inner, found), input.date)
    return found
  })
  const names = await storeFiles(ctx, id, files)
  return ctx.answer(async (inner) => {
    const eventId = await deliver(inner, id, input, names)
    const { events } = await podEventsOf(inner, id)
    const event = events.find((one) => one.id === eventId)
    if (!event) throw new Error('A recorded proof of delivery could not be read back.')
    return event
  })
}

function rejectEmpty(input: PodInput, files: readonly TakenFile[]): void {
  if (input.message === '')
    throw invalid('Say how the delivery was proved.', [{ field: 'message', message: 'is required' }])
  if (files.length > max_files) throw invalid(`At most ${max_files} files at once. You sent ${files.length}.`)
  const details = [input.name, input.mobile_number, input.department, input.description]
  if (files.length === 0 && !details.some(Boolean))
    throw invalid('Give the name of the receiver or at least one file.', [
      { field: 'name', message: 'is required without files' },
    ])
}

/**
 * Decodes a file. Base64, also as a data URL, must have `file_size` bytes. For a byte list, `file_size` is not
 * checked.
 */
function taken({ file_name, display_name, file_size, data }: SentFile): TakenFile {
  if (typeof data !== 'string') return named(display_name || file_name, file_name, Buffer.from(data))
  const text = data.replace(/^data:[^,]*;base64,/, '').replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) throw invalid(`The data of ${file_name} is not base64.`)
  const bytes = Buffer.from(text, 'base64')
  if (file_size !== undefined && file_size !== bytes.length)
    throw invalid(`${file_name} has ${bytes.length} bytes, but file_size says ${file_size}.`, [
      { field: 'file_size', message: `must be ${bytes.length}` },
    ])
  return named(display_name || file_name, file_name, bytes)
}

/** First bytes of the accepted file types. */
const beginnings = [
  ['png', [0x89, 0x50, 0x4e, 0x47]],
  ['jpg', [0xff, 0xd8, 0xff]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
] as const

/**
 * Chooses the display name by the real file type, because published samples mix jpg, png and pdf. A name may have any
 * of these extensions. A file of another of these types gets the matching extension and is scanned as that type
 * (docs/domain/public-api.md#sending-a-proof). Anything else is rejected when it is stored.
 */
function named(displayName: string, fileName: string, bytes: Buffer): TakenFile {
  const extension = fileName.split('.').at(-1)?.toLowerCase() ?? ''
  const stem = displayName.replace(/\.[A-Za-z0-9]{1,5}$/, '')
  const [kind] = beginnings.find(([, start]) => start.every((byte, at) => bytes[at] === byte)) ?? []
  const isProof = ['jpg', 'jpeg', 'png', 'pdf'].includes(extension)
  const fits = kind === undefined || kind === extension || (kind === 'jpg' && extension === 'jpeg')
  return { display_name: `${stem}.${isProof && !fits ? kind : extension}`, bytes }
}

async function storeFiles(ctx: ExternalContext, id: number, files: readonly TakenFile[]): Promise<string[]> {
  const names: string[] = []
  for (const file of files)
    names.push(await storeFile(ctx, { folder: image_folder, prefix: String(id), ...file }))
  return names
}

function rejectDelivery({ actor, now }: Context, row: ShipmentRow, date: Date | undefined): void {
  ensure(mayProveDelivery(actor, row, date, now))
}

async function deliver(ctx: Context, id: number, input: PodInput, names: readonly string[]): Promise<number> {
  const row = await lockShipment(ctx, id)
  rejectDelivery(ctx, row, input.date)
  const parcelId = await parcelNamed(ctx, id, input.tracking_reference)
  const parcels = await readParcels(ctx, [id])
  const status = parcels.find((parcel) => parcel.id === parcelId)?.status ?? row.status
  const date = input.date ?? ctx.now
  const { lat = null, lng = null } = input
  const texts = eventTextsBy(ctx.actor, input.message)
  const data = podData(input, names)
  const changes = names.length > 0 ? { has_pod_files: true } : {}
  const eventId =
    status === 'delivered'
      ? await addEvent(ctx, row, { parcel_id: parcelId, date, ...texts, lat, lng, data, changes })
      : (
          await enterStatus(ctx, row, {
            to: 'delivered',
            ...(parcelId === null ? {} : { parcel_ids: [parcelId] }),
            date,
            ...texts,
            lat,
            lng,
            data,
            changes,
          })
        ).event_id
  await linkFiles(ctx, names, id, eventId)
  return eventId
}

/** Returns the parcel that a reference names; `null` if it names the whole shipment. */
async function parcelNamed(ctx: Context, id: number, reference: string | undefined): Promise<number | null> {
  if (!reference) return null
  const found = await findByReference(ctx, cleanReference(reference), false)
  return found.find((one) => one.shipment_id === id && one.parcel_id !== null)?.parcel_id ?? null
}

function podData(input: PodInput, names: readonly string[]): Record<string, unknown> {
  const isPdf = (name: string) => name.endsWith('.pdf')
  const { name = '', mobile_number = '', department = '', description = '' } = input
  return {
    type: names.length > 0 ? 'proof-of-delivery-images' : 'proof-of-delivery-details',
    images: names.filter((one) => !isPdf(one)),
    pdfs: names.filter(isPdf),
    name,
    mobile_number,
    department,
    description,
  }
}

/** Adds a further POD to something already delivered: an event without a status change. */
async function addEvent(
  ctx: Context,
  row: ShipmentRow,
  about: {
    parcel_id: number | null
    date: Date
    message: string
    internal_message: string
    lat: number | null
    lng: number | null
    data: Record<string, unknown>
    changes: { has_pod_files?: boolean }
  },
): Promise<number> {
  const { changes, ...eventFields } = about
  const [trackingEventId = 0] = await insertEvents(ctx, row.id, [
    { ...eventFields, status: 'delivered', source: ctx.actor.username },
  ])
  if (changes.has_pod_files) await updateShipment(ctx, row.id, changes)
  await ctx.emit(trackingEventAdded, {
    shipment_id: row.id,
    tracking_event_id: trackingEventId,
    status: 'delivered',
    is_public: true,
  })
  return trackingEventId
}
