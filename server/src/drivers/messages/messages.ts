import type { DriverAction, ReadMessages } from '@waybill/domain/drivers/api'
import { driverWrote } from '@waybill/domain/drivers/events'
import { hidden_number_to_call, withoutNumbers } from '@waybill/domain/drivers/hidden-numbers'
import { driver_message_max, type DriverMessage } from '@waybill/domain/drivers/messages'
import type { driverMessagesApi } from '@waybill/domain/drivers/messages-api'
import type { Driver } from '@waybill/domain/drivers/model'
import { driverPushDue } from '@waybill/domain/drivers/push'
import { push_texts } from '@waybill/domain/drivers/push-texts'
import { branchLimit, isDriver, isOffice } from '@waybill/domain/kit/actor'
import { day_ms, hour_ms } from '@waybill/domain/kit/dates/durations'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { forbidden, invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import type { Context, Handler } from '../../kit/handler.ts'
import { noteOnTimeline, readShipmentRows } from '../../shipments/index.ts'
import { canConnect, hidesNumbers } from '../calls/callable-contact.ts'
import { driverFacts } from '../duty/apply-duty.ts'
import { findDriver } from '../find-driver.ts'
import { happenedAt } from '../happened-at.ts'
import { listDriverSubscriptions } from '../push/push-store.ts'
import {
  findAnswered,
  insertDriverMessage,
  lastWriter,
  listDriverMessages,
  markMessagesRead,
} from './message-store.ts'

const max_messages = 100
/** Time in ms after which a push message about a message is no longer sent; the message stays. */
const push_life_ms = 2 * hour_ms

const the_beginning = new Date(0)

/** Lists the messages between the office and a driver; staff limited to a branch read those of its drivers. */
export const readDriverMessages: Handler<typeof driverMessagesApi.list> = async (ctx, input) => {
  const { username } = await requireDriver(ctx, input.driver)
  const { messages, total } = await listDriverMessages(ctx, username, pageOf(input, max_messages))
  return { messages, count: total }
}

/**
 * Sends a message to a driver: with the trip sheet, as a push message without its text, and on the timeline of the
 * shipment (docs/domain/routing-and-drivers.md#messages).
 */
export const sendToDriver: Handler<typeof driverMessagesApi.send> = async (ctx, input) => {
  const driver = await requireDriver(ctx, input.driver)
  if (driver.deleted_date !== null) throw wrongState(`${driver.name} does not drive for you any more.`)
  const body = input.text.trim()
  if (body === '') throw invalid('Write a message.', [{ field: 'text', message: 'is required' }])
  const shipmentId = input.shipment_id ?? null
  if (shipmentId !== null && (await readShipmentRows(ctx, [shipmentId])).length === 0)
    throw notFound('Could not find shipment')
  const id = await insertDriverMessage(ctx, {
    driver_username: driver.username,
    is_from_driver: false,
    shipment_id: shipmentId,
    body,
    time_written: ctx.now,
  })
  if (shipmentId !== null)
    await noteOnTimeline(ctx, shipmentId, 'driver-message', `Message to ${driver.name}: ${body}`)
  await pushToDriver(ctx, driver)
  await publishMessages(ctx, driver)
  return readBack(ctx, driver.username, id)
}

async function readBack(ctx: Context, username: string, id: number): Promise<DriverMessage> {
  const { messages } = await listDriverMessages(ctx, username, { limit: 1, offset: 0 }, { id })
  const [message] = messages
  if (!message) throw new Error(`Message ${id} was stored but could not be read.`)
  return message
}

async function requireDriver(ctx: Context, username: string): Promise<Driver> {
  if (!isOffice(ctx.actor)) throw forbidden('Only our office may write to drivers.')
  const driver = await findDriver(ctx, username)
  const limit = branchLimit(ctx.actor)
  if (!driver || (limit !== null && driver.branch_id !== limit)) throw notFound('Could not find this driver.')
  return driver
}

async function pushToDriver(ctx: Context, { username }: Driver): Promise<void> {
  const expires = new Date(ctx.now.getTime() + push_life_ms).toISOString()
  for (const { id, language } of await listDriverSubscriptions(ctx, username)) {
    const message = { ...push_texts[language].office, url: '/tripsheet/messages' }
    await ctx.emit(driverPushDue, { subscription_id: id, message, expires })
  }
}

async function publishMessages(
  ctx: Context,
  { username, branch_id }: Pick<Driver, 'username' | 'branch_id'>,
): Promise<void> {
  await ctx.publish({ topic: 'live', live: { kind: 'driver-message', username, branch_id } })
}

/**
 * Returns the messages of the last day of the calling driver, oldest first. Where numbers are hidden, one that the office
 * wrote about a stop becomes a hint to call from there; the office still reads it as it was written.
 */
export async function readOwnMessages(ctx: Context): Promise<DriverMessage[]> {
  const since = new Date(ctx.now.getTime() - day_ms)
  const page = { limit: max_messages, offset: 0 }
  const { messages } = await listDriverMessages(ctx, ctx.actor.username, page, { since })
  const isCallable = hidesNumbers(ctx) && canConnect(ctx)
  return messages
    .toReversed()
    .map((message) =>
      isCallable && message.shipment_id !== null
        ? { ...message, text: withoutNumbers(message.text, hidden_number_to_call) }
        : message,
    )
}

/**
 * Stores a message of the calling driver, who thereby has read the one that it answers. The office gets it in the inbox.
 * Throws when it is empty or too long.
 */
export async function receiveFromDriver(ctx: Context, action: DriverAction): Promise<void> {
  if (!isDriver(ctx.actor)) throw forbidden(codedText('only_drivers'))
  const { username } = ctx.actor
  const body = action.payload?.description?.trim() ?? ''
  if (body === '' || body.length > driver_message_max)
    throw invalid(codedText('message_length', { max: driver_message_max }), [
      { field: 'description', message: body === '' ? 'is required' : 'is too long' },
    ])
  const answersId = action.payload?.answers_id
  const answered = answersId === undefined ? undefined : await findAnswered(ctx, username, answersId)
  const at = happenedAt(action, the_beginning, ctx.now)
  if (answered && answersId !== undefined) await markMessagesRead(ctx, username, answersId, at)
  const shipmentId = answered?.shipment_id ?? null
  const driver = await driverFacts(ctx)
  const id = await insertDriverMessage(ctx, {
    driver_username: username,
    is_from_driver: true,
    shipment_id: shipmentId,
    body,
    time_written: at,
  })
  if (shipmentId !== null)
    await noteOnTimeline(ctx, shipmentId, 'driver-message', `Message of ${driver.name}: ${body}`)
  const { tracking_reference } = await readBack(ctx, username, id)
  await ctx.emit(driverWrote, {
    ...driver,
    text: body,
    shipment_id: shipmentId,
    tracking_reference,
    to: await lastWriter(ctx, username, new Date(ctx.now.getTime() - day_ms)),
  })
  await publishMessages(ctx, driver)
}

/** Stores when the calling driver opened messages of the office; the first time counts. */
export async function markRead(ctx: Context, read: readonly ReadMessages[]): Promise<void> {
  if (!isDriver(ctx.actor)) return
  let isChanged = false
  for (const { up_to_id, at, ...clock } of read) {
    const opened = happenedAt({ ...clock, occurred_at: at }, the_beginning, ctx.now)
    isChanged = (await markMessagesRead(ctx, ctx.actor.username, up_to_id, opened)) || isChanged
  }
  if (isChanged) await publishMessages(ctx, ctx.actor)
}
