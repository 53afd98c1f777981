import { systemActor } from '@waybill/domain/kit/actor'
import { dayNumberOf, minutesOf } from '@waybill/domain/kit/dates/calendar'
import {
  expectedPhrase,
  phraseText,
  type Expecting,
} from '@waybill/domain/shipments/statuses/expected-delivery'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { tagsApi } from '@waybill/domain/tags/api'
import fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { callHandler } from '../call-handler.ts'
import { openTestRuntime } from '../test-kit/runtime.ts'
import { demoFile } from '../../src/main/demo-file.ts'
import { openDemo } from './index.ts'
import { isWorkingDay } from './working-day.ts'

/** Statuses that the demo must contain at any time of day. */
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

describe('demo company at different times', () => {
  it.each([
    ['on a Sunday at night', '2026-11-22T02:00:00+02:00', 'Monday 23 November'],
    ['on a Monday before the rounds', '2026-11-23T06:30:00+02:00', 'today, Monday 23 November'],
    ['on a Wednesday at midday', '2026-11-25T13:01:00+02:00', 'today, Wednesday 25 November'],
    ['on a Wednesday afternoon', '2026-11-25T15:00:00+02:00', 'today, Wednesday 25 November'],
    ['on a Saturday evening', '2026-11-21T22:00:00+02:00', 'Monday 23 November'],
  ])(
    'has events in working hours and work of every kind when created %s',
    { timeout: 300_000 },
    async (_, clock, comes) => {
      const own = await openTestRuntime()
      const now = new Date(clock)
      own.setNow(now)
      const filling = await openDemo(own.runtime, () => undefined, { shipments: 300 })
      filling?.stop()
      await filling?.done
      const { provider_id } = JSON.parse(fs.readFileSync(demoFile(own.runtime.data_dir), 'utf8')) as {
        provider_id: number
      }
      const { rows: events } = await own.runtime.pool.query<{ status: string; date: Date }>(
        `SELECT status, date FROM tracking_event WHERE status NOT IN ('submitted', 'collection-assigned', 'quote', 'payment-pending',
         'ready-for-dispatch', 'in-transit', 'booking-changed')`,
      )
      const atOddHours = events.filter(
        ({ date }) =>
          !isWorkingDay(dayNumberOf(date)) || minutesOf(date) < 6 * 60 || minutesOf(date) > 18 * 60,
      )
      expect(atOddHours.map(({ status, date }) => `${status} ${date.toISOString()}`)).toEqual([])
      const numbers = async (question: string) =>
        (await own.runtime.pool.query<{ name: string; count: number }>(question)).rows
      const statuses = await numbers('SELECT status AS name, count(*)::int AS count FROM shipment GROUP BY 1')
      const have = new Set(statuses.map(({ name }) => name))
      expect(every_day.filter((status) => !have.has(status))).toEqual([])
      const loads = await numbers(
        `SELECT CASE WHEN status = 'open' THEN 'open' WHEN departed_at IS NULL THEN 'waits' WHEN received_at IS NULL THEN 'on the road'
           ELSE 'received' END AS name, count(*)::int AS count FROM interhub_transfer GROUP BY 1 ORDER BY 1`,
      )
      expect(loads.map(({ name }) => name)).toEqual(['on the road', 'open', 'received', 'waits'])
      const { tags } = await callHandler(own.runtime, systemActor(provider_id), tagsApi.tags, {
        type: undefined,
      })
      expect(tags.filter((tag) => tag.type === 'shipment' && tag.count > 0).length).toBeGreaterThan(0)
      const { rows: out } = await own.runtime.pool.query<Expecting>(
        "SELECT * FROM shipment WHERE status = 'out-for-delivery'",
      )
      const firstDay = out.map((one) => phraseText(expectedPhrase(one, now)))
      expect(firstDay.filter((text) => !text.includes(comes))).toEqual([])
      await own.close()
    },
  )
})
