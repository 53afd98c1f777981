import type { Context } from '../../kit/handler.ts'

/**
 * Informs the browsers of staff of branches that their depot boards show something else. Changed shipments are
 * published by themselves. `null` stands for a branch that is not known: all of them are informed.
 */
export async function publishDepot(ctx: Context, ...branchIds: (number | null)[]): Promise<void> {
  for (const branchId of new Set(branchIds))
    await ctx.publish({ topic: 'live', live: { kind: 'depot', branch_id: branchId } })
}
