import type pg from 'pg'
import { expect, it } from 'vitest'
import { pooledConnections, singleConnection } from './connections.ts'

/** Returns a fake pool with one connection that is available immediately. */
function poolOfOne(): Pick<pg.Pool, 'connect'> {
  const connect = () => Promise.resolve({ release: () => undefined } as unknown as pg.PoolClient)
  return { connect }
}

it('the single connection rejects a waiting request after the time limit and serves the next one after release', async () => {
  const connections = singleConnection(poolOfOne(), { wait_ms: 20 })
  const holder = await connections.connect('interactive', 1)
  await expect(connections.connect('interactive', 1)).rejects.toThrow(
    'timeout exceeded when trying to connect',
  )
  await expect(connections.connect('field', 1)).rejects.toThrow('timeout exceeded when trying to connect')
  expect(connections.waiting('field')).toBe(0)
  const patient = connections.connect('heavy', 1)
  holder.release()
  const heavy = await patient
  heavy.release()
  await expect(connections.connect('interactive', 1)).resolves.toBeDefined()
})

it('the single connection serves companies in turn, however many requests of one of them wait', async () => {
  const connections = singleConnection(poolOfOne())
  const served: number[] = []
  const use = async (company: number): Promise<void> => {
    const client = await connections.connect('field', company)
    served.push(company)
    client.release()
  }
  await Promise.all([1, 1, 1, 2, 3, 2].map(use))
  expect(served).toEqual([1, 2, 3, 1, 2, 1])
})

it('a pool gives one company at most half of its connections while another one is active', async () => {
  const release = () => undefined
  const pool = { options: { max: 4 }, connect: async () => ({ release }) } as unknown as pg.Pool
  const connections = pooledConnections(
    { field: pool, interactive: pool, heavy: pool },
    () => '',
    () => false,
  )
  const given: number[] = []
  const use = async (company: number): Promise<() => void> => {
    const client = await connections.connect('field', company)
    given.push(company)
    return () => client.release()
  }
  const [first, second, third, fourth] = await Promise.all([use(1), use(1), use(1), use(1)])
  const waiting = [use(1), use(1), use(2)]
  first?.()
  await waiting[2]
  second?.()
  await use(2)
  expect(given).toEqual([1, 1, 1, 1, 2, 2])
  expect(connections.waiting('field')).toBe(2)
  third?.()
  await waiting[0]
  expect(given).toEqual([1, 1, 1, 1, 2, 2, 1])
  expect(connections.waiting('field')).toBe(1)
  // A request that still waits would be rejected after the test.
  fourth?.()
  await waiting[1]
})
