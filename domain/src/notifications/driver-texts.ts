import type {
  driverAlarmed,
  driverWrote,
  evidenceDiffers,
  exceptionGiven,
  exceptionTakenAway,
  vehicleCheckFailed,
} from '../drivers/events.ts'
import type { PayloadOf } from '../kit/event.ts'
import { clockOf } from '../kit/calls/wire.ts'
import type { InboxText } from './inbox-texts.ts'

const named = ({ name, vehicle_registration }: { name: string; vehicle_registration: string }): string =>
  [name, vehicle_registration].filter(Boolean).join(', ')

/** Returns the message to the office about an alarm, with the driver's position when it is known. */
export function alarmText(alarm: PayloadOf<typeof driverAlarmed>): InboxText {
  const { lat, lng, note } = alarm
  const place =
    lat === null || lng === null
      ? 'The phone sent no position.'
      : `Position: ${lat.toFixed(5)}, ${lng.toFixed(5)} (https://www.google.com/maps?q=${lat},${lng})`
  return {
    subject: `ALARM: ${alarm.name} pressed the panic button`,
    text: [
      `${named(alarm)} pressed the panic button at ${clockOf(new Date(alarm.at))}. Call the driver now, then your armed response or 10111.`,
      place,
      note,
    ]
      .filter(Boolean)
      .join('\n\n'),
  }
}

/** Returns the message to the office about a vehicle that is not in order. */
export function vehicleCheckText(check: PayloadOf<typeof vehicleCheckFailed>): InboxText {
  return {
    subject: `Vehicle of ${check.name} is not in order`,
    text: `${named(check)} reports: ${check.failed.join(', ')}. Decide whether the vehicle may go.\n\n${check.note}`,
  }
}

/** Returns the message to the office about what a driver wrote. */
export function driverMessageText(wrote: PayloadOf<typeof driverWrote>): InboxText {
  const { name, text, tracking_reference } = wrote
  return {
    subject: `${name}: ${text.length > 80 ? `${text.slice(0, 79)}…` : text}`,
    text: [`${named(wrote)} writes:`, text, tracking_reference && `About ${tracking_reference}.`]
      .filter(Boolean)
      .join('\n\n'),
  }
}

/** Returns the message to a colleague to whom an exception was given. */
export function exceptionGivenText(given: PayloadOf<typeof exceptionGiven>): InboxText {
  const { by_name, tracking_reference } = given
  return {
    subject: `${by_name} gave you ${tracking_reference}`,
    text: `${by_name} asks you to look after ${tracking_reference}. It is in the pending list of the ops dashboard under Mine.`,
  }
}

/** Returns the message to a colleague whose exception an administrator passed on. */
export function exceptionTakenAwayText(taken: PayloadOf<typeof exceptionTakenAway>): InboxText {
  const { by_name, to_name, tracking_reference } = taken
  const what = to_name === '' ? `released ${tracking_reference}` : `gave ${tracking_reference} to ${to_name}`
  return {
    subject: `${by_name} ${what}`,
    text: `${by_name} ${what}. You do not look after it any more.`,
  }
}

/** Returns the message to the office about an action that is not as the driver's phone recorded it. */
export function evidenceText(about: PayloadOf<typeof evidenceDiffers>): InboxText {
  return {
    subject: `Evidence of ${about.name} does not match`,
    text: `${about.problems.join(' ')}\n\nWhat ${named(about)} reported was applied. Compare the proof with the receiver before you rely on it.`,
  }
}
