import type { SubscriberChannel, SubscriberStep } from '@waybill/domain/shipments/receiver/subscription-step'
import { html, type Html } from '../../kit/html.ts'
import type { Context, ExternalContext, RawAnswer } from '../../kit/handler.ts'
import type { Courier } from './courier.ts'
import { frame, icon } from './page-layout.ts'
import { publicPage } from './public-page.ts'

/** A subscription as its page shows it. */
interface ShownSubscription {
  reference: string
  channel: SubscriberChannel
  is_confirmed: boolean
  tracking: string
}

/** Messages about a parcel that everybody can ask for; given by the module that sends messages. */
export interface Subscriptions {
  subscribe: (
    ctx: ExternalContext,
    input: { id: number; channel: SubscriberChannel; address: string },
  ) => Promise<void>
  read: (ctx: Context, token: string) => Promise<ShownSubscription | null>
  change: (ctx: Context, token: string, step: SubscriberStep) => Promise<void>
}

const words: Readonly<Record<SubscriberChannel, string>> = { email: 'e-mails', sms: 'SMS' }

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
  const { reference, channel, tracking } = found
  const what = words[channel]
  const [title, button] =
    step === 'confirm'
      ? [`Do you want ${what} about parcel ${reference}?`, `Yes, send me ${what}`]
      : [`Do you want no more ${what} about parcel ${reference}?`, 'Unsubscribe']
  return publicPage(ctx, courier, {
    title: 'Messages about a parcel',
    body: askPage(
      courier,
      title,
      html`<form action="/track" method="post">
          <input type="hidden" name="subscription" value="${token}" /><input
            type="hidden"
            name="do"
            value="${step}"
          /><button type="submit">${icon('note')}<span>${button}</span></button>
        </form>
        ${step === 'end' && html`<p><a href="${tracking}">Track the parcel</a></p>`}`,
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
    title: 'Messages about a parcel',
    body: found
      ? askPage(
          courier,
          `We write to you when parcel ${found.reference} moves.`,
          html`<p class="lead"><a href="${found.tracking}">Track the parcel</a></p>`,
        )
      : askPage(
          courier,
          'You get no messages from this subscription.',
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

/** What was entered into a form for messages, and why it was rejected. */
export interface SubscribeForm {
  channel: SubscriberChannel
  address: string
  rejection: string
}

/** Renders the forms with which everybody can ask for messages about a parcel. `key` is that of a verified receiver. */
export function subscribeForms(
  reference: string,
  key: string,
  { channels, entered }: { channels: readonly SubscriberChannel[]; entered: SubscribeForm | undefined },
): Html | false {
  if (channels.length === 0) return false
  const title = channels.map((channel) => words[channel]).join(' or ')
  return html`<section class="question" aria-labelledby="subscribe">
    <h2 id="subscribe">Get ${title} about this parcel</h2>
    ${channels.map((channel) =>
      subscribeForm(reference, key, {
        channel,
        address: '',
        rejection: '',
        ...(entered?.channel === channel ? entered : {}),
      }),
    )}
    <p class="quiet" id="subscribe-hint">
      We ask you to confirm it first. Every message has a link with which you unsubscribe.
    </p>
  </section>`
}

const fields = {
  email: {
    name: 'email',
    label: 'Your email address',
    type: 'email',
    autocomplete: 'email',
    max: 255,
    button: 'Subscribe',
  },
  sms: {
    name: 'number',
    label: 'Your mobile number',
    type: 'tel',
    autocomplete: 'tel',
    max: 40,
    button: 'Get SMS',
  },
} as const

function subscribeForm(reference: string, key: string, { channel, address, rejection }: SubscribeForm): Html {
  const { name, label, type, autocomplete, max, button } = fields[channel]
  return html`<form action="/track" method="post">
    <input type="hidden" name="ref" value="${reference}" /><input
      type="hidden"
      name="act"
      value="subscription"
    />${key !== '' && html`<input type="hidden" name="key" value="${key}" />`}
    ${rejection && html`<p class="told refused" role="alert">${rejection}</p>`}
    <label for="${name}">${label}</label>
    <div class="field">
      <input
        id="${name}"
        name="${name}"
        type="${type}"
        autocomplete="${autocomplete}"
        maxlength="${max}"
        value="${address}"
        required
        aria-describedby="subscribe-hint"
        ${rejection && html` aria-invalid="true"`}
      /><button type="submit">${icon('note')}<span>${button}</span></button>
    </div>
  </form>`
}
