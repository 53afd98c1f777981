import { bareNumber } from '@waybill/domain/kit/contacts/phone'
import type { LeftOut } from '@waybill/domain/tracking/tracking-query'
import { html, markup, type Html } from '../../kit/html.ts'
import type { Courier } from './courier.ts'
import type { LogoPlate } from './logo-plate.ts'

const drawings = {
  search: '<circle cx="11" cy="11" r="7"/><path d="m20 20-4-4"/>',
  key: '<circle cx="8" cy="15" r="4"/><path d="m11 12 8-8m-3 3 3 3m-6 0 2 2"/>',
  next: '<path d="M5 12h14m-6-6 6 6-6 6"/>',
  calendar: '<path d="M4 6h16v14H4zM4 10h16M8 3v4m8-4v4"/>',
  note: '<path d="M6 3h8l4 4v14H6zM9 12h6m-6 4h6"/>',
  phone:
    '<path d="M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2"/>',
  chevron: '<path d="m9 6 6 6-6 6"/>',
} as const

/** Renders a decorative icon, which is hidden from screen readers. */
export function icon(name: keyof typeof drawings): Html {
  return html`<svg
    class="icon"
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${markup(drawings[name])}
  </svg>`
}

/** Renders `content` with the header and footer that all tracking pages share. */
export function frame(
  courier: Courier,
  content: Html,
  more: { tracks_another?: boolean; leftOut?: LeftOut | undefined } = {},
): Html {
  return html`<a class="skip" href="#content">Skip to content</a>
    <header class="top">
      <div class="row">
        <a class="brand" href="/track">${brand(courier)}</a
        >${more.tracks_another && html`<a class="another" href="/track">${icon('search')}<span>Track another</span></a>`}
      </div>
    </header>
    <main id="content">${more.leftOut && leftOutNote(more.leftOut)}${content}</main>
    <footer class="foot">
      <div class="row">${questions(courier)}<span class="quiet">${courier.title}</span></div>
    </footer>`
}

/** Renders which of several references were not found or not looked up; `false` when there are none. */
export function leftOutNote({ missing, limit }: LeftOut): Html | false {
  return (
    (missing.length > 0 || limit !== '') &&
    html`<p class="told refused" role="status">
      ${
        missing.length > 0 &&
        html`We can't find <span class="mono">${missing.join(', ')}</span>. Check it against your message or
          label.`
      }
      ${limit}
    </p>`
  )
}

const logo_classes: Readonly<Record<LogoPlate, string>> = {
  none: 'logo',
  light: 'logo on-light',
  dark: 'logo on-dark',
}

function brand(courier: Courier): Html {
  if (courier.logo)
    return html`<img
      class="${logo_classes[courier.logo_plate]}"
      src="${courier.logo}"
      alt="${courier.title}"
    />`
  const [first = '', ...rest] = courier.title.split(' ')
  return html`<span class="mark" aria-hidden="true">${Array.from(first)[0]?.toUpperCase()}</span
    ><span class="name">${first}${rest.length > 0 && html` <small>${rest.join(' ')}</small>`}</span>`
}

function questions({ phone, email }: Courier): Html | false {
  if (!phone && !email) return false
  const links = [
    phone && html`<a href="tel:${bareNumber(phone)}">${phone}</a>`,
    email && html`<a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${email}</a>`,
  ]
  return html`<p class="questions">
    Questions? ${links.filter(Boolean).map((link) => html`<span>${link || ''}</span>`)}
  </p>`
}
