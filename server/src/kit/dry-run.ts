import type { Context, ExternalContext } from './handler.ts'

/** Runs `fn` in a transaction under all its rules, rolls the transaction back and returns its result. */
export async function dryRun<Result>(
  ctx: Pick<ExternalContext, 'inTransaction'>,
  fn: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  const undone = new Error('Undone on purpose.')
  const outcome: { result?: Result } = {}
  try {
    await ctx.inTransaction(async (inner) => {
      outcome.result = await fn(inner)
      throw undone
    })
  } catch (thrown) {
    if (thrown !== undone) throw thrown
  }
  return outcome.result as Result
}
