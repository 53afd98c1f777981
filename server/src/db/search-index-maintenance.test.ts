import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openTestDatabase } from '../../dev/test-kit/database/database.ts'
import type { Connections } from '../kit/connections.ts'
import { PubSub } from '../kit/pubsub.ts'
import { SearchIndexMaintenance } from './search-index-maintenance.ts'

it('moves the pending list into the index while shipments change, and otherwise once a minute', async () => {
  const database = await openTestDatabase()
  const pubsub = new PubSub()
  let rounds = 0
  const connections: Connections = {
    ...database.connections,
    connect: (workload, company) => {
      rounds += 1
      return database.connections.connect(workload, company)
    },
  }
  await database.pool.query(`CREATE TABLE found (text text);
    CREATE INDEX found_text ON found USING gin (text gin_trgm_ops) WITH (fastupdate = on);
    INSERT INTO found SELECT 'main road ' || i FROM generate_series(1, 100) i`)
  const maintenance = new SearchIndexMaintenance(connections, pubsub, pino({ level: 'silent' }))
  maintenance.start()
  await maintenance.tick()
  expect(rounds).toBe(1)
  const left = await database.pool.query<{ pages: number }>(
    "SELECT gin_clean_pending_list('found_text')::int AS pages",
  )
  expect(left.rows).toEqual([{ pages: 0 }])
  await maintenance.tick()
  expect(rounds).toBe(1)
  pubsub.publish({ topic: 'live', provider_id: 1, subject: 'shipment 1' })
  await maintenance.tick()
  expect(rounds).toBe(2)
  for (let tick = 0; tick < 30; tick += 1) await maintenance.tick()
  expect(rounds).toBe(3)
  await maintenance.stop()
  await database.close()
})
