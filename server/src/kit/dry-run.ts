import type { Context, ExternalContext } from './handler.ts'

/** What a transaction would come to, under all its rules: it is done, answers, and is undone with everything it wrote. */
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
