import { collectionsApi } from '@waybill/domain/collections/api'
import { daysAfter } from '@waybill/domain/kit/dates/service-days'
import type { Vehicle } from '@waybill/domain/collections/model'
import type { CollectionRequestStatus } from '@waybill/domain/collections/status'
import { empty_address } from '@waybill/domain/accounts/address'
import { systemActor } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { dayNumber } from '@waybill/domain/kit/dates/calendar'
import { callHandler } from '../call-handler.ts'
import type { Runtime } from '../../src/kit/runtime.ts'
import type { DemoAccount } from './accounts.ts'
import type { Demo } from './company.ts'
import { first_names, last_names } from './people.ts'
import { isWorkingDay, lastWorkingMoment } from './working-day.ts'

/** A demo collection request. `day` is the number of working days from today. */
interface DemoRequest {
  day: number
  parcels: number | null
  kg: number | null
  vehicle: Vehicle
  packaging?: string
  instructions?: string
  reference?: string
  outcome?: { status: CollectionRequestStatus; message?: string; parcels?: number }
}

const requests: readonly DemoRequest[] = [
  {
    day: -6,
    parcels: 40,
    kg: 120,
    vehicle: 'bakkie',
    packaging: '10 bags',
    outcome: { status: 'closed', parcels: 38 },
  },
  { day: -5, parcels: 12, kg: 60, vehicle: '', outcome: { status: 'closed', parcels: 12 } },
  {
    day: -4,
    parcels: 25,
    kg: null,
    vehicle: 'van',
    outcome: { status: 'cancelled', message: 'Stock arrives next week' },
  },
  {
    day: -3,
    parcels: 120,
    kg: 480,
    vehicle: 'truck',
    reference: 'Winter catalogue',
    outcome: { status: 'closed', parcels: 124 },
  },
  {
    day: -2,
    parcels: 30,
    kg: 90,
    vehicle: 'bakkie',
    outcome: { status: 'collection-failed-attempt', message: 'Business closed' },
  },
  { day: -1, parcels: null, kg: null, vehicle: '', outcome: { status: 'closed', parcels: 9 } },
  {
    day: 0,
    parcels: 60,
    kg: 210,
    vehicle: 'van',
    instructions: 'Loading bay 3. Report to security first.',
    packaging: '5 cages',
  },
  { day: 0, parcels: 18, kg: 45, vehicle: 'bakkie', reference: 'PO 44812' },
  {
    day: 0,
    parcels: 200,
    kg: 900,
    vehicle: 'truck',
    outcome: { status: 'collection-rejected', message: 'Vehicle full' },
  },
  {
    day: 0,
    parcels: 15,
    kg: 30,
    vehicle: '',
    outcome: { status: 'collection-exception', message: 'Weather or protest' },
  },
  { day: 1, parcels: 35, kg: 105, vehicle: 'bakkie', packaging: '40 flyers' },
  { day: 2, parcels: null, kg: null, vehicle: '', instructions: 'Call from the gate.' },
]

/** Creates bulk collections in different states, and a recurring one on Tuesdays and Thursdays. */
export async function makeCollections(runtime: Runtime, demo: Demo): Promise<void> {
  const postpaid = demo.accounts.filter((account) => account.type === 'postpaid')
  const today = dayOf(runtime.clock())
  const [first] = postpaid
  if (!first) throw new Error('The demonstration company has no postpaid accounts.')
  for (const [index, one] of requests.entries()) {
    const account = postpaid[(index * 3) % postpaid.length] ?? first
    await makeOne(runtime, demo, account, index, one, workday(today, one.day))
  }
  await callHandler(runtime, staff(demo), collectionsApi.createRecurring, {
    ...place(first, 0),
    account_id: first.id,
    ignore_cut_off: undefined,
    date: today,
    frequency: 'weekly',
    weekdays: [2, 4],
    until: undefined,
    after: '13:00',
    before: '16:00',
    expected_parcels: 40,
    expected_kg: 120,
    vehicle: 'bakkie',
    packaging: '10 bags',
    instructions: 'Ring the bell at gate 2.',
    customer_reference: 'Web shop',
  })
}

/** Returns the day that is `count` working days after `day`, or before it when `count` is negative. */
function workday(day: string, count: number): string {
  const step = count < 0 ? -1 : 1
  let found = day
  for (let left = Math.abs(count); left > 0 || !isWorkingDay(dayNumber(found));) {
    found = daysAfter(found, step)
    if (isWorkingDay(dayNumber(found))) left -= 1
  }
  return found
}

const staff = (demo: Demo) => ({ ...systemActor(demo.provider_id), username: 'thandi' })

/**
 * Creates a request at 09:40 on the day before the collection and its outcome at 14:20 on that day. Times in the
 * future become the last working moment.
 */
async function makeOne(
  runtime: Runtime,
  demo: Demo,
  account: DemoAccount,
  index: number,
  one: DemoRequest,
  date: string,
): Promise<void> {
  const now = runtime.clock()
  const at = (day: string, clock: string): Runtime => {
    const moment = new Date(`${day}T${clock}:00+02:00`)
    return { ...runtime, clock: () => (moment < now ? moment : lastWorkingMoment(now)) }
  }
  const request = await callHandler(at(daysAfter(date, -1), '09:40'), staff(demo), collectionsApi.create, {
    ...place(account, index),
    account_id: account.id,
    date,
    ignore_cut_off: undefined,
    after: '08:00',
    before: '16:00',
    expected_parcels: one.parcels ?? undefined,
    expected_kg: one.kg ?? undefined,
    vehicle: one.vehicle,
    packaging: one.packaging,
    instructions: one.instructions,
    customer_reference: one.reference,
  })
  const { outcome } = one
  const isAssigned = request.status === 'collection-assigned'
  if (!outcome || (!isAssigned && outcome.status !== 'cancelled')) return
  await callHandler(at(date, '14:20'), staff(demo), collectionsApi.setStatus, {
    id: request.id,
    status: outcome.status,
    message: outcome.message,
    collected_parcels: outcome.parcels,
  })
}

function place({ name, address }: DemoAccount, index: number) {
  const contact = `${first_names[(index * 5) % first_names.length]} ${last_names[(index * 7) % last_names.length]}`
  return {
    address: { ...empty_address, type: 'business' as const, company: name, ...address },
    address_book_id: undefined,
    contact: {
      name: contact,
      mobile_number: `+27 82 555 0${100 + index}`,
      email: undefined,
      alternative_contact_number: undefined,
    },
  }
}
