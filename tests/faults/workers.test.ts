import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { role_ids } from '@waybill/domain/kit/actor'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pgProgram, startThrowAwayCluster, type Cluster } from '../../scripts/postgres.ts'
import { booking, newProvider, type Caller, type TestProvider } from '../../server/dev/test-kit/provider.ts'
import { failedStart, production, startProduct, type ProductProcess } from './product-process.ts'

const workers = 3
const metrics_token = 'a token for metrics of tests'

describe.runIf(pgProgram('initdb'))('several processes on one port', () => {
  let cluster: Cluster
  let p: TestProvider
  let staff: Caller
  let accountId: number
  let product: ProductProcess
  beforeAll(async () => {
    const started = startThrowAwayCluster(['max_connections=150', 'fsync=off'])
    if (!started) throw new Error('PostgreSQL could not be started.')
    cluster = started
    process.env.TEST_DATABASE_URL = cluster.url
    p = await newProvider()
    staff = await p.staff()
    accountId = (await p.given.account({ balance: 100_000_000 })).id
    const url = String((p.runtime.runtime.pool.options as { connectionString?: string }).connectionString)
    product = await startProduct({
      url,
      env: {
        ...production,
        WORKERS: String(workers),
        METRICS_TOKEN: metrics_token,
        // No write has to survive the database server.
        DATABASE_UNSAFE: 'allow',
      },
    })
    // Those that do not serve yet answer no request for metrics.
    const areServing = async () =>
      childrenOf(product).length === workers &&
      (await call('GET', '/metrics', { token: metrics_token })).status === 200
    await vi.waitUntil(areServing, { timeout: 90_000, interval: 100 })
  })
  afterAll(async () => {
    await product.stop()
    await p.runtime.close()
    cluster.stop()
  })

  /** Sends a request on a new connection, so that each of the processes gets some of them. */
  const call = (method: string, where: string, { token = staff.token, body, key }: Sent = {}) =>
    fetch(product.web + where, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        connection: 'close',
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
  /** Enough requests that each process gets one. */
  const enough = workers * 20
  /** Returns the statuses of requests to every process. */
  const statusesOf = async (token: Caller['token']): Promise<number[]> => {
    const answers = Array.from({ length: enough }, () => call('GET', '/api/shipments?limit=1', { token }))
    return [...new Set((await Promise.all(answers)).map(({ status }) => status))]
  }
  const served = async (): Promise<number> => {
    const text = await (await call('GET', '/metrics', { token: metrics_token })).text()
    const line = /^waybill_request_seconds_count\{endpoint="GET \/shipments",status="200"\} (\d+)$/m.exec(
      text,
    )
    return Number(line?.[1] ?? 0)
  }

  it('add up their metrics', async () => {
    const before = await served()
    expect(await statusesOf(staff.token)).toEqual([200])
    expect((await served()) - before).toBe(enough)
  })

  it('all refuse a session that ended in one of them, although each has cached it', async () => {
    const { token } = await p.user(role_ids.administrator)
    expect(await statusesOf(token)).toEqual([200])
    expect((await call('POST', '/api/logout', { token })).ok).toBe(true)
    await expect.poll(() => statusesOf(token), { timeout: 5_000 }).toEqual([401])
  })

  it('lose and repeat no booking while one after the other is killed, and are replaced', async () => {
    const keys = Array.from({ length: 90 }, () => randomUUID())
    const waiting = [...keys]
    let booked = 0
    const client = async (): Promise<void> => {
      for (let key = waiting.pop(); key; key = waiting.pop()) {
        const body = { ...booking(), account_id: accountId, customer_reference: key.slice(0, 18) }
        // A request of the killed process has no answer; its client sends it again.
        await expect
          .poll(
            () =>
              call('POST', '/api/shipments', { body, key }).then(
                ({ status }) => status,
                () => 0,
              ),
            {
              timeout: 60_000,
            },
          )
          .toBe(200)
        booked += 1
      }
    }
    const killing = async (): Promise<void> => {
      for (const after of [15, 45]) {
        await expect.poll(() => booked, { timeout: 60_000, interval: 10 }).toBeGreaterThan(after)
        process.kill(childrenOf(product)[0] ?? 0, 'SIGKILL')
      }
    }
    await Promise.all([...Array.from({ length: 6 }, client), killing()])
    const { rows } = await p.runtime.runtime.pool.query<{ times: number }>(
      'SELECT count(*)::int AS times FROM shipment WHERE provider_id = $1 GROUP BY customer_reference',
      [p.provider_id],
    )
    expect(rows.map(({ times }) => times)).toEqual(keys.map(() => 1))
    await expect.poll(() => childrenOf(product).length, { timeout: 60_000 }).toBe(workers)
  })

  it('end together', async () => {
    const ids = childrenOf(product)
    await product.stop()
    expect(ids.filter((id) => fs.existsSync(`/proc/${id}`))).toEqual([])
  })

  it.each([
    ['a database server', { WORKERS: '2' }, /^WORKERS above 1 needs a PostgreSQL server \(DATABASE_URL\)/],
    ['production', { WORKERS: '2', NODE_ENV: undefined }, /^WORKERS above 1 needs NODE_ENV=production/],
  ])('do not start without %s', async (what, env, sentence) => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-workers-'))
    const at = what === 'production' ? { url: cluster.url } : {}
    const { code, printed } = await failedStart({ ...at, data_dir: dataDir, env: { ...production, ...env } })
    fs.rmSync(dataDir, { recursive: true })
    expect(printed).toMatch(sentence)
    expect(code).toBe(1)
  })
})

interface Sent {
  token?: string | null
  body?: object
  key?: string
}

/** Returns the process ids of the processes that a process has started. */
function childrenOf({ child: { pid } }: ProductProcess): number[] {
  const ids = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return ids.split(' ').filter(Boolean).map(Number)
}
