import { z } from 'zod'
import {
  theme_nav_active_bg,
  theme_nav_active_bg_hover,
  theme_nav_bg,
  theme_nav_text,
  theme_primary,
  theme_primary_dark,
  theme_primary_light,
  theme_text,
} from '@waybill/domain/identity/settings'
import { endpoint } from '@waybill/domain/kit/calls/endpoint'
import { cleanText } from '@waybill/domain/kit/calls/wire'
import type { ShipmentPlace } from '@waybill/domain/pickup-points/api'
import { missingFrom, referencesIn } from '@waybill/domain/tracking/tracking-query'
import { htmlPage, themeCss } from '../../kit/html-page.ts'
import type { Html } from '../../kit/html.ts'
import type { Context, RawAnswer, RawHandler, BaseContext } from '../../kit/handler.ts'
import { readPlaces } from '../../lockers/index.ts'
import { proveReceiver, readPublicFiles } from '../../shipments/index.ts'
import { asReceiver } from '../as-receiver.ts'
import { asPublic, findTracked, type Tracked } from '../find-tracked.ts'
import { answerPage, listPage } from './answer.ts'
import { lookupPage } from './lookup-page.ts'
import { courierOf, type Courier } from './courier.ts'
import { track_css } from './track-css.ts'

/** The public tracking page; also available as `/track?S&ref=` (TRACK-002, docs/domain/public-api.md#references). */
export const trackingPage = endpoint('GET /track', {
  input: z.object({ ref: z.unknown().optional(), tracking_reference: z.unknown().optional() }),
  output: z.unknown(),
  audience: 'public',
  permission: null,
  answers: 'raw',
  published: false,
  summary: 'The public tracking page.',
})

const longest_typed = 4_000

/** Renders a public page in the company's colours, and allows its logo to load. */
export function publicPage(
  reader: BaseContext,
  courier: Courier,
  { title, body, status = 200 }: { title: string; body: Html; status?: number },
): RawAnswer {
  const theme = themeCss({
    theme_primary: reader.setting(theme_primary),
    theme_text: reader.setting(theme_text),
    theme_primary_light: reader.setting(theme_primary_light),
    theme_primary_dark: reader.setting(theme_primary_dark),
    theme_nav_bg: reader.setting(theme_nav_bg),
    theme_nav_text: reader.setting(theme_nav_text),
    theme_nav_active_bg: reader.setting(theme_nav_active_bg),
    theme_nav_active_bg_hover: reader.setting(theme_nav_active_bg_hover),
  })
  const origin = /^https?:\/\/[^/]+/.exec(courier.logo)?.[0]
  return htmlPage({
    title: `${title} – ${courier.title}`,
    theme,
    css: track_css,
    body,
    status,
    pictures: origin ? [origin] : [],
  })
}

/** Joins and cleans the text that a person typed or pasted, from any form of the query parameters. */
function typedText(...values: readonly unknown[]): string {
  const texts = values.flat().filter((value): value is string => typeof value === 'string')
  return cleanText(texts.join(' '), true).slice(0, longest_typed)
}

/**
 * Shows where a parcel is to a person who has its reference. The page works without script, has at most 60 KB, and is
 * the same for an unknown and a hidden reference (docs/domain/interface.md#public-tracking-page).
 */
export const showTrackingPage: RawHandler<typeof trackingPage> = async (ctx, input) => {
  const reader = asPublic(ctx)
  const courier = await courierOf(ctx)
  const answer = (title: string, body: Html, status = 200) =>
    publicPage(ctx, courier, { title, body, status })
  const typed = typedText(input.ref, input.tracking_reference)
  if (typed === '') return answer('Track a parcel', lookupPage(courier, null))
  const references = referencesIn(typed)
  const { tracked, place } = await ctx.inTransaction((tx) => findWithPlace(tx, references))
  const [first, ...others] = tracked
  if (!first) return answer('Not found', lookupPage(courier, typed), 404)
  const missing = missingFrom(typed, referencesOf(tracked))
  if (others.length > 0) return answer(`${tracked.length} shipments`, listPage(courier, tracked, missing))
  const files = await ctx.inTransaction((tx) => readPublicFiles(asPublic(tx), first.row.id))
  return answer(
    first.row.custom_tracking_reference ?? first.row.short_tracking_reference,
    answerPage(reader, courier, first, { missing, files, place }),
  )
}

/** Receives the digits from the tracking page that identify a receiver. */
export const takeDigits = endpoint('POST /track', {
  input: z.object({ bytes: z.instanceof(Uint8Array) }),
  output: z.unknown(),
  audience: 'public',
  permission: null,
  answers: 'raw',
  takes: 'bytes',
  body: 'small',
  published: false,
  summary: 'Lets a receiver who knows their own number choose another day.',
})

const longest_digits = 40

/** Redirects to the receiver's page, or shows the tracking page again with the reason for the rejection. */
export const takeReceiverDigits: RawHandler<typeof takeDigits> = async (ctx, { bytes }) => {
  const form = new URLSearchParams(Buffer.from(bytes).toString('utf8'))
  const typed = typedText(form.get('ref'))
  const courier = await courierOf(ctx)
  const found = await ctx.inTransaction((tx) => findWithPlace(tx, referencesIn(typed)))
  const { place } = found
  const [tracked] = found.tracked
  if (!tracked)
    return publicPage(ctx, courier, { title: 'Not found', body: lookupPage(courier, typed), status: 404 })
  const digits = cleanText(form.get('digits') ?? '', true).slice(0, longest_digits)
  const files = await ctx.inTransaction((tx) => readPublicFiles(asPublic(tx), tracked.row.id))
  const receiver = await asReceiver(ctx)
  const proof = await receiver.answer((inner) =>
    proveReceiver(inner, tracked.row.id, { typed: digits, mayExtendTime: Boolean(place?.extends_to) }),
  )
  if ('reference' in proof)
    return { status: 303, headers: { location: `/reschedule/${proof.reference}` }, body: '' }
  return publicPage(ctx, courier, {
    title: tracked.row.custom_tracking_reference ?? tracked.row.short_tracking_reference,
    body: answerPage(asPublic(ctx), courier, tracked, { ...proof, files, place }),
    status: 400,
  })
}

/** Finds shipments, and where the first of them is fetched. */
async function findWithPlace(
  ctx: Context,
  references: readonly string[],
): Promise<{ tracked: Tracked[]; place: ShipmentPlace | undefined }> {
  const tracked = await findTracked(asPublic(ctx), { references })
  const [first] = tracked
  const places = first ? await readPlaces(ctx, first.row, 'receiver') : []
  return { tracked, place: places.find(({ leg }) => leg === 'delivery') }
}

/** Returns every reference by which the public may have found these shipments. */
function referencesOf(tracked: readonly Tracked[]): ReadonlySet<string> {
  return new Set(
    tracked.flatMap(({ row, parcels }) =>
      [
        row.short_tracking_reference,
        row.custom_tracking_reference,
        ...parcels.flatMap((parcel) => [parcel.tracking_reference, parcel.alternative_tracking_reference]),
      ].filter((reference) => reference !== null),
    ),
  )
}
