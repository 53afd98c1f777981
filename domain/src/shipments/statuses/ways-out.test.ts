import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { counterApi } from '../../counter/api.ts'
import { decideHandover, type Handover } from '../../counter/handover.ts'
import { driversApi } from '../../drivers/api.ts'
import { ruleOf, type ParcelAction } from '../../drivers/parcel-actions.ts'
import { hubApi } from '../../hub/api.ts'
import { scan_modes } from '../../hub/model.ts'
import { decideScan, type ScannedState } from '../../hub/scan-decision.ts'
import { mayScan } from '../../hub/access.ts'
import { starter_roles } from '../../identity/users-and-roles/roles.ts'
import { mappable_statuses } from '../../integrations/status-map.ts'
import { isOffice, isStaff, role_ids, systemActor, type Actor } from '../../kit/actor.ts'
import { isLetIn } from '../../kit/calls/endpoint.ts'
import { Problem } from '../../kit/problem.ts'
import { statusAfterPointEvent, type PointEvent } from '../../lockers/point-events.ts'
import { paymentsApi } from '../../payments/api.ts'
import { payable_statuses } from '../../payments/payable.ts'
import { stateAfter, type ReservationState } from '../../pickup-points/reservation.ts'
import { shipmentsApi } from '../api.ts'
import { mayPayFromAccount } from '../pricing/pay-from-account.ts'
import { mayProveDelivery } from '../proof-of-delivery/prove-delivery.ts'
import { mayAssign, statusOnAssignment } from './assignment.ts'
import { isHeld, markOf, marks, mayIntervene, mayRelease, releasedTo } from './interventions.ts'
import { isForced, mayCancel, mayMoveTo, type Cancelling } from './manual-status-changes.ts'
import { nextAction } from './next-action.ts'
import {
  expiring_statuses,
  final_statuses,
  isAtOrPast,
  isFinal,
  isFor,
  shipment_statuses,
  standsAtOrPast,
  type ShipmentStatus,
} from './status.ts'

const now = new Date('2026-03-11T08:00:00Z')

/** Everybody who works with shipments in a company, each without the permission to force a status. */
const people: readonly Actor[] = starter_roles
  .filter(({ id }) => id !== role_ids.system_administrator && id !== role_ids.guest)
  .map(({ id, name, permissions }) => ({
    ...systemActor(1),
    kind: 'user',
    role_id: id,
    role_name: name,
    username: name,
    account_id: name.startsWith('Account') ? 7 : null,
    permissions: permissions.filter((one) => one !== 'INLINE_force_status'),
  }))
const manager = people.find(({ role_name }) => role_name === 'Operations manager') as Actor

/** A change of status: the kind of action, who does it, and the status that follows. */
interface Way {
  by: string
  action:
    | 'menu'
    | 'cancel'
    | 'hold'
    | 'mark'
    | 'release'
    | 'assign'
    | 'proof'
    | 'scan'
    | 'drive'
    | 'counter'
    | 'pay'
    | 'point'
    | 'partner'
    | 'expiry'
  to: ShipmentStatus
}

const shipmentIn = (status: ShipmentStatus): Cancelling => ({
  status,
  collection_agent_id: 'sipho',
  delivery_agent_id: 'nomsa',
  collected_date: standsAtOrPast(status, 'collected') && status !== 'cancelled' ? now : null,
  created_by: 'somebody',
  time_created: now,
})

