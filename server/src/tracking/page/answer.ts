import type { ShipmentPlace } from '@waybill/domain/pickup-points/api'
import type { Step } from '@waybill/domain/tracking/model'
import {
  expectedPhrase,
  laterThanBooked,
  phraseText,
  type Phrase,
} from '@waybill/domain/shipments/statuses/expected-delivery'
import { arrivalPhrase, seenText, type Arrival, type SeenDriver } from '@waybill/domain/drivers/arrival'
import {
  tracking_requires_verification,
  tracking_show_pod,
  tracking_show_ratings,
  tracking_sms_subscriptions,
  tracking_subscriptions,
} from '@waybill/domain/tracking/settings'
import type { ListedShipmentFile } from '@waybill/domain/shipments/files/shipment-file'
import { formatRand } from '@waybill/domain/kit/money'
import { formatBytes } from '@waybill/domain/kit/texts/format'
import { initialsOf, nextStep } from '@waybill/domain/tracking/next-step'
import { stepsOf } from '@waybill/domain/tracking/steps'
import type { LeftOut } from '@waybill/domain/tracking/tracking-query'
import { pinForReceiver } from '@waybill/domain/shipments/proof-of-delivery/resend-pin'
import { isFailure, isFor, pointNames, waitsAtPoint } from '@waybill/domain/shipments/statuses/status'
import type { SubscriberChannel } from '@waybill/domain/shipments/receiver/subscription-step'
import { html, type Html } from '../../kit/html.ts'
import type { BaseContext } from '../../kit/handler.ts'
import { mayRate, receiverOptions, type ReceiverView } from '../../shipments/index.ts'
import type { Tracked } from '../find-tracked.ts'
import { sentenceOf } from '../present-tracking.ts'
import { frame, icon, leftOutNote } from './page-layout.ts'
import type { Courier } from './courier.ts'
import { pointFacts } from './point-facts.ts'
import { subscribeForms, type SubscribeForm } from './subscription-pages.ts'
import { timeline } from './timeline.ts'
import {
  attemptQuestion,
  personLine,
  proofBlock,
  receiverActions,
  sendLinkForm,
  openLinkForm,
  verifyForm,
  type Shown,
} from './verified.ts'

/** What the page of one shipment shows besides its tracking data. */
export interface AnswerFacts {
  leftOut?: LeftOut
  /** Why what was sent last was rejected; `''` when it was not. */
  rejection?: string
  /** The form of a verified receiver that was rejected; `null` when none was. */
  typed?: URLSearchParams | null
  /** What the last action did; `''` for none. */
  done?: string
  files?: readonly ListedShipmentFile[]
  /** Where the parcel is fetched; absent for delivery to a door. */
  place?: ShipmentPlace | undefined
  /** When the driver is expected, once that is known. */
  arrival?: Arrival | null
  /** The view of a verified receiver; `null` for everybody else. */
  view?: ReceiverView | null
  /** A one-time link that can be used; `''` for none. */
  link?: string
  /** What was entered into the form for e-mails, if it was rejected. */
  subscription?: SubscribeForm
}

/**
 * Renders the page of one shipment, in the order of docs/domain/interface.md#public-tracking-page. Names, proof and
 * actions of the receiver are only for a verified receiver. When the company requires a verification, so is everything
 * except the status.
 */
export function answerPage(
  reader: BaseContext,
  courier: Courier,
  tracked: Tracked,
  {
    leftOut,
    rejection = '',
    typed = null,
    done = '',
    files = [],
    place,
    arrival = null,
    view = null,
    link = '',
    subscription,
  }: AnswerFacts = {},
): Html {
  const { row } = tracked
  const isOpen = isFor('active', tracked.status)
  const showsDetails = isWhole(reader, view)
  const facts = { ...row, status: tracked.status }
  const expected = expectedOf(reader, courier, tracked, arrival)
  const late = courier.shows_times ? laterThanBooked(facts) : ''
  // The public may see an earlier status than the stored one, and no deadline before it sees that the parcel waits.
  const shown = isOpen &&
    showsDetails &&
    place && { ...place, deadline: waitsAtPoint(tracked.status) ? place.deadline : null }
  const reference = referenceOf(tracked)
  const shows = { proof: reader.setting(tracking_show_pod), rating: reader.setting(tracking_show_ratings) }
  return frame(
    courier,
    html`<div class="columns">
      <div class="main">
        <p class="reference">
          <span class="mono">${reference}</span
          ><span class="quiet"
            >${parcelsOf(tracked)}${showsDetails && ` from ${senderOf(tracked, view)}`} ·
            ${row.service_level_name}</span
          >
        </p>
        <h1>${sentenceOf(tracked)}</h1>
        ${
          expected.length > 0 &&
          html`<p class="lead">
            ${expected.map(({ text, strong }) => (strong ? html`<b>${text}</b>` : text))}
          </p>`
        }${isOpen && showsDetails && row.cod_due > 0 && html`<p>Please have <b>${formatRand(row.cod_due)}</b> ready for the driver, in cash or by card.</p>`}${late && html`<p class="quiet">${late}</p>`}${
          view && arrival?.driver_at && driverLine(arrival.driver_at)
        }${
          done && html`<p class="told" role="status">${done}</p>`
        }${whatNext(reader, courier, tracked, { rejection, view, place, arrival, shows, link })}${
          view && attemptQuestion(reference, view, typed)
        }${shows.proof && view?.proof && proofBlock(reference, view.key, view.proof)}${shown && pointFacts(shown)}${progress(tracked)}
        ${
          showsDetails &&
          html`<section aria-labelledby="updates">
            <h2 id="updates">All updates</h2>
            ${timeline(tracked, reader.now)}
          </section>`
        }
        ${showsDetails && files.length > 0 && fileLinks(files)}
        ${isOpen && subscribeForms(reference, view?.key ?? '', { channels: offered(reader), entered: subscription })}
      </div>
      ${
        showsDetails &&
        html`<aside aria-labelledby="details">
          <h2 id="details">About this parcel</h2>
          ${details(courier, tracked, view)}
        </aside>`
      }
    </div>`,
    { tracks_another: true, leftOut },
  )
}

