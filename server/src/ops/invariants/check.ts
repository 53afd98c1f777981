import type { Check } from '@waybill/domain/controls/model'
import type { Context, ExternalContext } from '../../kit/handler.ts'
import { limitStatements, long_statement_ms } from '../../kit/load/statement-limits.ts'
import { invariants, type Invariant } from './table.ts'

/** Result of checking one invariant for one company. */
export interface InvariantResult {
  invariant: Invariant
  rows_broken: number
  /** The first rows that break the invariant. */
  sample: object[]
  took_ms: number
}

const max_sampled = 5

async function check(ctx: Context, invariant: Invariant): Promise<InvariantResult> {
  await limitStatements(ctx.db, long_statement_ms.invariants)
  const began = performance.now()
  const { rows } = await invariant.query(ctx).execute(ctx.db)
  return {
    invariant,
    rows_broken: rows.length,
    sample: rows.slice(0, max_sampled),
    took_ms: Math.round(performance.now() - began),
  }
}

/**
 * Checks every invariant of a company, each in a separate transaction so that nothing has to wait for the whole run.
 * Stores the results and logs broken invariants as errors.
 */
export async function checkInvariants(ctx: ExternalContext): Promise<InvariantResult[]> {
  const results: InvariantResult[] = []
  for (const invariant of invariants) {
    const result = await ctx.inTransaction(async (inner) => {
      const found = await check(inner, invariant)
      await storeResult(inner, found)
      return found
    })
    results.push(result)
    if (result.rows_broken > 0)
      ctx.log.error(
        {
          provider_id: ctx.provider_id,
          invariant: invariant.number,
          name: invariant.name,
          rows: result.rows_broken,
          sample: result.sample,
          remedy: invariant.remedy,
        },
        'invariant broken',
      )
  }
  if (results.every(({ rows_broken }) => rows_broken === 0))
    ctx.log.info({ provider_id: ctx.provider_id, invariants: results.length }, 'invariants hold')
  return results
}

async function storeResult(
  ctx: Context,
  { invariant, rows_broken, sample, took_ms }: InvariantResult,
): Promise<void> {
  const found = { rows_broken, sample: JSON.stringify(sample), time_run: ctx.now, took_ms }
  await ctx.db
    .insertInto('invariant_result')
    .values({ provider_id: ctx.provider_id, number: invariant.number, ...found })
    .onConflict((conflict) => conflict.columns(['provider_id', 'number']).doUpdateSet(found))
    .execute()
}

/** Returns every invariant with its last result for the company. */
export async function readChecks(ctx: Context): Promise<Check[]> {
  const rows = await ctx.db.selectFrom('invariant_result').selectAll().execute()
  const results = new Map(rows.map((row) => [row.number, row]))
  return invariants.map(({ number, name, means, remedy }) => {
    const result = results.get(number)
    return {
      number,
      name,
      means,
      remedy,
      rows_broken: result?.rows_broken ?? null,
      sample: asRows(result?.sample).map((row) => rowText(row)),
      time_run: result?.time_run ?? null,
      took_ms: result?.took_ms ?? null,
    }
  })
}

const asRows = (sample: unknown): object[] => (Array.isArray(sample) ? sample : [])

/** Returns a row that breaks an invariant as `account_id 12, sum 500`. */
const rowText = (row: object): string =>
  Object.entries(row)
    .map(([column, value]) => `${column} ${String(value)}`)
    .join(', ')
