import type pg from 'pg'
import { expect, it } from 'vitest'
import { singleConnection } from './connections.ts'

/** A pool of one connection that is had at once. */
function poolOfOne(): Pick<pg.Pool, 'connect'> {
  const connect = () => Promise.resolve({ release: () => undefined } as unknown as pg.PoolClient)
  return { connect } as Pick<pg.Pool, 'connect'>
}

it('the single connection refuses who waits too long, and goes on with the next once it is given back', async () => {
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
