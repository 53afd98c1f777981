import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { newProvider } from '../../dev/test-kit/provider.ts'

it('a statement that fails because an earlier one of its transaction did rejects with the error of that one', async () => {
  const p = await newProvider()
  const failing = p.inTransaction(async ({ db }) => {
    const first = sql`SELECT 1 / 0`.execute(db)
    first.catch(() => undefined)
    await sql`SELECT 1`.execute(db)
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
})

it('a statement after a savepoint was restored rejects with its own error', async () => {
  const p = await newProvider()
  const failing = p.inTransaction(async ({ db }) => {
    await sql`SAVEPOINT before`.execute(db)
    await sql`SELECT 1 / 0`.execute(db).catch(() => undefined)
    await sql`ROLLBACK TO SAVEPOINT before`.execute(db)
    await sql`SELECT 'x'::int`.execute(db)
  })
  await expect(failing).rejects.toThrow('One of the values cannot be stored')
})
