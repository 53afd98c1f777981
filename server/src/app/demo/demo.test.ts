import { accountsApi } from '@waybill/domain/accounts/api'
import { spendable } from '@waybill/domain/accounts/affordability'
import { systemActor } from '@waybill/domain/kit/actor'
import { dayNumberOf, minutesOf } from '@waybill/domain/rates/calendar'
import { tagsApi } from '@waybill/domain/tags/api'
import { expectedPhrase, phraseText, type Expecting } from '@waybill/domain/shipments/expected'
import type { ShipmentStatus } from '@waybill/domain/shipments/status'
import fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { callVerb } from '../call-verb.ts'
import { asSystem } from '../install.ts'
import { brokenInvariants } from '../test-kit/invariants.ts'
import { openTestHouse, type TestHouse } from '../test-kit/house.ts'
import { booking } from '../test-kit/provider.ts'
import { demoFile, openDemo } from './index.ts'
import { isWorkingDay } from './working-day.ts'

interface DemoFile {
  provider_id: number
  account_id: number
  users: { role: string; email: string; password: string }[]
  api_keys: { account: string; admin: string }
}

const readDemo = ({ house }: TestHouse) =>
  JSON.parse(fs.readFileSync(demoFile(house.data_dir), 'utf8')) as DemoFile

/** A call on the wire, as a script makes it. */
async function post(own: TestHouse, path: string, token: string, body: object) {
  const reply = await own.http.app.inject({
    method: 'POST',
    url: path,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    payload: JSON.stringify(body),
  })
  return { status: reply.statusCode, body: reply.json<Record<string, never>>() }
}

/** What somebody is answered who quotes and books at once, for an account or the own one. */
async function quoteAndBook(own: TestHouse, token: string, account_id: number | undefined) {
  const sent = { ...booking(), account_id }
  const quoted = await post(own, '/rates', token, sent)
  const booked = await post(own, '/shipments', token, sent)
  return [quoted.status, (quoted.body.rates as unknown[] | undefined)?.length !== 0, booked.status]
}

/** Roles whose people book; finance, hubs and drivers may not. */
const booking_roles = [
  'administrator',
  'operations-manager',
  'controller',
  'customer-service',
  'system-administrator',
  'account-owner',
  'account-user',
  'account-user-no-billing',
]

/** What somebody who looks around must find, whatever the hour. */
const every_day: readonly ShipmentStatus[] = [
  'collection-assigned',
  'at-hub',
  'manifested',
  'ready-for-dispatch',
  'in-transit',
  'at-destination-hub',
  'out-for-delivery',
  'delivered',
  'delivery-failed-attempt',
  'returned-to-hub',
  'in-locker',
  'on-hold',
  'cancelled',
  'quote',
]

describe('the demonstration', () => {
  it(
    'lets its keys and everybody who may book do so at once and when its history is there, and breaks no invariant',
    { timeout: 300_000 },
    async () => {
      const own = await openTestHouse()
      const filling = await openDemo(own.house, () => undefined, 500)
      const { provider_id, account_id, users, api_keys } = readDemo(own)
      const everybodyBooks = async () => {
        expect(await quoteAndBook(own, api_keys.account, undefined)).toEqual([200, true, 200])
        expect(await quoteAndBook(own, api_keys.admin, account_id)).toEqual([200, true, 200])
        const refused: string[] = []
        for (const { role, email, password } of users) {
          const signed_in = await post(own, '/login', '', { email, password, provider_id })
          const of_account = role.startsWith('account') ? undefined : account_id
          const answers = await quoteAndBook(own, signed_in.body.access_token ?? '', of_account)
          if (answers.join() !== '200,true,200') refused.push(`${role} ${answers.join()}`)
        }
        expect(
          refused.map((one) => one.split(' ')[0]).filter((role) => booking_roles.includes(role ?? '')),
        ).toEqual([])
      }
      await everybodyBooks()
      await filling?.done
      await everybodyBooks()
      const { accounts } = await callVerb(own.house, systemActor(provider_id), accountsApi.list, {
        limit: 100,
      } as never)
      for (const account of accounts.filter((one) => one.account_type !== 'guest'))
        expect([account.name, spendable(account) > 500_000]).toEqual([account.name, true])
      const { rows } = await own.house.pool.query<{ shipments: number }>(
        "SELECT count(*)::int AS shipments FROM shipment WHERE status = 'cancelled'",
      )
      expect(rows[0]?.shipments).toBeGreaterThan(0)
      await own.outbox.drain()
      const broken = await asSystem(own.house, provider_id, brokenInvariants)
      expect(Object.entries(broken).map(([name, found]) => [name, found.length, found.slice(0, 2)])).toEqual(
        [],
      )
      await own.close()
    },
  )

  it.each([
    ['on a Sunday at night', '2026-11-22T02:00:00+02:00', 'Monday 23 November'],
    ['on a Monday before the rounds', '2026-11-23T06:30:00+02:00', 'today, Monday 23 November'],
    ['on a Wednesday afternoon', '2026-11-25T15:00:00+02:00', 'today, Wednesday 25 November'],
    ['on a Saturday evening', '2026-11-21T22:00:00+02:00', 'Monday 23 November'],
  ])(
    'made %s lives in working hours, and has work of every kind',
    { timeout: 300_000 },
    async (_, clock, comes) => {
      const own = await openTestHouse()
      const now = new Date(clock)
      own.setNow(now)
      const filling = await openDemo(own.house, () => undefined, 300)
      filling?.stop()
      await filling?.done
      const { rows: events } = await own.house.pool.query<{ status: string; date: Date }>(
        `SELECT status, date FROM tracking_event WHERE status NOT IN ('submitted', 'collection-assigned', 'quote', 'payment-pending',
         'ready-for-dispatch', 'in-transit')`,
      )
      const at_odd_hours = events.filter(
        ({ date }) =>
          !isWorkingDay(dayNumberOf(date)) || minutesOf(date) < 6 * 60 || minutesOf(date) > 18 * 60,
      )
      expect(at_odd_hours.map(({ status, date }) => `${status} ${date.toISOString()}`)).toEqual([])
      const numbers = async (question: string) =>
        (await own.house.pool.query<{ name: string; count: number }>(question)).rows
      const statuses = await numbers('SELECT status AS name, count(*)::int AS count FROM shipment GROUP BY 1')
      const have = new Set(statuses.map(({ name }) => name))
      expect(every_day.filter((status) => !have.has(status))).toEqual([])
      const loads = await numbers(
        `SELECT CASE WHEN status = 'open' THEN 'open' WHEN departed_at IS NULL THEN 'waits' WHEN received_at IS NULL THEN 'on the road'
           ELSE 'received' END AS name, count(*)::int AS count FROM interhub_transfer GROUP BY 1 ORDER BY 1`,
      )
      expect(loads.map(({ name }) => name)).toEqual(['on the road', 'open', 'received', 'waits'])
      const { tags } = await callVerb(own.house, systemActor(readDemo(own).provider_id), tagsApi.tags, {
        type: undefined,
      })
      expect(tags.filter((tag) => tag.type === 'shipment' && tag.count > 0).length).toBeGreaterThan(0)
      const { rows: out } = await own.house.pool.query<Expecting>(
        "SELECT * FROM shipment WHERE status = 'out-for-delivery'",
      )
      const first_day = out.map((one) => phraseText(expectedPhrase(one, now)))
      expect(first_day.filter((said) => !said.includes(comes))).toEqual([])
      await own.close()
    },
  )
})