/** Returns how everybody can be informed about a parcel. */
function offered(reader: BaseContext): SubscriberChannel[] {
  return [
    ...(reader.setting(tracking_subscriptions) ? (['email'] as const) : []),
    ...(reader.setting(tracking_sms_subscriptions) ? (['sms'] as const) : []),
  ]
}

/** Whether a viewer reads more than status and expected time: a verified receiver, or anyone unless the company objects. */
function isWhole(reader: BaseContext, view: ReceiverView | null): boolean {
  return view !== null || !reader.setting(tracking_requires_verification)
}

/** Returns when the parcel is expected: from the driver's progress once that is known, otherwise as planned. */
function expectedOf(
  reader: BaseContext,
  courier: Courier,
  { row, status }: Tracked,
  arrival: Arrival | null,
): Phrase {
  if (!courier.shows_times) return []
  const coming = arrival && status === 'out-for-delivery' ? arrivalPhrase(arrival, reader.now) : []
  return coming.length > 0 ? coming : expectedPhrase({ ...row, status }, reader.now)
}

/** Renders where the driver was last, with a link to a map; for verified receivers only. */
function driverLine(seen: SeenDriver): Html {
  const { lat, lng } = seen
  const map = `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=15/${lat}/${lng}`
  return html`<p>${seenText(seen)} <a href="${map}" rel="noreferrer">See it on a map</a></p>`
}

/** Returns the sender, as far as the viewer may see them: a company, or the initials of a person. */
function senderOf({ row }: Tracked, view: ReceiverView | null): string {
  // The company of an address at a pickup point is the name of the point.
  const company = row.collection_pickup_point_id ? '' : row.sender_company
  return view?.sender || company || initialsOf(row.sender_name)
}

/** Renders several shipments: each with sender, sentence and expected time, and a link to its own page. */
export function listPage(
  reader: BaseContext,
  courier: Courier,
  tracked: readonly Tracked[],
  leftOut: LeftOut,
): Html {
  return frame(
    courier,
    html`<div class="ask">
      <h1>${tracked.length} shipments</h1>
      ${severalItems(reader, courier, tracked, false)}
    </div>`,
    { tracks_another: true, leftOut },
  )
}

function severalItems(
  reader: BaseContext,
  courier: Courier,
  tracked: readonly Tracked[],
  opensWindow: boolean,
): Html {
  const showsDetails = isWhole(reader, null)
  return html`<ul class="several">
    ${tracked.map((one) => {
      const expected = phraseText(expectedOf(reader, courier, one, null))
      return html`<li ${isFailure(one.status) && html` class="failed"`}>
        <a
          href="/track?ref=${encodeURIComponent(referenceOf(one))}"
          ${opensWindow && html` target="_blank" rel="noopener"`}
          ><span class="reference"
            ><span class="mono">${referenceOf(one)}</span
            ><span class="quiet">${showsDetails && `From ${senderOf(one, null)}`}</span></span
          ><span>${sentenceOf(one)}</span>${expected && html`<span class="quiet">${expected}</span>`}</a
        >
      </li>`
    })}
  </ul>`
}

