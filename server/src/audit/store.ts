import type { Ctx } from '../kit/verb.ts'

/** Entries of one object, or of a kind, newest first. */
export async function listAuditEvents(
  ctx: Ctx,
  object_type: string,
  object_id: number | undefined,
  page: { limit: number; offset: number },
) {
  let query = ctx.db.selectFrom('audit_event').where('object_type', '=', object_type)
  if (object_id !== undefined) query = query.where('object_id', '=', object_id)
  const rows = await query.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute()
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}
export type AuditRow = Awaited<ReturnType<typeof listAuditEvents>>['rows'][number]

/** How many entries an object has. */
export async function countAuditEvents(ctx: Ctx, object_type: string, object_id: number): Promise<number> {
  const { total } = await ctx.db
    .selectFrom('audit_event')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('object_type', '=', object_type)
    .where('object_id', '=', object_id)
    .executeTakeFirstOrThrow()
  return Number(total)
}
