import type { Query, QueryClient } from '@tanstack/react-query'
import type { LiveMessage } from '@waybill/domain/kit/live'
import { endpointQueryKey, type EndpointQueryName } from '../../kit/api/endpoint-query.ts'
import { noteDataPosition } from '../../kit/api/data-position.ts'
import { publishSessionChange } from '../../kit/api/session.ts'
import { noteChanged } from '../../kit/live/changed.ts'
import { general_data } from '../start-up/general-data.ts'

/**
 * Queries that depend on shipments, identified by method and path. Importing their endpoints would increase the
 * bundle size.
 */
export const follow_shipments = {
  trip_sheet: { method: 'GET', path: '/trip-sheet' },
  rows: { method: 'GET', path: '/shipments/rows' },
  ops_dashboard: { method: 'GET', path: '/ops-dashboard' },
  ops_pending: { method: 'GET', path: '/ops-dashboard/pending' },
  dispatch_board: { method: 'GET', path: '/trip-sheet/board' },
  depot_board: { method: 'GET', path: '/ops-dashboard/depot' },
} as const satisfies Record<string, EndpointQueryName>

/** The query of messages with a driver. */
const driver_messages = { method: 'GET', path: '/trip-sheet/messages' } as const satisfies EndpointQueryName

/** The query about drivers on duty, by its name for the same reason. */
const driver_positions = { method: 'GET', path: '/drivers/positions' } as const satisfies EndpointQueryName

/**
 * Updates the data that a live message concerns. Queries on screen are refetched; others are refetched when they are
 * next used.
 */
export function takeMessage(client: QueryClient, message: LiveMessage): void {
  switch (message.kind) {
    case 'position':
      noteDataPosition(String(message.position))
      break
    case 'shipment-changed':
      void client.invalidateQueries({ predicate: (query) => isAbout(query, message.shipment_id) })
      void client.invalidateQueries({ queryKey: endpointQueryKey(follow_shipments.trip_sheet) })
      void client.invalidateQueries({
        queryKey: endpointQueryKey(follow_shipments.rows),
        refetchType: 'none',
      })
      noteChanged(follow_shipments.rows)
      noteChanged(follow_shipments.ops_dashboard)
      noteChanged(follow_shipments.ops_pending)
      noteChanged(follow_shipments.dispatch_board)
      noteChanged(follow_shipments.depot_board)
      break
    case 'trip-changed':
      void client.invalidateQueries({ queryKey: endpointQueryKey(follow_shipments.trip_sheet) })
      noteChanged(follow_shipments.dispatch_board)
      noteChanged(follow_shipments.depot_board)
      break
    case 'depot-changed':
      noteChanged(follow_shipments.depot_board)
      break
    case 'driver-moved':
      void client.invalidateQueries({ queryKey: endpointQueryKey(driver_positions) })
      break
    case 'driver-wrote':
      void client.invalidateQueries({ queryKey: endpointQueryKey(driver_messages) })
      void client.invalidateQueries({ queryKey: endpointQueryKey(follow_shipments.trip_sheet) })
      break
    case 'account-updated':
      takeAccount(client, message.account_id)
      break
    case 'account-closed':
      publishSessionChange('account-closed')
      break
    case 'message-arrived':
      void client.invalidateQueries({ predicate: isOfInbox })
      break
    case 'catch-up':
      void client.invalidateQueries()
      refreshAccount(client)
      break
    default:
      break
  }
}

/** Checks whether a query belongs to the user’s inbox: the count in the navigation, the list, or an open message. */
function isOfInbox({ queryKey }: Query): boolean {
  return /^GET \/inbox(\/|$)/.test(String(queryKey[0]))
}

/** Checks whether a query shows a shipment: by the id in its input, or by the shipment in its response. */
function isAbout({ queryKey, state }: Query, shipmentId: number): boolean {
  const [name, input] = queryKey as [unknown, Record<string, unknown> | undefined]
  if (typeof name !== 'string' || !name.startsWith('GET /shipments')) return false
  const shown = (state.data as { shipment?: { id?: unknown } } | undefined)?.shipment?.id
  return [input?.id, input?.shipment_id, shown].includes(shipmentId)
}

/**
 * Refetches the billing data of an account that is on screen and, for the user’s own account, the balance in the
 * shell.
 */
function takeAccount(client: QueryClient, accountId: number): void {
  const isOwn = general_data.read()?.account?.id === accountId
  const isBilling = ({ queryKey }: Query): boolean => {
    const [name, input] = queryKey as [unknown, { account_id?: unknown } | undefined]
    return String(name).startsWith('GET /billing') && (isOwn || input?.account_id === accountId)
  }
  void client.invalidateQueries({ predicate: isBilling })
  if (isOwn) refreshAccount(client)
}

/** Fetches the account in the shell again, which has no query of its own. */
function refreshAccount(client: QueryClient): void {
  const id = general_data.read()?.account?.id
  if (id === undefined) return
  void import('./follow-account.ts').then(({ readAccount }) => readAccount(client, id)).catch(() => undefined)
}
