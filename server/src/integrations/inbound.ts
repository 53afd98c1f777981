import type { integrationsApi } from '@waybill/domain/integrations/api'
import { clock_tolerance_ms } from '@waybill/domain/integrations/delivery'
import { isOffered, provider_facts } from '@waybill/domain/integrations/providers'
import { decodeBody } from '@waybill/domain/kit/texts/decode-text'
import { forbidden, invalid, notFound, Problem, problem_kinds } from '@waybill/domain/kit/problem'
import { count, instant, maybe, num, text } from '@waybill/domain/kit/calls/wire'
import { z } from 'zod'
import { digestOf } from '../kit/sealer.ts'
import type { Context, ExternalContext, RawAnswer, RawHandler } from '../kit/handler.ts'
import { storeFile } from '../files/index.ts'
import { scanParcel } from '../hub/index.ts'
import { addPictures, addActionNote } from '../shipments/index.ts'
import { applyServiceEvents } from './apply-service-events.ts'
import type { ServiceEvent } from './adapters/index.ts'
import { findByInboundDigest, findLinkByReference, type IntegrationRow } from './integration-store.ts'
import { masked } from './mask.ts'
import { findAnswered, logCall } from './request-store.ts'
import { integrationActor, externalServiceOf, secretsOf } from './run-integration-task.ts'

const max_images = 4

/** Request of a measuring machine: the size in cm and weight in kg of one parcel, identified by its barcode. */
const Measures = z.object({
  barcode: text(120),
  l: maybe(num),
  w: maybe(num),
  h: maybe(num),
  kg: maybe(num),
  device: maybe(text(60)),
  time: maybe(instant),
  /** JPEG or PNG in base64. */
  images: z.array(z.base64()).max(max_images).optional(),
})

/** Tracking webhook of a courier on the same kind of platform. */
const Tracking = z.object({
  short_tracking_reference: maybe(text(120)),
  custom_tracking_reference: maybe(text(120)),
  shipment_id: maybe(count),
  tracking_events: z
    .array(
      z.object({
        id: z.union([z.number(), z.string()]),
        date: instant,
        status: text(120),
        message: maybe(text(500)),
        location: maybe(text(120)),
      }),
    )
    .max(500),
})

/**
 * Receives calls from machines and couriers. The address contains the secret. A repeated call gets the stored
 * response and has no second effect. A call whose clock is wrong is rejected
 * (docs/domain/integrations-and-webhooks.md#calls-to-us).
 */
export const receiveInbound: RawHandler<typeof integrationsApi.inbound> = async (ctx, input) => {
  const started = performance.now()
  const integration = await ctx.inTransaction((tx) => findByInboundDigest(tx, digestOf(input.token)))
  if (!integration) throw notFound('There is no integration at this address.')
  const { provider } = integration
  if (!integration.is_active || !isOffered(provider, (setting) => ctx.setting(setting)))
    throw forbidden(`The integration ${integration.name} is switched off.`)
  const decoded = decodeBody(input.bytes)
  if ('problem' in decoded) throw invalid(decoded.problem)
  const body = decoded.text.replaceAll('\0', '')
  const inboundDigest = digestOf(body)
  const acting = await ctx.actingAs(integrationActor(ctx.provider_id, integration.name))
  const answered = await ctx.inTransaction((tx) => findAnswered(tx, integration.id, inboundDigest))
  if (answered) return { status: answered.status_code ?? 200, headers: json, body: answered.response_body }
  const call = { integration, body, inbound_digest: inboundDigest, started }
  try {
    requireOnTime(input.headers, ctx.now)
    return await take(acting, call, await storeImages(acting, call))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // A rejected call may succeed when it is sent again, so it is logged without its digest.
    const answer = errorAnswer(error)
    await acting.inTransaction((tx) => log(tx, call, answer, { inbound_digest: null }))
    return answer
  }
}

const json = { 'content-type': 'application/json; charset=utf-8' }

interface InboundCall {
  integration: IntegrationRow
  body: string
  inbound_digest: string
  started: number
}

interface Taken {
  answer: object
  shipment_id: number | null
}

/** Applies the call, logs it and stores its digest in one transaction. */
function take(acting: ExternalContext, call: InboundCall, images: readonly string[]): Promise<RawAnswer> {
  return acting.inTransaction(async (tx) => {
    const sent = readBody(call.body)
    const { calls_in } = provider_facts[call.integration.provider]
    const { answer, shipment_id } =
      calls_in === 'measures'
        ? await takeMeasures(tx, call, sent, images)
        : await takeTracking(tx, call.integration, sent)
    const raw: RawAnswer = { status: 200, headers: json, body: JSON.stringify(answer) }
    const isFirst = await log(tx, call, raw, { inbound_digest: call.inbound_digest, shipment_id })
    if (!isFirst)
      throw new Problem('conflict', 'The same call is being processed right now.', { retry_after_s: 1 })
    return raw
  })
}

function readBody(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    throw invalid('The body is not JSON.')
  }
}

function decoded<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const result = schema.safeParse(sent)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw invalid(`${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'is not as expected'}.`)
}

