import { hasPermission } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import {
  audienceOf,
  platformApi,
  type ReleaseAudience,
  type ReleaseNote,
} from '@waybill/domain/platform-admin/api'
import type { Handler } from '../kit/handler.ts'
import { insertReleaseNote, listReleaseNotes } from './store.ts'

type Row = Awaited<ReturnType<typeof insertReleaseNote>>

const presentNote = (row: Row): ReleaseNote => ({ ...row, audience: row.audience as ReleaseAudience[] })

/** Returns the notes for the reader's audience; users who may write notes get all of them (NAV-009). */
export const readReleaseNotes: Handler<typeof platformApi.releaseNotes> = async (ctx, input) => {
  const writes = hasPermission(ctx.actor, platformApi.addReleaseNote.permission ?? '')
  const { rows, total } = await listReleaseNotes(
    ctx,
    writes ? null : audienceOf(ctx.actor),
    pageOf(input, 1_000),
  )
  return { release_notes: rows.map(presentNote), count: total }
}

export const addReleaseNote: Handler<typeof platformApi.addReleaseNote> = async (ctx, note) =>
  presentNote(await insertReleaseNote(ctx, note))
