import type { Html } from '../../../src/kit/html.ts'
import type { RawAnswer } from '../../../src/kit/handler.ts'
import { catcherPage, json } from '../../catchers/catcher-page.ts'

/** Renders a page of the fake gateways. */
export function paymentHtmlPage(title: string, content: Html): RawAnswer {
  return catcherPage('Payments', title, content, 'at the gateways. This is a stand-in: no money moves here.')
}

/** Builds a plain-text response. */
export function plainText(body: string): RawAnswer {
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
}

/** Builds a JSON error response. */
export function refusal(status: number, message: string): RawAnswer {
  return { ...json({ message }), status }
}
