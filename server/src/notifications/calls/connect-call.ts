import { driver_can_call_customer, driver_mask_customer_phone } from '@waybill/domain/drivers/settings'
import { masked_calls_per_day, type maskedCallsApi } from '@waybill/domain/drivers/masked-calls'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { Problem, rateLimited, wrongState } from '@waybill/domain/kit/problem'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import { callingNumber, readCallablePhones } from '../../drivers/index.ts'
import type { ExternalHandler } from '../../kit/handler.ts'
import { callPort } from '../../kit/sms/index.ts'
import { noteOnTimeline } from '../../shipments/index.ts'
import { companyName } from '../about-shipments/compose-message.ts'
import { sendingId } from '../sending-id.ts'
import { companyGateway } from '../sms/send-sms.ts'
import { insertMaskedCall, listMaskedCalls, settleMaskedCall } from './call-store.ts'

/** Within this time in ms a second press is the same call, because the phone takes some seconds to ring. */
const same_call_ms = 20_000

const no_number = 'There is no calling number. Rent a voice number from Infobip and enter it here.'

/**
 * Connects a driver with the contact of a stop: the gateway rings the driver, then the contact, and shows both the
 * company's calling number (decision 0146). The timeline records that the driver called.
 */
export const connectCall: ExternalHandler<typeof maskedCallsApi.connect> = async (ctx, input) => {
  const subject = {
    shipment_id: input.shipment_id ?? null,
    collection_request_id: input.collection_request_id ?? null,
  }
  const from = callingNumber(ctx)
  const { username } = ctx.actor
  const { phones, id } = await ctx.inTransaction(async (tx) => {
    const callable = await readCallablePhones(tx, input)
    if (from === '') throw wrongState(codedText('no_calling_number'))
    const day = startOfDay(dayOf(tx.now))
    const earlier = await listMaskedCalls(tx, username, subject, day)
    if (earlier.length >= masked_calls_per_day)
      throw rateLimited(
        codedText('called_too_often', { calls: masked_calls_per_day }),
        Math.ceil((day.getTime() + day_ms - tx.now.getTime()) / 1_000),
      )
    const [last] = earlier
    const isSameCall = last !== undefined && tx.now.getTime() - last.getTime() < same_call_ms
    return { phones: callable, id: isSameCall ? null : await insertMaskedCall(tx, username, subject) }
  })
  const { contact_name, driver_number, contact_number } = phones
  if (id === null) return ctx.answer(async () => ({ contact_name }))
  try {
    await ctx.adapter(callPort).connect(
      {
        from,
        first: driver_number,
        second: contact_number,
        text: `${companyName(ctx)}. We are connecting you to the customer.`,
        id: sendingId(ctx, `call:${id}`),
      },
      companyGateway(ctx),
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    await ctx.inTransaction((tx) => settleMaskedCall(tx, id, reason.slice(0, 500)))
    throw new Problem('unavailable', codedText('call_failed'))
  }
  return ctx.answer(async (tx) => {
    await settleMaskedCall(tx, id, '')
    if (subject.shipment_id !== null)
      await noteOnTimeline(
        tx,
        subject.shipment_id,
        'masked-call',
        `${tx.actor.name} called ${contact_name || 'the contact'} through the calling number.`,
      )
    return { contact_name }
  })
}

/** Returns what is missing for calls that show no number. */
export const readCallProblem: ExternalHandler<typeof maskedCallsApi.problem> = async (ctx) => {
  if (!ctx.setting(driver_mask_customer_phone) || !ctx.setting(driver_can_call_customer))
    return { problem: '' }
  return {
    problem: callingNumber(ctx) === '' ? no_number : ctx.adapter(callPort).problem(companyGateway(ctx)),
  }
}
