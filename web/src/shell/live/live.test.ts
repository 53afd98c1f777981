import { QueryClient } from '@tanstack/react-query'
import { billingApi } from '@waybill/domain/billing/api'
import { driversApi } from '@waybill/domain/drivers/api'
import { depotApi } from '@waybill/domain/drivers/depot-api'
import { planApi } from '@waybill/domain/drivers/plan'
import { reportsApi } from '@waybill/domain/reports/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endpointQueryKey } from '../../kit/api/endpoint-query.ts'
import { onSessionChange } from '../../kit/api/session.ts'
import { changed_at } from '../../kit/live/changed.ts'
import { follow_shipments, takeMessage } from './live-messages.ts'
import { liveAddress } from './live.ts'

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
})
afterEach(() => client.clear())

const isStale = (key: unknown[]) => client.getQueryState(key)?.isInvalidated

describe('address for live updates', () => {
  it('uses the host of the page unless the company sets another address', () => {
    expect(liveAddress({}, 'https://fynbos.example/shipments?page=2')).toBe('wss://fynbos.example/api/live')
    expect(liveAddress({ websocket_api_url: '' }, 'http://127.0.0.1:3000/')).toBe(
      'ws://127.0.0.1:3000/api/live',
    )
    expect(liveAddress({ websocket_api_url: 'wss://live.example/x' }, 'https://fynbos.example/')).toBe(
      'wss://live.example/x',
    )
  })
})

describe('effects of live messages', () => {
  it('invalidates the queries of the changed shipment, by id or reference, and no others', () => {
    const byId = endpointQueryKey(shipmentsApi.detail, { id: 5 })
    const byReference = endpointQueryKey(shipmentsApi.detail, { tracking_reference: 'ABC123' })
    const notes = endpointQueryKey(shipmentsApi.notes, { shipment_id: 5 })
    const other = endpointQueryKey(shipmentsApi.detail, { id: 6 })
    client.setQueryData(byId, { shipment: { id: 5 } })
    client.setQueryData(byReference, { shipment: { id: 5 } })
    client.setQueryData(notes, { notes: [] })
    client.setQueryData(other, { shipment: { id: 6 } })
    takeMessage(client, { kind: 'shipment-changed', shipment_id: 5, account_id: 1, status: 'collected' })
    expect([byId, byReference, notes, other].map(isStale)).toEqual([true, true, true, false])
  })

  it('identifies the queries that depend on shipments by the same keys as their endpoints', () => {
    expect(endpointQueryKey(follow_shipments.trip_sheet)).toEqual(endpointQueryKey(driversApi.tripSheet))
    expect(endpointQueryKey(follow_shipments.rows)).toEqual(endpointQueryKey(shipmentsApi.rows))
    expect(endpointQueryKey(follow_shipments.ops_dashboard)).toEqual(
      endpointQueryKey(reportsApi.opsDashboard),
    )
    expect(endpointQueryKey(follow_shipments.ops_pending)).toEqual(endpointQueryKey(reportsApi.pending))
    expect(endpointQueryKey(follow_shipments.dispatch_board)).toEqual(endpointQueryKey(planApi.board))
    expect(endpointQueryKey(follow_shipments.depot_board)).toEqual(endpointQueryKey(depotApi.board))
  })

  it('[OPS-002] notes a changed shipment for every board that shows it', () => {
    const boards = [reportsApi.opsDashboard, reportsApi.pending, planApi.board, depotApi.board]
    changed_at.write(new Map())
    takeMessage(client, { kind: 'shipment-changed', shipment_id: 5, account_id: 1, status: 'collected' })
    for (const board of boards) expect(changed_at.read().has(endpointQueryKey(board)[0])).toBe(true)
  })

  it('[OPS-002] [HUB-003] notes a changed depot for its board and for no other', () => {
    changed_at.write(new Map())
    takeMessage(client, { kind: 'depot-changed', branch_id: 3 })
    expect([...changed_at.read().keys()]).toEqual([endpointQueryKey(depotApi.board)[0]])
  })

  it('invalidates the billing queries of the account', () => {
    const own = endpointQueryKey(billingApi.balance, { account_id: 5 })
    const other = endpointQueryKey(billingApi.balance, { account_id: 6 })
    client.setQueryData(own, {})
    client.setQueryData(other, {})
    takeMessage(client, { kind: 'account-updated', account_id: 5 })
    expect([own, other].map(isStale)).toEqual([true, false])
  })

  it('invalidates all queries after missed messages', () => {
    const key = endpointQueryKey(shipmentsApi.detail, { id: 6 })
    client.setQueryData(key, {})
    takeMessage(client, { kind: 'catch-up' })
    expect(isStale(key)).toBe(true)
  })

  it('publishes a session change when the account is closed', () => {
    const received: string[] = []
    const stop = onSessionChange((change) => received.push(change))
    takeMessage(client, { kind: 'account-closed', account_id: 5 })
    stop()
    expect(received).toEqual(['account-closed'])
  })
})
