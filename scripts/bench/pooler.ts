import { randomUUID } from 'node:crypto'
import { startPgBouncer } from '../pgbouncer.ts'
import { startThrowAwayCluster } from '../postgres.ts'
import { booking, newProvider } from '../../server/dev/test-kit/provider.ts'
import { startProduct } from '../../tests/faults/product-process.ts'

/**
 * Compares bookings and lists through PgBouncer in transaction mode with direct connections, in turn, on one database:
 * `node scripts/bench/pooler.ts [SETTING=VALUE …]`. The settings are those of PgBouncer, such as
 * `max_prepared_statements=2000`, with which statement names are on.
 */
const rounds = 3
const round_ms = 5_000
const clients = 4
const settings = process.argv.slice(2)
const has_names = settings.some((setting) => setting.startsWith('max_prepared_statements'))

const cluster = startThrowAwayCluster(['max_connections=120'])
if (!cluster) throw new Error('PostgreSQL is not installed.')
process.env.TEST_DATABASE_URL = cluster.url
const pooler = await startPgBouncer(cluster, { connections: 16, settings })
const p = await newProvider()
const { token } = await p.staff()
const { id: accountId } = await p.given.account({ balance: 100_000_000 })
const direct = String((p.runtime.runtime.pool.options as { connectionString?: string }).connectionString)
const products = {
  direct: await startProduct({ url: direct, env: { LOG_LEVEL: 'error' } }),
  pooled: await startProduct({
    url: pooler.urlOf(direct),
    env: {
      LOG_LEVEL: 'error',
      DATABASE_LISTEN_URL: direct,
      DATABASE_STATEMENT_NAMES: has_names ? 'on' : undefined,
    },
  }),
}
type Way = keyof typeof products

/** Returns how many calls were answered with 200 in one round. */
async function count(way: Way, body: (() => object) | null): Promise<number> {
  const until = performance.now() + round_ms
  let answered = 0
  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      const answer = await fetch(`${products[way].web}/api/shipments${body ? '' : '?limit=20'}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, ...(body && { 'idempotency-key': randomUUID() }) },
        ...(body && { body: JSON.stringify(body()) }),
      })
      if (answer.status !== 200) throw new Error(await answer.text())
      await answer.arrayBuffer()
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return answered
}

const kinds = { bookings: () => ({ ...booking(), account_id: accountId }), lists: null }
for (const [name, body] of Object.entries(kinds)) {
  const sums = { direct: 0, pooled: 0 }
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1)
    for (const way of ['direct', 'pooled'] as const) {
      const answered = await count(way, body)
      if (round > 0) sums[way] += answered
    }
  const perSecond = (way: Way) => Math.round((sums[way] * 1000) / (rounds * round_ms))
  process.stdout.write(
    `${name}: direct ${perSecond('direct')}/s, through PgBouncer ${perSecond('pooled')}/s, ratio ${(sums.pooled / sums.direct).toFixed(2)}\n`,
  )
}
await Promise.all(Object.values(products).map((product) => product.stop()))
await p.runtime.close()
await pooler.stop()
cluster.stop()
process.exit(0)
