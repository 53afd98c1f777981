import type { ShipmentPlace } from '@waybill/domain/pickup-points/api'
import type { Step } from '@waybill/domain/tracking/model'
import { expectedPhrase, laterThanBooked } from '@waybill/domain/shipments/statuses/expected-delivery'
import type { ListedShipmentFile } from '@waybill/domain/shipments/files/shipment-file'
import { formatRand } from '@waybill/domain/kit/money'
import { formatBytes } from '@waybill/domain/kit/texts/format'
import { initialsOf, nextStep } from '@waybill/domain/tracking/next-step'
import { stepsOf } from '@waybill/domain/tracking/steps'
import { proof_digits } from '@waybill/domain/shipments/self-service'
import { isFailure, isFor, pointNames, waitsAtPoint } from '@waybill/domain/shipments/statuses/status'
import { html, type Html } from '../../kit/html.ts'
import type { BaseContext } from '../../kit/handler.ts'
import { mayChooseOtherDay } from '../../shipments/index.ts'
import type { Tracked } from '../find-tracked.ts'
import { sentenceOf } from '../present-tracking.ts'
import { frame, icon } from './page-layout.ts'
import type { Courier } from './courier.ts'
import { pointFacts } from './point-facts.ts'
import { timeline } from './timeline.ts'

/** Renders the page of one shipment, in the order of docs/domain/interface.md#public-tracking-page. */
export function answerPage(
  reader: BaseContext,
  courier: Courier,
  tracked: Tracked,
  {
    missing = [],
    rejection = '',
    files = [],
    place,
  }: {
    missing?: readonly string[]
    rejection?: string
    files?: readonly ListedShipmentFile[]
    /** Where the parcel is fetched; absent for delivery to a door. */
    place?: ShipmentPlace | undefined
  } = {},
): Html {
  const { row } = tracked
  const facts = { ...row, status: tracked.status }
  const expected = courier.shows_times ? expectedPhrase(facts, reader.now) : []
  const late = courier.shows_times ? laterThanBooked(facts) : ''
  const isOpen = isFor('active', tracked.status)
  // The public may see an earlier status than the stored one, and no deadline before it sees that the parcel waits.
  const shown = isOpen &&
    place && { ...place, deadline: waitsAtPoint(tracked.status) ? place.deadline : null }
  return frame(
    courier,
    html`<div class="columns">
      <div class="main">
        <p class="reference">
          <span class="mono">${referenceOf(tracked)}</span
          ><span class="quiet">${parcelsOf(tracked)} · ${row.service_level_name}</span>
        </p>
        <h1>${sentenceOf(tracked)}</h1>
        ${
          expected.length > 0 &&
          html`<p class="lead">
            ${expected.map(({ text, strong }) => (strong ? html`<b>${text}</b>` : text))}
          </p>`
        }${isOpen && row.cod_due > 0 && html`<p>Please have <b>${formatRand(row.cod_due)}</b> ready for the driver, in cash or by card.</p>`}${late && html`<p class="quiet">${late}</p>`}${whatNext(reader, courier, tracked, { rejection, place })}${shown && pointFacts(shown)}${progress(tracked)}
        <section aria-labelledby="updates">
          <h2 id="updates">All updates</h2>
          ${timeline(tracked, reader.now)}
        </section>
        ${files.length > 0 && fileLinks(files)}
      </div>
      <aside aria-labelledby="details">
        <h2 id="details">About this parcel</h2>
        ${details(courier, tracked)}
      </aside>
    </div>`,
    { tracks_another: true, missing },
  )
}

