import { addressLine } from '@waybill/domain/accounts/address'
import { max_person_name } from '@waybill/domain/shipments/receiver/authorised-person'
import { formatDateTime, formatLongDay } from '@waybill/domain/kit/texts/format'
import { reasonOf } from '@waybill/domain/kit/rule-result'
import { startOfDay } from '@waybill/domain/kit/calls/wire'
import type { ShipmentPlace } from '@waybill/domain/pickup-points/api'
import { isFor, waitsAtPoint } from '@waybill/domain/shipments/statuses/status'
import { expectedPhrase, phraseText } from '@waybill/domain/shipments/statuses/expected-delivery'
import { html, type Html } from '../../kit/html.ts'
import type { BaseContext } from '../../kit/handler.ts'
import type { OtherPlaces, PlaceChange, Rating, ReceiverChoices } from '../../shipments/index.ts'
import { frame } from './page-layout.ts'
import type { Courier } from './courier.ts'
import {
  confirmPlace,
  hiddenFields,
  otherPlaces,
  paidPlaces,
  type HeldLink,
  type OfferedPlace,
} from './other-places.ts'
import { fieldValue } from '../typed-field.ts'
import { deadlineText, pointFacts } from './point-facts.ts'
import { viewPath } from './verified.ts'

/** The result of the form that was just sent. */
export interface FormResult {
  saved: boolean
  /** Why it was rejected; `''` when it was not. */
  rejection: string
  /** The form that was rejected, whose texts the page shows again; `null` when none was. */
  typed: URLSearchParams | null
}

/** The result before a form is sent. */
export const nothing_sent: FormResult = { saved: false, rejection: '', typed: null }
/** The result of a form that was accepted. */
export const form_saved: FormResult = { saved: true, rejection: '', typed: null }

interface Named {
  custom_tracking_reference: string | null
  short_tracking_reference: string
}

const referenceOf = (row: Named): string => row.custom_tracking_reference ?? row.short_tracking_reference

const dayText = (day: string): string => formatLongDay(startOfDay(day))

function resultMessage({ saved, rejection }: FormResult, thanks: string): Html | false {
  if (rejection !== '') return html`<p class="told refused" role="alert">${rejection}</p>`
  return saved && html`<p class="told" role="status">${thanks}</p>`
}

/**
 * Renders the page where the receiver chooses another day and writes instructions for the driver, or extends the time
 * at a pickup point.
 */
