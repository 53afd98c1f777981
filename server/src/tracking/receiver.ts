import { endpoint } from '@waybill/domain/kit/calls/endpoint'
import { invalid, Problem } from '@waybill/domain/kit/problem'
import { instant } from '@waybill/domain/kit/calls/wire'
import type { AuthorisedPerson } from '@waybill/domain/shipments/receiver/authorised-person'
import type { NewPlace } from '@waybill/domain/shipments/receiver/new-place'
import { z } from 'zod'
import type { Context, ExternalContext, RawAnswer, RawHandler } from '../kit/handler.ts'
import { extendPickupTime, readPlaces } from '../lockers/index.ts'
import { paymentMethodsFor } from '../payments/index.ts'
import {
  changePlace,
  correctPin,
  mayUseLink,
  rateDelivery,
  readLastChoice,
  readLinkedShipment,
  readOtherPlaces,
  readPaidPlaceChanges,
  readRateable,
  readReceiverChoices,
  receiver_source,
  takeReceiverWishes,
} from '../shipments/index.ts'
import { asReceiver } from './as-receiver.ts'
import {
  form_saved,
  gonePage,
  nothing_sent,
  ratePage,
  reschedulePage,
  spentPage,
  type FormResult,
} from './page/receiver-pages.ts'
import { courierOf } from './page/courier.ts'
import type { OfferedPlace } from './page/other-places.ts'
import { publicPage } from './page/public-page.ts'
import { formOf, typedField } from './typed-field.ts'

const opened = {
  input: z.object({ reference: z.string() }),
  output: z.unknown(),
  audience: 'public',
  permission: null,
  answers: 'raw',
  published: false,
} as const
/** A form that a browser sends without script. */
const sent = {
  ...opened,
  input: z.object({ bytes: z.instanceof(Uint8Array) }),
  takes: 'bytes',
  body: 'small',
} as const

/**
 * The pages behind the links that a receiver is sent (docs/domain/shipments.md#another-day, NAV-012). They work
 * without script.
 */
export const receiverPages = {
  reschedule: endpoint('GET /reschedule', {
    ...opened,
    input: z.object({ reference: z.string(), key: z.string().optional() }),
    summary: 'Where a receiver chooses another day, by an unguessable link.',
  }),
  takeDay: endpoint('POST /reschedule', { ...sent, summary: 'Saves the request of a receiver.' }),
  rate: endpoint('GET /rate', {
    ...opened,
    summary: 'Where a receiver says how a delivery was, by an unguessable link.',
  }),
  takeRating: endpoint('POST /rate', { ...sent, summary: 'Takes a rating, once.' }),
}

/** Returns the page, or the page for a link that does not exist when it throws `not_found`. */
async function answered(ctx: ExternalContext, page: () => Promise<RawAnswer>): Promise<RawAnswer> {
  try {
    return await page()
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'not_found') throw error
    const courier = await courierOf(ctx)
    return publicPage(ctx, courier, { title: 'Not found', body: gonePage(courier), status: 404 })
  }
}

/** The link that a visitor opened, and the key of a verified receiver beside it; `''` without. */
interface Visit {
  reference: string
  key: string
}

/** Shows what was chosen over a link that has done what it is for; `null` when the link can still be used. */
async function showSpent(ctx: ExternalContext, { reference, key }: Visit): Promise<RawAnswer | null> {
  const receiver = await asReceiver(ctx)
  const found = await receiver.inTransaction(async (inner) => {
    const row = await readLinkedShipment(inner, reference)
    if (mayUseLink(inner, row, key)) return null
    const choices = await readReceiverChoices(inner, reference)
    const { id } = row
    return { choices, last: await readLastChoice(inner, id), paid: await readPaidPlaceChanges(inner, id) }
  })
  if (!found) return null
  const courier = await courierOf(ctx)
  return publicPage(ctx, courier, { title: 'Your delivery', body: spentPage(ctx, courier, found) })
}

async function showChoices(
  ctx: ExternalContext,
  visit: Visit,
  result: FormResult,
  offer: OfferedPlace | null = null,
): Promise<RawAnswer> {
  const { reference, key } = visit
  const receiver = await asReceiver(ctx)
  const { place, paid, ...choices } = await receiver.inTransaction(async (inner) => {
    const found = await readReceiverChoices(inner, reference)
    const places = await readPlaces(inner, found.row, 'receiver')
    return {
      ...found,
      place: places.find(({ leg }) => leg === 'delivery'),
      paid: await readPaidPlaceChanges(inner, found.row.id),
    }
  })
  const others = await readOtherPlaces(receiver, reference)
  const courier = await courierOf(ctx)
  return publicPage(ctx, courier, {
    title: 'Your delivery',
    body: reschedulePage(ctx, courier, { choices, place, others, offer, paid, proof: key, result }),
    status: result.rejection === '' ? 200 : 400,
  })
}

export const showReschedule: RawHandler<typeof receiverPages.reschedule> = (ctx, { reference, key = '' }) =>
  answered(ctx, async () => {
    const visit = { reference, key }
    return (await showSpent(ctx, visit)) ?? (await showChoices(ctx, visit, nothing_sent))
  })