/** Renders several shipments: each with its sentence and a link to its own page. */
export function listPage(courier: Courier, tracked: readonly Tracked[], missing: readonly string[]): Html {
  return frame(
    courier,
    html`<div class="ask">
      <h1>${tracked.length} shipments</h1>
      <ul class="several">
        ${tracked.map(
          (one) =>
            html`<li ${isFailure(one.status) && html` class="failed"`}>
              <a href="/track?ref=${encodeURIComponent(referenceOf(one))}"
                ><span class="mono">${referenceOf(one)}</span><span>${sentenceOf(one)}</span></a
              >
            </li>`,
        )}
      </ul>
    </div>`,
    { tracks_another: true, missing },
  )
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

/** Renders what happens next, and what the receiver can do about it; `false` when there is no next step. */
function whatNext(
  reader: BaseContext,
  courier: Courier,
  tracked: Tracked,
  { rejection, place }: { rejection: string; place: ShipmentPlace | undefined },
): Html | false {
  const { row, status } = tracked
  const next = nextStep({
    status,
    needs_pin: row.has_pin && row.pod_method === 'pin-with-fallback' && !row.delivery_pickup_point_id,
    estimated_collection: courier.shows_times ? row.estimated_collection : null,
    destination: areaOf(row.receiver_suburb, row.receiver_town) || 'the receiver',
    ...pointNames(row),
  })
  if (!next) return false
  const mailLink = (words: string): string =>
    `mailto:${encodeURIComponent(courier.email).replace('%40', '@')}?subject=${encodeURIComponent(`${referenceOf(tracked)}: ${words}`)}`
  const canMail = courier.email && isFor('active', status) && !row.delivery_pickup_point_id
  const action = (drawing: 'calendar' | 'note', words: string, subject: string): Html =>
    html`<li>
      <a href="${mailLink(subject)}"
        >${icon(drawing)}<span>${words} <small class="quiet">by e-mail</small></span
        >${icon('chevron')}</a
      >
    </li>`
  const chooses = row.receiver_has_number && mayChooseOtherDay(reader, row) === true
  const extendsTime = row.receiver_has_number && place?.extends_to !== null && waitsAtPoint(status)
  return html`<section class="next${isFailure(status) ? ' failed' : ''}" aria-label="What happens next">
    <p class="now">
      ${icon(next.title.includes('PIN') ? 'key' : 'next')}<span><b>${next.title}</b> ${next.text}</span>
    </p>
    ${
      (chooses || extendsTime || rejection) &&
      receiverForm(referenceOf(tracked), { rejection, isAboutTime: extendsTime })
    }
    ${
      canMail &&
      html`<ul class="actions">
        ${!chooses && action('calendar', 'Ask for another day', 'another day')}${action('note', 'Send the driver instructions', 'instructions for the driver')}
      </ul>`
    }
  </section>`
}

/**
 * Renders the form that leads to the receiver's page. It requires the last digits of the receiver's mobile number,
 * which is called on delivery.
 */
function receiverForm(
  reference: string,
  { rejection, isAboutTime }: { rejection: string; isAboutTime: boolean },
): Html {
  const [question, action] = isAboutTime
    ? ['More time?', 'Extend the time']
    : ['Another day?', 'Choose another day']
  return html`<form action="/track" method="post" class="wishes">
    <input type="hidden" name="ref" value="${reference}" />
    ${rejection && html`<p class="told" role="alert">${rejection}</p>`}
    <p>
      <label for="digits">${question} Last ${proof_digits} digits of the receiver’s mobile number</label>
      <span class="field"
        ><input
          id="digits"
          name="digits"
          inputmode="numeric"
          autocomplete="off"
          maxlength="${proof_digits}"
          required
          ${rejection && html` aria-invalid="true"`}
        /><button type="submit">${icon('calendar')}<span>${action}</span></button></span
      >
    </p>
  </form>`
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
function details(courier: Courier, tracked: Tracked): Html {
  const { row } = tracked
  const who = (company: string, name: string, suburb: string, town: string): string =>
    [company || initialsOf(name), areaOf(suburb, town)].filter(Boolean).join(', ')
  const rows: [string, string][] = [
    ['Courier', courier.title],
    ['Service', row.service_level_name],
    ['Parcels', String(row.parcel_count)],
    ['From', who(row.sender_company, row.sender_name, row.sender_suburb, row.sender_town)],
    ['To', who('', row.receiver_name, row.receiver_suburb, row.receiver_town)],
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
