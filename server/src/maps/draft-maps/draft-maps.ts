import { conflict, invalid } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { type DraftMap } from '@waybill/domain/maps/model'
import { mayChangeDraft, mayEditMap } from '@waybill/domain/maps/zone-rules'
import type { zonesApi } from '@waybill/domain/maps/zones-api'
import type { Context, Handler } from '../../kit/handler.ts'
import { missingDraft } from './map-with-draft.ts'
import {
  deleteChange,
  deleteDraft,
  findDraft,
  insertDraft,
  listChanges,
  listDrafts,
  lockDraft,
  updateDraft,
  type DraftRow,
} from './draft-store.ts'
import { changeOf, holdDraft } from '../zones/save-zone.ts'
import { maySeeMap, zone_kinds } from '@waybill/domain/maps/map-kinds'

/** Converts draft maps to their form in API responses. */
export async function presentDrafts(ctx: Context, rows: readonly DraftRow[]): Promise<DraftMap[]> {
  const changes = await listChanges(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const own = changes.get(row.id) ?? []
    const count = (action: string): number => own.filter((change) => change.action === action).length
    return {
      ...row,
      added: count('added'),
      changed: count('changed'),
      removed: count('removed'),
      kinds: zone_kinds.filter((kind) => own.some((change) => change.kind === kind)),
    }
  })
}

export async function presentDraft(ctx: Context, id: number): Promise<DraftMap> {
  const row = await findDraft(ctx, id)
  const [draft] = row ? await presentDrafts(ctx, [row]) : []
  if (!draft) throw missingDraft()
  return draft
}

/** Lists draft maps, unpublished ones first. */
export const readDrafts: Handler<typeof zonesApi.drafts> = async (ctx, { id }) => {
  ensure(maySeeMap(ctx.actor, 'draft_maps'))
  const rows = (await listDrafts(ctx)).filter((row) => id === undefined || row.id === id)
  return { draft_maps: await presentDrafts(ctx, rows), count: rows.length }
}

function requireName(name: string): void {
  if (name === '')
    throw invalid('Give the draft a name that describes its purpose.', [
      { field: 'name', message: 'Give the draft a name.' },
    ])
}

/** Creates an empty draft map. */
export const createDraft: Handler<typeof zonesApi.createDraft> = async (ctx, { name }) => {
  ensure(mayEditMap(ctx.actor, 'draft_maps'))
  requireName(name)
  return presentDraft(ctx, await insertDraft(ctx, name))
}

/** Renames a draft map, or takes it off the schedule. */
export const changeDraft: Handler<typeof zonesApi.changeDraft> = async (ctx, input) => {
  ensure(mayEditMap(ctx.actor, 'draft_maps'))
  const draft = await lockDraft(ctx, input.id)
  if (!draft) throw missingDraft()
  if (draft.version !== input.version)
    throw conflict('Someone else changed this draft in the meantime. Load it again.', {
      ...(await presentDraft(ctx, draft.id)),
    })
  const stops = input.is_scheduled === false && draft.status === 'scheduled'
  if (!stops) ensure(mayChangeDraft(draft))
  const name = input.name ?? draft.name
  requireName(name)
  await updateDraft(ctx, draft.id, { name, ...(stops ? { status: 'preparing', publish_at: null } : {}) })
  return presentDraft(ctx, draft.id)
}

/** Deletes a draft map. Published drafts stay as history; scheduled ones must be taken off the schedule first. */
export const removeDraft: Handler<typeof zonesApi.removeDraft> = async (ctx, { id }) => {
  await holdDraft(ctx, id)
  await deleteDraft(ctx, id)
  return {}
}

/** Removes the change of one area from a draft map. */
export const undoChange: Handler<typeof zonesApi.undoChange> = async (ctx, { draft_map_id, zone_id }) => {
  await holdDraft(ctx, draft_map_id)
  const change = await changeOf(ctx, draft_map_id, zone_id)
  if (change) {
    ensure(mayEditMap(ctx.actor, change.kind))
    await deleteChange(ctx, change.id)
  }
  return {}
}
