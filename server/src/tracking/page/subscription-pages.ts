import type { SubscriberStep } from '@waybill/domain/shipments/receiver/subscription-step'
import { html, type Html } from '../../kit/html.ts'
import type { Context, ExternalContext, RawAnswer } from '../../kit/handler.ts'
import type { Courier } from './courier.ts'
import { frame, icon } from './page-layout.ts'
import { publicPage } from './public-page.ts'

/** A subscription as its page shows it. */
interface ShownSubscription {
  reference: string
  is_confirmed: boolean
  tracking: string
}

/** E-mails about a parcel that everybody can ask for; given by the module that sends messages. */
export interface Subscriptions {
  subscribe: (ctx: ExternalContext, input: { id: number; address: string }) => Promise<void>
  read: (ctx: Context, token: string) => Promise<ShownSubscription | null>
  change: (ctx: Context, token: string, step: SubscriberStep) => Promise<void>
}

/** Returns what a link or form of a subscription does. */
export function stepIn(value: unknown): SubscriberStep {
  return value === 'confirm' ? 'confirm' : 'end'
}

interface SubscriptionLink {
  token: string
  step: SubscriberStep
}

/** Shows the button that confirms or ends a subscription. Opening the page changes nothing. */
export async function showSubscription(
  ctx: ExternalContext,
  courier: Courier,
  subscriptions: Subscriptions,
  { token, step }: SubscriptionLink,
): Promise<RawAnswer> {
  const found = await ctx.inTransaction((tx) => subscriptions.read(tx, token))
  if (!found || (step === 'confirm' && found.is_confirmed)) return stateOf(ctx, courier, found)
  const { reference } = found
  const [title, button] =
    step === 'confirm'
      ? [`Do you want e-mails about parcel ${reference}?`, 'Yes, send me e-mails']
      : [`Do you want no more e-mails about parcel ${reference}?`, 'Unsubscribe']
  return publicPage(ctx, courier, {
    title: 'E-mails about a parcel',
    body: askPage(
      courier,
      title,
      html`<form action="/track" method="post">
        <input type="hidden" name="subscription" value="${token}" /><input
          type="hidden"
          name="do"
          value="${step}"
        /><button type="submit">${icon('note')}<span>${button}</span></button>
      </form>`,
    ),
  })
}

/** Confirms or ends a subscription, and says so. */
export async function takeSubscription(
  ctx: ExternalContext,
  courier: Courier,
  subscriptions: Subscriptions,
  { token, step }: SubscriptionLink,
): Promise<RawAnswer> {
  await ctx.answer((tx) => subscriptions.change(tx, token, step))
  return stateOf(ctx, courier, await ctx.inTransaction((tx) => subscriptions.read(tx, token)))
}

function stateOf(ctx: ExternalContext, courier: Courier, found: ShownSubscription | null): RawAnswer {
  return publicPage(ctx, courier, {
    title: 'E-mails about a parcel',
    body: found
      ? askPage(
          courier,
          `We write to you when parcel ${found.reference} moves.`,
          html`<p class="lead"><a href="${found.tracking}">Track the parcel</a></p>`,
        )
      : askPage(
          courier,
          'You get no e-mails from this subscription.',
          html`<p class="lead">You can subscribe again on the page of the parcel.</p>`,
        ),
  })
}

function askPage(courier: Courier, title: string, content: Html): Html {
  return frame(
    courier,
    html`<div class="ask">
      <h1>${title}</h1>
      ${content}
    </div>`,
    { tracks_another: true },
  )
}

/** What was entered into the form for e-mails, and why it was rejected. */
export interface SubscribeForm {
  address: string
  rejection: string
}

/** Renders the form with which everybody can ask for e-mails about a parcel. `key` is that of a verified receiver. */
export function subscribeForm(reference: string, key: string, { address, rejection }: SubscribeForm): Html {
  return html`<section class="question" aria-labelledby="subscribe">
    <h2 id="subscribe">Get e-mails about this parcel</h2>
    <form action="/track" method="post">
      <input type="hidden" name="ref" value="${reference}" /><input
        type="hidden"
        name="act"
        value="subscription"
      />${key !== '' && html`<input type="hidden" name="key" value="${key}" />`}
      ${rejection && html`<p class="told refused" role="alert">${rejection}</p>`}
      <label for="email">Your email address</label>
      <div class="field">
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="email"
          maxlength="255"
          value="${address}"
          required
          aria-describedby="subscribe-hint"
          ${rejection && html` aria-invalid="true"`}
        /><button type="submit">${icon('note')}<span>Subscribe</span></button>
      </div>
      <p class="quiet" id="subscribe-hint">
        We ask you to confirm it first. Every e-mail has a link with which you unsubscribe.
      </p>
    </form>
  </section>`
}
