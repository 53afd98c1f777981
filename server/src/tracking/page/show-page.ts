import { z } from 'zod'
import { endpoint } from '@waybill/domain/kit/calls/endpoint'
import { cleanText } from '@waybill/domain/kit/calls/wire'
import type { ShipmentPlace } from '@waybill/domain/pickup-points/api'
import type { Arrival } from '@waybill/domain/drivers/arrival'
import { Problem } from '@waybill/domain/kit/problem'
import {
  tracking_show_driver_location,
  tracking_show_pod,
  tracking_widget_origins,
} from '@waybill/domain/tracking/settings'
import { receiver_link_texts } from '@waybill/domain/shipments/receiver/receiver-link'
import { originOf } from '@waybill/domain/tracking/widget-origins'
import { leftOutOf, referencesIn } from '@waybill/domain/tracking/tracking-query'
import type { Context, ExternalContext, RawAnswer, RawHandler } from '../../kit/handler.ts'
import { describeEvidence, readArrival } from '../../drivers/index.ts'
import { fileStorePort } from '../../files/index.ts'
import { readPlaces } from '../../lockers/index.ts'
import {
  disputeAttempt,
  judgeReceiverLink,
  makeDigitalPod,
  proveReceiver,
  readPublicFiles,
  readReceiverView,
  takeReceiverLink,
  type JudgedLink,
  type ReceiverView,
} from '../../shipments/index.ts'
import { asReceiver } from '../as-receiver.ts'
import { asPublic, findTracked, type Tracked } from '../find-tracked.ts'
import { formOf, typedField } from '../typed-field.ts'
import { answerPage, listPage, widgetPage, type AnswerFacts } from './answer.ts'
import { lookupPage } from './lookup-page.ts'
import { courierOf, type Courier } from './courier.ts'
import { publicPage } from './public-page.ts'
import { showSubscription, stepIn, takeSubscription, type Subscriptions } from './subscription-pages.ts'
import { done_texts, type DoneAction, viewPath } from './verified.ts'

/** The public tracking page; also available as `/track?S&ref=` (TRACK-002, docs/domain/public-api.md#references). */
export const trackingPage = endpoint('GET /track', {
  input: z.object({
    ref: z.unknown().optional(),
    tracking_reference: z.unknown().optional(),
    /** The key of a verified receiver, what they did last, and `pdf` for the proof as a document. */
    key: z.unknown().optional(),
    done: z.unknown().optional(),
    proof: z.unknown().optional(),
    /** The secret of a one-time link. */
    link: z.unknown().optional(),
    /** The secret of a subscription, and what its link does. */
    subscription: z.unknown().optional(),
    do: z.unknown().optional(),
  }),
  output: z.unknown(),
  audience: 'public',
  permission: null,
  answers: 'raw',
  published: false,
  summary: 'The public tracking page.',
})

const longest_typed = 4_000

/** Joins and cleans the text that a person typed or pasted, from any form of the query parameters. */
function typedText(...values: readonly unknown[]): string {
  const texts = values.flat().filter((value): value is string => typeof value === 'string')
  return cleanText(texts.join(' '), true).slice(0, longest_typed)
}

/**
 * Shows where a parcel is to a person who has its reference, and more to a receiver who proved their number. The page
 * works without script, has at most 60 KB, and is the same for an unknown and a hidden reference
 * (docs/domain/interface.md#public-tracking-page).
 */
export const showTrackingPage =
  (subscriptions: Subscriptions): RawHandler<typeof trackingPage> =>
  async (ctx, input) => {
    const courier = await courierOf(ctx)
    const subscription = typedText(input.subscription)
    if (subscription !== '')
      return showSubscription(ctx, courier, subscriptions, { token: subscription, step: stepIn(input.do) })
    const link = typedText(input.link)
    if (link !== '') return showLink(ctx, courier, link)
    const typed = typedText(input.ref, input.tracking_reference)
    if (typed === '')
      return publicPage(ctx, courier, { title: 'Track a parcel', body: lookupPage(courier, null) })
    const references = referencesIn(typed)
    const { tracked, ...found } = await ctx.inTransaction((tx) => findWithPlace(tx, references))
    const [first, ...others] = tracked
    const leftOut = leftOutOf(typed, referencesOf(tracked))
    if (!first)
      return publicPage(ctx, courier, {
        title: 'Not found',
        body: lookupPage(courier, typed, leftOut.limit),
        status: 404,
      })
    if (others.length > 0)
      return publicPage(ctx, courier, {
        title: `${tracked.length} shipments`,
        body: listPage(asPublic(ctx), courier, tracked, leftOut),
      })
    const key = typedText(input.key)
    if (key === '')
      return onePage(ctx, courier, first, {
        ...found,
        leftOut,
        done: doneText(input.done, ['link', 'subscription', 'sms']),
      })
    const receiver = await asReceiver(ctx)
    const view = await receiver.inTransaction((tx) =>
      readReceiverView(tx, first.row.id, key, describeEvidence),
    )
    if (!view)
      return onePage(ctx, courier, first, { ...found, leftOut, rejection: expired_text, status: 403 })
    const pdf =
      input.proof === 'pdf' && ctx.setting(tracking_show_pod)
        ? await makeDigitalPod(receiver, view.id, describeEvidence)
        : null
    if (pdf)
      return {
        status: 200,
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': `inline; filename="POD_${first.row.short_tracking_reference}.pdf"`,
          'cache-control': 'no-store',
        },
        body: pdf,
      }
    const done = doneText(input.done, ['pin', 'dispute', 'subscription', 'sms'])
    return onePage(ctx, courier, first, { ...found, leftOut, view, done })
  }

