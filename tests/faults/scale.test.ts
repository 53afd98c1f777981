import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pgProgram, startThrowAwayCluster, type Cluster } from '../../scripts/postgres.ts'
import { proof_settings } from '../../scripts/proofs/run-proof.ts'
import { proveScale } from '../../scripts/prove-scale/prove.ts'

describe.runIf(pgProgram('initdb'))('a standby that is promoted under load', () => {
  let cluster: Cluster
  beforeAll(() => {
    const started = startThrowAwayCluster(proof_settings)
    if (!started) throw new Error('PostgreSQL could not be started.')
    cluster = started
  })
  afterAll(() => cluster.stop())

  it('has every answered booking and scan once, and every client reads what it has written', async () => {
    const proof = { cluster, bookings: 120, clients: 6, seed: 1, printLine: () => undefined }
    const { violations, rows } = await proveScale(proof)
    expect(violations).toEqual([])
    expect(rows).toContainEqual(['promotions of the standby', 1])
  })
})
