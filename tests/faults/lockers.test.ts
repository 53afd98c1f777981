import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pgProgram, startThrowAwayCluster, type Cluster } from '../../scripts/postgres.ts'
import { proveLockers } from '../../scripts/prove-lockers/prove.ts'

describe.runIf(pgProgram('initdb'))('parcels through lockers while a process is killed', () => {
  let cluster: Cluster
  beforeAll(() => {
    const started = startThrowAwayCluster(['max_connections=120', 'fsync=off'])
    if (!started) throw new Error('PostgreSQL could not be started.')
    cluster = started
    process.env.TEST_DATABASE_URL = cluster.url
  })
  afterAll(() => cluster.stop())

  it('are each in one place, with one message of each kind, although their networks misbehave', async () => {
    const proof = { parcels: 60, kills: 1, clients: 8, seed: 20_261_126, printLine: () => undefined }
    const { violations, rows } = await proveLockers(proof)
    expect(violations).toEqual([])
    expect(rows).toContainEqual(['kills of a process', 1])
  })
})
