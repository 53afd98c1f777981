import { driversApi } from '@waybill/domain/drivers/api'
import { hubApi } from '@waybill/domain/hub/api'
import { starter_roles } from '@waybill/domain/identity/users-and-roles/roles'
import { hasPermission, role_ids, systemActor, type Actor } from '@waybill/domain/kit/actor'
import { isLetIn } from '@waybill/domain/kit/calls/endpoint'
import { paymentsApi } from '@waybill/domain/payments/api'
import { counterApi } from '@waybill/domain/payments/counter-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import {
  markOf,
  marks,
  mayIntervene,
  mayRelease,
  releasedTo,
} from '@waybill/domain/shipments/statuses/interventions'
import { mayCancel, mayMoveTo, nextStatuses } from '@waybill/domain/shipments/statuses/manual-status-changes'
import {
  isFinal,
  isFor,
  shipment_statuses,
  type ShipmentStatus,
} from '@waybill/domain/shipments/statuses/status'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { lockShipment, readParcels, updateShipment } from '../store.ts'
import { enterStatus } from './enter-status.ts'

/** Statuses that are left through the API, by people who may not force a status. */

let p: TestProvider
let manager: Caller
beforeAll(async () => {
  p = await newProvider()
  manager = await p.user(10)
})

const statusesOf = async (id: number) => {
  const { shipment } = await manager.send(shipmentsApi.detail, { id })
  const parcels = await p.inTransaction((ctx) => readParcels(ctx, [id]))
  return [shipment.status, ...parcels.map(({ status }) => status)]
}
const mark = (id: number, status: ShipmentStatus, by = manager) =>
  by.send(hubApi.addEvent, { shipment_id: id, status, message: 'Agreed with the customer' })
const two_parcels = Array.from({ length: 2 }, () => ({
  submitted_length_cm: 30,
  submitted_width_cm: 20,
  submitted_height_cm: 10,
  submitted_weight_kg: 2,
}))

describe('a damaged shipment', () => {
  it('is released with its parcels, so that the hub can scan them again', async () => {
    const { id } = await p.given.shipment({ status: 'at-hub', parcels: two_parcels })
    await mark(id, 'damaged')
    expect(await statusesOf(id)).toEqual(['damaged', 'damaged', 'damaged'])
    await manager.send(shipmentsApi.release, { id })
    expect(await statusesOf(id)).toEqual(['at-hub', 'at-hub', 'at-hub'])
  })
  it('is returned to its sender with its parcels', async () => {
    const { id } = await p.given.shipment({ status: 'at-hub', parcels: two_parcels })
    await mark(id, 'damaged')
    await mark(id, 'returned-to-sender')
    expect(await statusesOf(id)).toEqual(['returned-to-sender', 'returned-to-sender', 'returned-to-sender'])
  })
})

describe('one damaged parcel of several', () => {
  /** Damages the first of two parcels. */
  const given = async () => {
    const { id, parcels } = await p.given.shipment({ status: 'at-hub', parcels: two_parcels })
    await p.inTransaction(async (ctx) =>
      enterStatus(ctx, await lockShipment(ctx, id), { to: 'damaged', parcel_ids: [parcels[0]?.id ?? 0] }),
    )
    return { id, damaged: parcels[0]?.id ?? 0 }
  }
  const change = (id: number, parcel: number, status: ShipmentStatus) =>
    manager.send(shipmentsApi.changeParcels, { id, parcels: [{ id: parcel, status }] })

  it('is released to the status of the others, and to no other status', async () => {
    const { id, damaged } = await given()
    expect(await statusesOf(id)).toEqual(['at-hub', 'damaged', 'at-hub'])
    expect(await errorOf(change(id, damaged, 'delivered'))).toMatchObject({ status: 400 })
    await change(id, damaged, 'at-hub')
    expect(await statusesOf(id)).toEqual(['at-hub', 'at-hub', 'at-hub'])
  })

  it('is released with its shipment when the others have been delivered', async () => {
    const { id, damaged } = await given()
    const { parcels } = (await manager.send(shipmentsApi.detail, { id })).shipment
    const rest = parcels.flatMap((parcel) => (parcel.id === damaged ? [] : parcel.id))
    await p.inTransaction(async (ctx) =>
      enterStatus(ctx, await lockShipment(ctx, id), { to: 'delivered', parcel_ids: rest }),
    )
    expect(await statusesOf(id)).toEqual(['damaged', 'damaged', 'delivered'])
    expect(await errorOf(change(id, damaged, 'at-hub'))).toMatchObject({ status: 400 })
    await manager.send(shipmentsApi.release, { id })
    expect(await statusesOf(id)).toEqual(['at-hub', 'at-hub', 'delivered'])
  })
})