/** Gives the receiver more time at the pickup point, once; `deadline` is the one that the page showed. */
async function extendTime(ctx: Context, reference: string, deadline: string): Promise<void> {
  const { id } = await readLinkedShipment(ctx, reference)
  const seen = instant.safeDecode(deadline)
  if (!seen.success) throw invalid('Open this page again and press the button once more.')
  await extendPickupTime(ctx, id, { deadline: seen.data, by: 'receiver', source: receiver_source })
}

export const takeReschedule: RawHandler<typeof receiverPages.takeDay> = (ctx, { bytes }) =>
  answered(ctx, async () => {
    const form = formOf(bytes)
    const field = (name: string) => typedField(form, name)
    const reference = form.get('reference') ?? ''
    const visit = { reference, key: form.get('key') ?? '' }
    const spent = await showSpent(ctx, visit)
    if (spent) return spent
    const receiver = await asReceiver(ctx)
    try {
      const [deadline, position] = [field('deadline'), field('position')]
      const newPlace = newPlaceIn(field)
      if (newPlace)
        return await takePlace(ctx, receiver, { visit, place: newPlace, confirmed: field('confirmed') })
      await receiver.answer(async (inner) => {
        if (deadline !== null) await extendTime(inner, reference, deadline)
        else if (position !== null) await correctPin(inner, reference, position)
        else
          await takeReceiverWishes(inner, reference, {
            day: field('day') || null,
            wish: field('wish'),
            person: personIn(field('person_name'), field('person_number')),
          })
      })
    } catch (error) {
      if (!(error instanceof Problem) || error.kind === 'not_found') throw error
      return showChoices(ctx, visit, { saved: false, rejection: error.message, typed: form })
    }
    return (await showSpent(ctx, visit)) ?? showChoices(ctx, visit, form_saved)
  })

/**
 * Shows what another place costs, sends the parcel there once the receiver confirmed it, or leads to its payment. It can
 * be paid where the company offers payments of shipments.
 */
async function takePlace(
  ctx: ExternalContext,
  receiver: ExternalContext,
  { visit, place, confirmed }: { visit: Visit; place: NewPlace; confirmed: string | null },
): Promise<RawAnswer> {
  const step = confirmed === null ? 'price' : confirmed === 'pay' ? 'pay' : 'choose'
  const canPay =
    step !== 'choose' &&
    (await paymentMethodsFor(receiver, 'shipment')).some(({ gateway }) => gateway !== null)
  const { words, difference, payment_reference } = await changePlace(receiver, visit.reference, place, {
    step,
    canPay,
  })
  if (payment_reference !== null)
    return {
      status: 303,
      headers: { location: `/pay/${payment_reference}`, 'cache-control': 'no-store' },
      body: '',
    }
  const offer = step === 'choose' ? null : { place, words, difference }
  return showChoices(ctx, visit, offer ? nothing_sent : form_saved, offer)
}

/** Returns the other place that a form asks for; `null` for another form. */
function newPlaceIn(field: (name: string) => string | null): NewPlace | null {
  const point = field('point')
  if (point !== null) {
    const [network = '', ...id] = point.split(':')
    return { network, point_id: id.join(':') }
  }
  const street = field('street_address')
  if (street === null) return null
  return {
    street_address: street.trim(),
    local_area: (field('local_area') ?? '').trim(),
    city: (field('city') ?? '').trim(),
    code: (field('code') ?? '').trim(),
  }
}

/** Returns the person that a form names, with both fields empty for nobody; `null` when the form does not ask. */
function personIn(name: string | null, number: string | null): AuthorisedPerson | null {
  return name === null ? null : { name: name.trim(), mobile_number: (number ?? '').trim() }
}

async function showRating(ctx: ExternalContext, reference: string, result: FormResult): Promise<RawAnswer> {
  const receiver = await asReceiver(ctx)
  const { row, can_rate, rating } = await receiver.inTransaction((inner) => readRateable(inner, reference))
  const courier = await courierOf(ctx)
  return publicPage(ctx, courier, {
    title: 'How was the delivery?',
    body: ratePage(courier, { row, can_rate, rating, result }),
    status: result.rejection === '' ? 200 : 400,
  })
}

export const showRate: RawHandler<typeof receiverPages.rate> = (ctx, { reference }) =>
  answered(ctx, () => showRating(ctx, reference, nothing_sent))

export const takeRate: RawHandler<typeof receiverPages.takeRating> = (ctx, { bytes }) =>
  answered(ctx, async () => {
    const form = formOf(bytes)
    const reference = form.get('reference') ?? ''
    const stars = Number(form.get('stars'))
    if (![1, 2, 3, 4, 5].includes(stars))
      return showRating(ctx, reference, { saved: false, rejection: 'Choose one to five stars.', typed: form })
    const receiver = await asReceiver(ctx)
    try {
      const comment = typedField(form, 'comment') ?? ''
      await receiver.answer((inner) => rateDelivery(inner, reference, { stars, comment }))
    } catch (error) {
      if (!(error instanceof Problem) || error.kind === 'not_found') throw error
      return showRating(ctx, reference, { saved: false, rejection: error.message, typed: form })
    }
    return showRating(ctx, reference, form_saved)
  })
