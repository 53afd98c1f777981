import type { DriverToday } from '@waybill/domain/drivers/positions'
import { expect, it } from 'vitest'
import { vansOf } from './vans.ts'

const now = new Date('2026-03-10T09:00:00Z')
const driver = (more: Partial<DriverToday>): DriverToday => ({
  username: 'sipho',
  name: 'Sipho Dlamini',
  branch_id: 1,
  branch_name: 'Cape Town',
  vehicle_registration: 'CA 123-456',
  duty: 'on-duty',
  duty_since: null,
  route_started: null,
  vehicle_check: null,
  position: { lat: -33.9, lng: 18.4, accuracy_m: 10, at: new Date('2026-03-10T08:58:00Z') },
  battery: 71,
  last_heard: new Date('2026-03-10T08:58:00Z'),
  ...more,
})

it('[OPS-002] shows vans whose position is known, with what was last heard of them', () => {
  const old = { lat: -33.8, lng: 18.5, accuracy_m: null, at: new Date('2026-03-10T08:30:00Z') }
  const drivers = [
    driver({}),
    driver({ username: 'nomsa', name: 'Nomsa', duty: 'on-break', position: old, battery: null }),
    driver({ username: 'pieter', position: null }),
  ]
  expect(vansOf(drivers, [], now)).toEqual([
    {
      key: 'sipho',
      place: [18.4, -33.9],
      colour: 0,
      title: 'Sipho Dlamini, CA 123-456, heard 10:58, battery 71%',
    },
    {
      key: 'nomsa',
      place: [18.5, -33.8],
      colour: 0,
      title: 'Nomsa, CA 123-456, on a break, was here at 10:30, heard 10:58',
    },
  ])
})