describe('an undeliverable shipment', () => {
  /** Only administrators may mark a shipment as undeliverable; managers may lead it on. */
  const given = async () => {
    const { id } = await p.given.shipment({ status: 'returned-to-hub', parcels: two_parcels })
    await mark(id, 'undeliverable', await p.staff())
    return id
  }
  it('is delivered again from the hub', async () => {
    const id = await given()
    await manager.send(shipmentsApi.release, { id, message: 'The receiver called' })
    expect(await statusesOf(id)).toEqual(['at-hub', 'at-hub', 'at-hub'])
  })
  it('is returned to its sender, but not held', async () => {
    const id = await given()
    expect(await errorOf(manager.send(shipmentsApi.hold, { id, reason: 'Wait' }))).toMatchObject({
      status: 400,
    })
    await mark(id, 'returned-to-sender')
    expect(await statusesOf(id)).toEqual(['returned-to-sender', 'returned-to-sender', 'returned-to-sender'])
  })
})

describe('a parcel at a pickup point', () => {
  it.each(['in-locker', 'ready-for-pickup'] as const)(
    'is taken back from %s before its time is over',
    async (from) => {
      const { id } = await p.given.shipment({ status: from })
      await mark(id, 'collect-and-return-to-hub')
      expect(await statusesOf(id)).toEqual(['collect-and-return-to-hub', 'collect-and-return-to-hub'])
    },
  )
  it('is not taken back from anywhere else', async () => {
    const { id } = await p.given.shipment({ status: 'at-hub' })
    expect(await errorOf(mark(id, 'collect-and-return-to-hub'))).toMatchObject({ status: 400 })
  })
})

describe('assigning a driver', () => {
  const assign = async (id: number, leg: 'collection' | 'delivery') => {
    const { username } = await p.driver()
    const { results } = await manager.send(driversApi.assign, {
      shipment_ids: [id],
      leg,
      username,
      assign_anyway: true,
    })
    return results[0]?.assigned
  }
  it('collects a parcel that was to be dropped off', async () => {
    const { id } = await p.given.shipment({ status: 'awaiting-dropoff' })
    expect(await assign(id, 'collection')).toBe(true)
    expect(await statusesOf(id)).toEqual(['collection-assigned', 'collection-assigned'])
  })
  it.each([
    [null, 'collection', 'collection-assigned'],
    [new Date(), 'delivery', 'delivery-assigned'],
  ] as const)(
    'takes an outsourced shipment back that was collected at %s',
    async (collected, leg, status) => {
      const { id } = await p.given.shipment({ status: 'outsourced' })
      await p.inTransaction((ctx) =>
        updateShipment(ctx, id, { collected_date: collected, outsourced_to: 'Karoo Couriers' }),
      )
      expect(await assign(id, leg)).toBe(true)
      expect(await statusesOf(id)).toEqual([status, status])
      expect((await manager.send(shipmentsApi.detail, { id })).shipment.outsourced_to).toBeFalsy()
    },
  )
  it('gives a parcel that is to be taken back to a driver without changing its status', async () => {
    const { id } = await p.given.shipment({ status: 'collect-and-return-to-hub' })
    expect(await assign(id, 'delivery')).toBe(true)
    expect(await statusesOf(id)).toEqual(['collect-and-return-to-hub', 'collect-and-return-to-hub'])
  })
})

const message = 'Agreed with the customer'
const hub_operator = 12
const kiosk_operator = 14

/** An action on a shipment: its call, and the status to which the rules let an actor bring the shipment by it. */
interface Act {
  send: (by: Caller, shipment: Shipment, to: ShipmentStatus) => Promise<unknown>
  ruled: (actor: Actor, shipment: Shipment, to: ShipmentStatus) => ShipmentStatus | null
}
const change_status = ({ id }: Shipment, status: ShipmentStatus) => ({
  id,
  status,
  metadata: { tracking_info: { message } },
})
const acts: Readonly<Record<'menu' | 'mark' | 'hold' | 'release' | 'cancel', Act>> = {
  menu: {
    send: (by, shipment, to) => by.send(shipmentsApi.change, change_status(shipment, to)),
    ruled: (actor, shipment, to) =>
      to !== 'cancelled' && isLetIn(actor, shipmentsApi.change) && mayMoveTo(actor, shipment, to) === true
        ? to
        : null,
  },
  mark: {
    send: (by, { id }, to) => by.send(hubApi.addEvent, { shipment_id: id, status: to, message }),
    ruled: (actor, shipment, to) => {
      if (!isLetIn(actor, hubApi.addEvent)) return null
      const mayMove =
        to === 'cancelled'
          ? mayCancel(actor, shipment, p.runtime.runtime.clock()) === true
          : mayMoveTo(actor, shipment, to) === true
      return markOf(actor, shipment.status, to) ?? (mayMove ? to : null)
    },
  },
  hold: {
    send: (by, { id }) => by.send(shipmentsApi.hold, { id, reason: message }),
    ruled: (actor, { status }) =>
      isLetIn(actor, shipmentsApi.hold) && mayIntervene(actor, status, 'on-hold') === true ? 'on-hold' : null,
  },
  release: {
    send: (by, { id }) => by.send(shipmentsApi.release, { id, message }),
    ruled: (actor, shipment) =>
      isLetIn(actor, shipmentsApi.release) && mayRelease(actor, shipment.status) === true
        ? releasedTo({ ...shipment, status_before_hold: 'at-hub' })
        : null,
  },
  cancel: {
    send: (by, { id }) => by.send(shipmentsApi.cancel, { id, message }),
    ruled: (actor, shipment) =>
      isLetIn(actor, shipmentsApi.cancel) && mayCancel(actor, shipment, p.runtime.runtime.clock()) === true
        ? 'cancelled'
        : null,
  },
}
const read = async (id: number): Promise<Shipment> =>
  (await (await p.staff()).send(shipmentsApi.detail, { id })).shipment

