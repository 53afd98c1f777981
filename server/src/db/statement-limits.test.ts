import { workloads } from '@waybill/domain/kit/calls/workload'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { newProvider } from '../../dev/test-kit/provider.ts'
import { limitStatements } from '../kit/load/statement-limits.ts'
import { openDatabase } from './database.ts'

describe.runIf(process.env.TEST_DATABASE_URL)('the time that a statement may take', () => {
  it('is 5 s for scans and pages, and 30 s for documents, reports and jobs', async () => {
    const url = process.env.TEST_DATABASE_URL
    const database = await openDatabase({
      url,
      data_dir: '',
      log: pino({ level: 'silent' }),
      as_it_is: true,
    })
    const limitOf = async (workload: (typeof workloads)[number]) => {
      const client = await database.connections.connect(workload, 0)
      const { rows } = await client.query<{ limit: string }>(
        "SELECT current_setting('statement_timeout') AS limit",
      )
      client.release()
      return [workload, rows[0]?.limit]
    }
    expect(Object.fromEntries(await Promise.all(workloads.map(limitOf)))).toEqual({
      field: '5s',
      interactive: '5s',
      heavy: '30s',
    })
    await database.close()
  })

  it('ends a statement beyond it with 503 and Retry-After, and undoes what came before it', async () => {
    const p = await newProvider()
    const account = await p.given.account()
    const nameOf = () =>
      p.runtime.runtime.pool.query<{ name: string }>('SELECT name FROM account WHERE id = $1', [account.id])
    const before = await nameOf()
    const changing = p.inTransaction(async ({ db }) => {
      await db.updateTable('account').set({ name: 'Half done' }).where('id', '=', account.id).execute()
      await limitStatements(db, 20)
      await sql`SELECT count(*) FROM generate_series(1, 1e9)`.execute(db)
    })
    await expect(changing).rejects.toMatchObject({
      kind: 'unavailable',
      retry_after_s: 5,
      message:
        'This took too long and was stopped. Nothing was changed. Try again later, or ask for less at once.',
    })
    expect((await nameOf()).rows).toEqual(before.rows)
  })
})
