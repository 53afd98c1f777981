import type { ShownNumber } from '@waybill/domain/drivers/attempts'
import { answerWithoutNumbers } from '@waybill/domain/drivers/hidden-numbers'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { isDriver } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { e164 } from '@waybill/domain/kit/contacts/phone-number'
import { forbidden, invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import type { Leg } from '@waybill/domain/drivers/model'
import {
  driver_can_call_customer,
  driver_mask_customer_phone,
  masked_call_number,
} from '@waybill/domain/drivers/settings'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import { readRequestRows } from '../../collections/index.ts'
import type { BaseContext, Context } from '../../kit/handler.ts'
import { readShipmentRows } from '../../shipments/index.ts'
import { findDriver } from '../find-driver.ts'
import { listTripVisits } from '../trip-sheet-store.ts'

/** Whether the caller is a driver of a company that hides the numbers of customers from drivers. */
export function hidesNumbers(reader: BaseContext): boolean {
  return isDriver(reader.actor) && reader.setting(driver_mask_customer_phone)
}

/**
 * First parts of the paths whose answers are about the company and the own user, so that a driver reads the number of the
 * office.
 */
export const without_customers: ReadonlySet<string> = new Set([
  'branches',
  'general-data',
  'help-centre',
  'live',
  'login',
  'providers',
  's3-url',
  'users',
])

/** Returns an answer as the caller may read it: without numbers of customers for a driver who must not see them. */
export function answerFor(reader: BaseContext, { path }: Endpoint, answer: unknown): unknown {
  const [, first = ''] = path.split('/')
  return hidesNumbers(reader) && !without_customers.has(first) ? answerWithoutNumbers(answer) : answer
}

/**
 * Returns a number as the caller has it: a driver who must not see numbers has only whether a call can be connected
 * without it (decision 0146).
 */
export function shownNumber(reader: BaseContext, number: string): ShownNumber {
  return number === '' || !hidesNumbers(reader)
    ? { contact_number: number }
    : { contact_number: '', masked_call: canConnect(reader) && e164(number) !== null }
}

/** Whether a call without numbers can be connected at all: the company allows calls and has a calling number. */
export function canConnect(reader: BaseContext): boolean {
  return reader.setting(driver_can_call_customer) && callingNumber(reader) !== ''
}

/** Returns the number that both phones see, digits with the country code; `''` when the company has none. */
export function callingNumber(reader: BaseContext): string {
  return (e164(reader.setting(masked_call_number)) ?? '').slice(1)
}

/** The two phones of a call; digits with the country code. */
export interface CallablePhones {
  driver_number: string
  contact_number: string
  contact_name: string
}

/** What a call is about: a shipment, or a collection request. */
export interface CallSubject {
  shipment_id?: number | undefined
  collection_request_id?: number | undefined
  leg: Leg
}

/**
 * Returns the phones of a call by the driver who is signed in. Throws unless the shipment or request is at a stop of
 * this driver today that is not over, and both have a number.
 */
export async function readCallablePhones(ctx: Context, subject: CallSubject): Promise<CallablePhones> {
  if (!isDriver(ctx.actor)) throw forbidden(codedText('only_drivers'))
  if (!hidesNumbers(ctx) || !ctx.setting(driver_can_call_customer)) throw wrongState(codedText('calls_off'))
  const { shipment_id, collection_request_id, leg } = subject
  if ((shipment_id === undefined) === (collection_request_id === undefined))
    throw invalid(codedText('shipment_or_request'), [
      { field: 'shipment_id', message: 'is required, unless a collection request is sent' },
    ])
  const { username } = ctx.actor
  const day = { driver: username, date: dayOf(ctx.now), is_over: false, branch_id: undefined }
  const visits = await listTripVisits(ctx, day)
  const isHere = visits.some(
    (visit) =>
      visit.state !== 'done' &&
      !visit.is_past &&
      (shipment_id === undefined
        ? visit.request_id === collection_request_id
        : visit.shipment_id === shipment_id && visit.leg === leg),
  )
  if (!isHere) throw notFound(codedText('stop_not_listed'))
  const contact = await contactOf(ctx, subject)
  const driver = await findDriver(ctx, username)
  const numbers = {
    driver_number: (e164(driver?.mobile_number ?? '') ?? '').slice(1),
    contact_number: (e164(contact.mobile_number ?? '') ?? '').slice(1),
  }
  if (numbers.driver_number === '') throw wrongState(codedText('own_number_missing'))
  if (numbers.contact_number === '') throw wrongState(codedText('contact_number_missing'))
  return { ...numbers, contact_name: contact.name ?? '' }
}

async function contactOf(
  ctx: Context,
  { shipment_id, collection_request_id, leg }: CallSubject,
): Promise<{ name?: string; mobile_number?: string }> {
  if (shipment_id !== undefined) {
    const [row] = await readShipmentRows(ctx, [shipment_id])
    return row ? row[`${leg}_contact`] : {}
  }
  const [request] = await readRequestRows(ctx, [collection_request_id ?? 0])
  return request?.contact ?? {}
}