/** The parcels of a shipment from branch 3 to branch 5, scanned at either of them. */
function scansOf(actor: Actor, status: ShipmentStatus): Way[] {
  if (!isOffice(actor) || !isLetIn(actor, hubApi.addEvent)) return []
  const known: ScannedState = {
    status,
    current_branch_id: 0,
    collection_branch_id: 3,
    delivery_branch_id: 5,
    delivery_branch_name: 'CPT',
    transient_branch_ids: [],
    collected_date: shipmentIn(status).collected_date,
    manifest_id: 0,
    manifest_reference: '',
    waits_on: '',
    is_brought: false,
    is_received: false,
    current_branch_name: '',
    last_scan: null,
    hold_message: '',
    is_account_blocked: false,
    is_measured: false,
    siblings: [],
    siblings_on_load: 0,
    is_address_complete: true,
    has_action_note: false,
    is_outranked: false,
  }
  const modes = scan_modes.filter((mode) => mayScan(actor, mode) === true)
  return modes.flatMap((mode) =>
    [3, 5].flatMap((branchId): Way[] => {
      const manifest = {
        id: 9,
        reference: 'IHM000009',
        is_open: mode === 'load-manifest',
        from_branch_id: 3,
        from_branch_name: 'JHB',
        to_branch_id: 5,
        to_branch_name: 'CPT',
        via_branch_ids: [],
        scan_status: 'manifested' as const,
      }
      const { status: to } = decideScan(
        {
          mode,
          branch_id: branchId,
          scanned_at: now,
          is_late: false,
          bay: 'A1',
          manifest,
          right_manifest: '',
          may_load_wrong_manifest: false,
        },
        known,
      )
      return to === null ? [] : [{ by: actor.role_name, action: 'scan', to }]
    }),
  )
}

/** The status after each step at a counter; `null` when it stays. */
const after_handover: Readonly<Record<Handover, ShipmentStatus | null>> = {
  'already-here': null,
  'from-sender': 'collected',
  'from-driver': 'ready-for-pickup',
  'to-receiver': 'delivered',
  'to-driver': null,
  'back-to-driver': 'collected-from-counter',
}

/** What a clerk may do with a parcel that is sent from a counter or to it, and is there or on its way there. */
function waysAtCounter(actor: Actor, status: ShipmentStatus): Way[] {
  if (!isOffice(actor) || !isLetIn(actor, counterApi.handOver)) return []
  return (['take-in', 'hand-out', 'give-to-driver'] as const).flatMap((type) =>
    (['collection', 'delivery'] as const).flatMap((leg) =>
      [null, leg].flatMap((held): Way[] => {
        const step = decideHandover(type, {
          name: 'K7M2QX',
          status,
          point: 'Sea Point counter',
          held_for: held,
          legs_here: [leg],
          elsewhere: [],
          out_of_order_reason: '',
        })
        const to = step instanceof Problem ? null : after_handover[step]
        return to === null ? [] : [{ by: actor.role_name, action: 'counter', to }]
      }),
    ),
  )
}

const parcel_actions: readonly ParcelAction[] = [
  'load',
  'collect',
  'collection-failed',
  'collection-exception',
  'reject',
  'deliver',
  'deposit-in-locker',
  'hand-to-counter',
  'collect-expired',
  'does-not-fit',
  'delivery-failed',
  'delivery-exception',
  'return-to-sender',
]

/** The changes that a person with the permissions of a role may make, whatever the settings of the company are. */
function waysOf(actor: Actor, status: ShipmentStatus): Way[] {
  const shipment = shipmentIn(status)
  const by = actor.role_name
  const way = (action: Way['action'], to: ShipmentStatus, may: boolean): Way[] =>
    may ? [{ by, action, to }] : []
  const mayMark = isLetIn(actor, hubApi.addEvent) && mayScan(actor, 'out-for-delivery') === true
  const mayHold = isLetIn(actor, shipmentsApi.hold)
  return [
    ...shipment_statuses.flatMap((to) =>
      to === 'cancelled' || isForced(shipment, to)
        ? []
        : way('menu', to, isLetIn(actor, shipmentsApi.change) && mayMoveTo(actor, shipment, to) === true),
    ),
    ...way(
      'cancel',
      'cancelled',
      isLetIn(actor, shipmentsApi.cancel) && mayCancel(actor, shipment, now) === true,
    ),
    ...(['on-hold', 'on-hold-internal'] as const).flatMap((to) =>
      way('hold', to, mayHold && mayIntervene(actor, status, to) === true),
    ),
    ...marks.flatMap((to) => way('mark', to, mayMark && markOf(actor, status, to) === to)),
    ...way(
      'release',
      releasedTo({ ...shipment, status_before_hold: null }),
      isLetIn(actor, shipmentsApi.release) && mayRelease(actor, status) === true,
    ),
    ...(['collection', 'delivery'] as const).flatMap((leg) =>
      way(
        'assign',
        statusOnAssignment(leg, shipment, true),
        isOffice(actor) && isLetIn(actor, driversApi.assign) && mayAssign(leg, shipment, '') === true,
      ),
    ),
    ...way(
      'proof',
      'delivered',
      isLetIn(actor, shipmentsApi.addPod) && mayProveDelivery(actor, shipment, now, now) === true,
    ),
    ...scansOf(actor, status),
    ...waysAtCounter(actor, status),
    ...parcel_actions.flatMap((type) => {
      const facts = { status, allow_same_day_retry: true }
      return ['residential', 'locker', 'counter'].flatMap((deliveryType) => {
        const { from, to } = ruleOf(type, { ...facts, delivery_type: deliveryType })
        return way('drive', to, actor.role_id === role_ids.driver && from.includes(status))
      })
    }),
    ...way(
      'pay',
      'submitted',
      isLetIn(actor, paymentsApi.payShipment) &&
        !isStaff(actor) &&
        (payable_statuses.includes(status) ||
          mayPayFromAccount(actor, status, { account_type: 'prepaid', balance: 1, credit_limit: 0 }, 1) ===
            true),
    ),
  ].filter(({ to }) => to !== status)
}

