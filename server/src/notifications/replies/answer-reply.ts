import { addressLine } from '@waybill/domain/accounts/address'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { e164 } from '@waybill/domain/kit/contacts/phone-number'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { isTransient, Problem } from '@waybill/domain/kit/problem'
import { inbox_needs } from '@waybill/domain/notifications/inbox-needs'
import type { replyReceived } from '@waybill/domain/notifications/replies/reply-events'
import {
  max_answers_per_day,
  reply_answers,
  replyInboxText,
} from '@waybill/domain/notifications/replies/reply-texts'
import { plainMarks } from '@waybill/domain/notifications/sms-length'
import { reachUs } from '@waybill/domain/shipments/receiver/receiver-link'
import { isFor, waitsAtPoint } from '@waybill/domain/shipments/statuses/status'
import type { Context, ExternalContext } from '../../kit/handler.ts'
import { changePlace, isSpent, offeredChange, readOtherPlaces, receiverActor } from '../../shipments/index.ts'
import { shortened } from '../../short-urls/index.ts'
import { changeLink, companyName, receiverLink, referenceOf } from '../about-shipments/compose-message.ts'
import { contactOf } from '../about-shipments/not-sent.ts'
import { postToInbox } from '../inbox/post-to-inbox.ts'
import { phonesOf, sendText } from '../sms/text-queue.ts'
import { deleteSubscribersOf } from '../subscribers/subscriber-store.ts'
import { findMessage, insertMessages, readNotifiedShipment, type NotifiedShipment } from '../store.ts'
import {
  answerKey,
  applyOptOut,
  closeReply,
  countReplies,
  findNamedPoint,
  findReply,
  type Reply,
} from './reply-store.ts'

/** What is done about a reply: the text to send, the pickup point that it names, and whether a person must read it as well. */
interface Answer {
  text: string
  point?: string
  is_for_agents?: boolean
}

/**
 * Does what a receiver asked for in a reply, once. STOP and START are not answered. Text that is not a keyword, and every
 * keyword of a sender, payer or former receiver, goes to the inbox of service agents (decision 0158); so does a request for
 * a change when no delivery is on its way, beside its answer. The answer is an SMS, also to a WhatsApp message. After-commit
 * subscriber.
 */
export async function answerReply(
  ctx: ExternalContext,
  { reply_id }: PayloadOf<typeof replyReceived>,
): Promise<void> {
  const { reply, shipment, answered } = await ctx.inTransaction(async (tx) => {
    const found = await findReply(tx, reply_id)
    const shipmentId = found?.shipment_id ?? null
    return {
      reply: found,
      shipment: shipmentId === null ? undefined : await readNotifiedShipment(tx, shipmentId),
      answered: found ? await countReplies(tx, found.sender, startOfDay(dayOf(tx.now))) : 0,
    }
  })
  if (!reply || reply.result !== '') return
  if (reply.keyword === 'stop' || reply.keyword === 'start')
    return ctx.inTransaction(async (tx) => {
      const isOut = await applyOptOut(tx, reply.sender)
      if (isOut) await deleteSubscribersOf(tx, reply.sender)
      await closeReply(tx, reply.id, {
        result: isOut ? 'The number gets no more messages.' : 'The number gets messages again.',
      })
    })
  if (reply.keyword === 'other' || (shipment && !isOfReceiver(reply, shipment)))
    return ctx.inTransaction(async (tx) => {
      await passToAgents(tx, reply, shipment)
      await closeReply(tx, reply.id, { result: 'In the inbox of service agents.' })
    })
  if (answered > max_answers_per_day)
    return ctx.inTransaction((tx) =>
      closeReply(tx, reply.id, { result: 'Not answered: too many replies today.' }),
    )
  const answer = await answerTo(ctx, reply, shipment)
  await send(ctx, reply, shipment, answer)
}

/** Whether a reply comes from the number to which the parcel is delivered now. Senders and payers get messages too. */
function isOfReceiver({ sender }: Reply, shipment: NotifiedShipment): boolean {
  return e164(phonesOf(shipment).delivery) === `+${sender}`
}

/** Stores a message about the reply in the inbox of staff who answer calls. */
async function passToAgents(
  ctx: Context,
  reply: Reply,
  shipment: NotifiedShipment | undefined,
): Promise<void> {
  const message = replyInboxText({
    ...reply,
    reference: shipment ? referenceOf(shipment) : '',
    is_of_other: shipment !== undefined && !isOfReceiver(reply, shipment),
  })
  const link = shipment
    ? `/shipments/${shipment.id}`
    : `/callers?text=${encodeURIComponent(`+${reply.sender}`)}`
  await postToInbox(
    ctx,
    { staff_with: inbox_needs.replies, branch_id: null },
    { kind: 'shipment', message, link },
  )
}