/** Renders the widget for pages of shops: the form, and the shipments that were found. */
export function widgetPage(
  reader: BaseContext,
  courier: Courier,
  { typed, tracked, leftOut }: { typed: string; tracked: readonly Tracked[]; leftOut: LeftOut },
): Html {
  return html`<main id="content" class="widget">
    <form action="/track/widget" method="get" role="search">
      <label for="ref">Tracking reference</label>
      <div class="field">
        <input
          id="ref"
          name="ref"
          value="${typed}"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          maxlength="4000"
          required
          aria-describedby="hint"
        /><button type="submit">${icon('search')}<span>Track</span></button>
      </div>
      <p class="quiet" id="hint">It is in your message and on the label. Several at once are fine.</p>
    </form>
    ${leftOutNote(leftOut)} ${tracked.length > 0 && severalItems(reader, courier, tracked, true)}
    <p class="quiet">${courier.title}</p>
  </main>`
}

/** Renders the files that everyone with a reference may download. */
function fileLinks(files: readonly ListedShipmentFile[]): Html {
  return html`<section class="shared" aria-labelledby="files">
    <h2 id="files">Files</h2>
    <ul class="actions">
      ${files.map(
        ({ url, display_name, file_size }) =>
          html`<li>
            <a href="${url}"
              >${icon('note')}<span
                >${display_name} <small class="quiet">${formatBytes(file_size)}</small></span
              ></a
            >
          </li>`,
      )}
    </ul>
  </section>`
}

function referenceOf({ row }: Tracked): string {
  return row.custom_tracking_reference ?? row.short_tracking_reference
}

function parcelsOf({ row }: Tracked): string {
  return row.parcel_count === 1 ? '1 parcel' : `${row.parcel_count} parcels`
}

/** Joins suburb and town, the most that the public may see of an address. */
function areaOf(suburb: string, town: string): string {
  return [...new Set([suburb, town].filter(Boolean))].join(', ')
}

/**
 * Renders what happens next, and what the receiver can do about it. `false` when there is no next step, and nothing
 * that a receiver could do or see.
 */
function whatNext(
  reader: BaseContext,
  courier: Courier,
  tracked: Tracked,
  { rejection, view, place, arrival, shows, link }: WhatNext,
): Html | false {
  const { row, status } = tracked
  const next = nextStep({
    status,
    needs_pin: row.has_pin && row.pod_method === 'pin-with-fallback' && !row.delivery_pickup_point_id,
    estimated_collection: courier.shows_times ? row.estimated_collection : null,
    destination: (isWhole(reader, view) && areaOf(row.receiver_suburb, row.receiver_town)) || 'the receiver',
    ...pointNames(row),
  })
  const mailLink = (words: string): string =>
    `mailto:${encodeURIComponent(courier.email).replace('%40', '@')}?subject=${encodeURIComponent(`${referenceOf(tracked)}: ${words}`)}`
  const canMail = courier.email && !view && next && isFor('active', status) && !row.delivery_pickup_point_id
  const action = (drawing: 'calendar' | 'note', words: string, subject: string): Html =>
    html`<li>
      <a href="${mailLink(subject)}"
        >${icon(drawing)}<span>${words} <small class="quiet">by e-mail</small></span
        >${icon('chevron')}</a
      >
    </li>`
  const options = receiverOptions(reader, row, tracked.parcels)
  const chooses = row.receiver_has_number && options.may_choose_day === true
  const offer = view ? '' : offerOf(reader, tracked, { place, arrival, shows })
  const atPoint = place?.extends_to ? 'Extend the time' : ''
  const isOpen = Object.values(options).includes(true)
  const change = waitsAtPoint(status) ? atPoint : isOpen ? 'Change this delivery' : ''
  const actions = view ? receiverActions(referenceOf(tracked), view, { shown: shows, change }) : false
  const isAsked = !view && link === '' && (offer !== '' || rejection !== '')
  const verifies = isAsked && row.receiver_has_number
  const sendsLink = isAsked && (row.receiver_has_number || row.receiver_has_email)
  if (!next && !sendsLink && !actions && link === '' && rejection === '') return false
  return html`<section
    class="next${isFailure(status) ? ' failed' : ''}"
    aria-label="${next ? 'What happens next' : 'For the receiver'}"
  >
    ${
      next &&
      html`<p class="now">
        ${icon(next.title.includes('PIN') ? 'key' : 'next')}<span><b>${next.title}</b> ${next.text}</span>
      </p>`
    }
    ${view && personLine(view)}
    ${view && rejection && html`<p class="told refused" role="alert">${rejection}</p>`}
    ${link !== '' && openLinkForm(link, offer)}
    ${!view && !verifies && rejection && html`<p class="told refused" role="alert">${rejection}</p>`}
    ${verifies && verifyForm(referenceOf(tracked), { rejection, offer })}
    ${sendsLink && sendLinkForm(referenceOf(tracked))}
    ${
      !view &&
      !row.receiver_has_number &&
      !row.receiver_has_email &&
      !isWhole(reader, null) &&
      html`<p class="told">
        We have no number of the receiver, so the details cannot be shown here. Call us instead.
      </p>`
    }
    ${actions}
    ${
      canMail &&
      html`<ul class="actions">
        ${!chooses && action('calendar', 'Ask for another day', 'another day')}${action('note', 'Send the driver instructions', 'instructions for the driver')}
      </ul>`
    }
  </section>`
}