export function reschedulePage(
  reader: BaseContext,
  courier: Courier,
  {
    choices,
    place,
    others,
    offer,
    paid,
    proof,
    result,
  }: {
    choices: ReceiverChoices
    place: ShipmentPlace | undefined
    others: OtherPlaces
    /** Another place that waits for a confirmation. */
    offer: OfferedPlace | null
    /** The places that the receiver paid for. */
    paid: readonly PlaceChange[]
    /** The key that the visitor has beside the link; `''` without. */
    proof: string
    result: FormResult
  },
): Html {
  const { row, days, may_choose_day, may_instruct, may_name_person, may_correct_pin, wish, key } = choices
  const person = row.authorised_person
  const mayName = may_name_person === true
  const mayWrite = may_instruct === true
  const status = row.status
  const expected = courier.shows_times ? phraseText(expectedPhrase({ ...row, status }, reader.now)) : ''
  const reference = referenceOf(row)
  const held = { reference: row.reschedule_reference, key: proof }
  const chosen = row.delivery_rescheduled ? row.delivery_min_date : null
  const { typed } = result
  const otherDays = days.filter((day) => day !== chosen)
  const typedDay = fieldValue(typed, 'day')
  const radio = (day: string) =>
    html`<input
      type="radio"
      name="day"
      value="${day}"
      ${day === (otherDays.includes(typedDay) ? typedDay : '') && html` checked`}
    />`
  return frame(
    courier,
    html`<div class="ask">
      <p class="reference"><span class="mono">${reference}</span></p>
      <h1>Your delivery</h1>
      ${expected && html`<p class="lead">${expected}</p>`}
      ${resultMessage(result, 'Thank you. We have noted it.')}
      ${isFor('active', status) && paidPlaces(paid, choices.address, true)}
      ${offer && confirmPlace(held, offer)} ${place && isFor('active', status) && pointFacts(place)}
      ${place && moreTime(held, place)}
      ${may_choose_day !== true && !waitsAtPoint(status) && html`<p class="quiet">${reasonOf(may_choose_day)}</p>`}
      ${
        (days.length > 0 || mayWrite || mayName) &&
        html`<form action="/reschedule/${row.reschedule_reference}" method="post" class="wishes">
          ${hiddenFields({ ...held })}
          ${
            days.length > 0 &&
            html`<fieldset>
              <legend>Deliver on</legend>
              <label class="choice"
                >${radio('')}
                ${
                  // The planned time can be several days, of which the receiver may choose one.
                  chosen ? html`Keep ${dayText(chosen)}, as you chose` : 'Keep the time we planned'
                }</label
              >
              ${otherDays.map((day) => html`<label class="choice">${radio(day)} ${dayText(day)}</label>`)}
            </fieldset>`
          }
          ${
            mayWrite &&
            html`<p>
              <label for="wish">For the driver</label>
              <textarea id="wish" name="wish" rows="3" maxlength="500" aria-describedby="wish-hint">
${fieldValue(typed, 'wish', wish)}</textarea>
              <span class="quiet" id="wish-hint">Such as a gate code, or where to leave it.</span>
            </p>`
          }
          ${
            mayName &&
            html`<fieldset>
              <legend>Another person who may take it (optional)</legend>
              <p class="pair">
                <label for="person-name">Name</label>
                <input
                  id="person-name"
                  name="person_name"
                  value="${fieldValue(typed, 'person_name', person?.name)}"
                  autocomplete="off"
                  maxlength="${max_person_name}"
                />
              </p>
              <p class="pair">
                <label for="person-number">Mobile number</label>
                <input
                  id="person-number"
                  name="person_number"
                  value="${fieldValue(typed, 'person_number', person?.mobile_number)}"
                  inputmode="tel"
                  autocomplete="off"
                  maxlength="40"
                />
              </p>
              <span class="quiet">The driver sees both, and they are on the proof of delivery.</span>
            </fieldset>`
          }
          <button type="submit">Save</button>
        </form>`
      }
      ${!offer && otherPlaces(held, others, typed)} ${may_correct_pin && pinForm(held, choices, typed)}
      <p><a href="${viewPath(reference, key)}">Where is my parcel?</a></p>
    </div>`,
  )
}

/**
 * Renders what a receiver chose over a link that is spent. It shows no person, address or instructions: who has the link
 * may not be the receiver any more.
 */
export function spentPage(
  reader: BaseContext,
  courier: Courier,
  {
    choices,
    last,
    paid,
  }: {
    choices: ReceiverChoices
    last: { words: string; time: Date } | undefined
    paid: readonly PlaceChange[]
  },
): Html {
  const { row, may_choose_day } = choices
  const isActive = isFor('active', row.status)
  const expected = courier.shows_times ? phraseText(expectedPhrase(row, reader.now)) : ''
  const reference = referenceOf(row)
  return frame(
    courier,
    html`<div class="ask">
      <p class="reference"><span class="mono">${reference}</span></p>
      <h1>Your delivery</h1>
      ${expected && html`<p class="lead">${expected}</p>`}
      ${last && html`<p class="told" role="status">You chose on ${formatDateTime(last.time)}: ${last.words}</p>`}
      ${isActive && paidPlaces(paid, choices.address, false)}
      ${may_choose_day !== true && html`<p class="quiet">${reasonOf(may_choose_day)}</p>`}
      <p>
        <a href="${viewPath(reference, '')}"
          >${isActive ? 'Open your parcel to change something else' : 'See what happened to the parcel'}</a
        >
      </p>
    </div>`,
  )
}

/**
 * Renders the form that corrects the position of the address on the map. `typed` is the form that was rejected.
 */
