import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pgProgram, startThrowAwayCluster, type Cluster } from '../../scripts/postgres.ts'
import { seededRandom } from '../../scripts/attack/hostile-bodies.ts'
import { makeCompany } from '../../server/dev/test-kit/boot.ts'
import { booking, newProvider, type Caller, type TestProvider } from '../../server/dev/test-kit/provider.ts'
import { startProduct, type ProductProcess } from './product-process.ts'

/** How many times a process is killed: once in the gate, more in all tests, most when the promise is proved. */
const kills = process.env.ATTACK === 'long' ? 15 : process.env.TEST_SCOPE === 'gate' ? 1 : 4

/** What a client asked for, by the key with which it may ask again, and whether it was told that it is done. */
interface Asked {
  key: string
  reference: string
  acknowledged: boolean
}

describe.runIf(pgProgram('initdb'))('processes that are killed under load', () => {
  const random = seededRandom(20_261_123)
  let cluster: Cluster
  let p: TestProvider
  let staff: Caller
  let account_id: number
  let url: string
  let processes: ProductProcess[] = []

  beforeAll(async () => {
    const started = startThrowAwayCluster(['max_connections=120'])
    if (!started) throw new Error('PostgreSQL could not be started.')
    cluster = started
    process.env.TEST_DATABASE_URL = cluster.url
    p = await newProvider()
    staff = await p.staff()
    account_id = (await p.given.account({ balance: 100_000_000 })).id
    url = String((p.runtime.runtime.pool.options as { connectionString?: string }).connectionString)
    processes = await Promise.all([startProduct({ url }), startProduct({ url })])
  })
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.stop()))
    cluster.stop()
  })

  /** Books, and answers whether the client was told that it is done. A process that dies tells nothing. */
  async function book(at: ProductProcess, { key, reference }: Asked): Promise<boolean> {
    try {
      const answer = await fetch(`${at.web}/api/shipments`, {
        method: 'POST',
        headers: { authorization: `Bearer ${staff.token}`, 'idempotency-key': key },
        body: JSON.stringify({ ...booking(), account_id, customer_reference: reference }),
        signal: AbortSignal.timeout(30_000),
      })
      await answer.arrayBuffer()
      return answer.status === 200
    } catch {
      return false
    }
  }

  it('lose nothing that they acknowledged, and do nothing twice when it is asked for again', async () => {
    const asked: Asked[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      const victim = Math.floor(random() * processes.length)
      const over = new AbortController()
      const clients = Array.from({ length: 8 }, async (_, n) => {
        while (!over.signal.aborted) {
          const at = processes[n % processes.length]
          if (!at?.isAlive()) return
          const one: Asked = { key: randomUUID(), reference: randomUUID().slice(0, 18), acknowledged: false }
          asked.push(one)
          one.acknowledged = await book(at, one)
        }
      })
      const before = asked.length
      const enough = 12 + Math.floor(random() * 30)
      await expect.poll(() => asked.length - before, { timeout: 60_000, interval: 5 }).toBeGreaterThan(enough)
      await processes[victim]?.kill()
      over.abort()
      await Promise.all(clients)
      processes[victim] = await startProduct({ url })
    }
    const [at] = processes
    const unsure = asked.filter(({ acknowledged }) => !acknowledged)
    for (const one of unsure) if (at) await expect.poll(() => book(at, one), { timeout: 30_000 }).toBe(true)
    const { rows } = await p.runtime.runtime.pool.query<{
      reference: string
      times: number
      charged: number
    }>(
      `SELECT s.customer_reference AS reference, count(DISTINCT s.id)::int AS times,
         count(DISTINCT t.id)::int AS charged
       FROM shipment s LEFT JOIN billing_transaction t ON t.provider_id = s.provider_id AND t.shipment_id = s.id
       WHERE s.provider_id = $1 AND s.customer_reference = ANY($2) GROUP BY 1`,
      [p.provider_id, asked.map(({ reference }) => reference)],
    )
    const found = new Map(rows.map((row) => [row.reference, row]))
    expect(asked.filter(({ reference }) => found.get(reference)?.times !== 1)).toEqual([])
    expect(new Set(rows.map(({ charged }) => charged)).size).toBe(1)
    expect(asked.length - unsure.length).toBeGreaterThan(10 * kills)
  })
})

describe('an embedded database whose process is killed', () => {
  it('has everything that was acknowledged', async () => {
    const data_dir = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-kills-'))
    const token = await makeCompany(data_dir)
    let product = await startProduct({ data_dir })
    const acknowledged: string[] = []
    for (let kill = 0; kill < Math.ceil(kills / 3); kill += 1) {
      const over = new AbortController()
      const clients = Array.from({ length: 3 }, async () => {
        while (!over.signal.aborted) {
          const name = `Tag ${randomUUID().slice(0, 13)}`
          if (await addTag(product, token, name)) acknowledged.push(name)
        }
      })
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length - before, { timeout: 60_000 }).toBeGreaterThan(10)
      await product.kill()
      over.abort()
      await Promise.all(clients)
      product = await startProduct({ data_dir })
    }
    const answer = await fetch(`${product.web}/api/tags?limit=1000`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const names = JSON.stringify(await answer.json())
    expect(acknowledged.filter((name) => !names.includes(name))).toEqual([])
    await product.stop()
    fs.rmSync(data_dir, { recursive: true, force: true })
  })
})

async function addTag(product: ProductProcess, token: string, name: string): Promise<boolean> {
  try {
    const answer = await fetch(`${product.web}/api/tags`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ type: 'shipment', name }),
      signal: AbortSignal.timeout(30_000),
    })
    await answer.arrayBuffer()
    return answer.status === 200
  } catch {
    return false
  }
}
