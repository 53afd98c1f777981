import { brokenInvariants } from '../../server/dev/test-kit/database/invariants.ts'
import type { TestProvider } from '../../server/dev/test-kit/provider.ts'
import type { Tally } from './tally.ts'

/** A statement that returns one row for each violation of what it says. `$1` is the company. */
export interface Check {
  what: string
  statement: string
}

/** How many rows of one kind of violation are named. */
const max_named = 10

/** Reads rows of a company past every permission; `$1` is the company. */
export async function readRows<Row extends object>(
  { runtime, provider_id }: TestProvider,
  statement: string,
): Promise<Row[]> {
  return (await runtime.runtime.pool.query<Row>(statement, [provider_id])).rows
}

/** Runs statements that find violations, and the invariants of the product, and notes what they find. */
export async function checkDatabase(p: TestProvider, checks: readonly Check[], tally: Tally): Promise<void> {
  for (const { what, statement } of checks) {
    const rows = await readRows(p, statement)
    for (const row of rows.slice(0, max_named)) tally.violate(`${what} ${JSON.stringify(row)}`)
    if (rows.length > max_named) tally.violate(`${what} ${rows.length - max_named} more`)
  }
  const broken = await p.inTransaction((ctx) => brokenInvariants(ctx))
  for (const [invariant, rows] of Object.entries(broken))
    tally.violate(`Invariant ${invariant}: ${rows.length} rows, such as ${JSON.stringify(rows[0])}`)
}

/** No job is left, whatever the product was busy with when it was killed. */
export const every_job_is_done: Check = {
  what: 'Every job is done.',
  statement: 'SELECT listener, last_error FROM outbox WHERE provider_id = $1',
}
