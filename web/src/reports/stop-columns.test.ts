import type { Stop } from '@waybill/domain/drivers/model'
import { describe, expect, it } from 'vitest'
import { stopKey, stopLink, stopMarks } from './stop-columns.tsx'

type StopFacts = Pick<Stop, 'stop_id' | 'driver_username' | 'state' | 'shipments' | 'request'>
const stop = (stopId: string, driverUsername: string, state: Stop['state'], ids: number[] = [1]): Stop =>
  ({
    stop_id: stopId,
    driver_username: driverUsername,
    state,
    shipments: ids.map((id) => ({ shipment_id: id, tracking_reference: `REF${id}` })),
    request: null,
  }) satisfies Omit<StopFacts, 'shipments'> & { shipments: object[] } as never

describe('stops of a day', () => {
  it('marks one next stop per driver', () => {
    const stops = [
      stop('a', 'sipho', 'done'),
      stop('b', 'nomsa', 'to-do'),
      stop('c', 'sipho', 'to-do'),
      stop('d', 'sipho', 'to-do'),
      stop('e', 'nomsa', 'failed'),
    ]
    expect([...stopMarks(stops).values()]).toEqual(['done', 'next', 'next', 'to-do', 'failed'])
  })

  it('gives stops of two drivers at the same place different keys', () => {
    expect(stopKey(stop('a', 'sipho', 'to-do'))).not.toBe(stopKey(stop('a', 'nomsa', 'to-do')))
  })

  it('links to the shipment, or to a list of all shipments of the stop', () => {
    expect(stopLink(stop('a', 'sipho', 'to-do', [7]))).toBe('/shipments/7')
    expect(stopLink(stop('a', 'sipho', 'to-do', [7, 8]))).toBe('/shipments?q=REF7%20REF8')
  })
})
