import { notFound } from '@waybill/domain/kit/problem'
import type { RateRevision } from '@waybill/domain/rates/revisions/revisions'
import type { Context } from '../kit/handler.ts'
import { listRevisionRows, type RevisionRow } from './store.ts'

/** Returns every revision in API form, drafts first, with its current status (published, archived, in force). */
export async function presentRevisions(ctx: Context): Promise<RateRevision[]> {
  const rows = await listRevisionRows(ctx)
  const names = new Map(rows.map((row) => [row.id, row.name]))
  const starts = startsOf(rows)
  const now = ctx.clock()
  const inForce = startedBy(rows, now)
  return rows.map((row) => {
    const { id, name, version, based_on_id, created_by, modified_by, published_by } = row
    const { valid_from, time_created, time_modified } = row
    const isPublished = row.status === 'published'
    const next = isPublished ? starts.find((start) => valid_from !== null && start > valid_from) : undefined
    return {
      id,
      name,
      status: isPublished ? (next && next <= now ? 'archived' : 'published') : 'draft',
      valid_from,
      valid_until: next ?? null,
      is_in_force: row === inForce,
      based_on_id,
      based_on_name: based_on_id === null ? null : (names.get(based_on_id) ?? null),
      version,
      created_by,
      modified_by,
      published_by,
      time_created,
      time_modified,
    }
  })
}

/** Returns one revision in API form. Throws 404 when it does not exist. */
export async function presentRevision(ctx: Context, id: number): Promise<RateRevision> {
  const found = (await presentRevisions(ctx)).find((one) => one.id === id)
  if (!found) throw notFound('Could not find this revision of the prices.')
  return found
}

function startsOf(rows: readonly RevisionRow[]): Date[] {
  return rows
    .flatMap((row) => (row.status === 'published' && row.valid_from ? [row.valid_from] : []))
    .toSorted((a, b) => a.getTime() - b.getTime())
}

/** Returns the published revision that is in force at a moment; `null` when there is none. */
export function startedBy<Row extends Pick<RevisionRow, 'status' | 'valid_from'>>(
  rows: readonly Row[],
  moment: Date,
): Row | null {
  let found: Row | null = null
  for (const row of rows) {
    if (row.status === 'draft' || row.valid_from === null || row.valid_from > moment) continue
    if (!found?.valid_from || row.valid_from > found.valid_from) found = row
  }
  return found
}