/** Measures the parcel as the hub scanner does: sizes, event and price. The response contains the next bay and branch. */
async function takeMeasures(
  ctx: Context,
  call: InboundCall,
  sent: unknown,
  images: readonly string[],
): Promise<Taken> {
  const { barcode, l, w, h, kg, device, time } = decoded(Measures, sent)
  if (time) requireNear(time, ctx.now)
  const { branch_id } = externalServiceOf(ctx, call.integration).credentials
  const scan = await scanParcel(ctx, {
    parcel_reference: barcode,
    mode: 're-measure',
    branch_id: Number(branch_id),
    length_cm: l,
    width_cm: w,
    height_cm: h,
    weight_kg: kg,
    images: [...images],
    scan_id: asUuid(digestOf(`${call.integration.id} ${call.inbound_digest}`)),
    ...(time ? { scanned_at: time } : {}),
  })
  if (scan.code === 'not_found') throw notFound(scan.message)
  // Nobody at a machine can confirm the values, so a note requests another measurement.
  const isRefused = scan.code === 'measures_doubtful' || scan.code === 'photo_needed'
  if (isRefused && scan.shipment)
    await addActionNote(
      ctx,
      scan.shipment.id,
      `${call.integration.name} measured ${scan.parcel?.tracking_reference ?? barcode}. ${scan.message} These measures were not kept: measure it again.`,
    )
  else if (scan.verdict === 'refused') throw invalid(scan.message)
  if (isRefused && scan.shipment && scan.parcel && images.length > 0)
    await addPictures(ctx, scan.shipment.id, scan.parcel.id, images)
  return {
    shipment_id: scan.shipment?.id ?? null,
    answer: {
      barcode,
      device: device ?? '',
      reference: scan.shipment?.tracking_reference ?? '',
      accepted: scan.verdict !== 'refused',
      bay: scan.next?.bay ?? '',
      branch: scan.next?.branch ?? '',
      message: scan.message,
    },
  }
}

/** Stores the images sent by a machine, before its parcel is looked up; returns their names. */
async function storeImages(acting: ExternalContext, { integration, body }: InboundCall): Promise<string[]> {
  const { calls_in } = provider_facts[integration.provider]
  if (calls_in !== 'measures') return []
  const { images = [] } = decoded(Measures, readBody(body))
  const names: string[] = []
  for (const image of images) {
    const bytes = Buffer.from(image, 'base64')
    const displayName = bytes[0] === 0x89 ? 'parcel.png' : 'parcel.jpg'
    names.push(
      await storeFile(acting, {
        folder: 'shipment-images',
        prefix: 'machine',
        display_name: displayName,
        bytes,
      }),
    )
  }
  return names
}

/** Formats the start of a digest as a UUID, so that a repeated call has the same scan id. */
function asUuid(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

async function takeTracking(ctx: Context, integration: IntegrationRow, sent: unknown): Promise<Taken> {
  const tracking = decoded(Tracking, sent)
  const references = [
    tracking.custom_tracking_reference,
    tracking.short_tracking_reference,
    tracking.shipment_id,
  ]
    .filter((one) => one !== undefined)
    .map(String)
  const link = await findLinkByReference(ctx, integration.id, references)
  if (!link) throw notFound(`We have not sent ${integration.name} a shipment ${references[0] ?? ''}.`)
  const events = tracking.tracking_events.map(
    ({ id, date, status, message = '', location = '' }): ServiceEvent => ({
      key: String(id),
      code: status,
      date,
      message,
      location,
    }),
  )
  const taken = await applyServiceEvents(ctx, integration, link, events)
  return { shipment_id: link.shipment_id, answer: { message: 'Thank you.', taken } }
}

/** Rejects a call whose timestamp header is invalid or too far from now. The header is optional. */
function requireOnTime(headers: Readonly<Record<string, string>>, now: Date): void {
  const sent = headers['webhook-timestamp'] ?? headers['x-webhook-timestamp']
  if (sent === undefined) return
  const seconds = /^\d{1,12}$/.test(sent) ? Number(sent) : Number.NaN
  if (Number.isNaN(seconds)) throw invalid('The timestamp of this call cannot be read.')
  requireNear(new Date(seconds * 1000), now)
}

function requireNear(moment: Date, now: Date): void {
  if (Math.abs(now.getTime() - moment.getTime()) > clock_tolerance_ms)
    throw invalid(
      'The timestamp of this call is more than 5 minutes off. Correct your clock and send it again.',
    )
}

function errorAnswer(problem: Problem): RawAnswer {
  const { status, code } = problem_kinds[problem.kind]
  return { status, headers: json, body: JSON.stringify({ message: problem.message, code }) }
}

function log(
  ctx: Context,
  { integration, body, started }: InboundCall,
  answer: RawAnswer,
  more: { inbound_digest: string | null; shipment_id?: number | null },
): Promise<boolean> {
  const { calls_in } = provider_facts[integration.provider]
  return logCall(ctx, {
    type: calls_in === 'measures' ? 'inbound-api' : 'inbound-webhook',
    integration_id: integration.id,
    method: 'POST',
    url: '/integrations/inbound/***',
    request_body: masked(withoutImages(body), secretsOf(externalServiceOf(ctx, integration))),
    response_body: String(answer.body),
    status_code: answer.status,
    duration_ms: Math.round(performance.now() - started),
    ...more,
  })
}

/** Removes images, which are not stored in the text log. */
function withoutImages(body: string): string {
  return body.replace(/"images"\s*:\s*\[[^\]]*\]/, '"images":["…"]')
}
