import type pg from 'pg'
import { expect, it } from 'vitest'
import { singleConnection } from './connections.ts'

/** Returns a fake pool with one connection that is available immediately. */
function poolOfOne(): Pick<pg.Pool, 'connect'> {
  const connect = () => Promise.resolve({ release: () => undefined } as unknown as pg.PoolClient)
  return { connect }
}

it('the single connection rejects a waiting request after the time limit and serves the next one after release', async () => {
  const connections = singleConnection(poolOfOne(), { wait_ms: 20 })
  const holder = await connections.connect('interactive')
  await expect(connections.connect('interactive')).rejects.toThrow('timeout exceeded when trying to connect')
  await expect(connections.connect('field')).rejects.toThrow('timeout exceeded when trying to connect')
  expect(connections.waiting('field')).toBe(0)
  const patient = connections.connect('heavy')
  holder.release()
  const heavy = await patient
  heavy.release()
  await expect(connections.connect('interactive')).resolves.toBeDefined()
})
