import { ensure } from '@waybill/domain/kit/rule-result'
import { invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { default_waybill_type } from '@waybill/domain/shipments/settings'
import { label_logo_url, provider_title, tracking_url } from '@waybill/domain/identity/settings'
import { addressLine } from '@waybill/domain/accounts/address'
import { formatPhone } from '@waybill/domain/kit/contacts/phone'
import { batch_label_max, type shipmentsApi } from '@waybill/domain/shipments/api'
import type { FileLink } from '@waybill/domain/files/model'
import type { Shipment } from '@waybill/domain/shipments/model'
import { mayPrintLabel } from '@waybill/domain/shipments/labels/printable'
import { mayPrintAsGuest } from './guest-print.ts'
import { fileLink } from '../../files/index.ts'
import { brandOf } from '../../identity/index.ts'
import { providerMap, type ProviderMap } from '../../maps/index.ts'
import { inThread } from '../../kit/threads.ts'
import type { Context, ExternalContext, ExternalHandler, BaseContext } from '../../kit/handler.ts'
import type { LabelParty, LabelShipment } from '../documents/label-data.ts'
import type * as stickers from '../documents/sticker.ts'
import type * as waybills from '../documents/waybill.ts'
import type * as zpl from '../documents/zpl.ts'
import { readShipments } from '../lists/present-shipment.ts'
import { insertEvents, markLabels, printedBefore } from '../store.ts'
import { shipmentIdOf } from '../lists/which-shipment.ts'

const renderStickers = inThread<typeof stickers.renderStickers>(
  new URL('../documents/sticker.ts', import.meta.url),
  'renderStickers',
)

const renderWaybills = inThread<typeof waybills.renderWaybills>(
  new URL('../documents/waybill.ts', import.meta.url),
  'renderWaybills',
)

const joinZpl = inThread<typeof zpl.joinZpl>(new URL('../documents/zpl.ts', import.meta.url), 'joinZpl')
const stickersOfEach = inThread<typeof zpl.stickersOfEach>(
  new URL('../documents/zpl.ts', import.meta.url),
  'stickersOfEach',
)

/** Days that label links stay valid (docs/domain/public-api.md#how-long-links-work). */
const label_days = 7
const max_labels = 100

interface LabelRequest {
  id?: readonly number[] | undefined
  /** For staff: limits the print to shipments of this account; others give 404. */
  account_id?: number | undefined
  tracking_reference?: string | undefined
  collection_email?: string | undefined
  collection_contact_number?: string | undefined
  payment_reference?: string | undefined
}

/** A file of labels and how it is sent. */
export interface LabelFile {
  filename: string
  bytes: Buffer
  content_type: string
}

/** Returns the requested waybill type, or the company's default. */
function waybillsOf(
  reader: BaseContext,
  { waybill_type }: { waybill_type?: waybills.WaybillOptions['per'] },
): waybills.WaybillOptions {
  return { per: waybill_type ?? reader.setting(default_waybill_type) }
}

/** Prints A4 waybills, one page per parcel or one per shipment (docs/domain/public-api.md#waybills, SHIP-108). */
export const printWaybills: ExternalHandler<typeof shipmentsApi.label> = async (ctx, input) =>
  linkTo(ctx, await waybillsPdf(ctx, input))

/** Returns the waybills of the named shipments as a PDF file, and records that they were printed. */
export async function waybillsPdf(
  ctx: ExternalContext,
  request: LabelRequest & { waybill_type?: waybills.WaybillOptions['per'] },
): Promise<LabelFile> {
  const shipments = await shipmentsToPrint(ctx, request, max_labels)
  const bytes = await renderWaybills(await labelsOf(ctx, shipments), waybillsOf(ctx, request))
  return { filename: fileName('Label', ctx, shipments), bytes, content_type: 'application/pdf' }
}

/**
 * Returns the parcel stickers of the named shipments as a PDF file, and records that they were printed. Throws if a
 * shipment has no delivery hub.
 */
export async function stickersPdf(ctx: ExternalContext, request: LabelRequest): Promise<LabelFile> {
  return stickersOf(ctx, await shipmentsToPrint(ctx, request, max_labels, false))
}

async function stickersOf(ctx: ExternalContext, shipments: readonly Shipment[]): Promise<LabelFile> {
  const bytes = await renderStickers(await labelsOf(ctx, shipments))
  return { filename: fileName('Stickers', ctx, shipments), bytes, content_type: 'application/pdf' }
}

function linkTo(ctx: ExternalContext, file: LabelFile): Promise<FileLink> {
  return fileLink(ctx, { folder: 'labels', days: label_days, ...file })
}

/** Prints parcel stickers as PDF or ZPL (docs/domain/public-api.md#stickers). */
export const printStickers: ExternalHandler<typeof shipmentsApi.stickers> = async (ctx, input) => {
  const shipments = await shipmentsToPrint(ctx, input, max_labels, input.force_print ?? false)
  if (input.format !== 'zpl') return linkTo(ctx, await stickersOf(ctx, shipments))
  const labels = await stickersOfEach(shipments.map((shipment) => labelOf(ctx, shipment)))
  const all = shipments.flatMap((shipment, index) =>
    (labels[index] ?? []).map((sticker) => ({ shipment, sticker })),
  )
  const { limit, offset } = pageOf({ limit: input.limit ?? all.length, offset: input.offset }, 10_000)
  const page = all.slice(offset, offset + limit)
  return {
    label: page.map(({ sticker }) => sticker.sticker_waybill_content).join('\n'),
    shipments: [...new Set(page.map(({ shipment }) => shipment))].map((shipment) => ({
      id: shipment.id,
      short_tracking_reference: shipment.short_tracking_reference,
      custom_tracking_reference: shipment.custom_tracking_reference,
      parcel_waybills: page.filter((one) => one.shipment === shipment).map((one) => one.sticker),
    })),
    count: all.length,
  }
}

/** Prints labels of many shipments into one file, in the order of the ids. */
export const printBatch: ExternalHandler<typeof shipmentsApi.batchLabel> = async (ctx, input) => {
  const { ids, format, kind, force_print = false } = input
  const shipments = await shipmentsToPrint(
    ctx,
    { id: ids },
    batch_label_max,
    kind === 'waybill' || force_print,
  )
  if (kind === 'sticker' && format !== 'zpl') return linkTo(ctx, await stickersOf(ctx, shipments))
  const labels = await labelsOf(ctx, shipments)
  return linkTo(
    ctx,
    format === 'zpl'
      ? {
          filename: fileName('Stickers', ctx, shipments, 'zpl'),
          bytes: Buffer.from(await joinZpl(labels), 'utf8'),
          content_type: 'text/plain; charset=utf-8',
        }
      : {
          filename: fileName('Label', ctx, shipments),
          bytes: await renderWaybills(labels, waybillsOf(ctx, input)),
          content_type: 'application/pdf',
        },
  )
}

/**
 * Returns the named shipments that the caller may see, and records that they were printed. Without `force`, a sticker
 * without a delivery hub is rejected, and a repeated print is not recorded again (SHIP-106).
 */
async function shipmentsToPrint(
  ctx: ExternalContext,
  request: LabelRequest,
  maxLabels: number,
  force = true,
): Promise<Shipment[]> {
  if ((request.id?.length ?? 0) > maxLabels)
    throw invalid(`At most ${maxLabels} labels at once. You asked for ${request.id?.length}.`)
  return ctx.inTransaction(async (inner) => {
    const ids = request.id?.length
      ? [...request.id]
      : [await shipmentIdOf(inner, { tracking_reference: request.tracking_reference })]
    const found =
      ctx.actor.kind === 'guest' ? await guestShipments(inner, ids, request) : await readShipments(inner, ids)
    const shipments = found.filter(({ account_id }) => account_id === (request.account_id ?? account_id))
    if (shipments.length < ids.length) throw notFound('Could not find shipment')
    for (const { tracking_reference, status } of shipments) ensure(mayPrintLabel(tracking_reference, status))
    if (!force) rejectUnrouted(await providerMap(inner), shipments)
    const printed = force ? new Set<number>() : await printedBefore(inner, ids)
    for (const shipment of shipments.filter(({ id }) => !printed.has(id)))
      await insertEvents(inner, shipment.id, [
        { date: inner.now, status: 'label-printed', source: inner.actor.username, is_public: false },
      ])
    await markLabels(inner, ids, false)
    return shipments
  })
}

/**
 * Throws if a shipment has no delivery hub. A company without active branches does no routing, so nothing is rejected
 * for it.
 */
function rejectUnrouted(map: ProviderMap, shipments: readonly Shipment[]): void {
  if (![...map.branches.values()].some(({ is_active }) => is_active)) return
  const unrouted = shipments.find((shipment) => shipment.delivery_branch_name === '')
  if (unrouted)
    throw wrongState(
      `${unrouted.tracking_reference} has no delivery hub yet, so its sticker would not say where it goes. Correct its delivery address, or print it with force_print.`,
    )
}

/**
 * Returns shipments that a guest may print. The guest must know the sender's email or phone number, or the payment
 * reference.
 */
async function guestShipments(
  ctx: Context,
  ids: readonly number[],
  request: LabelRequest,
): Promise<Shipment[]> {
  const asSystem: Context = { ...ctx, actor: { ...ctx.actor, kind: 'system' } }
  const shipments = await readShipments(asSystem, ids)
  for (const shipment of shipments) ensure(mayPrintAsGuest(shipment, request))
  return shipments
}

function fileName(
  kind: string,
  ctx: ExternalContext,
  shipments: readonly Shipment[],
  extension = 'pdf',
): string {
  const [first] = shipments
  const reference =
    shipments.length === 1 ? (first?.tracking_reference ?? '') : `${shipments.length}_shipments`
  return `${kind}_${ctx.provider_id}_${reference}.${extension}`
}

/** Returns shipments as printed on labels, with the company's label logo (SHELL-006). */
async function labelsOf(ctx: ExternalContext, shipments: readonly Shipment[]): Promise<LabelShipment[]> {
  const brand = await brandOf(ctx, label_logo_url)
  return shipments.map((shipment) => ({ ...labelOf(ctx, shipment), brand }))
}

/** Returns a shipment as printed on labels, with the company's title. */
export function labelOf(reader: BaseContext, shipment: Shipment): LabelShipment {
  const parcels = shipment.parcels.filter((parcel) => parcel.status !== 'cancelled')
  return {
    brand: { title: reader.setting(provider_title) },
    tracking_url: reader.setting(tracking_url) || `${reader.request.web_url}/track?ref=`,
    tracking_reference: shipment.tracking_reference,
    short_tracking_reference: shipment.short_tracking_reference,
    date: shipment.time_created,
    service_level_code: shipment.service_level_code,
    service_level_name: shipment.service_level_name,
    routing_number: shipment.delivery_agent_routing_number,
    collection_branch_code: shipment.collection_branch_name,
    delivery_branch_code: shipment.delivery_branch_name,
    collection: party(shipment, 'collection'),
    delivery: party(shipment, 'delivery'),
    is_locker_delivery: shipment.delivery_address.type === 'locker',
    account_name: shipment.account.name,
    customer_reference: shipment.customer_reference ?? '',
    cod_amount: shipment.cod_amount,
    is_pod_required: shipment.pod_method === 'grv',
    is_return: shipment.is_return,
    collection_instructions: shipment.special_instructions_collection,
    delivery_instructions: shipment.special_instructions_delivery,
    terms: '',
    parcels: parcels.map((parcel, index) => ({
      tracking_reference: parcel.tracking_reference,
      n: index + 1,
      of: parcels.length,
      weight_kg: parcel.actual_weight_kg,
      description: parcel.parcel_description ?? '',
    })),
  }
}

/**
 * Returns the references of the parcels whose printed labels a change made wrong or left without one; none if no label
 * of the shipment was printed.
 */
export async function labelsToPrint(ctx: Context, before: Shipment, after: Shipment): Promise<string[]> {
  if (!(await printedBefore(ctx, [after.id])).has(after.id)) return []
  const printed = new Set(pagesOf(labelOf(ctx, before)).map(({ text }) => text))
  return pagesOf(labelOf(ctx, after))
    .filter(({ text }) => !printed.has(text))
    .map(({ reference }) => reference)
}

/** Returns what the label of each parcel says. */
function pagesOf({ parcels, ...shared }: LabelShipment): { reference: string; text: string }[] {
  return parcels.map((parcel) => ({
    reference: parcel.tracking_reference,
    text: JSON.stringify([shared, parcel]),
  }))
}

/** Returns one side of a shipment as printed on documents. */
export function party(shipment: Shipment, side: 'collection' | 'delivery'): LabelParty {
  const address = shipment[`${side}_address`]
  const contact = shipment[`${side}_contact`]
  const town = [address.city, address.code, address.zone].filter(Boolean).join(', ')
  const lines = [address.street_address, address.local_area, town].filter(Boolean)
  return {
    name: contact.name,
    company: address.company,
    address_lines: lines.length > 1 ? lines : [addressLine(address)],
    phone: contact.mobile_number ? formatPhone(contact.mobile_number) : '',
  }
}