describe('statuses, roles and actions', () => {
  it('change a status only to what the rules say, and change nothing when they refuse it', async () => {
    const roles = starter_roles.filter(
      ({ id, permissions }) =>
        id !== role_ids.guest && !hasPermission({ permissions }, 'INLINE_force_status'),
    )
    const drawn = fc.sample(
      fc.record({
        status: fc.constantFrom(...shipment_statuses),
        role: fc.constantFrom(...roles),
        name: fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[])),
        // Half of the aims are marks and statuses of the menu.
        aim: fc.oneof(
          fc.constantFrom(...shipment_statuses),
          fc.constantFrom(...marks, 'at-hub' as const, 'out-for-delivery' as const, 'delivered' as const),
        ),
      }),
      80,
    )
    for (const { status, role, name, aim } of drawn) {
      const given = await p.given.shipment({ status: 'at-hub' })
      if (status !== 'at-hub')
        await p.inTransaction(async (ctx) =>
          enterStatus(ctx, await lockShipment(ctx, given.id), { to: status }),
        )
      const shipment = await read(given.id)
      const isOfAccount = role.name.startsWith('Account')
      const by = await p.user(role.id, isOfAccount ? { account_id: shipment.account_id } : {})
      const actor: Actor = {
        ...systemActor(p.provider_id),
        kind: 'user',
        role_id: role.id,
        role_name: role.name,
        username: by.username,
        account_id: isOfAccount ? shipment.account_id : null,
        permissions: role.permissions,
      }
      const ruled = acts[name].ruled(actor, shipment, aim)
      const { status: answered } = await errorOf(acts[name].send(by, shipment, aim))
      const now = (await read(shipment.id)).status
      const what = `${role.name}: ${name} ${aim} from ${shipment.status}, answered ${answered}`
      if (ruled === null || answered !== 200) expect(now, what).toBe(shipment.status)
      else expect(now, what).toBe(ruled)
    }
  }, 120_000)
})

describe('every status that is not final', () => {
  const arrive = async (by: Caller, { parcels }: Shipment) =>
    by.send(hubApi.addEvent, {
      parcel_reference: parcels[0]?.tracking_reference ?? '',
      mode: 'arrive',
      branch_id: p.map.branches.JHB,
    })
  const assign = async (shipment: Shipment, leg: 'collection' | 'delivery') => {
    const { username } = await p.driver()
    await manager.send(driversApi.assign, {
      shipment_ids: [shipment.id],
      leg,
      username,
      assign_anyway: true,
    })
  }
  /** The calls that lead on, by people who may not force a status. */
  const steps: readonly ((shipment: Shipment) => Promise<unknown>)[] = [
    async (shipment) => {
      const [to] = nextStatuses(shipment).filter(
        (one) => one !== shipment.status && one !== 'cancelled' && !isFor('intervention', one),
      )
      return to && acts.menu.send(manager, shipment, to)
    },
    async (shipment) => acts.release.send(manager, shipment, shipment.status),
    async (shipment) => assign(shipment, 'collection'),
    async (shipment) => assign(shipment, 'delivery'),
    async (shipment) => arrive(await p.user(hub_operator), shipment),
    async ({ id, account_id, rate }) =>
      (await p.owner(account_id)).send(paymentsApi.payShipment, { id, rate: rate ?? 0 }),
    async ({ id, rate }) =>
      (await p.user(kiosk_operator)).send(counterApi.take, {
        shipment_id: id,
        rate: rate ?? 0,
        method: 'card-terminal',
        amount: rate ?? 0,
        slip_reference: 'S-1',
        last_digits: '4242',
      }),
  ]

  it.each(shipment_statuses.filter((status) => !isFinal(status)))(
    'is left by a call that leads on: %s',
    async (status) => {
      const { id: accountId } = await p.given.account({ account_type: 'prepaid', balance: 1_000_000 })
      const { id } = await p.given.shipment({ account_id: accountId, status })
      const shipment = await read(id)
      expect(shipment.status).toBe(status)
      const answers: string[] = []
      for (const step of steps) {
        if ((await read(id)).status !== status) break
        answers.push((await errorOf(step(shipment))).message)
      }
      const { status: left } = await read(id)
      expect(left, answers.join(' | ')).not.toBe(status)
      expect(['cancelled', 'on-hold', 'damaged', 'undeliverable']).not.toContain(left)
    },
  )
})
