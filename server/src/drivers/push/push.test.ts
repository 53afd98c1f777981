import { randomUUID } from 'node:crypto'
import { collectionsApi } from '@waybill/domain/collections/api'
import { driversApi } from '@waybill/domain/drivers/api'
import type { ActionType, Leg } from '@waybill/domain/drivers/model'
import { hubApi } from '@waybill/domain/hub/api'
import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { identityApi } from '@waybill/domain/identity/api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jobOf } from '../../../dev/test-kit/job.ts'
import {
  address,
  newProvider,
  errorOf,
  type Caller,
  type TestProvider,
} from '../../../dev/test-kit/provider.ts'
import {
  decrypt,
  pushService,
  type Browser,
  type PushService,
} from '../../../dev/test-kit/fakes/push-service.ts'
import { pushStopsJob } from './push-stops-job.ts'

let service: PushService
beforeAll(async () => {
  service = await pushService()
})
afterAll(() => service.close())

const noon = new Date('2026-11-23T10:00:00Z')
let p: TestProvider
let driver: Caller
let phone: Browser
beforeEach(async () => {
  p = await newProvider({
    shipment_requested_date_change_reasons: [],
    driver_must_scan_each_parcel: false,
  })
  p.runtime.setNow(noon)
  service.answerWith(null)
  service.pushes.length = 0
  driver = await p.driver()
  phone = await subscribed(driver)
})

async function subscribed(who: Caller): Promise<Browser> {
  const { public_key } = await who.send(driversApi.pushKey, {})
  const browser = service.browser(public_key)
  await who.send(driversApi.subscribePush, browser.subscription)
  return browser
}

const round = async (): Promise<void> => {
  await pushStopsJob(await jobOf(p))
  await p.settle()
}
const assign = async (shipmentIds: number[], username = driver.username, leg: Leg = 'collection') =>
  (await p.staff()).send(driversApi.assign, { shipment_ids: shipmentIds, leg, username, assign_anyway: true })
const report = async (type: ActionType, about: { shipment_id?: number; collection_request_id?: number }) => {
  const one = { action_id: randomUUID(), type, ...about, occurred_at: noon }
  const payload = type === 'load' ? {} : { reason: 'Nobody there' }
  const { results } = await driver.send(driversApi.actions, { actions: [{ ...one, payload }] })
  expect(results).toMatchObject([{ result: 'applied' }])
}
const at = (moment: string): void => p.runtime.setNow(new Date(moment))
const titles = (browser = phone) => browser.messages.map((one) => (one as { title: string }).title)