/** The states that the place of a leg can have in a status. */
const places: Readonly<Partial<Record<ShipmentStatus, readonly ReservationState[]>>> = {
  'awaiting-dropoff': ['wanted'],
  'out-for-delivery': ['wanted', 'reserved'],
  'bob-box-reservation-failed': ['failed'],
  'in-locker': ['deposited'],
  'ready-for-pickup': ['deposited'],
  'collect-and-return-to-hub': ['deposited', 'expired'],
}

/** The changes that no employee or customer of the company makes: networks of lockers, partners, and the clock. */
function eventsOf(status: ShipmentStatus): Way[] {
  const leg = status === 'awaiting-dropoff' ? 'collection' : 'delivery'
  const events: PointEvent[] = [
    { kind: 'reserve', leg },
    { kind: 'fail', leg: 'delivery' },
    { kind: 'deposit', leg },
    { kind: 'expire', leg },
    { kind: 'collect', leg, by: 'receiver' },
    { kind: 'collect', leg, by: 'courier' },
  ]
  const atPoint = events
    // The drop-off is expected by the clock alone: it expires without a place.
    .filter(({ kind }) =>
      places[status]?.some(
        (state) => stateAfter(state, kind) !== null || (leg === 'collection' && kind === 'expire'),
      ),
    )
    .map((event): Way => ({
      by: 'pickup point',
      action: 'point',
      to: statusAfterPointEvent(event, {
        status,
        collection_agent_id: 'sipho',
        status_before: 'out-for-delivery',
      }),
    }))
  const partner: readonly string[] = status === 'outsourced' ? mappable_statuses : []
  return [
    ...atPoint,
    ...partner.map((to): Way => ({ by: 'partner', action: 'partner', to: to as ShipmentStatus })),
    ...(expiring_statuses.includes(status)
      ? [{ by: 'schedule', action: 'expiry', to: 'quote-expired' } as const]
      : []),
  ].filter(({ to }) => to !== status)
}

const ways = new Map(
  shipment_statuses.map((status) => [status, people.flatMap((actor) => waysOf(actor, status))] as const),
)
const waysFrom = (status: ShipmentStatus): readonly Way[] => ways.get(status) ?? []

/** Whether a way brings a parcel on, instead of holding it, giving it up or cancelling it. */
const goesOn = ({ action, to }: Way): boolean =>
  !['hold', 'cancel', 'proof'].includes(action) &&
  to !== 'damaged' &&
  to !== 'undeliverable' &&
  to !== 'cancelled'