async function answerTo(
  ctx: ExternalContext,
  reply: Reply,
  shipment: NotifiedShipment | undefined,
): Promise<Answer> {
  if (!shipment || !isFor('active', shipment.status))
    return { text: reply_answers.no_delivery, is_for_agents: true }
  if (reply.keyword === 'change') {
    const reference = referenceOf(shipment)
    const link = await linkToChange(ctx, shipment)
    return {
      text:
        link === null
          ? reply_answers.no_change(reference, reachUs(contactOf(ctx)))
          : reply_answers.change(reference, link),
    }
  }
  const receiver = await ctx.actingAs(receiverActor(ctx.provider_id))
  return reply.keyword === 'yes' ? choosePoint(receiver, reply, shipment) : askForPoint(receiver, shipment)
}

/**
 * Returns the link with which the receiver changes the delivery, or `null` when nothing can be changed. When the link of the
 * messages is spent, it is a one-time link, because the reply came from the number of the receiver (decision 0174).
 */
async function linkToChange(ctx: ExternalContext, shipment: NotifiedShipment): Promise<string | null> {
  if (!waitsAtPoint(shipment.status) && offeredChange(ctx, shipment, shipment.parcels) === null) return null
  const page = isSpent(ctx, shipment) ? receiverLink(ctx, shipment) : changeLink(ctx, shipment)
  return ctx.inTransaction((tx) => shortened(tx, page))
}

/** Answers that the parcel cannot go to a pickup point by reply, and what the receiver can do instead. */
async function noPoint(ctx: ExternalContext, shipment: NotifiedShipment): Promise<Answer> {
  const link = await linkToChange(ctx, shipment)
  const next = link === null ? `Please ${reachUs(contactOf(ctx))}.` : `See what is possible: ${link}`
  return { text: reply_answers.no_point(referenceOf(shipment), next) }
}

/** Names the nearest pickup point that takes the parcels at no extra cost. */
async function askForPoint(receiver: ExternalContext, shipment: NotifiedShipment): Promise<Answer> {
  const { reschedule_reference } = shipment
  const { points } = await readOtherPlaces(receiver, reschedule_reference)
  for (const { pickup_point_id, pickup_point_provider, name, address } of points) {
    const place = { point_id: pickup_point_id, network: pickup_point_provider }
    const isFree = await isAllowed(() =>
      changePlace(receiver, reschedule_reference, place, { step: 'price', canPay: false }),
    )
    if (!isFree) continue
    const where = addressLine({ ...address, company: '', entered_address: '', country: '' })
    return {
      text: reply_answers.ask_point(referenceOf(shipment), `${name}, ${where}`),
      point: `${pickup_point_provider}:${pickup_point_id}`,
    }
  }
  return noPoint(receiver, shipment)
}

/** Sends the parcel to the pickup point that was named within the last day. */
async function choosePoint(
  receiver: ExternalContext,
  reply: Reply,
  shipment: NotifiedShipment,
): Promise<Answer> {
  const since = new Date(receiver.now.getTime() - day_ms)
  const named = await receiver.inTransaction((tx) => findNamedPoint(tx, reply, since))
  if (named === '') return { text: reply_answers.nothing_asked }
  const [network = '', ...id] = named.split(':')
  const pointId = id.join(':')
  // This job may run again after the place was changed.
  const isThere =
    shipment.delivery_pickup_point_id === pointId ||
    (await isAllowed(() =>
      changePlace(
        receiver,
        shipment.reschedule_reference,
        { point_id: pointId, network },
        {
          step: 'choose',
          canPay: false,
        },
      ),
    ))
  const now = await receiver.inTransaction((tx) => readNotifiedShipment(tx, shipment.id))
  if (!isThere) return noPoint(receiver, now ?? shipment)
  return { text: reply_answers.at_point(referenceOf(shipment), now?.receiver_company || 'the pickup point') }
}

/** Whether a call succeeds; `false` when a rule rejects it. A fault that passes is thrown, so that the job is repeated. */
async function isAllowed(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (error instanceof Problem && !isTransient(error)) return false
    throw error
  }
}

/** Sends the answer by SMS, once, and stores it with the reply and in the communication log. */
async function send(
  ctx: ExternalContext,
  reply: Reply,
  shipment: NotifiedShipment | undefined,
  { text, point = '', is_for_agents = false }: Answer,
): Promise<void> {
  const body = plainMarks(`${companyName(ctx)}: ${text}`)
  const onceKey = answerKey(reply.id)
  const stored = await ctx.inTransaction(async (tx) => {
    await insertMessages(tx, [
      {
        shipment_id: shipment?.id ?? null,
        account_id: shipment?.account_id ?? null,
        channel: 'sms',
        event: 'reply_answer',
        recipient: reply.sender,
        subject: '',
        body,
        once_key: onceKey,
        status: 'queued',
        reason: null,
      },
    ])
    return findMessage(tx, onceKey)
  })
  // This job may run again after the gateway accepted the answer.
  const failure = stored?.gateway_message_id
    ? null
    : await sendText(ctx, onceKey, { to: reply.sender, text: body })
  if (failure?.try_again) throw new Error(failure.reason)
  await ctx.inTransaction(async (tx) => {
    if (is_for_agents) await passToAgents(tx, reply, shipment)
    await closeReply(tx, reply.id, { result: failure ? failure.reason : `Answered: ${body}`, point })
  })
}
