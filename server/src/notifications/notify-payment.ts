import type { PayloadOf } from '@waybill/domain/kit/event'
import { formatRand } from '@waybill/domain/kit/money'
import { provider_title } from '@waybill/domain/identity/settings'
import { inbox_needs } from '@waybill/domain/notifications/inbox-needs'
import { autoTopUpText, paymentProblemText } from '@waybill/domain/notifications/payment-texts'
import type { autoTopUpChanged, paymentNeedsPerson, paymentReceived } from '@waybill/domain/payments/events'
import { paidBy } from '@waybill/domain/payments/methods'
import { otherAmountText } from '@waybill/domain/payments/payment'
import type { remittancePaid } from '@waybill/domain/cash/events'
import { getAccount } from '../accounts/index.ts'
import { ownerEmails } from '../identity/index.ts'
import type { Context, ExternalContext } from '../kit/handler.ts'
import { readPaymentForReceipt } from '../payments/index.ts'
import { guestLink, portalOf } from './about-shipments/compose-message.ts'
import { textReceipt } from './about-shipments/notify-unpaid.ts'
import { sendMailing } from './mail/send-mailing.ts'
import { postToInbox } from './inbox/post-to-inbox.ts'

/**
 * Sends the receipt of a payment to the payer: by e-mail, or to guests without an e-mail address by SMS. After-commit
 * subscriber.
 */
export async function sendReceipt(
  ctx: ExternalContext,
  { payment_id, reference, amount, shipment_id }: PayloadOf<typeof paymentReceived>,
): Promise<void> {
  const payment = await ctx.inTransaction((tx) => readPaymentForReceipt(tx, payment_id))
  if (!payment) return
  if (!payment.email) {
    if (payment.shipment_id !== null && payment.purpose === 'shipment')
      await textReceipt(ctx, payment.shipment_id, { reference, amount, is_settled: shipment_id !== null })
    return
  }
  const shipment = payment.custom_tracking_reference ?? payment.short_tracking_reference
  const isGuest = payment.account_type === 'guest'
  const isPlace = payment.purpose === 'place_change'
  const what = isPlace
    ? shipment_id === null
      ? 'It could not be used for your delivery. We will contact you about paying it back.'
      : `We are sending parcel ${shipment ?? ''} to the place that you chose. Its tracking page shows where it is. If it can no longer go there, we will contact you about paying it back.`
    : shipment_id !== null
      ? `Shipment ${shipment ?? ''} is paid and will be collected.`
      : isGuest
        ? `${payment.status === 'mismatch' ? `${otherAmountText(payment.amount, amount)} ` : ''}It could not be used for your shipment. We will contact you about paying it back.`
        : `It was credited to account ${payment.account_code}. The balance is ${formatRand(payment.balance ?? 0)}.`
  await sendMailing(ctx, payment.email, {
    subject: `Receipt ${reference} for ${formatRand(amount)}`,
    headline: `We received ${formatRand(amount)}`,
    lines: [
      `${ctx.setting(provider_title)} received your payment ${reference} ${paidBy(payment.gateway)}.`,
      what,
    ],
    ...(shipment_id !== null && shipment
      ? {
          button:
            isGuest && !isPlace && payment.payment_reference
              ? { label: 'Print label', link: guestLink(ctx, payment.payment_reference) }
              : { label: 'Track it', link: `${portalOf(ctx)}/track?ref=${encodeURIComponent(shipment)}` },
        }
      : {}),
  })
}

/** Tells the owners of an account that collected money was paid out, with a link to the statement. After-commit subscriber. */
export async function mailRemittance(
  ctx: ExternalContext,
  { account_id, reference, paid }: PayloadOf<typeof remittancePaid>,
): Promise<void> {
  const addresses = await ctx.inTransaction((tx) => ownerEmails(tx, account_id))
  for (const address of addresses)
    await sendMailing(ctx, address, {
      subject: `Payout ${reference} of ${formatRand(paid)}`,
      headline: `We paid out ${formatRand(paid)}`,
      lines: [
        `${ctx.setting(provider_title)} paid out what receivers paid for your goods, ${reference}. The statement lists every receipt and the fee.`,
      ],
      button: { label: 'Open the statement', link: `${portalOf(ctx)}/cash/payouts` },
    })
}

/** Notifies staff who post payments of a payment that needs manual handling. */
export async function inboxPayment(
  ctx: Context,
  { account_id, reference, problem, asked, received }: PayloadOf<typeof paymentNeedsPerson>,
): Promise<void> {
  const account = await getAccount(ctx, account_id)
  const isGuest = account.account_type === 'guest'
  await postToInbox(
    ctx,
    { staff_with: inbox_needs.payments, branch_id: account.branch_id },
    {
      kind: 'billing',
      message: paymentProblemText(problem, {
        reference,
        account: account.name,
        requested: asked,
        received,
        is_guest: isGuest,
      }),
      link: `/billing/payments?q=${reference}`,
    },
  )
}

/** Sends the customer an e-mail about what happened to an automatic top-up. After-commit subscriber. */
export async function notifyAutoTopUp(
  ctx: ExternalContext,
  { change, email, text }: PayloadOf<typeof autoTopUpChanged>,
): Promise<void> {
  if (!email) return
  const { subject, headline, lines } = autoTopUpText(change, text)
  await sendMailing(ctx, email, {
    subject,
    headline,
    lines,
    button: { label: 'Open billing', link: `${portalOf(ctx)}/account?tab=billing` },
  })
}
