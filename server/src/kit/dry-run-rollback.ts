import type { Context, ExternalContext } from './handler.ts'

/** Thrown to roll back a trial transaction; holds its result. */
class DryRunRollback extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('Tried out; nothing was kept.')
    this.result = result
  }
}

/**
 * Runs `fn` in a transaction, rolls it back and returns its result. A check therefore uses exactly the rules, prices
 * and balances of the real operation. Errors of `fn` are rethrown.
 */
export async function tryOut<Result>(
  ctx: ExternalContext,
  fn: (inner: Context) => Promise<Result>,
): Promise<Result> {
  try {
    await ctx.inTransaction(async (inner) => {
      throw new DryRunRollback(await fn(inner))
    })
  } catch (error) {
    if (error instanceof DryRunRollback) return error.result as Result
    throw error
  }
  throw new Error('A dry run was not rolled back.')
}
