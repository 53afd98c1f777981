import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pgProgram, startThrowAwayCluster, type Cluster } from '../../scripts/postgres.ts'
import { proveMoney } from '../../scripts/prove-money/prove.ts'

describe.runIf(pgProgram('initdb'))('money while processes are killed', () => {
  let cluster: Cluster
  beforeAll(() => {
    const started = startThrowAwayCluster(['max_connections=120', 'fsync=off'])
    if (!started) throw new Error('PostgreSQL could not be started.')
    cluster = started
    process.env.TEST_DATABASE_URL = cluster.url
  })
  afterAll(() => cluster.stop())

  const none = { payables: 0, callbacks: 0, kills: 0, sequences: 0, month_ends: 0, accounts: 0 }
  it.each([
    ['notifications of gateways', { payables: 40, callbacks: 400, kills: 1 }],
    ['random sequences of calls', { sequences: 25 }],
    ['month-end', { month_ends: 1, accounts: 8 }],
  ])('is exact to the cent after %s', async (_, part) => {
    const { violations } = await proveMoney({
      ...none,
      ...part,
      seed: 20_261_126,
      printLine: () => undefined,
    })
    expect(violations).toEqual([])
  })
})