interface WhatNext {
  rejection: string
  /** A one-time link that can be used; `''` for none. */
  link: string
  view: ReceiverView | null
  place: ShipmentPlace | undefined
  arrival: Arrival | null
  shows: Shown
}

/**
 * Returns what a receiver gets for proving their number, as a sentence; `''` for nothing. The functions that decide later
 * decide what is offered (decision 0158).
 */
function offerOf(
  reader: BaseContext,
  { row, status, parcels }: Tracked,
  { place, arrival, shows }: Pick<WhatNext, 'place' | 'arrival' | 'shows'>,
): string {
  const options = receiverOptions(reader, row, parcels)
  const isAtDoor = isFor('active', row.status) && !row.delivery_pickup_point_id
  const possible = [
    !isWhole(reader, null) && 'see the details',
    options.may_choose_day === true && 'choose another day',
    waitsAtPoint(status) && place?.extends_to && 'extend the time',
    hasPinToSend(reader, { row, status }) && 'get your PIN again',
    arrival?.driver_at && 'see where the driver is',
    options.may_instruct === true && 'leave instructions',
    options.may_name_person === true && 'name another person',
    options.may_correct_pin && 'correct the position of the address',
    status === 'delivered' && shows.proof && 'see the proof of delivery',
    status === 'delivered' && shows.rating && mayRate(reader, row) && 'rate the delivery',
  ].filter((offer) => typeof offer === 'string')
  const offers = possible.length === 0 && isAtDoor ? ['see the names of sender and receiver'] : possible
  if (offers.length === 0) return ''
  const [last = ''] = offers.slice(-1)
  const first = offers.slice(0, -1).join(', ')
  return `So that you can ${first && `${first} and `}${last}.`
}

/** Whether a PIN can be sent to the receiver again, in the stored status and in the one that the public sees. */
function hasPinToSend(reader: BaseContext, { row, status }: Pick<Tracked, 'row' | 'status'>): boolean {
  const holder = {
    ...row,
    collection_address: { type: row.sender_place_type },
    delivery_address: { type: row.receiver_place_type },
  }
  return (
    row.has_pin &&
    [row.status, status].every((one) => pinForReceiver(reader.actor, { ...holder, status: one }) !== null)
  )
}

const step_words: Readonly<Record<Step['label'], string>> = {
  created: 'Booked',
  collected: 'Collected',
  'in-transit': 'On the way',
  'out-for-delivery': 'Out for delivery',
  delivered: 'Delivered',
}
const progress_words: Readonly<Record<Step['progress'], string>> = {
  complete: 'done',
  current: 'now',
  pending: 'to come',
}

/** Renders the five steps as a list that looks like a bar. */
function progress(tracked: Tracked): Html {
  const { row, status, earlier } = tracked
  const words = (step: Step): string => {
    if (step.label === 'out-for-delivery' && row.delivery_pickup_point_id) return 'Ready for pickup'
    return step.label === 'delivered' && status === 'returned-to-sender' ? 'Returned' : step_words[step.label]
  }
  const steps = stepsOf({ status, collected_date: row.collected_date }, earlier)
  return html`<section ${isFailure(status) && html` class="failed"`} aria-label="Progress">
    <ol class="steps">
      ${steps.map(
        (step) =>
          html`<li class="${step.progress}" ${step.progress === 'current' && html` aria-current="step"`}>
            ${words(step)}<span class="unseen"> (${progress_words[step.progress]})</span>
          </li>`,
      )}
    </ol>
  </section>`
}

/** Renders courier, service, parcels, sender and receiver, as far as the public may see them. */
function details(courier: Courier, tracked: Tracked, view: ReceiverView | null): Html {
  const { row } = tracked
  const rows: [string, string][] = [
    ['Courier', courier.title],
    ['Service', row.service_level_name],
    ['Parcels', String(row.parcel_count)],
    [
      'From',
      [senderOf(tracked, view), areaOf(row.sender_suburb, row.sender_town)].filter(Boolean).join(', '),
    ],
    [
      'To',
      [view?.receiver_name || initialsOf(row.receiver_name), areaOf(row.receiver_suburb, row.receiver_town)]
        .filter(Boolean)
        .join(', '),
    ],
  ]
  return html`<dl>
    ${rows
      .filter(([, value]) => value)
      .map(
        ([term, value]) =>
          html`<div>
            <dt>${term}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`
}
