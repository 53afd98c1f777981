import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digestKeyOf, isSealed, Sealer } from '../kit/sealer.ts'
import { secretFile, writeSecrets } from '../kit/server-secret.ts'
import { openDemo } from '../../dev/demo/index.ts'
import { openSealer } from '../db/open-sealer.ts'
import { asOwner, countSealedBefore, sealAnew, sealedColumns } from '../db/sealed-values.ts'
import { openTestDatabase } from '../../dev/test-kit/database/database.ts'
import { openTestRuntime, type TestRuntime } from '../../dev/test-kit/runtime.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-secret-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
const old_secret = 'a secret for tests that is long enough'
const new_secret = 'another secret for tests, long enough as well'

describe('Sealer', () => {
  it('seals with the newest secret, opens with every secret, and tries all secrets for values without a secret id', () => {
    const old = new Sealer(old_secret)
    const both = new Sealer([new_secret, old_secret], digestKeyOf(old_secret))
    expect(both.open(old.seal('4711'))).toBe('4711')
    const bytes = Buffer.from([0, 255, 128, 10])
    expect(both.openBytes(old.seal(bytes))).toEqual(bytes)
    expect(new Sealer(new_secret).open(both.seal('4711'))).toBe('4711')
    expect(() => old.open(both.seal('4711'))).toThrow(
      'A sealed value was sealed with a secret that this process does not have.',
    )
    const withoutId = old.seal('4711').replace(/^2\.[\w-]{8}\./, '1.')
    expect([isSealed(withoutId), both.open(withoutId)]).toEqual([true, '4711'])
    const changed = old.seal('4711').replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect(() => both.open(`${changed.slice(0, -4)}AAAA`)).toThrow('was changed and cannot be opened')
  })

  it('keeps its digests and accepts links that were signed with the previous secret', () => {
    const old = new Sealer(old_secret)
    const both = new Sealer([new_secret, old_secret], digestKeyOf(old_secret))
    expect(both.digest('pod-pin', '4711')).toBe(old.digest('pod-pin', '4711'))
    expect(both.verifies('a link', old.sign('a link'))).toBe(true)
    expect(old.verifies('a link', both.sign('a link'))).toBe(false)
    expect(new Sealer(new_secret).verifies('a link', both.sign('a link'))).toBe(true)
  })

  it('reads the secrets again when a value was sealed with a secret it does not have', () => {
    let secrets = [old_secret]
    const running = new Sealer(old_secret, digestKeyOf(old_secret), () => secrets)
    secrets = [new_secret, old_secret]
    expect(running.open(new Sealer(new_secret).seal('4711'))).toBe('4711')
    expect(running.key_id).toBe(new Sealer(new_secret).key_id)
  })
})

