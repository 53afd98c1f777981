import type { FileLink } from '@waybill/domain/files/model'
import { invalid, notFound } from '@waybill/domain/kit/problem'
import type { shipmentsApi } from '@waybill/domain/shipments/api'
import { personText, type AuthorisedPerson } from '@waybill/domain/shipments/receiver/authorised-person'
import type { DeliveryFacts } from '@waybill/domain/shipments/proof-of-delivery/evidence-texts'
import type { Shipment } from '@waybill/domain/shipments/model'
import type { PodEvent } from '@waybill/domain/shipments/statuses/tracking-event'
import { fileLink, readStoredFile } from '../../files/index.ts'
import { brandOf, listDrivers } from '../../identity/index.ts'
import { inThread } from '../../kit/threads.ts'
import type { Context, ExternalContext, ExternalHandler } from '../../kit/handler.ts'
import type * as document from '../documents/digital-pod.ts'
import { party } from '../labels/labels.ts'
import { image_folder, namesIn, podEventsOf } from './pod-events.ts'
import { readShipments } from '../lists/present-shipment.ts'
import { shipmentIdOf } from '../lists/which-shipment.ts'

const renderDigitalPod = inThread<typeof document.renderDigitalPod>(
  new URL('../documents/digital-pod.ts', import.meta.url),
  'renderDigitalPod',
)

/** Days that links to documents other than labels stay valid (docs/domain/public-api.md#how-long-links-work). */
const pod_days = 1

/** Returns what the check of a delivery's evidence found, as one line; `''` when it was not reported from a phone. */
export type DescribeEvidence = (ctx: Context, shipmentId: number, event: DeliveryFacts) => Promise<string>

/** The data that the POD documents of one shipment are made from. */
export interface PodSource {
  shipment: Shipment
  events: PodEvent[]
  /** Driver names by username. */
  drivers: ReadonlyMap<string, string>
  authorised_person: AuthorisedPerson | null
}

/**
 * Returns a shipment's delivery events and the data needed for their documents. 404 if it is not visible to the
 * caller.
 */
export async function podSource(ctx: Context, named: Parameters<typeof shipmentIdOf>[1]): Promise<PodSource> {
  const id = await shipmentIdOf(ctx, named)
  const { row, events } = await podEventsOf(ctx, id)
  const [shipment] = await readShipments(ctx, [id])
  if (!shipment) throw notFound('Could not find shipment')
  const drivers = await listDrivers(ctx)
  return {
    shipment,
    events,
    drivers: new Map(drivers.map((driver) => [driver.username, driver.name])),
    authorised_person: row.authorised_person,
  }
}

/**
 * Returns all delivery events of a shipment with their evidence, `[]` if there are none
 * (docs/domain/public-api.md#reading-proofs).
 */
export const readPod =
  (describeEvidence: DescribeEvidence): ExternalHandler<typeof shipmentsApi.pod> =>
  async (ctx, input) =>
    podAnswer(ctx, input, describeEvidence, () => true)

/** Returns only the delivery events that have files (docs/domain/public-api.md#reading-proofs). */
export const readPodImages =
  (describeEvidence: DescribeEvidence): ExternalHandler<typeof shipmentsApi.podImages> =>
  async (ctx, input) =>
    podAnswer(ctx, input, describeEvidence, (event) => event.images.length + event.pdfs.length > 0)

async function podAnswer(
  ctx: ExternalContext,
  input: Parameters<typeof shipmentIdOf>[1] & { include_digital_pod?: boolean | undefined },
  describeEvidence: DescribeEvidence,
  isWanted: (event: PodEvent) => boolean,
): Promise<PodEvent[]> {
  const source = await ctx.inTransaction((inner) => podSource(inner, input))
  const answers: PodEvent[] = []
  for (const event of source.events.filter(isWanted))
    answers.push(
      input.include_digital_pod && isPlaced(event)
        ? { ...event, digital_pod: await digitalPod(ctx, source, event, describeEvidence) }
        : event,
    )
  return answers
}

/**
 * Returns a link to the POD as a PDF, for the latest delivery event or the named one
 * (docs/domain/public-api.md#digital-proof).
 */
