import type { Context, ExternalContext } from '../kit/handler.ts'

/** Thrown to take back a transaction that was only tried; carries what it came to. */
class DryRunRollback extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('Tried out; nothing was kept.')
    this.result = result
  }
}

/**
 * Does something as it would be done, and keeps nothing of it: so a check asks exactly the rules, prices and balances
 * that the act itself meets. What the work would refuse is thrown as it is.
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
  throw new Error('A work that was only tried was kept.')
}
