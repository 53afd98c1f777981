import { Address } from '@waybill/domain/accounts/address'
import { Invoice } from '@waybill/domain/billing/model'
import { localStamp } from '@waybill/domain/integrations/sample-payload'
import type { WebhookTopic } from '@waybill/domain/integrations/webhooks'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import { Shipment } from '@waybill/domain/shipments/model'
import { isShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { withoutUndone } from '@waybill/domain/shipments/statuses/undone-events'
import { z } from 'zod'
import { readInvoices } from '../billing/index.ts'
import type { Context } from '../kit/handler.ts'
import {
  readEvents,
  readNotes,
  readParcels,
  readShipmentRows,
  readShipments,
  statusChoices,
  type EventRow,
  type ParcelRow,
  type ShipmentRow,
} from '../shipments/index.ts'
import { accountViewer, isPublishedCode, publishedStatus } from './published-status.ts'
import type { About } from './task-store.ts'

/** The part of a message that its payload depends on. */
export interface Message {
  topic: WebhookTopic
  shipment_id: number | null
  about: About
  parts: readonly string[]
}

/**
 * Composes the body of an account webhook, without an envelope; `null` when its subject no longer exists
 * (docs/domain/integrations-and-webhooks.md#payloads). It contains only what the account may see.
 */
export async function composePayload(ctx: Context, message: Message): Promise<unknown> {
  if (message.topic === 'invoice-created') return invoicePayload(ctx, message.about.invoice_id ?? 0)
  const [row] = await readShipmentRows(ctx, [message.shipment_id ?? 0])
  if (!row) return null
  const seeing = { ...ctx, actor: accountViewer(ctx.provider_id, row.account_id) }
  switch (message.topic) {
    case 'tracking-event':
      return trackingPayload(seeing, row, message.about.event_id)
    case 'shipment-note':
      return notePayload(seeing, row, message.about.note_id ?? 0)
    case 'parcel-dimension-changes':
      return dimensionPayload(seeing, row, message)
    case 'shipment-address-changes':
      return addressPayload(seeing, row)
  }
}

/**
 * Returns the whole shipment, as `GET /shipments` returns it to the company’s own programs, for webhooks of the
 * company.
 */
export async function shipmentPayload(ctx: Context, shipmentId: number): Promise<unknown> {
  const [shipment] = await readShipments(ctx, [shipmentId])
  return shipment ? z.encode(Shipment, shipment) : null
}

/**
 * Returns one tracking event with the whole history up to it, newest first. `unseen` includes what is hidden from
 * customers, for the company’s own programs.
 */
export async function trackingPayload(
  ctx: Context,
  row: ShipmentRow,
  eventId: number | undefined,
  unseen = false,
): Promise<unknown> {
  const [events, parcels, [shipment]] = await Promise.all([
    readEvents(ctx, [row.id]),
    readParcels(ctx, [row.id]),
    readShipments(ctx, [row.id], false),
  ])
  if (!shipment) return null
  const choices = statusChoices(ctx)
  const known = events.filter((event) => eventId === undefined || event.id <= eventId)
  const published = (unseen ? known : withoutUndone(known)).filter(
    (event) =>
      unseen ||
      (event.is_public && (assignments.has(event.status) || isPublishedCode(event.status, choices))),
  )
  const newest = known.find((event) => event.id === eventId)
  const seen = (status: string): string =>
    isShipmentStatus(status) && !unseen ? publishedStatus(ctx, row, status) : status
  const { collection_address: from, delivery_address: to } = shipment
  const isOfParcel = newest !== undefined && newest.parcel_id !== null
  const status = newest && isShipmentStatus(newest.status) ? newest.status : row.status
  return {
    provider_id: row.provider_id,
    shipment_id: row.id,
    ...references(row),
    ...(row.customer_reference ? { customer_reference: row.customer_reference } : {}),
    parcel_tracking_references: ofEvent(parcels, newest).map((parcel) => parcel.tracking_reference),
    status: seen(status),
    update_type: isOfParcel ? 'parcel' : 'shipment',
    event_time: localStamp(ctx.now),
    service_level_code: row.service_level_code,
    collection_hub: shipment.collection_branch_public_name,
    delivery_hub: shipment.delivery_branch_public_name,
    collection_lat: from.lat ?? 0,
    collection_lng: from.lng ?? 0,
    delivery_lat: to.lat ?? 0,
    delivery_lng: to.lng ?? 0,
    shipment_time_created: row.time_created,
    shipment_time_modified: row.time_modified,
    shipment_estimated_collection: row.estimated_collection ?? startOfDay(String(row.collection_min_date)),
    shipment_estimated_delivery_from:
      row.estimated_delivery_from ?? startOfDay(String(row.delivery_min_date)),
    shipment_estimated_delivery_to: row.estimated_delivery_to ?? startOfDay(String(row.delivery_min_date)),
    shipment_collected_date: asOf(known, row.collected_date),
    shipment_delivered_date: asOf(known, row.delivered_date),
    tracking_events: published.map((event) => ({
      id: event.id,
      parcel_id: event.parcel_id ?? 0,
      date: event.date,
      status: seen(event.status),
      source: event.source,
      message: unseen ? event.internal_message || event.message : event.message,
      ...(event.location ? { location: event.location } : {}),
    })),
  }
}

/** Statuses that tracking pages hide, but that the history of this payload includes. */
const assignments: ReadonlySet<string> = new Set(['collection-assigned', 'delivery-assigned'])

/** Returns a shipment date as it was at the last of these events: `null` while it was still in the future. */
function asOf(known: readonly EventRow[], date: Date | null): Date | null {
  return date !== null && known.some((event) => event.date >= date) ? date : null
}

function references(row: ShipmentRow) {
  return {
    short_tracking_reference: row.short_tracking_reference,
    custom_tracking_reference: row.custom_tracking_reference ?? row.short_tracking_reference,
  }
}

function ofEvent(parcels: readonly ParcelRow[], event: EventRow | undefined): readonly ParcelRow[] {
  if (!event || event.parcel_id === null) return parcels
  return parcels.filter((parcel) => parcel.id === event.parcel_id)
}

async function notePayload(ctx: Context, row: ShipmentRow, noteId: number): Promise<unknown> {
  const { shipment_notes } = await readNotes(ctx, { id: row.id, type: 'external', limit: 1_000 })
  const note = shipment_notes.find(({ id }) => id === noteId)
  if (!note) return null
  return {
    id: note.id,
    shipment_id: row.id,
    shipment_short_tracking_reference: row.short_tracking_reference,
    shipment_custom_tracking_reference: row.custom_tracking_reference ?? row.short_tracking_reference,
    message: note.message,
    type: note.type,
    attachments: {
      uploads: (note.attachments?.uploads ?? []).map(({ file_name, display_name }) => ({
        file_name,
        display_name,
      })),
    },
    time_created: note.time_created,
    time_modified: note.time_modified,
  }
}

async function dimensionPayload(ctx: Context, row: ShipmentRow, { parts, about }: Message): Promise<unknown> {
  const parcels = await readParcels(ctx, [row.id])
  const measured = parcels.filter((parcel) => parts.includes(String(parcel.id)))
  if (measured.length === 0) return null
  return measured.map((parcel) => ({
    provider_id: row.provider_id,
    shipment_id: row.id,
    shipment_tracking_reference: row.custom_tracking_reference ?? row.short_tracking_reference,
    parcel_reference: parcel.tracking_reference,
    parcel_alternative_tracking_reference: parcel.alternative_tracking_reference ?? '',
    source: about.source ?? '',
    event_type: about.event_type ?? 'manual',
    event_time: localStamp(about.happened_at ? new Date(about.happened_at) : ctx.now),
    length_cm: parcel.actual_length_cm ?? parcel.submitted_length_cm,
    width_cm: parcel.actual_width_cm ?? parcel.submitted_width_cm,
    height_cm: parcel.actual_height_cm ?? parcel.submitted_height_cm,
    weight_kg: parcel.actual_weight_kg ?? parcel.submitted_weight_kg,
  }))
}

async function addressPayload(ctx: Context, row: ShipmentRow): Promise<unknown> {
  const [shipment] = await readShipments(ctx, [row.id], false)
  if (!shipment) return null
  return {
    shipment_id: row.id,
    shipment_tracking_reference: row.custom_tracking_reference ?? row.short_tracking_reference,
    new_delivery_address: z.encode(Address, shipment.delivery_address),
  }
}

async function invoicePayload(ctx: Context, invoiceId: number): Promise<unknown> {
  const { invoices } = await readInvoices(ctx, { id: invoiceId })
  const [invoice] = invoices
  return invoice ? z.encode(Invoice, invoice) : null
}
