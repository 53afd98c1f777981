import { formatRand } from '@waybill/domain/kit/money'
import { gatewayTitle } from '@waybill/domain/payments/gateway-list'
import { html, type Html } from '../../../src/kit/html.ts'
import type { RawAnswer } from '../../../src/kit/handler.ts'
import { paymentHtmlPage } from './answers.ts'
import { fake_gateway_actions, type FakePayment, type FakeGatewayAction } from './payment.ts'

/** Renders the page for unknown addresses, with status 404. */
export function missingPage(): RawAnswer {
  return { ...paymentHtmlPage('Not here', html`<p><a href="/">All payments</a></p>`), status: 404 }
}

/** Renders the page of one payment with its buttons. With an action, performs it and redirects the payer. */
export async function paymentPage(
  one: FakePayment | undefined,
  action: string | undefined,
  redirectUri: string,
  act: (id: string, action: FakeGatewayAction, redirect_uri: string) => Promise<string>,
): Promise<RawAnswer> {
  const knownAction = fake_gateway_actions.find((known) => known === action)
  if (!one || (action !== undefined && !knownAction)) return missingPage()
  if (knownAction) {
    const location = await act(one.id, knownAction, redirectUri)
    return { status: 303, headers: { location: location || '/' }, body: '' }
  }
  const onward = redirectUri ? `?redirect_uri=${encodeURIComponent(redirectUri)}` : ''
  const link = (to: FakeGatewayAction, label: string): Html =>
    html`<li>
      <a href="/pay/${one.id}/${to}${onward}"><b>${label}</b></a>
    </li>`
  return paymentHtmlPage(
    `${gatewayTitle(one.gateway)}: ${formatRand(one.amount)}`,
    html`<dl>
        <div>
          <dt>For</dt>
          <dd>${one.title}</dd>
        </div>
        <div>
          <dt>Id</dt>
          <dd>${one.custom_id}</dd>
        </div>
        <div>
          <dt>State</dt>
          <dd>${one.status}</dd>
        </div>
      </dl>
      <ul>
        ${link('success', 'Pay')} ${link('fail', 'Fail')} ${link('cancel', 'Cancel')}
        ${link('pending', 'Leave it pending')} ${link('wrong-amount', 'Pay R 1.00 too little')}
        ${link('foreign-currency', 'Pay in another currency')}
        ${link('other-merchant', 'Pay to another merchant')}
      </ul>`,
  )
}

/** Renders the list of all payments. */
export function listPage(payments: readonly FakePayment[]): RawAnswer {
  return paymentHtmlPage('Payments', listOf(payments))
}

function listOf(payments: readonly FakePayment[]): Html {
  if (payments.length === 0)
    return html`<p class="empty">No payments yet. They appear here when somebody goes to pay.</p>`
  return html`<ul>
    ${payments.map(
      (one) =>
        html`<li>
          <a href="/pay/${one.id}">
            <b>${gatewayTitle(one.gateway)}: ${formatRand(one.amount)}</b>
            <span>${one.custom_id} · ${one.status}</span>
          </a>
        </li>`,
    )}
  </ul>`
}
