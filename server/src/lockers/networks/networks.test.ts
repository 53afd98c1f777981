import { assumed_protocols } from '@waybill/domain/pickup-points/network-protocols'
import { network_names } from '@waybill/domain/pickup-points/model'
import { pickup_point_credentials } from '@waybill/domain/pickup-points/settings'
import { describe, expect, it } from 'vitest'
import { jobOf } from '../../../dev/test-kit/job.ts'
import { newProvider } from '../../../dev/test-kit/provider.ts'
import type { Outbound } from '../../kit/outbound/index.ts'
import type { PlaceRequest } from '../network.ts'
import { pointNetworks } from './index.ts'

type Sent = { method: string; url: string; body: unknown }

/** Returns the networks with prepared answers, one after the other, and the calls that they sent. */
async function answeredBy(...answers: { status?: number; body: unknown }[]) {
  const sent: Sent[] = []
  const outbound: Outbound = {
    call: ({ method, url, body }) => {
      sent.push({ method, url, body: body === undefined ? null : (JSON.parse(body) as unknown) })
      const { status = 200, body: answer } = answers[sent.length - 1] ?? { status: 500, body: '' }
      const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
      return Promise.resolve({
        status,
        headers: {},
        body: text,
        error: '',
        is_refused: false,
        duration_ms: 1,
      })
    },
    errorOf: () => Promise.resolve(null),
  }
  const access = (provider: string) => ({
    provider,
    environment: 'sandbox',
    base_url: '',
    api_key: 'key',
    event_key: 'report-key',
  })
  const p = await newProvider({
    pickup_point_credentials: network_names.map((name) => ({
      ...access(name),
      base_url: name === 'ram-counter' ? 'https://counters.example/v1/' : '',
    })),
  })
  return { networks: pointNetworks(outbound), sent, reader: await jobOf(p) }
}

const wanted: PlaceRequest = {
  reference: '7-31',
  pickup_point_id: 'CG54',
  type: 'locker',
  waybill: 'FYN0001',
  sides: [30, 20, 7],
  weight: 1.5,
  receiver_mobile: '+27 82 555 0100',
}

describe('protocols of networks', () => {
  it('state what of them is assumed on the settings screen', async () => {
    const { networks } = await answeredBy()
    for (const name of network_names) {
      expect(networks[name].name).toBe(name)
      expect(networks[name].isAssumed).toBe(assumed_protocols[name] !== '')
      expect(pickup_point_credentials.description).toContain(assumed_protocols[name])
    }
  })

  it('of The Courier Guy reads its published list of lockers', async () => {
    const { networks, reader, sent } = await answeredBy({
      body: [
        {
          code: 'CG54',
          name: 'Sasol Rivonia Uplifted',
          latitude: '-26.049703',
          longitude: '28.059084',
          openinghours: [
            ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((day) => ({
              day,
              open_time: '08:00:00',
              close_time: '17:00:00',
            })),
            { day: 'Saturday ', open_time: '08:00:00', close_time: '13:00:00' },
            { day: 'Public Holidays', open_time: '08:00:00', close_time: '13:00:00' },
          ],
          address: '375 Rivonia Rd, Rivonia, Sandton, 2191, South Africa',
          type: { id: 2, name: 'Locker' },
          place: { placeNumber: '', town: 'Sandton', postalCode: '2191' },
          lstTypesBoxes: [{ id: 3, name: 'V4-L', type: '13', width: 41, height: 41, length: 60, weight: 15 }],
        },
      ],
    })
    expect(await networks['tcg-locker'].points(reader)).toEqual([
      {
        pickup_point_id: 'CG54',
        type: 'locker',
        name: 'Sasol Rivonia Uplifted',
        description: '',
        street_address: '375 Rivonia Rd',
        local_area: 'Sandton',
        city: 'Sandton',
        code: '2191',
        lat: -26.049703,
        lng: 28.059084,
        trading_hours: 'Mon-Fri 08:00-17:00, Sat 08:00-13:00',
        holiday_hours: '08:00-13:00',
        phone: null,
        is_online: true,
        compartments: [{ name: 'V4-L', length: 60, width: 41, height: 41, weight: 15, available: true }],
      },
    ])
    expect(sent).toEqual([
      { method: 'GET', url: 'https://sandbox.api-pudo.co.za/api/v1/lockers-data', body: null },
    ])
  })

  it('of The Courier Guy books the smallest size that is free, at the default locker and kiosk', async () => {
    const booked = {
      id: 297,
      custom_tracking_reference: 'PUDOD000570',
      pincode: '270089',
      status: 'collection-assigned',
      service_level_code: 'L2LM - ECO',
    }
    const { networks, reader, sent } = await answeredBy(
      { body: [] },
      { status: 422, body: { message: 'no available compartments' } },
      { body: booked },
      { body: [] },
      { body: booked },
    )
    const { reserve } = networks['tcg-locker']
    expect(await reserve(reader, wanted)).toEqual({
      ok: true,
      network_reference: '297',
      size: 'V4-M',
      courier_code: '270089',
    })
    expect(sent[0]?.url).toContain('/shipments?customer_reference=7-31')
    expect(sent.slice(1).map(({ body }) => body)).toMatchObject([
      {
        collection_address: { terminal_id: 'CG0000' },
        delivery_address: { terminal_id: 'CG54' },
        service_level_code: 'L2LS - ECO',
        customer_reference: '7-31',
      },
      { service_level_code: 'L2LM - ECO' },
    ])
    await reserve(reader, { ...wanted, type: 'counter' })
    expect(sent.at(-1)?.body).toMatchObject({ collection_address: { terminal_id: 'K0000' } })
  })

  it('of Bob Go is read: a booking that was answered with 201 and refused is no place', async () => {
    const { networks, reader } = await answeredBy(
      { body: { shipments: [] } },
      {
        status: 201,
        body: {
          id: 16623,
          tracking_reference: 'UASD7R7R',
          submission_status: 'no-rates',
          failed_reason: 'The location is inactive',
        },
      },
    )
    expect(await networks['bob-box'].reserve(reader, { ...wanted, pickup_point_id: '545' })).toEqual({
      ok: false,
      reason: 'closed',
      message: 'Bob Box refused: The location is inactive',
    })
  })

  it('of Bob Go refuse a list that leaves locations out', async () => {
    const { networks, reader } = await answeredBy({
      body: {
        locations: [{ id: 545, name: '44 on Stanley', lat: -26.18, lng: 28.01, active: true }],
        count: 2,
      },
    })
    await expect(networks['bob-box'].points(reader)).rejects.toThrow('Bob Box listed only 1 of 2 locations.')
  })

  it.each<[number, unknown, string]>([
    [401, { message: 'No' }, 'does not accept the key'],
    [500, 'Oops', 'answered with an error (500)'],
    [429, '', 'answered with an error (429)'],
    [302, '', 'answered with an error (302)'],
    [200, '<html>', 'could not be understood'],
    [200, { counters: [{ id: 1 }] }, 'could not be understood'],
  ])('are not trusted: %i %j', async (status, body, message) => {
    const { networks, reader } = await answeredBy({ status, body })
    await expect(networks['ram-counter'].points(reader)).rejects.toThrow(message)
  })

  it('stop calling a network that does not answer', async () => {
    const { networks, reader, sent } = await answeredBy()
    for (let attempt = 0; attempt < 7; attempt += 1)
      await expect(networks['ram-counter'].points(reader)).rejects.toThrow('RAM counters')
    expect(sent).toHaveLength(5)
    await expect(networks['tcg-locker'].points(reader)).rejects.toThrow('(500)')
    expect(sent).toHaveLength(6)
  })
})