function pinForm(held: HeldLink, { address }: ReceiverChoices, typed: URLSearchParams | null): Html {
  const { lat, lng } = address
  const known = lat !== null && lng !== null
  const map = `https://www.google.com/maps/search/?api=1&query=${lat},${lng}`
  return html`<form action="/reschedule/${held.reference}" method="post" class="wishes">
    <h2>Is the position right?</h2>
    ${hiddenFields({ ...held })}
    <p>
      ${
        known
          ? html`Drivers go to
              <a href="${map}" rel="noreferrer" target="_blank">this position on the map</a> for
              ${addressLine(address)}.`
          : html`We do not know the exact position of ${addressLine(address)}.`
      }
    </p>
    <p class="pair">
      <label for="position">The right position, if it is another</label>
      <input
        id="position"
        name="position"
        value="${fieldValue(typed, 'position')}"
        autocomplete="off"
        maxlength="500"
        required
        aria-describedby="position-hint"
      />
      <span class="quiet" id="position-hint"
        >Share the place from your map app and paste the link here, or type coordinates such as -26.14580,
        28.04210. We use it for your next parcels too.</span
      >
    </p>
    <button type="submit" class="other">Correct the position</button>
  </form>`
}

/** Renders the button that extends the time at a pickup point; `false` when it cannot be extended. */
function moreTime(held: HeldLink, { deadline, extends_to }: ShipmentPlace): Html | false {
  return (
    deadline !== null &&
    extends_to !== null &&
    html`<form action="/reschedule/${held.reference}" method="post" class="wishes">
      ${hiddenFields({ ...held, deadline: deadline.toISOString() })}
      <p>Not enough time? You can extend it once, until ${deadlineText(extends_to)}.</p>
      <button type="submit">Extend the time</button>
    </form>`
  )
}

const star_labels = ['Very bad', 'Bad', 'All right', 'Good', 'Very good']

/** Renders the page where the receiver rates the delivery. */
export function ratePage(
  courier: Courier,
  {
    row,
    can_rate,
    rating,
    result,
  }: {
    row: Named & { rating_reference: string }
    can_rate: boolean
    rating: Rating | undefined
    result: FormResult
  },
): Html {
  return frame(
    courier,
    html`<div class="ask">
      <p class="reference"><span class="mono">${referenceOf(row)}</span></p>
      ${
        can_rate
          ? html`<h1>How was the delivery?</h1>
              ${resultMessage(result, '')}
              <form action="/rate/${row.rating_reference}" method="post" class="wishes">
                <input type="hidden" name="reference" value="${row.rating_reference}" />
                <fieldset>
                  <legend>Stars</legend>
                  ${star_labels
                    .map((words, at) => ({ words, stars: at + 1 }))
                    .toReversed()
                    .map(
                      ({ words, stars }) =>
                        html`<label class="choice"
                          ><input
                            type="radio"
                            name="stars"
                            value="${stars}"
                            required
                            ${fieldValue(result.typed, 'stars') === String(stars) && html` checked`}
                          />
                          <span aria-hidden="true">${'★'.repeat(stars)}</span> ${words}</label
                        >`,
                    )}
                </fieldset>
                <p>
                  <label for="comment">Anything else? (optional)</label>
                  <textarea id="comment" name="comment" rows="3" maxlength="500">
${fieldValue(result.typed, 'comment')}</textarea>
                </p>
                <button type="submit">Send</button>
              </form>`
          : rating
            ? html`<h1>Thank you</h1>
                <p class="lead" role="status">
                  You gave ${rating.stars} of 5 stars on ${formatDateTime(rating.time_created)}:
                  ${star_labels[rating.stars - 1]?.toLowerCase()}.
                </p>
                ${rating.comment !== '' && html`<blockquote>${rating.comment}</blockquote>`}`
            : html`<h1>Not delivered yet</h1>
                <p class="lead">Tell us how it was once you have the parcel.</p>`
      }
    </div>`,
  )
}

/** Renders the page for a link that does not exist. */
export function gonePage(courier: Courier): Html {
  return frame(
    courier,
    html`<div class="ask">
      <h1>This link does not work any more</h1>
      <p class="lead">Look for a newer message from us, or <a href="/track">track your parcel</a>.</p>
    </div>`,
  )
}
