import { accountsApi } from '@waybill/domain/accounts/api'
import { depotApi } from '@waybill/domain/drivers/depot-api'
import { driverMessagesApi } from '@waybill/domain/drivers/messages-api'
import { planApi } from '@waybill/domain/drivers/plan'
import { positionsApi } from '@waybill/domain/drivers/positions-api'
import { branchLimit, hasPermission, isOffice, type Actor } from '@waybill/domain/kit/actor'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import type { LiveMessage } from '@waybill/domain/kit/live'
import { readsStaffInbox } from '@waybill/domain/notifications/inbox'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { isWithinReach } from '@waybill/domain/shipments/shipment-access'
import { visibleStatus, type StatusVisibility } from '@waybill/domain/shipments/statuses/status-visibility'
import type { LiveUpdate, LiveAudience } from '../kit/pubsub.ts'
import type { ShipmentRow } from '../shipments/index.ts'

/** Changed shipments as stored now, and the settings that decide which status others see. */
export interface ChangedShipments {
  rows: readonly ShipmentRow[]
  choices: StatusVisibility
}

const none: readonly LiveMessage[] = []

function mayRead(actor: Actor, { permission }: Endpoint): boolean {
  return permission === null || hasPermission(actor, permission)
}

/**
 * Returns the messages about changed shipments for `actor`: only about shipments that the shipment endpoint would
 * return to them.
 */
export function shipmentMessages(actor: Actor, { rows, choices }: ChangedShipments): readonly LiveMessage[] {
  if (!mayRead(actor, shipmentsApi.detail)) return none
  return rows
    .filter((row) => isWithinReach(actor, row))
    .map((row) => ({
      kind: 'shipment-changed' as const,
      shipment_id: row.id,
      account_id: row.account_id,
      status: visibleStatus(
        actor,
        {
          status: row.status,
          collection_agent_id: row.collection_agent_id ?? '',
          delivery_agent_id: row.delivery_agent_id ?? '',
          taken_out_by_driver: row.taken_out_by_driver,
        },
        choices,
      ),
    }))
}

/** Returns the messages about an account, an inbox message or a driver for `actor`. */
export function otherMessages(actor: Actor, events: LiveUpdate): readonly LiveMessage[] {
  switch (events.kind) {
    case 'shipment':
      return none
    case 'account': {
      const { account_id } = events
      const isOwn = actor.account_id === account_id
      if (isOwn) return [{ kind: events.is_closed ? 'account-closed' : 'account-updated', account_id }]
      return actor.account_id === null && mayRead(actor, accountsApi.list)
        ? [{ kind: 'account-updated', account_id }]
        : none
    }
    case 'message': {
      const { to, message_id } = events
      return isFor(actor, to) ? [{ kind: 'message-arrived', message_id }] : none
    }
    case 'driver-message': {
      const { username, branch_id } = events
      const limit = branchLimit(actor)
      const isNear = isOffice(actor) && (limit === null || limit === branch_id)
      return actor.username === username || (isNear && mayRead(actor, driverMessagesApi.list))
        ? [{ kind: 'driver-wrote', username }]
        : none
    }
    case 'trip': {
      const { username, branch_id, is_for_driver } = events
      if (actor.username === username) return is_for_driver ? [{ kind: 'trip-changed', username }] : none
      const limit = branchLimit(actor)
      const isNear = isOffice(actor) && (limit === null || branch_id === null || limit === branch_id)
      return isNear && mayRead(actor, planApi.board) ? [{ kind: 'trip-changed', username }] : none
    }
    case 'depot': {
      const { branch_id } = events
      const limit = branchLimit(actor)
      const isNear = limit === null || branch_id === null || limit === branch_id
      return isOffice(actor) && isNear && mayRead(actor, depotApi.board)
        ? [{ kind: 'depot-changed', branch_id }]
        : none
    }
    case 'driver': {
      const { username, branch_id } = events
      const limit = branchLimit(actor)
      const isNear = limit === null || limit === branch_id
      return isOffice(actor) && isNear && mayRead(actor, positionsApi.list)
        ? [{ kind: 'driver-moved', username }]
        : none
    }
  }
}

function isFor(actor: Actor, to: LiveAudience): boolean {
  if ('user_id' in to) return to.user_id === actor.user_id
  if ('account_id' in to) return to.account_id === actor.account_id
  const branchId = branchLimit(actor)
  return (
    readsStaffInbox(actor) &&
    hasPermission(actor, to.staff_with) &&
    (branchId === null || to.branch_id === null || branchId === to.branch_id)
  )
}
