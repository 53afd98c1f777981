import { addressLine, type Address } from '@waybill/domain/accounts/address'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { html, type Html } from '../../kit/html.ts'
import type { NewPlace } from '@waybill/domain/shipments/receiver/new-place'
import type { OtherPlaces, PlaceChange } from '../../shipments/index.ts'
import { fieldValue } from '../typed-field.ts'
import { changePath } from './verified.ts'

/** Another place that a receiver chose, before they confirm it. */
export interface OfferedPlace {
  place: NewPlace
  /** Where it is. */
  words: string
  /** The change of the price in cents; above zero, the receiver pays it. */
  difference: Cents
}

/** The link of a receiver, with the key that a spent one needs; `''` without. */
export interface HeldLink {
  reference: string
  key: string
}

/** Renders fields of a form that are not shown. */
export function hiddenFields(fields: Readonly<Record<string, string>>): Html {
  return html`${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )}`
}

/** Renders the question whether the parcel really goes to another place, with what it costs. */
export function confirmPlace(held: HeldLink, { place, words, difference }: OfferedPlace): Html {
  const fields =
    'point_id' in place
      ? { point: `${place.network}:${place.point_id}` }
      : (place satisfies Record<string, string>)
  const { reference, key } = held
  return html`<form action="/reschedule/${reference}" method="post" class="wishes told">
    ${hiddenFields({ ...held, confirmed: difference > 0 ? 'pay' : 'yes', ...fields })}
    <h2>Send it there instead?</h2>
    <p>${words}</p>
    <p>${priceText(difference)}</p>
    <button type="submit">
      ${difference > 0 ? `Pay ${formatRand(difference)} and send it there` : 'Send it there'}
    </button>
    <p><a href="${changePath(reference, key)}">Keep the place as it is</a></p>
  </form>`
}

function priceText(difference: Cents): string {
  if (difference === 0) return 'The price of the delivery does not change.'
  return difference < 0
    ? `The delivery costs ${formatRand(-difference)} less.`
    : `The delivery costs ${formatRand(difference)} more, which you pay. The place changes once your payment is confirmed. This price is valid for one hour.`
}

/**
 * Renders what became of the other places that the receiver paid for; `address` is where the parcel goes now. A visitor with
 * a spent link may not be the receiver, so that page names no place (`isNamed`).
 */
export function paidPlaces(paid: readonly PlaceChange[], address: Address, isNamed: boolean): Html {
  return html`${paid.map((change) => paidPlace(change, addressLine(address), isNamed))}`
}

function paidPlace({ words, difference, state }: PlaceChange, current: string, isNamed: boolean): Html {
  const paid = formatRand(difference)
  const place = isNamed ? words : 'another place'
  if (state === 'applied')
    return html`<p class="told" role="status">
      ${
        words === current
          ? `You paid ${paid}. Your parcel now goes to ${place}.`
          : `You paid ${paid} for ${place}. The place was changed again afterwards.`
      }
    </p>`
  return state === 'refused'
    ? html`<p class="told refused" role="alert">
        You paid ${paid} for ${place}, but the parcel could no longer be sent there for this price. We will
        contact you about paying it back.
      </p>`
    : html`<p class="told" role="status">
        You paid ${paid}. We are sending your parcel to ${place}; reload this page in a moment.
      </p>`
}

/**
 * Renders the pickup points and the address that a receiver may choose instead; `false` for none. `typed` is the form that
 * was rejected.
 */
export function otherPlaces(
  held: HeldLink,
  { points, may_change_address }: OtherPlaces,
  typed: URLSearchParams | null,
): Html | false {
  if (points.length === 0 && !may_change_address) return false
  const form = (content: Html): Html =>
    html`<form action="/reschedule/${held.reference}" method="post" class="wishes">
      ${hiddenFields({ ...held })} ${content}
      <button type="submit" class="other">Show the price</button>
    </form>`
  const line = (name: string, label: string, max: number, isRequired: boolean): Html =>
    html`<p class="pair">
      <label for="${name}">${label}</label>
      <input
        id="${name}"
        name="${name}"
        value="${fieldValue(typed, name)}"
        autocomplete="off"
        maxlength="${max}"
        ${isRequired && html` required`}
      />
    </p>`
  return html`<section aria-labelledby="elsewhere">
    <h2 id="elsewhere">Send it somewhere else</h2>
    ${
      points.length > 0 &&
      form(
        html`<fieldset>
          <legend>Collect it at a pickup point</legend>
          ${points.map(({ pickup_point_id, pickup_point_provider, name, address, trading_hours }) => {
            const value = `${pickup_point_provider}:${pickup_point_id}`
            return html`<label class="choice"
              ><input
                type="radio"
                name="point"
                value="${value}"
                required
                ${fieldValue(typed, 'point') === value && html` checked`}
              />
              <span
                >${name}<br /><span class="quiet"
                  >${addressLine({ ...address, company: '', entered_address: '', country: '' })}${trading_hours && ` · ${trading_hours}`}</span
                ></span
              ></label
            >`
          })}
        </fieldset>`,
      )
    }
    ${
      may_change_address &&
      form(
        html`<fieldset>
          <legend>Deliver it to another address</legend>
          ${line('street_address', 'Street and number', 200, true)}
          ${line('local_area', 'Suburb (optional)', 100, false)} ${line('city', 'City', 100, true)}
          ${line('code', 'Postal code (optional)', 10, false)}
        </fieldset>`,
      )
    }
  </section>`
}
