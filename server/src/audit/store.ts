import { branchLimit } from '@waybill/domain/kit/actor'
import { sql, type RawBuilder } from 'kysely'
import { readPage } from '../kit/read-page.ts'
import type { Ctx } from '../kit/verb.ts'

/** The things that belong to branches, each with the condition that one is of a branch; everything else is the company's. */
const of_branch: Readonly<Record<string, (branch_id: number) => RawBuilder<boolean>>> = {
  account: (branch_id) =>
    sql`EXISTS (SELECT FROM account a WHERE a.id = audit_event.object_id AND a.branch_id = ${branch_id})`,
  user: (branch_id) =>
    sql`EXISTS (SELECT FROM app_user u WHERE u.id = audit_event.object_id AND u.branch_id = ${branch_id})`,
  shipment: (branch_id) =>
    sql`EXISTS (SELECT FROM shipment s WHERE s.id = audit_event.object_id AND ${branch_id} IN (s.collection_branch_id, s.delivery_branch_id, s.current_branch_id, s.account_branch_id))`,
}

/** How people know what an entry is about. What has been removed has no name any more. */
const object_name = sql<string | null>`CASE
  WHEN table_name = 'provider_setting' THEN (SELECT key FROM provider_setting s WHERE s.id = row_id)
  WHEN table_name = 'account_setting' THEN (SELECT key FROM account_setting s WHERE s.id = row_id)
  WHEN object_type = 'shipment' THEN (SELECT short_tracking_reference FROM shipment s WHERE s.id = audit_event.object_id)
  WHEN object_type = 'account' THEN (SELECT account_code FROM account a WHERE a.id = audit_event.object_id)
  WHEN object_type = 'user' THEN (SELECT username FROM app_user u WHERE u.id = audit_event.object_id)
  WHEN object_type = 'role' THEN (SELECT name FROM role r WHERE r.id = audit_event.object_id)
  WHEN object_type = 'rate_revision' THEN (SELECT name FROM rate_revision v WHERE v.id = audit_event.object_id)
  WHEN object_type = 'branch' THEN (SELECT name FROM branch b WHERE b.id = audit_event.object_id)
  WHEN object_type = 'bulk_job' THEN (SELECT name FROM bulk_job j WHERE j.id = audit_event.object_id)
  WHEN object_type = 'blocked_entry' THEN (SELECT value FROM blocked_entry b WHERE b.id = audit_event.object_id)
  END`.as('object_name')

/** Which entries are asked for. */
export interface AuditFilter {
  type: string | undefined
  object_id: number | undefined
  source: string | undefined
  from: Date | undefined
  to: Date | undefined
}

/**
 * The entries asked for, newest first; of their branch for staff limited to one (PERM-050). Each total is counted up to
 * ten thousand.
 */
export async function listAuditEvents(
  ctx: Ctx,
  { type, object_id, source, from, to }: AuditFilter,
  page: { limit: number; offset: number },
) {
  let query = ctx.db.selectFrom('audit_event')
  if (type === 'parcel') {
    // Parcels are audited under their shipment.
    query = query.where('object_type', '=', 'shipment').where('table_name', '=', 'parcel')
    if (object_id !== undefined)
      query = query
        .where('row_id', '=', object_id)
        .where('object_id', 'in', (eb) =>
          eb.selectFrom('parcel').select('shipment_id').where('parcel.id', '=', object_id),
        )
  } else {
    if (type !== undefined) query = query.where('object_type', '=', type)
    if (object_id !== undefined) query = query.where('object_id', '=', object_id)
  }
  if (source !== undefined) query = query.where('source', '=', source)
  if (from !== undefined) query = query.where('time', '>=', from)
  if (to !== undefined) query = query.where('time', '<', to)
  const branch_id = branchLimit(ctx.actor)
  if (branch_id !== null)
    query = query.where((eb) =>
      eb.and(
        Object.entries(of_branch).map(([limited, isAtBranch]) =>
          eb.or([eb('object_type', '<>', limited), isAtBranch(branch_id)]),
        ),
      ),
    )
  return readPage(ctx, query.selectAll().select(object_name).orderBy('id', 'desc'), query.select('id'), page)
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