export const printDigitalPod =
  (describeEvidence: DescribeEvidence): ExternalHandler<typeof shipmentsApi.digitalPod> =>
  async (ctx, input) => {
    const source = await ctx.inTransaction((inner) => podSource(inner, input))
    const named = input.tracking_event_id
    const event = named ? source.events.find((one) => one.id === named) : source.events[0]
    if (named && !event && source.events.length > 0) throw notFound('Could not find tracking event')
    if (!event) throw invalid('shipment not delivered')
    if (!isPlaced(event))
      throw invalid('The delivery was recorded without a position (lat and lng), so there is no digital POD.')
    return digitalPod(ctx, source, event, describeEvidence)
  }

/**
 * Returns the POD of the latest delivery as a PDF without storing it; `null` when there is no delivery with a position.
 */
export async function makeDigitalPod(
  ctx: ExternalContext,
  shipmentId: number,
  describeEvidence: DescribeEvidence,
): Promise<Buffer | null> {
  const source = await ctx.inTransaction((inner) => podSource(inner, { shipment_id: shipmentId }))
  const [event] = source.events
  return event && isPlaced(event)
    ? renderDigitalPod(await documentOf(ctx, source, event, describeEvidence))
    : null
}

type PlacedEvent = PodEvent & { lat: number; lng: number }

function isPlaced(event: PodEvent): event is PlacedEvent {
  return event.lat !== null && event.lng !== null
}

async function digitalPod(
  ctx: ExternalContext,
  source: PodSource,
  event: PlacedEvent,
  describeEvidence: DescribeEvidence,
): Promise<FileLink> {
  const { shipment } = source
  const bytes = await renderDigitalPod(await documentOf(ctx, source, event, describeEvidence))
  return fileLink(ctx, {
    folder: 'pods',
    filename: `POD_${ctx.provider_id}_${shipment.tracking_reference}.pdf`,
    bytes,
    content_type: 'application/pdf',
    days: pod_days,
  })
}

async function documentOf(
  ctx: ExternalContext,
  { shipment, drivers, authorised_person }: PodSource,
  event: PlacedEvent,
  describeEvidence: DescribeEvidence,
): Promise<document.DigitalPod> {
  const [signature] = namesIn(event.data, 'signature')
  const photos = event.images.map((image) => image.file_name).filter((name) => name !== signature)
  const text = (key: string) => {
    const value = event.data?.[key]
    return typeof value === 'string' ? value : ''
  }
  const signed = signature ? await readStoredFile(ctx, image_folder, signature) : null
  return {
    brand: await brandOf(ctx),
    tracking_reference: shipment.tracking_reference,
    short_tracking_reference: shipment.short_tracking_reference,
    customer_reference: shipment.customer_reference ?? '',
    account_name: shipment.account.name,
    service_level_name: shipment.service_level_name,
    parcel_count: shipment.parcels.filter((parcel) => parcel.status !== 'cancelled').length,
    collection: party(shipment, 'collection'),
    delivery: party(shipment, 'delivery'),
    delivered_at: event.date,
    lat: event.lat,
    lng: event.lng,
    message: event.message,
    driver_name: drivers.get(event.source ?? '') ?? '',
    recipient_name: text('name'),
    recipient_mobile_number: text('mobile_number'),
    recipient_department: text('department'),
    description: text('description'),
    authorised_person: authorised_person ? personText(authorised_person) : '',
    is_pin_used: event.data?.pin_used === true || text('type') === 'proof-of-delivery-pin',
    evidence: await ctx.inTransaction((inner) => describeEvidence(inner, shipment.id, event)),
    ...(signed ? { signature: signed } : {}),
    photos: await photosOf(ctx, photos),
  }
}

async function photosOf(
  ctx: ExternalContext,
  names: readonly string[],
): Promise<document.DigitalPod['photos']> {
  const photos = await Promise.all(
    names.map(async (name) => ({ name, bytes: await readStoredFile(ctx, image_folder, name) })),
  )
  return photos.flatMap(({ name, bytes }) => (bytes ? [{ name, bytes }] : []))
}