/** Returns what the page says after one of these actions; `''` for anything else. */
function doneText(typed: unknown, actions: readonly DoneAction[]): string {
  const done = actions.find((action) => action === typed)
  return done ? done_texts[done] : ''
}

/**
 * Shows the shipment of a one-time link with the button that uses it. Opening it changes nothing, because programs that
 * check mail open links too.
 */
async function showLink(ctx: ExternalContext, courier: Courier, link: string): Promise<RawAnswer> {
  const receiver = await asReceiver(ctx)
  const judged = await receiver.inTransaction((tx) => judgeReceiverLink(tx, link))
  if (!judged) return linkGone(ctx, courier)
  return pageOfLink(ctx, courier, judged, { link: judged.rejection === '' ? link : '' })
}

function linkGone(ctx: ExternalContext, courier: Courier): RawAnswer {
  return publicPage(ctx, courier, {
    title: 'Track a parcel',
    body: lookupPage(courier, null, receiver_link_texts.unknown),
    status: 404,
  })
}

async function pageOfLink(
  ctx: ExternalContext,
  courier: Courier,
  { reference, rejection }: JudgedLink,
  { link }: { link: string },
): Promise<RawAnswer> {
  const { tracked, ...found } = await ctx.inTransaction((tx) => findWithPlace(tx, referencesIn(reference)))
  const [first] = tracked
  if (!first) return linkGone(ctx, courier)
  return onePage(ctx, courier, first, { ...found, link, rejection, status: rejection === '' ? 200 : 410 })
}

/** Uses a one-time link and leads to the receiver’s page. */
async function takeLink(
  ctx: ExternalContext,
  receiver: ExternalContext,
  courier: Courier,
  link: string,
): Promise<RawAnswer> {
  const judged = await receiver.answer((inner) => takeReceiverLink(inner, link))
  if (!judged) return linkGone(ctx, courier)
  if (judged.rejection !== '') return pageOfLink(ctx, courier, judged, { link: '' })
  return {
    status: 303,
    headers: { location: viewPath(judged.reference, judged.key), 'cache-control': 'no-store' },
    body: '',
  }
}

const expired_text = 'For your privacy this page closes after 30 minutes. Enter the digits again.'

/** The tracking widget, which pages of allowed shops show in a frame. */
export const trackingWidget = endpoint('GET /track/widget', {
  input: z.object({ ref: z.unknown().optional() }),
  output: z.unknown(),
  audience: 'public',
  permission: null,
  answers: 'raw',
  published: false,
  summary: 'The tracking widget for pages of shops.',
})

/**
 * Shows where parcels are, as briefly as the list of several shipments. Everything else opens the tracking page in a
 * window of its own, so that nobody types digits or presses buttons within the page of another site.
 */
export const showTrackingWidget: RawHandler<typeof trackingWidget> = async (ctx, input) => {
  const courier = await courierOf(ctx)
  const typed = typedText(input.ref)
  const references = referencesIn(typed)
  const tracked = await ctx.inTransaction((tx) => findTracked(asPublic(tx), { references }))
  const leftOut = leftOutOf(typed, referencesOf(tracked))
  return publicPage(ctx, courier, {
    title: 'Track a parcel',
    body: widgetPage(asPublic(ctx), courier, { typed, tracked, leftOut }),
    framed_by: ctx.setting(tracking_widget_origins).flatMap((origin) => originOf(origin) ?? []),
  })
}

/** Renders the page of one shipment. */
async function onePage(
  ctx: ExternalContext,
  courier: Courier,
  tracked: Tracked,
  { status = 200, ...facts }: AnswerFacts & { status?: number },
): Promise<RawAnswer> {
  const files = await ctx.inTransaction((tx) => readPublicFiles(asPublic(tx), tracked.row.id))
  const store = facts.view?.proof ? await ctx.adapter(fileStorePort).direct?.origin() : undefined
  return publicPage(ctx, courier, {
    title: tracked.row.custom_tracking_reference ?? tracked.row.short_tracking_reference,
    body: answerPage(asPublic(ctx), courier, tracked, { ...facts, files }),
    status,
    pictures: store ? [store] : [],
  })
}

/** Receives what a receiver sends from the tracking page: the digits of their number, or an action once verified. */
export const takeDigits = endpoint('POST /track', {
  input: z.object({ bytes: z.instanceof(Uint8Array) }),
  output: z.unknown(),
  audience: 'public',
  permission: null,
  answers: 'raw',
  takes: 'bytes',
  body: 'small',
  published: false,
  summary: 'Lets receivers who know their own number see and do more.',
})

