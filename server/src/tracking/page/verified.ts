import { formatLongDay } from '@waybill/domain/kit/texts/format'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { personText } from '@waybill/domain/shipments/receiver/authorised-person'
import { proof_digits } from '@waybill/domain/shipments/self-service'
import { html, type Html } from '../../kit/html.ts'
import type { DeliveryProof, ReceiverView } from '../../shipments/index.ts'
import { fieldValue } from '../typed-field.ts'
import { icon } from './page-layout.ts'

/** What the company lets a verified receiver see. */
export interface Shown {
  proof: boolean
  rating: boolean
}

/** An action after which the page says what was done. */
export type DoneAction = 'pin' | 'dispute' | 'link' | 'subscription' | 'sms'

/** What the page says after an action. */
export const done_texts: Readonly<Record<DoneAction, string>> = {
  pin: 'We have sent the PIN again, to the number or address that we have for you.',
  link: 'We have sent a link to the number or address that we have for this parcel. It works once.',
  subscription: 'We have sent you an e-mail. Confirm your address with the link in it.',
  sms: 'We have sent you an SMS. Confirm your number with the link in it.',
  dispute:
    'Thank you. This attempt does not count for now. Our team asks the driver and plans your delivery.',
}

/** Returns the address of the page of a parcel; with a key, as its verified receiver sees it. */
export function viewPath(reference: string, key: string): string {
  return `/track?${new URLSearchParams({ ref: reference, ...(key && { key }) }).toString()}`
}

/** Returns the address of the page where a receiver changes the delivery; with a key, also after its link is spent. */
export function changePath(reference: string, key: string): string {
  return `/reschedule/${reference}${key && `?${new URLSearchParams({ key }).toString()}`}`
}

function hidden(reference: string, key: string): Html {
  return html`<input type="hidden" name="ref" value="${reference}" /><input
      type="hidden"
      name="key"
      value="${key}"
    />`
}

function button(
  { reference, key, act }: { reference: string; key: string; act: 'pin' },
  words: string,
): Html {
  return html`<li>
    <form action="/track" method="post">
      ${hidden(reference, key)}<input type="hidden" name="act" value="${act}" /><button
        class="plain"
        type="submit"
      >
        ${icon('key')}<span>${words}</span>${icon('chevron')}
      </button>
    </form>
  </li>`
}

/** Renders the form with which a receiver proves their number, with what they get for it. */
export function verifyForm(
  reference: string,
  { rejection, offer }: { rejection: string; offer: string },
): Html {
  return html`<form action="/track" method="post" class="wishes" id="verify">
    <input type="hidden" name="ref" value="${reference}" />
    ${rejection && html`<p class="told refused" role="alert">${rejection}</p>`}
    <p>
      <label for="digits"
        >Is this parcel for you? Last ${proof_digits} digits of the receiver’s mobile number</label
      >
      <span class="field"
        ><input
          id="digits"
          name="digits"
          inputmode="numeric"
          autocomplete="off"
          maxlength="${proof_digits}"
          required
          aria-describedby="digits-hint"
          ${rejection && html` aria-invalid="true"`}
        /><button type="submit">${icon('key')}<span>Continue</span></button></span
      ><span class="quiet" id="digits-hint">${offer}</span>
    </p>
  </form>`
}

/** Renders the button that uses a one-time link. */
export function openLinkForm(link: string, offer: string): Html {
  return html`<form action="/track" method="post" class="wishes">
    <input type="hidden" name="link" value="${link}" />
    <p>
      <button type="submit">${icon('key')}<span>Open my parcel</span></button>
      <span class="quiet" id="link-hint">${offer} This link works once, on this device.</span>
    </p>
  </form>`
}

/** Renders the button with which a receiver has a one-time link sent, for those who cannot enter the digits. */
export function sendLinkForm(reference: string): Html {
  return html`<ul class="actions">
    <li>
      <form action="/track" method="post">
        <input type="hidden" name="ref" value="${reference}" /><input
          type="hidden"
          name="act"
          value="link"
        /><button class="plain" type="submit">
          ${icon('note')}<span>Send me a link instead</span>${icon('chevron')}
        </button>
      </form>
    </li>
  </ul>`
}

/**
 * Renders the buttons and links of a verified receiver; `false` when there is nothing to do. `change` is the label of
 * the link to the page that changes the delivery; `''` when that page offers nothing.
 */
