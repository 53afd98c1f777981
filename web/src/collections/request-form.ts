import { empty_address, type AddressParts } from '@waybill/domain/accounts/address'
import type { Frequency } from '@waybill/domain/collections/days'
import type { CollectionRequest, Recurring, Vehicle } from '@waybill/domain/collections/model'
import { checkRecurrence, checkRequest } from '@waybill/domain/collections/rules'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { passedTime } from '@waybill/domain/kit/dates/service-days'
import type { ClockWindow } from '../kit/form/dates/TimeWindow.tsx'

/** The values of the request form. */
export interface RequestValues {
  account_id: number | null
  address: AddressParts
  address_book_id: number | null
  contact: { name: string; mobile_number: string; email: string }
  repeats: 'once' | Frequency
  /** The collection day, or the first day of a recurring collection. */
  date: string | null
  ignore_cut_off: boolean
  window: ClockWindow
  weekdays: readonly number[]
  until: string | null
  expected_parcels: number | null
  expected_kg: number | null
  vehicle: Vehicle
  packaging: string
  instructions: string
  customer_reference: string
}

/** Returns the values of an empty form. */
export function newValues(accountId: number | null, date: string, window: ClockWindow): RequestValues {
  return {
    account_id: accountId,
    address: empty_address,
    address_book_id: null,
    contact: { name: '', mobile_number: '', email: '' },
    repeats: 'once',
    date,
    ignore_cut_off: false,
    window,
    weekdays: [],
    until: null,
    expected_parcels: null,
    expected_kg: null,
    vehicle: '',
    packaging: '',
    instructions: '',
    customer_reference: '',
  }
}

/** Returns the form values for a stored request or recurring collection. */
export function valuesOf(
  of: CollectionRequest | Recurring,
  when: Pick<RequestValues, 'repeats' | 'date' | 'weekdays' | 'until'>,
): RequestValues {
  const { account_id, address, address_book_id, contact } = of
  return {
    account_id,
    address,
    address_book_id,
    contact,
    ...when,
    ignore_cut_off: false,
    window: { from: of.after, to: of.before },
    expected_parcels: of.expected_parcels,
    expected_kg: of.expected_kg,
    vehicle: of.vehicle,
    packaging: of.packaging,
    instructions: of.instructions,
    customer_reference: of.customer_reference,
  }
}

/**
 * Returns the problems by the same rules as the server, with the field names of the form. A day that is already
 * stored is accepted even when it has passed.
 */
export function problemsOf(
  values: RequestValues,
  now: Date,
  storedDay: string | null = null,
): readonly FieldProblem[] {
  const { repeats, window } = values
  const until = values.ignore_cut_off ? window.to : null
  const gone = values.date === storedDay ? null : passedTime({ day: values.date, until }, now)
  const particulars = checkRequest({ ...values, after: window.from, before: window.to })
  const recurrence =
    repeats === 'once'
      ? []
      : checkRecurrence({
          frequency: repeats,
          weekdays: values.weekdays,
          from: values.date ?? dayOf(now),
          until: values.until,
        })
  return [
    ...(values.account_id === null ? [{ field: 'account_id', message: 'Choose the account.' }] : []),
    ...particulars.map((problem) => (problem.field === 'before' ? { ...problem, field: 'window' } : problem)),
    ...(values.date === null ? [{ field: 'date', message: 'Choose the day.' }] : []),
    ...(gone ? [{ field: gone.part === 'day' ? 'date' : 'window', message: gone.message }] : []),
    ...recurrence,
  ]
}

/** Returns the part of the form that every call sends. */
export function particularsOf(values: RequestValues) {
  const { address, address_book_id, contact, window, vehicle, packaging, instructions } = values
  return {
    address,
    address_book_id: address_book_id ?? undefined,
    contact,
    after: window.from,
    before: window.to,
    expected_parcels: values.expected_parcels ?? 0,
    expected_kg: values.expected_kg ?? 0,
    vehicle,
    packaging,
    instructions,
    customer_reference: values.customer_reference,
  }
}
