import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { directoryHolder, lockDirectory } from './lock.ts'
import { openEmbedded, type Embedded } from './open.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-embedded-'))
let embedded: Embedded
let pool: pg.Pool

beforeAll(async () => {
  embedded = await openEmbedded(folder, { statement_ms: 1_000 })
  pool = new pg.Pool(embedded.config)
  pool.on('error', () => undefined)
  await pool.query('CREATE TABLE kept (value int)')
}, 60_000)

afterAll(async () => {
  await pool.end()
  await embedded.close()
  fs.rmSync(folder, { recursive: true })
})

const values = async () => {
  const { rows } = await pool.query<{ value: number }>('SELECT value FROM kept ORDER BY value')
  return rows.map((row) => row.value)
}

describe('embedded database', () => {
  it('returns the right rows for each of several concurrent statements and rejects only the faulty one', async () => {
    const client = await pool.connect()
    const answers = await Promise.allSettled([
      client.query('SELECT 1 AS one'),
      client.query({ name: 'twice', text: 'SELECT $1::int * 2 AS two', values: [21] }),
      client.query('SELECT nothing FROM nowhere'),
      client.query({ name: 'twice', text: 'SELECT $1::int * 2 AS two', values: [4] }),
    ])
    client.release()
    expect(answers.map((one) => (one.status === 'fulfilled' ? one.value.rows : one.reason.code))).toEqual([
      [{ one: 1 }],
      [{ two: 42 }],
      '42P01',
      [{ two: 8 }],
    ])
  })

  it('transfers a value larger than one buffer in both directions', async () => {
    const long = 'parcel '.repeat(400_000)
    const { rows } = await pool.query<{ long: string }>('SELECT $1::text AS long', [long])
    expect(rows[0]?.long).toBe(long)
  })

  it('rolls back the transaction of a dropped connection and resets its settings and prepared statements', async () => {
    const dropped = await pool.connect()
    await dropped.query('BEGIN')
    await dropped.query("SET application_name = 'dropped'")
    await dropped.query({ name: 'add', text: 'INSERT INTO kept VALUES ($1)', values: [1] })
    dropped.release(true)
    expect(await values()).toEqual([])
    const { rows } = await pool.query('SHOW application_name')
    expect(rows).not.toEqual([{ application_name: 'dropped' }])
    await pool.query({ name: 'add', text: 'INSERT INTO kept VALUES ($1 + 1)', values: [1] })
    expect(await values()).toEqual([2])
  })

  it('ends a statement that runs too long with an error and keeps all committed data', async () => {
    await pool.query('INSERT INTO kept VALUES (7)')
    await expect(pool.query('SELECT count(*) FROM generate_series(1, 1000000000000)')).rejects.toMatchObject({
      code: '57014',
      message: 'This statement took too long and was stopped.',
    })
    expect(await values()).toEqual([2, 7])
  })

  it('can be opened by one process at a time', async () => {
    await expect(openEmbedded(folder)).rejects.toThrow(/is in use by another Waybill process/)
  })

  it.runIf(fs.existsSync('/proc/self/stat'))(
    'rejects the lock while a running process of an earlier release is recorded in waybill.lock',
    async () => {
      const earlier = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-earlier-'))
      const started = fs.readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19]
      const write = (start: string | undefined) =>
        fs.writeFileSync(path.join(earlier, 'waybill.lock'), JSON.stringify({ pid: process.ppid, start }))
      write(started)
      expect(() => lockDirectory(earlier)).toThrow(`(process id ${process.ppid} on `)
      write('another start')
      lockDirectory(earlier)()
      expect(directoryHolder(earlier)).toBeNull()
      fs.rmSync(earlier, { recursive: true })
    },
  )
})
