import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pgProgram, startThrowAwayCluster, type Cluster } from '../../scripts/postgres.ts'
import { advisory_locks } from '../../server/src/kit/advisory-lock.ts'
import { emptyDatabase } from './dedicated-database.ts'
import {
  listeningPorts,
  production,
  failedStart,
  runScript,
  startProduct,
  type ProductOptions,
  type ProductProcess,
} from './product-process.ts'

/** Tests the product as an operator starts it: when it does not start, and which ports it listens on. */

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-start-'))
const data_dir = path.join(folder, 'data')
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Copies the data directory of an installation that was started once. */
function copied(name: string): string {
  const copy = path.join(folder, name)
  fs.cpSync(data_dir, copy, { recursive: true })
  fs.chmodSync(copy, 0o700)
  return copy
}

describe.runIf(process.platform === 'linux')('an installation', () => {
  const running: ProductProcess[] = []
  const start = async (about: Partial<ProductOptions>): Promise<ProductProcess> => {
    const product = await startProduct({ data_dir, ...about })
    running.push(product)
    return product
  }
  afterEach(async () => {
    await Promise.all(running.splice(0).map((product) => product.stop()))
  })

  beforeAll(async () => (await startProduct({ data_dir, env: production })).stop())

  it.each([
    ['with an address of its own', { ...production, NODE_ENV: undefined, WEB_URL: 'https://fynbos.example' }],
    ['on a public host', { ...production, NODE_ENV: undefined, HOST: '0.0.0.0' }],
    ['that sends no mail', { NODE_ENV: 'production', MAIL: 'off' }],
  ])('%s listens only on PORT and API_PORT', async (_name, env) => {
    const product = await start({ env, args: [] })
    expect(listeningPorts(product.child.pid ?? 0)).toEqual(
      product.ports.toSorted((one, other) => one - other),
    )
    expect(fs.existsSync(path.join(data_dir, 'demo.json'))).toBe(false)
  })

  it('that is local also starts catchers and fakes of external services', async () => {
    const product = await start({})
    // Its two ports, Google, payments, third parties, lockers, two for accounting, SMS, and mail with its page.
    expect(listeningPorts(product.child.pid ?? 0)).toHaveLength(11)
  })

  it.each([
    [
      'without a mail server',
      { NODE_ENV: 'production' },
      /^This installation can be reached by others and has no mail server\. Set SMTP_URL to one, or MAIL=off to send no mail\.$/,
    ],
    [
      'with a stand-in for payments',
      { ...production, PAYMENT_GATEWAYS_URL: 'http://10.0.0.9' },
      /^PAYMENT_GATEWAYS_URL points to a test payment gateway, .* Remove it\.$/,
    ],
    [
      'with another secret',
      { WAYBILL_SECRET: 'x'.repeat(32) },
      /^The server's secret \(WAYBILL_SECRET\) does not belong to this database .*\.$/,
    ],
    [
      'with a short secret',
      { WAYBILL_SECRET: 'short' },
      /^WAYBILL_SECRET must have at least 32 characters\. It has 5\.$/,
    ],
    [
      'with a previous secret alone',
      { WAYBILL_SECRET_PREVIOUS: 'x'.repeat(32) },
      /^WAYBILL_SECRET_PREVIOUS is set without WAYBILL_SECRET\. .*\.$/,
    ],
  ])('%s does not start and prints the reason in one sentence', async (_name, env, sentence) => {
    const { code, printed } = await failedStart({ data_dir, env })
    expect(printed).toMatch(sentence)
    expect(code).toBe(1)
  })

  it('does not start when its secret is missing or another one, and creates no new secret', async () => {
    const lost = copied('lost')
    const secret = path.join(lost, 'secret.key')
    fs.rmSync(secret)
    expect(await failedStart({ data_dir: lost })).toEqual({
      code: 1,
      printed: `The server's secret is missing: there is no ${secret} and no WAYBILL_SECRET, but this database has values encrypted with it. Restore it from the backup.`,
    })
    expect(fs.existsSync(secret)).toBe(false)
    fs.writeFileSync(secret, 'f'.repeat(64), { mode: 0o600 })
    const other = await failedStart({ data_dir: lost })
    expect(other.printed).toMatch(/^The server's secret .* does not belong to this database .*\.$/)
    expect(other.code).toBe(1)
  })

  it('does not start in production when other users can access its data directory or secret', async () => {
    const open = copied('open')
    fs.chmodSync(open, 0o755)
    expect((await failedStart({ data_dir: open, env: production })).printed).toBe(
      `The data directory ${open} is open to other users of this machine (mode 755). Run: chmod 700 ${open}`,
    )
    fs.chmodSync(open, 0o700)
    const secret = path.join(open, 'secret.key')
    fs.chmodSync(secret, 0o644)
    expect((await failedStart({ data_dir: open, env: production })).printed).toBe(
      `The secret ${secret} is open to users other than its owner (mode 644). Run: chmod 600 ${secret}`,
    )
  })

  it('does not start in production when it contains the demo company', async () => {
    const demo = copied('demo')
    fs.writeFileSync(path.join(demo, 'demo.json'), '{"users":[]}')
    const { code, printed } = await failedStart({ data_dir: demo, env: production })
    expect(printed).toMatch(
      /^This database contains the demonstration company, whose passwords are public, .*\.$/,
    )
    expect(code).toBe(1)
  })

  it('creates a new administrator link that works, and rejects an unknown user', async () => {
    const missed = copied('missed')
    fs.rmSync(path.join(missed, 'admin-links.txt'))
    const runAdminLink = (...args: string[]) => runScript('admin-link.ts', { data_dir: missed, args })
    const file = path.join(missed, 'admin-links.txt')
    expect(await runAdminLink('platform')).toEqual({
      code: 0,
      printed: `A link for platform that works once, within an hour, is in ${file}\n`,
    })
    const [, address = ''] = /^platform: (\S+)$/m.exec(fs.readFileSync(file, 'utf8')) ?? []
    expect(await runAdminLink('nobody')).toEqual({
      code: 1,
      printed: 'No staff user has the username nobody.\n',
    })
    const product = await start({ data_dir: missed })
    const requested = new URL(address).searchParams
    const answer = await fetch(`${product.web}/api/login`, {
      method: 'POST',
      body: JSON.stringify({
        email: 'platform@localhost',
        verification_code: requested.get('verification'),
        password: 'correct horse battery staple',
      }),
    })
    expect(answer.status).toBe(200)
  })

  it('can verify its audit trail while it is stopped', async () => {
    const { code, printed } = await runScript('audit-verify.ts', { data_dir: copied('verified') })
    expect(printed).toMatch(/^Provider 1: \d+ entries in \d+ blocks are valid\.\n$/)
    expect(code).toBe(0)
  }, 50_000)

  const inUse = (directory: string) =>
    `The data directory ${directory} is in use by another Waybill process (process id`

  it('locks its data directory until it is killed', async () => {
    const own = copied('held')
    const first = await startProduct({ data_dir: own })
    const second = await failedStart({ data_dir: own })
    expect(second.printed).toContain(`${inUse(own)} ${first.child.pid} on ${os.hostname()}). Stop it first`)
    expect(second.code).toBe(1)
    await first.kill()
    await start({ data_dir: own })
  })

  const namespaces = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0
  it.skipIf(!namespaces)('locks its data directory across containers with separate process ids', async () => {
    const own = copied('contained')
    const under = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']
    const first = await startProduct({ data_dir: own, under })
    try {
      const second = await failedStart({ data_dir: own, under })
      expect(second.printed).toContain(inUse(own))
      expect(second.code).toBe(1)
    } finally {
      await first.kill()
    }
  })
})

describe.runIf(pgProgram('initdb'))('installation on a PostgreSQL server', () => {
  let cluster: Cluster
  beforeAll(() => {
    const started = startThrowAwayCluster()
    if (!started) throw new Error('PostgreSQL could not be started.')
    cluster = started
  })
  afterAll(() => cluster.stop())

  it('is created once when two processes start at the same time on an empty database', async () => {
    const { url, client } = await emptyDatabase(cluster, 'begun')
    await client.query('SELECT pg_advisory_lock($1)', [advisory_locks.first_start])
    const starting = Promise.all([1, 2].map(() => startProduct({ url })))
    const waiting = async () => {
      const { rows } = await client.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'waybill %'
          AND query LIKE '%pg_try_advisory_lock%' AND to_regclass('installation') IS NOT NULL`,
      )
      return rows.length
    }
    await expect.poll(waiting, { timeout: 100_000 }).toBe(2)
    await client.query('SELECT pg_advisory_unlock($1)', [advisory_locks.first_start])
    const both = await starting
    const printed = both.map((product) => product.printed()).join('\n')
    await Promise.all(both.map((product) => product.stop()))
    const { rows } = await client.query(
      'SELECT (SELECT count(*)::int FROM provider) AS companies, (SELECT count(*)::int FROM app_user) AS users',
    )
    await client.end()
    expect(rows).toEqual([{ companies: 1, users: 2 }])
    expect(printed.match(/Another process makes the first company; waiting for it/g)).toHaveLength(2)
    expect(printed).not.toMatch(/constraint|duplicate key/)
  })

  it('rejects a second machine that does not have its secret', async () => {
    const { url, client } = await emptyDatabase(cluster, 'machines')
    await client.end()
    const own = path.join(folder, 'machine')
    const other = path.join(folder, 'other machine')
    await (await startProduct({ url, data_dir: own })).stop()
    expect((await failedStart({ url, data_dir: other })).printed).toMatch(
      /^The server's secret is missing: .* Restore it from the backup\.$/,
    )
    const env = { WAYBILL_SECRET: fs.readFileSync(path.join(own, 'secret.key'), 'utf8').trim() }
    await (await startProduct({ url, data_dir: other, env })).stop()
  })
})

describe.runIf(pgProgram('initdb'))('PostgreSQL server', () => {
  it('is rejected when it may lose acknowledged data, unless DATABASE_UNSAFE allows it', async () => {
    const cluster = startThrowAwayCluster(['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'])
    try {
      const url = cluster?.url ?? ''
      expect(await failedStart({ url })).toEqual({
        code: 1,
        printed:
          'The database server may lose acknowledged changes: fsync and full_page_writes and synchronous_commit are off. Switch them on in postgresql.conf, or set DATABASE_UNSAFE=allow for a database whose data may be lost.',
      })
      const product = await startProduct({ url, env: { DATABASE_UNSAFE: 'allow' } })
      await product.stop()
      expect(product.printed()).toContain('"off":["fsync","full_page_writes","synchronous_commit"]')
    } finally {
      cluster?.stop()
    }
  })
})
