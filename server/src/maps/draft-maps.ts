import { conflict, invalid } from '@waybill/domain/kit/problem'
import { demand } from '@waybill/domain/kit/verdict'
import { type DraftMap } from '@waybill/domain/maps/model'
import { mayChangeDraft, mayEditMap } from '@waybill/domain/maps/zone-rules'
import type { zonesApi } from '@waybill/domain/maps/zones-api'
import type { Ctx, Verb } from '../kit/verb.ts'
import { missingDraft } from './drawn-map.ts'
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
import { changeOf, holdDraft } from './save-zone.ts'
import { maySeeMap, zone_kinds } from '@waybill/domain/maps/map-kinds'

/** Draft maps as answers show them. */
export async function seenDrafts(ctx: Ctx, rows: readonly DraftRow[]): Promise<DraftMap[]> {
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

export async function seenDraft(ctx: Ctx, id: number): Promise<DraftMap> {
  const row = await findDraft(ctx, id)
  const [draft] = row ? await seenDrafts(ctx, [row]) : []
  if (!draft) throw missingDraft()
  return draft
}

/** Draft maps, those in preparation first. */
export const readDrafts: Verb<typeof zonesApi.drafts> = async (ctx, { id }) => {
  demand(maySeeMap(ctx.actor, 'draft_maps'))
  const rows = (await listDrafts(ctx)).filter((row) => id === undefined || row.id === id)
  return { draft_maps: await seenDrafts(ctx, rows), count: rows.length }
}

function demandName(name: string): void {
  if (name === '')
    throw invalid('Give the draft a name, such as what it is for.', [
      { field: 'name', message: 'Give the draft a name.' },
    ])
}

/** Begins a draft map without any changes. */
export const createDraft: Verb<typeof zonesApi.createDraft> = async (ctx, { name }) => {
  demand(mayEditMap(ctx.actor, 'draft_maps'))
  demandName(name)
  return seenDraft(ctx, await insertDraft(ctx, name))
}

/** Renames a draft map, or takes it off the schedule. */
export const changeDraft: Verb<typeof zonesApi.changeDraft> = async (ctx, input) => {
  demand(mayEditMap(ctx.actor, 'draft_maps'))
  const draft = await lockDraft(ctx, input.id)
  if (!draft) throw missingDraft()
  if (draft.version !== input.version)
    throw conflict('Somebody else changed this draft meanwhile. Load it again.', {
      ...(await seenDraft(ctx, draft.id)),
    })
  const stops = input.is_scheduled === false && draft.status === 'scheduled'
  if (!stops) demand(mayChangeDraft(draft))
  const name = input.name ?? draft.name
  demandName(name)
  await updateDraft(ctx, draft.id, { name, ...(stops ? { status: 'preparing', publish_at: null } : {}) })
  return seenDraft(ctx, draft.id)
}

/** Throws a draft map away; one that was published stays as history. */
export const removeDraft: Verb<typeof zonesApi.removeDraft> = async (ctx, { id }) => {
  await holdDraft(ctx, id)
  await deleteDraft(ctx, id)
  return {}
}

/** Takes the change of one area out of a draft map. */
export const undoChange: Verb<typeof zonesApi.undoChange> = async (ctx, { draft_map_id, zone_id }) => {
  await holdDraft(ctx, draft_map_id)
  const change = await changeOf(ctx, draft_map_id, zone_id)
  if (change) {
    demand(mayEditMap(ctx.actor, change.kind))
    await deleteChange(ctx, change.id)
  }
  return {}
}
