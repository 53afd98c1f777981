import { randomUUID } from 'node:crypto'
import { answerWithoutNumbers } from '@waybill/domain/drivers/hidden-numbers'
import { driversApi } from '@waybill/domain/drivers/api'
import { driverMessagesApi } from '@waybill/domain/drivers/messages-api'
import { starter_roles } from '@waybill/domain/identity/users-and-roles/roles'
import { role_ids } from '@waybill/domain/kit/actor'
import { hubApi } from '@waybill/domain/hub/api'
import { isLetIn } from '@waybill/domain/kit/calls/endpoint'
import { startupApi } from '@waybill/domain/startup/api'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { address, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { routes } from '../../main/routes.ts'
import { without_customers } from './callable-contact.ts'

const typed = 'Ring 082 765 4321'

/** Returns an answer of a schema whose every text has a phone number. */
function answerWith(schema: z.core.$ZodType, depth = 0): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape as Record<string, z.ZodType>).map(([field, member]) => [
        field,
        depth > 10 ? null : answerWith(member, depth + 1),
      ]),
    )
  if (schema instanceof z.ZodArray) return [answerWith(schema.element, depth + 1)]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return answerWith(schema.unwrap(), depth)
  if (schema instanceof z.ZodRecord) return { any: answerWith(schema.valueType, depth + 1) }
  if (schema instanceof z.ZodUnion) return schema.options.map((option) => answerWith(option, depth + 1))
  return schema instanceof z.ZodString || schema instanceof z.ZodUnknown ? typed : null
}

/** Returns the fields of an answer that still have a number. */
function fieldsWithNumbers(answer: unknown, field = ''): string[] {
  if (typeof answer === 'string') return answer.includes('4321') ? [field] : []
  if (Array.isArray(answer)) return answer.flatMap((one) => fieldsWithNumbers(one, field))
  if (answer === null || typeof answer !== 'object') return []
  return Object.entries(answer).flatMap(([name, member]) =>
    field === 'driver' ? fieldsWithNumbers(member, field) : fieldsWithNumbers(member, name),
  )
}

describe('answers to a driver who must not see numbers', () => {
  const driver = starter_roles.find(({ id }) => id === role_ids.driver)
  const endpoints = routes
    .filter(
      (route) => route.kind !== 'raw' && isLetIn({ permissions: driver?.permissions ?? [] }, route.endpoint),
    )
    .map(({ endpoint }) => endpoint)

  it('[DRV-008] hide numbers in every field of every endpoint that drivers may call, except codes and the own record', () => {
    const customers = endpoints.filter(({ path }) => !without_customers.has(path.split('/')[1] ?? ''))
    expect(customers).toContain(driversApi.tripSheet)
    const left = customers.flatMap(({ output }) =>
      fieldsWithNumbers(answerWithoutNumbers(answerWith(output))),
    )
    expect([...new Set(left)].toSorted()).toEqual([
      'alternative_tracking_reference',
      'bucket',
      'content_hash',
      'courier_code',
      'display_id',
      'driver',
      'driver_username',
      'file_name',
      'filename',
      'gs_hash',
      'hash',
      'key',
      'link',
      'parcel_reference',
      'pickup_point_id',
      'public_key',
      'reference',
      'references',
      'row_key',
      'short_tracking_reference',
      'stop_id',
      'tracking_reference',
      'url',
      'username',
    ])
  })

  it('[DRV-008] are left as they are only where they are about the company and the own user', () => {
    const own = endpoints.filter(({ path }) => without_customers.has(path.split('/')[1] ?? ''))
    expect(own).toContain(startupApi.generalData)
    const fields = own.flatMap(({ output }) => fieldsWithNumbers(answerWith(output)))
    for (const field of ['contact_number', 'mobile_number', 'special_instructions', 'instructions'])
      expect(fields).not.toContain(field)
  })
})

describe('what a driver reads of a stop and its messages', () => {
  let p: TestProvider
  let staff: Caller
  let driver: Caller
  beforeAll(async () => {
    p = await newProvider({ driver_mask_customer_phone: true, masked_call_number: '087 555 0000' })
    staff = await p.staff()
    driver = await p.driver()
  })

  it('[DRV-008] has no number, wherever people typed it; staff read all of them', async () => {
    const numbers = Array.from({ length: 9 }, (_, at) => `08276500${at}1`)
    const [company, street, suburb, name, mobile, notes, parcel, office, event] = numbers
    const place = address(`1 Oxford Road ring ${street}`, 'Rosebank', 'Johannesburg', '2196', 'GP')
    const shipment = await p.given.shipment({
      status: 'at-destination-hub',
      delivery_address: {
        ...place,
        company: `Books ${company}`,
        local_area: `Rosebank ${suburb}`,
        lat: -26.1458,
        lng: 28.0421,
      },
      delivery_contact: { name: `Naledi ${name}`, mobile_number: mobile },
      special_instructions_delivery: `Ring ${notes}.`,
      parcels: [
        {
          parcel_description: `Box ${parcel}`,
          submitted_weight_kg: 2,
          submitted_length_cm: 10,
          submitted_width_cm: 10,
          submitted_height_cm: 10,
        },
      ],
    })
    await staff.send(driversApi.assign, {
      shipment_ids: [shipment.id],
      leg: 'delivery',
      username: driver.username,
      assign_anyway: true,
    })
    await driver.send(driversApi.actions, {
      actions: [
        {
          action_id: randomUUID(),
          type: 'load',
          shipment_id: shipment.id,
          scanned_references: shipment.parcels.map(({ tracking_reference }) => tracking_reference),
          occurred_at: new Date(),
          payload: {},
        },
      ],
    })
    await staff.send(driverMessagesApi.send, {
      driver: driver.username,
      text: `The receiver has ${office} now.`,
      shipment_id: shipment.id,
    })
    await staff.send(driverMessagesApi.send, { driver: driver.username, text: `Or ${event}` })
    const sheet = await driver.send(driversApi.tripSheet, {})
    const events = await driver.send(hubApi.events, { shipment_id: shipment.id })
    const read = JSON.stringify([sheet, events, await driver.send(startupApi.generalData, {})])
    expect(numbers.filter((number) => read.includes(number))).toEqual([])
    expect(sheet.stops[0]?.shipments[0]).toMatchObject({
      contact_name: 'Naledi (number hidden)',
      contact_number: '',
      masked_call: true,
    })
    expect(sheet.messages?.map(({ text }) => text)).toEqual([
      'The receiver has (number hidden, use Call) now.',
      'Or (number hidden)',
    ])
    const officeReads = JSON.stringify([
      await staff.send(driversApi.tripSheet, { driver: driver.username }),
      await staff.send(driverMessagesApi.list, { driver: driver.username }),
    ])
    expect(numbers.filter((number) => !officeReads.includes(number))).toEqual([])
  })
})
