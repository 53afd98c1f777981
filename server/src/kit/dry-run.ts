import type { Ctx, PartnerCtx } from './verb.ts'

/** What a work would come to, under all its rules: it is done, answers, and is undone with everything it wrote. */
export async function dryRun<Result>(
  ctx: Pick<PartnerCtx, 'work'>,
  fn: (ctx: Ctx) => Promise<Result>,
): Promise<Result> {
  const undone = new Error('Undone on purpose.')
  const outcome: { result?: Result } = {}
  try {
    await ctx.work(async (inner) => {
      outcome.result = await fn(inner)
      throw undone
    })
  } catch (thrown) {
    if (thrown !== undone) throw thrown
  }
  return outcome.result as Result
}
