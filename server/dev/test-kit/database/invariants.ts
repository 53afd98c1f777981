import type { Context } from '../../../src/kit/handler.ts'
import { invariants } from '../../../src/ops/invariants/index.ts'

/** Returns the invariants that are broken in a company, by number and name, each with the rows that break it. */
export async function brokenInvariants(ctx: Context): Promise<Record<string, object[]>> {
  const broken: Record<string, object[]> = {}
  for (const invariant of invariants) {
    const { rows } = await invariant.query(ctx).execute(ctx.db)
    if (rows.length > 0) broken[`${invariant.number} ${invariant.name}`] = rows
  }
  return broken
}