describe('ways out of a status without force', () => {
  const unfinished = shipment_statuses.filter((status) => !isFinal(status))

  it.each(unfinished)('lead a shipment on from %s', (status) => {
    expect(waysFrom(status).filter(goesOn)).not.toEqual([])
  })

  it.each(unfinished)(
    'let more than one role act on %s, so that it does not wait for one person',
    (status) => {
      expect(new Set(waysFrom(status).map(({ by }) => by)).size).toBeGreaterThan(1)
    },
  )

  it('lead out of a final status only to pay an expired quote and to restore a cancelled shipment', () => {
    const actions = final_statuses.map((status) => [
      status,
      [...new Set([...waysFrom(status), ...eventsOf(status)].map(({ action }) => action))],
    ])
    expect(Object.fromEntries(actions)).toEqual({
      'quote-expired': ['pay'],
      'returned-to-sender': [],
      delivered: [],
      cancelled: ['menu'],
    })
  })

  it('are documented for the statuses that the status menu does not lead out of, and final statuses as final', () => {
    const page = readFileSync(new URL('../../../../docs/domain/statuses.md', import.meta.url), 'utf8')
    const section = page.split('### Ways out\n')[1]?.split(/\n##+ /)[0] ?? ''
    const final = /Final statuses: ([^.]+)\./.exec(section)?.[1] ?? ''
    expect(final.split(/, /).toSorted()).toEqual([...final_statuses].toSorted())
    const rows = section
      .split('\n')
      .flatMap((line) => /^\| ([a-z][a-z, -]*?) +\|/.exec(line)?.[1]?.split(', ') ?? [])
    const withoutMenu = unfinished.filter(
      (status) => !waysFrom(status).some(({ action }) => action === 'menu'),
    )
    expect(rows.toSorted()).toEqual(withoutMenu.toSorted())
  })
})

describe('way of a shipment whose staff always take the suggested next action', () => {
  /** What drivers, hubs, customers and pickup points do when nothing is suggested to staff. */
  const usual: readonly Way['action'][] = ['drive', 'scan', 'pay', 'point', 'release', 'partner']
  const usualWays = (status: ShipmentStatus): ShipmentStatus[] =>
    [...waysFrom(status), ...eventsOf(status)]
      .filter((way) => goesOn(way) && usual.includes(way.action) && way.to !== 'quote-expired')
      .map(({ to }) => to)

  /** Returns how many usual steps a status is from a final one. */
  function distances(): ReadonlyMap<ShipmentStatus, number> {
    const found = new Map<ShipmentStatus, number>(final_statuses.map((status) => [status, 0]))
    for (let steps = 1; steps <= shipment_statuses.length; steps++)
      for (const status of shipment_statuses)
        if (!found.has(status) && usualWays(status).some((to) => found.get(to) === steps - 1))
          found.set(status, steps)
    return found
  }
  const distance = distances()
  const far = shipment_statuses.length
  const usualStep = (status: ShipmentStatus): ShipmentStatus =>
    usualWays(status).toSorted(
      (one, other) => (distance.get(one) ?? far) - (distance.get(other) ?? far),
    )[0] ?? status

  /** Takes the suggested action, or the usual step when nothing is suggested or the status does not change by it. */
  function step(shipment: Cancelling): Cancelling {
    const action = nextAction(manager, shipment, false)
    const { status } = shipment
    const moved = (to: ShipmentStatus): Cancelling => ({
      ...shipment,
      status: to,
      collected_date: shipment.collected_date ?? (isAtOrPast(to, 'collected') ? now : null),
    })
    switch (action?.kind) {
      case 'assign':
        return {
          ...moved(statusOnAssignment(action.leg, shipment, true)),
          [`${action.leg}_agent_id`]: 'sipho',
        }
      case 'release':
        return moved(releasedTo({ ...shipment, status_before_hold: null }))
      case 'deliver':
        return moved('delivered')
      case 'address':
        return moved(status === 'bob-box-reservation-failed' ? 'out-for-delivery' : usualStep(status))
      default:
        return moved(usualStep(status))
    }
  }

  it.each(shipment_statuses)('ends in a final status within 12 steps from %s', (from) => {
    let shipment = { ...shipmentIn(from), collection_agent_id: '', delivery_agent_id: '' }
    const passed = [from]
    while (!isFinal(shipment.status) && passed.length <= 12) {
      shipment = step(shipment)
      passed.push(shipment.status)
    }
    expect(isFinal(shipment.status), passed.join(' → ')).toBe(true)
  })

  it('suggests an action to staff wherever a shipment waits for a decision of theirs', () => {
    const waits = shipment_statuses.filter(
      (status) =>
        (isFor('intervention', status) || isHeld(status) || status === 'undeliverable') && !isFinal(status),
    )
    const silent = waits.filter((status) => nextAction(manager, shipmentIn(status), false) === null)
    expect(silent).toEqual([])
  })
})