describe('sealed values of a demo database', () => {
  let test: TestRuntime
  let client: pg.PoolClient
  const old = new Sealer(old_secret)
  const renewed = new Sealer([new_secret, old_secret])

  beforeAll(async () => {
    test = await openTestRuntime()
    const filling = await openDemo(test.runtime, () => undefined)
    filling?.stop()
    await filling?.done
    // The demo data has no such values: add them to its rows.
    const sealed = old.seal('kept')
    client = await test.runtime.pool.connect()
    await asOwner(client, () =>
      client.query(`
      UPDATE user_secret SET totp_sealed = '${sealed}', totp_pending_sealed = '${sealed}';
      UPDATE webhook_subscription SET auth_key_sealed = '${sealed}', previous_secret_sealed = '${sealed}';
      INSERT INTO registration (provider_id, email, token_digest, details_sealed, time_created)
        SELECT id, 'a@b.example', 'x', '${sealed}', now() FROM provider;
      INSERT INTO installation (digest_key_sealed) VALUES ('${sealed}')`),
    )
  }, 120_000)
  afterAll(async () => {
    client.release()
    await test.close()
  })

  /**
   * Returns every sealed value in the database, by `table.column`. The audit trail is left out, because its values
   * are never opened.
   */
  async function everySealed(): Promise<Map<string, string[]>> {
    const { rows: columns } = await client.query<{ table: string; column: string; type: string }>(
      `SELECT c.table_name AS "table", c.column_name AS "column", c.data_type AS type FROM information_schema.columns c
        JOIN information_schema.tables t USING (table_schema, table_name)
        WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.table_name <> 'audit_event'
          AND c.data_type IN ('text', 'character varying', 'jsonb', 'json', 'ARRAY')`,
    )
    const found = new Map<string, string[]>()
    for (const { table, column } of columns) {
      const { rows } = await client.query<{ text: string }>(
        `SELECT "${column}"::text AS text FROM "${table}" WHERE "${column}"::text ~ '(1|2\\.[A-Za-z0-9_-]{8})\\.[A-Za-z0-9_-]{38,}'`,
      )
      const values = rows.flatMap(({ text }) => text.match(/(?<![\w.-])(1|2\.[\w-]{8})\.[\w-]{38,}/g) ?? [])
      const sealed = values.filter(isSealed)
      if (sealed.length > 0) found.set(`${table}.${column}`, sealed)
    }
    return found
  }

  it('are all sealed with the new secret, also after an interrupted run, without audit entries', async () => {
    const before = await everySealed()
    const known = (await sealedColumns(client)).map(({ table, column }) => `${table}.${column}`)
    expect(known).toEqual(expect.arrayContaining([...before.keys()]))
    expect(before.size).toBeGreaterThan(10)
    const counts = async () => {
      const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM audit_event')
      return rows[0]?.count
    }
    const audited = await counts()
    const columns = await sealedColumns(client)
    const brokenOff = async (): Promise<void> => {
      for (const column of columns)
        await sealAnew(client, renewed, column, () => {
          if (column.table === 'shipment') throw new Error('The machine stops.')
        })
    }
    await expect(brokenOff()).rejects.toThrow('The machine stops.')
    for (const value of [...(await everySealed()).values()].flat()) renewed.open(value)
    let values = 0
    for (const column of columns) values += await sealAnew(client, renewed, column)
    expect(values).toBeGreaterThan(0)
    for (const column of columns) expect(await countSealedBefore(client, column, renewed.key_id)).toBe(0)
    const after = await everySealed()
    const alone = new Sealer(new_secret)
    const opened = (all: Map<string, string[]>, sealer: Sealer) =>
      [...all].map(([where, sealed]) => [
        where,
        sealed.map((one) => sealer.openBytes(one).toString('hex')).sort(),
      ])
    expect(opened(after, alone)).toEqual(opened(before, old))
    expect(await counts()).toBe(audited)
  }, 60_000)

  it('are still audited when the product itself sets app.sealing_anew', async () => {
    await client.query(
      `BEGIN; SET LOCAL ROLE courier_platform; SET LOCAL app.who = '{}'; SET LOCAL app.sealing_anew = 'on'`,
    )
    const { rows } = await client.query<{ count: number }>(
      `WITH changed AS (UPDATE shipment SET proof_of_delivery_pin_sealed = 'x' WHERE id = (SELECT min(id) FROM shipment) RETURNING id)
        SELECT count(*)::int AS count FROM changed`,
    )
    const { rows: entries } = await client.query<{ change: object }>(
      "SELECT change FROM audit_event WHERE table_name = 'shipment' ORDER BY id DESC LIMIT 1",
    )
    await client.query('ROLLBACK')
    expect(rows[0]?.count).toBe(1)
    expect(entries[0]?.change).toMatchObject({ proof_of_delivery_pin_sealed: { change_to: 'x' } })
  })
})

describe('server secret of an installation', () => {
  const dataDir = path.join(folder, 'fits')
  const file = secretFile(dataDir)
  const fresh = async <Result>(
    use: (client: pg.PoolClient, pool: pg.Pool) => Promise<Result>,
  ): Promise<Result> => {
    fs.rmSync(dataDir, { recursive: true, force: true })
    fs.mkdirSync(dataDir)
    const database = await openTestDatabase()
    const client = await database.pool.connect()
    try {
      return await use(client, database.pool)
    } finally {
      client.release()
      await database.close()
    }
  }

  it('is created at the first start; another secret or a missing file is rejected later', () =>
    fresh(async (client) => {
      const sealer = await openSealer(client, dataDir)
      expect((fs.statSync(file).mode & 0o777).toString(8)).toBe('600')
      expect((await openSealer(client, dataDir)).digest('a', 'b')).toBe(sealer.digest('a', 'b'))
      writeSecrets(file, [new_secret])
      await expect(openSealer(client, dataDir)).rejects.toThrow(
        `The server's secret (${file}) does not belong to this database and cannot decrypt its values.`,
      )
      fs.rmSync(file)
      await expect(openSealer(client, dataDir)).rejects.toThrow("The server's secret is missing: ")
      expect(fs.existsSync(file)).toBe(false)
    }))

  it('is accepted for a database of an earlier release when it opens the stored values, and keeps its digests', () =>
    fresh(async (client) => {
      const earlier = new Sealer(old_secret)
      await client.query("INSERT INTO provider (name) VALUES ('Fynbos Couriers')")
      const sealed = earlier.seal('kept').replace(/^2\.[\w-]{8}\./, '1.')
      await asOwner(client, () =>
        client.query(
          "INSERT INTO provider_setting (provider_id, key, value) SELECT id, 'infobip_api_key', $1 FROM provider",
          [sealed],
        ),
      )
      await expect(openSealer(client, dataDir)).rejects.toThrow("The server's secret is missing: ")
      writeSecrets(file, [new_secret])
      await expect(openSealer(client, dataDir)).rejects.toThrow('does not belong to this database')
      writeSecrets(file, [old_secret])
      const sealer = await openSealer(client, dataDir)
      expect(sealer.digest('pod-pin', '4711')).toBe(earlier.digest('pod-pin', '4711'))
    }))
})