describe('fake push service', () => {
  it('decrypts the RFC 8291 example and rejects a modified message', () => {
    const bytes = (text: string) => Buffer.from(text, 'base64url')
    const message =
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
    const [secret, auth] = ['q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'BTBZMqHH6r4Tts7J_aSIgg']
    expect(decrypt(bytes(message), bytes(secret), bytes(auth))).toBe(
      'When I grow up, I want to be a watermelon',
    )
    const changed = bytes(message)
    changed.writeUInt8(changed.readUInt8(100) ^ 1, 100)
    expect(() => decrypt(changed, bytes(secret), bytes(auth))).toThrow()
  })
})

describe('push messages to a driver', () => {
  it('[DRV-006] announce a new stop once, without names and streets', async () => {
    const shipment = await p.given.shipment()
    await assign([shipment.id])
    await round()
    await round()
    expect(phone.messages).toEqual([
      {
        title: 'New stop',
        body: expect.stringMatching(
          new RegExp(`^Collection in Epping by \\d\\d:\\d\\d \\(${shipment.short_tracking_reference}\\)$`),
        ),
        url: '/tripsheet',
      },
    ])
    expect(service.pushes).toEqual([
      { ttl: '3600', urgency: 'high', key: expect.any(String), subject: expect.stringMatching(/^mailto:/) },
    ])
    expect(JSON.stringify(phone.messages)).not.toMatch(/Riaan|Bofors/)
  })

  it('[DRV-006] are written in the language that the driver has chosen', async () => {
    await driver.send(identityApi.saveUserSetting, { setting: 'language', value: 'zu' })
    const shipment = await p.given.shipment()
    await assign([shipment.id])
    await round()
    expect(titles()).toEqual(['Isitobhi esisha'])
    await driver.send(identityApi.saveUserSetting, { setting: 'language', value: 'no such language' })
    await assign([(await p.given.shipment()).id])
    await round()
    expect(titles()).toEqual(['Isitobhi esisha', 'New stop'])
  })

  it('combine stops that change together into one message that lists three', async () => {
    const ids = []
    for (let count = 0; count < 5; count++) ids.push((await p.given.shipment()).id)
    await assign(ids)
    await round()
    const [message] = phone.messages as { title: string; body: string }[]
    expect(message?.title).toBe('5 new stops')
    expect(message?.body.split('\n')).toHaveLength(4)
    expect(message?.body).toMatch(/and 2 more$/)
    expect(phone.messages).toHaveLength(1)
  })

  it('announce a changed, a cancelled and a reassigned stop', async () => {
    const [first, second, third] = [
      await p.given.shipment(),
      await p.given.shipment(),
      await p.given.shipment(),
    ]
    await assign([first.id, second.id, third.id])
    await round()
    const staff = await p.staff()
    await staff.send(shipmentsApi.change, {
      id: first.id,
      collection_after: '13:00',
      collection_before: '16:30',
    })
    await round()
    await staff.send(shipmentsApi.cancel, { id: second.id, message: 'Not ready' })
    await round()
    await assign([third.id], (await p.driver()).username)
    await round()
    expect(titles()).toEqual(['3 new stops', 'Stop changed', 'Stop cancelled', 'Stop removed from your list'])
  })

  it('say nothing about a stop that was collected', async () => {
    const shipment = await p.given.shipment()
    await assign([shipment.id])
    await round()
    await (await p.staff()).send(shipmentsApi.change, { id: shipment.id, status: 'collected' })
    await round()
    expect(titles()).toEqual(['New stop'])
  })

  /** Books a collection request; returns a function that gives it to a driver. */
  const booked = async () => {
    const { id: accountId } = await p.given.account()
    const staff = await p.staff()
    const { id } = await staff.send(collectionsApi.create, {
      account_id: accountId,
      address: address('12 Bofors Circle', 'Epping', 'Cape Town', '7460', 'WC'),
      contact: { name: 'Riaan', mobile_number: '0215550142', email: '' },
      ignore_cut_off: true,
    })
    return {
      id,
      give: (username = driver.username) =>
        staff.send(collectionsApi.assign, { ids: [id], username, assign_anyway: true }),
    }
  }

  it('include collection requests', async () => {
    await (await booked()).give()
    await round()
    expect(titles()).toEqual(['New stop'])
  })

  it('announce that a stop was taken away that the driver failed and got again', async () => {
    const other = (await p.driver()).username
    const [shipment, request] = [await p.given.shipment(), await booked()]
    const give = async (username: string): Promise<void> => {
      await assign([shipment.id], username)
      await request.give(username)
      await round()
    }
    await give(driver.username)
    await report('collection-failed', { shipment_id: shipment.id })
    await report('collection-failed', { collection_request_id: request.id })
    await round()
    await give(driver.username)
    expect(titles()).toEqual(['2 new stops', '2 new stops'])
    await give(other)
    expect(titles().slice(2)).toEqual(['2 stops removed from your list'])
  })

  it('say nothing about a delivery that failed and was scanned in before the next message', async () => {
    const { id, parcels } = await p.given.shipment({ status: 'at-destination-hub' })
    await assign([id], driver.username, 'delivery')
    await report('load', { shipment_id: id })
    await round()
    await report('delivery-failed', { shipment_id: id })
    await (
      await p.staff()
    ).send(hubApi.addEvent, {
      parcel_reference: parcels[0]?.tracking_reference ?? '',
      mode: 'arrive',
      branch_id: p.map.branches.JHB,
    })
    await round()
    expect(titles()).toEqual(['New stop'])
  })
})

describe('notification hours', () => {
  it('[DRV-006] [SET-056] hold messages outside the hours and send them when the hours start', async () => {
    const shipment = await p.given.shipment()
    await assign([shipment.id])
    at('2026-11-23T17:00:00Z')
    await round()
    expect(phone.messages).toEqual([])
    at('2026-11-24T03:59:00Z')
    await round()
    expect(phone.messages).toEqual([])
    at('2026-11-24T04:00:00Z')
    await round()
    expect(titles()).toEqual(['New stop'])
  })

  it('[DRV-006] allow no messages on a day that the setting marks as closed', async () => {
    const hours = { open: '06:00', close: '19:00' }
    const value = { mon: null, tue: hours, wed: hours, thu: hours, fri: hours, sat: hours, sun: hours }
    await (
      await p.staff()
    ).send(settingsApi.save, {
      settings: [{ key: 'driver_push_notification_schedule', value }],
    })
    await assign([(await p.given.shipment()).id])
    await round()
    expect(phone.messages).toEqual([])
  })

  it('also stop a message that was queued before the hours ended', async () => {
    await assign([(await p.given.shipment()).id])
    await pushStopsJob(await jobOf(p))
    at('2026-11-23T17:30:00Z')
    await p.settle()
    expect(phone.messages).toEqual([])
  })
})

describe('push subscriptions of a browser', () => {
  const stops = async (): Promise<void> => {
    await assign([(await p.given.shipment()).id])
    await round()
  }
  const known = () => p.inTransaction((ctx) => ctx.db.selectFrom('push_subscription').selectAll().execute())

  it.each([404, 410, 403])('is removed when the push service returns %i', async (status) => {
    service.answerWith(status)
    await stops()
    expect(await known()).toEqual([])
  })

  it('is kept, and the message is sent again later, when the push service returns 429', async () => {
    service.answerWith(429)
    await stops()
    expect([(await known()).length, phone.messages.length]).toEqual([1, 0])
    service.answerWith(null)
    at('2026-11-23T10:05:00Z')
    await p.settle()
    expect(titles()).toEqual(['New stop'])
  })

  it('receives no messages after its user has unsubscribed or signed out', async () => {
    await driver.send(driversApi.unsubscribePush, { endpoint: phone.subscription.endpoint })
    await stops()
    phone = await subscribed(driver)
    await driver.send(identityApi.logout, {})
    await stops()
    expect(phone.messages).toEqual([])
    expect(await known()).toEqual([])
  })

  it('belongs to the last user who subscribed, and another user cannot remove it', async () => {
    const other = await p.driver()
    await other.send(driversApi.unsubscribePush, { endpoint: phone.subscription.endpoint })
    expect(await known()).toHaveLength(1)
    await other.send(driversApi.subscribePush, phone.subscription)
    await stops()
    expect(phone.messages).toEqual([])
    expect(await known()).toMatchObject([{ user_id: other.user_id }])
  })

  it('is limited to five per driver', async () => {
    for (let count = 0; count < 6; count++) await subscribed(driver)
    expect(await known()).toHaveLength(5)
  })

  it('stores its secret and the private key encrypted, and uses one key pair per company', async () => {
    const [row] = await known()
    const [key] = await p.inTransaction((ctx) => ctx.db.selectFrom('push_key').selectAll().execute())
    expect(row?.auth_sealed).not.toContain(phone.subscription.keys.auth)
    expect(key?.private_key_sealed).not.toMatch(/^[\w-]{43}$/)
    const keys = await Promise.all([1, 2, 3].map(async () => (await p.driver()).send(driversApi.pushKey, {})))
    expect(new Set(keys.map(({ public_key }) => public_key))).toEqual(new Set([key?.public_key]))
    const elsewhere = await newProvider()
    const { public_key } = await (await elsewhere.driver()).send(driversApi.pushKey, {})
    expect(public_key).not.toBe(key?.public_key)
  })

  it('is available to drivers and staff only', async () => {
    const rejected = { status: 403, message: 'Only drivers and our office may do this.' }
    const owner = await p.owner()
    expect(await errorOf(owner.send(driversApi.pushKey, {}))).toEqual(rejected)
    expect(await errorOf(owner.send(driversApi.subscribePush, phone.subscription))).toEqual(rejected)
  })
})