export function receiverActions(
  reference: string,
  view: ReceiverView,
  { shown, change }: { shown: Shown; change: string },
): Html | false {
  const { key, pin, reschedule_reference, rating_reference } = view
  const link = (drawing: 'calendar' | 'note', words: string, path: string): Html =>
    html`<li>
      <a href="${path}">${icon(drawing)}<span>${words}</span>${icon('chevron')}</a>
    </li>`
  const actions = [
    pin &&
      button(
        { reference, key, act: 'pin' },
        pin === 'resend-pod-pin' ? 'Send me the PIN again' : 'Send me the pickup PIN again',
      ),
    change !== '' && reschedule_reference && link('calendar', change, changePath(reschedule_reference, key)),
    shown.rating && rating_reference && link('note', 'Rate this delivery', `/rate/${rating_reference}`),
  ].filter((action) => action !== null && action !== false && action !== '')
  return (
    actions.length > 0 &&
    html`<ul class="actions">
      ${actions}
    </ul>`
  )
}

/** Renders who else may take the parcel; `false` for nobody. */
export function personLine({ authorised_person }: ReceiverView): Html | false {
  return (
    authorised_person !== null &&
    html`<p class="now">
      ${icon('note')}<span><b>May also take it:</b> ${personText(authorised_person)}</span>
    </p>`
  )
}

/**
 * Renders the question whether the driver was there, after an attempt that nothing verified, or what became of an
 * answer; `false` when there is nothing to ask. `typed` is the form if it was rejected.
 */
export function attemptQuestion(
  reference: string,
  { key, attempt }: ReceiverView,
  typed: URLSearchParams | null,
): Html | false {
  const { event, may_dispute, decision } = attempt
  if (!event) return false
  if (decision !== undefined)
    return html`<p class="told">
      ${
        decision === null
          ? 'You said that no driver was there. Our team is looking at it.'
          : decision === 'reopened'
            ? 'You said that no driver was there. We agree, and this attempt does not count.'
            : 'You said that no driver was there. We found that the driver was at the address. Call us about it.'
      }
    </p>`
  if (may_dispute !== true) return false
  return html`<section class="question" aria-labelledby="attempt">
    <h2 id="attempt">Was the driver there?</h2>
    <p>
      The driver reported on ${formatLongDay(event.date)} at ${clockOf(event.date)} that the parcel could not
      be delivered.
    </p>
    <form action="/track" method="post" class="wishes">
      ${hidden(reference, key)}<input type="hidden" name="act" value="dispute" />
      <p>
        <label for="comment">What happened? (optional)</label>
        <textarea id="comment" name="comment" rows="2" maxlength="500">
${fieldValue(typed, 'comment')}</textarea>
      </p>
      <button type="submit">No, nobody was here</button>
    </form>
  </section>`
}

/** Renders how the delivery was proven: name, time, photos, signature, documents and the PDF. */
export function proofBlock(reference: string, key: string, proof: DeliveryProof): Html {
  const { received_by, at, words, evidence, photos, signature, documents, has_pdf } = proof
  const rows: [string, string][] = [
    ['Received by', received_by],
    ['When', `${formatLongDay(at)}, ${clockOf(at)}`],
    ['How', words],
    ['Check', evidence],
  ]
  return html`<section class="proof" aria-labelledby="proof">
    <h2 id="proof">Proof of delivery</h2>
    <dl>
      ${rows
        .filter(([, value]) => value)
        .map(
          ([term, value]) =>
            html`<div>
              <dt>${term}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
    </dl>
    ${
      (photos.length > 0 || signature) &&
      html`<ul class="pictures">
        ${photos.map(
          (url, index) =>
            html`<li>
              <a href="${url}"
                ><img
                  src="${url}"
                  alt="Photo ${index + 1} of ${photos.length} of the delivery"
                  loading="lazy"
              /></a>
            </li>`,
        )}
        ${
          signature &&
          html`<li class="signed">
            <a href="${signature}"
              ><img src="${signature}" alt="Signature of the receiver" loading="lazy"
            /></a>
          </li>`
        }
      </ul>`
    }
    ${
      (documents.length > 0 || has_pdf) &&
      html`<ul class="actions">
        ${documents.map(
          ({ name, url }) =>
            html`<li>
              <a href="${url}">${icon('note')}<span>${name}</span>${icon('chevron')}</a>
            </li>`,
        )}
        ${
          has_pdf &&
          html`<li>
            <a href="${viewPath(reference, key)}&amp;proof=pdf"
              >${icon('note')}<span>Proof of delivery (PDF)</span>${icon('chevron')}</a
            >
          </li>`
        }
      </ul>`
    }
  </section>`
}