/** Sends a PIN of one kind again; given by the module that sends messages. */
export type ResendPins = Readonly<
  Record<NonNullable<ReceiverView['pin']>, (ctx: ExternalContext, input: { id: number }) => Promise<unknown>>
>

/** Sends a one-time link to the receiver of a shipment; given by the module that sends messages. */
export type SendLink = (ctx: ExternalContext, input: { id: number }) => Promise<unknown>

const longest_digits = 40
const longest_address = 255

/**
 * Checks the digits of a receiver, or performs an action of a verified receiver, and redirects to their page. Shows the
 * page again with the reason when it is rejected.
 */
export const takeReceiverForm =
  (resendPins: ResendPins, sendLink: SendLink, subscriptions: Subscriptions): RawHandler<typeof takeDigits> =>
  async (ctx, { bytes }) => {
    const form = formOf(bytes)
    const typed = typedText(form.get('ref'))
    const courier = await courierOf(ctx)
    const link = typedText(form.get('link'))
    const subscription = typedText(form.get('subscription'))
    if (subscription !== '')
      return takeSubscription(ctx, courier, subscriptions, {
        token: subscription,
        step: stepIn(form.get('do')),
      })
    if (link !== '') return takeLink(ctx, await asReceiver(ctx), courier, link)
    const { tracked, ...found } = await ctx.inTransaction((tx) => findWithPlace(tx, referencesIn(typed)))
    const [first] = tracked
    if (!first)
      return publicPage(ctx, courier, { title: 'Not found', body: lookupPage(courier, typed), status: 404 })
    const { id } = first.row
    const receiver = await asReceiver(ctx)
    const seeOther = (key: string, done = ''): RawAnswer => ({
      status: 303,
      headers: { location: viewPath(typed, key) + (done && `&done=${done}`), 'cache-control': 'no-store' },
      body: '',
    })
    const key = typedText(form.get('key'))
    if (form.get('act') === 'subscription') {
      const number = form.get('number')
      const channel = number === null ? 'email' : 'sms'
      const address = typedText(number ?? form.get('email')).slice(0, longest_address)
      try {
        await subscriptions.subscribe(ctx, { id, channel, address })
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        const view =
          key === ''
            ? null
            : await receiver.inTransaction((tx) => readReceiverView(tx, id, key, describeEvidence))
        const subscription = { channel, address, rejection: error.message } as const
        return onePage(ctx, courier, first, { ...found, view, subscription, status: 400 })
      }
      const query = new URLSearchParams({
        ref: typed,
        ...(key === '' ? {} : { key }),
        done: channel === 'sms' ? 'sms' : 'subscription',
      })
      return {
        status: 303,
        headers: { location: `/track?${query.toString()}`, 'cache-control': 'no-store' },
        body: '',
      }
    }
    if (key === '' && form.get('act') === 'link') {
      try {
        await sendLink(receiver, { id })
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        return onePage(ctx, courier, first, { ...found, rejection: error.message, status: 400 })
      }
      const location = `/track?${new URLSearchParams({ ref: typed, done: 'link' }).toString()}`
      return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' }
    }
    if (key === '') {
      const digits = cleanText(form.get('digits') ?? '', true).slice(0, longest_digits)
      const proof = await receiver.answer((inner) => proveReceiver(inner, id, digits))
      if ('key' in proof) return seeOther(proof.key)
      return onePage(ctx, courier, first, { ...found, ...proof, status: 400 })
    }
    const view = await receiver.inTransaction((tx) => readReceiverView(tx, id, key, describeEvidence))
    if (!view) return onePage(ctx, courier, first, { ...found, rejection: expired_text, status: 403 })
    const act = form.get('act') ?? ''
    try {
      if (act === 'pin' && view.pin) await resendPins[view.pin](receiver, { id })
      else if (act === 'dispute') {
        const comment = typedField(form, 'comment') ?? ''
        await receiver.answer((inner) => disputeAttempt(inner, id, comment))
      } else return seeOther(key)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return onePage(ctx, courier, first, {
        ...found,
        view,
        rejection: error.message,
        typed: form,
        status: 400,
      })
    }
    return seeOther(key, act)
  }

/** Finds shipments, where the first of them is fetched, and when its driver is expected. */
async function findWithPlace(
  ctx: Context,
  references: readonly string[],
): Promise<{ tracked: Tracked[]; place: ShipmentPlace | undefined; arrival: Arrival | null }> {
  const tracked = await findTracked(asPublic(ctx), { references })
  const [first] = tracked
  const places = first ? await readPlaces(ctx, first.row, 'receiver') : []
  const arrival =
    first?.status === 'out-for-delivery'
      ? await readArrival(ctx, first.row.id, ctx.setting(tracking_show_driver_location))
      : null
  return { tracked, place: places.find(({ leg }) => leg === 'delivery'), arrival }
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
