import { sql } from 'kysely'
import type { ReleaseAudience } from '@waybill/domain/platform-admin/api'
import type { Context } from '../kit/handler.ts'

interface NewNote {
  version: string
  title: string
  body: string
  audience: readonly ReleaseAudience[]
}

const columns = ['id', 'version', 'title', 'body', 'audience', 'time_created'] as const

/** Lists release notes for one audience, or for all (`null`), newest first. */
export async function listReleaseNotes(
  ctx: Context,
  audience: ReleaseAudience | null,
  page: { limit: number; offset: number },
) {
  let query = ctx.db.selectFrom('release_note')
  if (audience) query = query.where(sql<boolean>`${audience} = ANY(audience)`)
  const rows = await query
    .select(columns)
    .orderBy('time_created', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

/** Stores a release note. */
export async function insertReleaseNote(ctx: Context, { audience, ...note }: NewNote) {
  return ctx.db
    .insertInto('release_note')
    .values({
      ...note,
      audience: [...audience],
      provider_id: ctx.provider_id,
      created_by: ctx.actor.username,
      time_created: ctx.now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}
