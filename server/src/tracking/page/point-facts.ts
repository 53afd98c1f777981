import { addressLine } from '@waybill/domain/accounts/address'
import { bareNumber } from '@waybill/domain/kit/contacts/phone'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { formatLongDay } from '@waybill/domain/kit/texts/format'
import type { ShipmentPlace } from '@waybill/domain/pickup-points/api'
import { html, type Html } from '../../kit/html.ts'

/** Formats the moment until which a parcel can be fetched: `Friday 13 March, 02:00`. */
export function deadlineText(moment: Date): string {
  return `${formatLongDay(moment)}, ${clockOf(moment)}`
}

/** Renders where a parcel is fetched: name, address, hours, phone and deadline. */
export function pointFacts({ name, address, hours, is_open, phone, deadline }: ShipmentPlace): Html {
  const where = addressLine({ ...address, company: '', entered_address: '', country: '' })
  const rows: [string, Html | string | false][] = [
    ['Where', html`<b>${name}</b>${where && html`<br />${where}`}`],
    ['Hours', hours && html`${hours}${is_open !== null && html` · ${is_open ? 'open now' : 'closed now'}`}`],
    ['Phone', phone ? html`<a href="tel:${bareNumber(phone)}">${phone}</a>` : ''],
    ['Until', deadline && html`<b>${deadlineText(deadline)}</b>`],
  ].flatMap(([term, value]) => (value ? [[term, value] as [string, Html | string]] : []))
  return html`<section class="point" aria-labelledby="point">
    <h2 id="point">Where to collect it</h2>
    <dl>
      ${rows.map(
        ([term, value]) =>
          html`<div>
            <dt>${term}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </section>`
}
