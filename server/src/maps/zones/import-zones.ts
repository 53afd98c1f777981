import { invalid, Problem } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { nodeCount } from '@waybill/domain/maps/geometry'
import type { ImportedZone } from '@waybill/domain/maps/model'
import { map_max_node_count } from '@waybill/domain/maps/settings'
import { empty_zone, kind_words, mayEditMap } from '@waybill/domain/maps/zone-rules'
import type { zonesApi } from '@waybill/domain/maps/zones-api'
import { inFileThread } from '../../kit/threads.ts'
import type { Context, ExternalHandler } from '../../kit/handler.ts'
import { drawnZones, type DrawnZone } from '../draft-maps/map-with-draft.ts'
import { addZone, requireSound, holdDraft, mergeZoneDetails, putZone, type CheckedZone } from './save-zone.ts'
import type * as reader from './read-areas.ts'
import { listBranches, type BranchRow } from '../store.ts'
import { lockKind } from './zone-store.ts'
import { zone_kinds, type ZoneKind } from '@waybill/domain/maps/map-kinds'

const readAreas = inFileThread<typeof reader.readAreas>(
  new URL('./read-areas.ts', import.meta.url),
  'readAreas',
)

/** An area of the file and what it would become on the map. */
interface Planned {
  kind: ZoneKind
  before: DrawnZone | null
  checked: CheckedZone
  /** Error text when the file names a branch that does not exist; `''` otherwise. */
  stranger: string
}

/**
 * Imports areas from KML or GeoJSON. An area with the kind and name of an existing one changes it, others are added,
 * and invalid ones are left out with the reason (docs/domain/maps.md). The file is parsed before the transaction
 * starts.
 */
export const importZones: ExternalHandler<typeof zonesApi.importZones> = async (ctx, input) => {
  const read = await readAreas(
    input.format ?? null,
    input.content,
    ctx.setting(map_max_node_count),
    input.simplify ?? false,
  )
  if ('problem' in read) throw invalid(read.problem)
  if (read.areas.length === 0)
    throw invalid('This file contains no areas. Only polygons and closed lines can be imported.')
  return ctx.answer((tx) => takeIn(tx, read, input))
}

async function takeIn(
  ctx: Context,
  { areas, left_out }: Exclude<reader.ReadAreas, { problem: string }>,
  input: Parameters<typeof importZones>[1],
) {
  const kindOf = (area: reader.ReadArea): ZoneKind => area.kind ?? input.kind
  await holdDraft(ctx, input.draft_map_id)
  const kinds = new Set(areas.map(kindOf))
  for (const kind of kinds) ensure(mayEditMap(ctx.actor, kind))
  for (const kind of zone_kinds) if (kinds.has(kind)) await lockKind(ctx, kind)
  const drawn = await drawnZones(ctx, input.draft_map_id)
  const branches = (await listBranches(ctx)).filter(({ deleted_date }) => deleted_date === null)
  const zones: ImportedZone[] = []
  const seen = new Set<string>()
  for (const area of areas) {
    const kind = kindOf(area)
    const planned = plan({ zones: drawn, branches }, kind, area)
    const { before, checked } = planned
    const { name, geometry } = checked.details
    const key = `${kind} ${name.toLowerCase()}`
    const problem = seen.has(key)
      ? `The file contains two ${kind_words[kind].one}s with this name.`
      : await carryOut(ctx, planned, drawn, input)
    if (problem === '') seen.add(key)
    zones.push({
      name,
      kind,
      node_count: nodeCount(geometry),
      action: problem ? 'refuse' : before ? 'change' : 'add',
      problem,
    })
  }
  const count = (action: ImportedZone['action']): number =>
    zones.filter((one) => one.action === action).length
  return { zones, added: count('add'), changed: count('change'), refused: count('refuse'), left_out }
}

interface ExistingAreas {
  zones: readonly DrawnZone[]
  branches: readonly BranchRow[]
}

function plan(
  known: ExistingAreas,
  kind: ZoneKind,
  { details: sent, branch, outline }: reader.ReadArea,
): Planned {
  const isSame = (zone: DrawnZone): boolean =>
    zone.kind === kind && zone.change !== 'removed' && zone.name.toLowerCase() === sent.name.toLowerCase()
  const before = known.zones.find(isSame) ?? null
  const ofBranch = known.branches.find((one) => one.name.toLowerCase() === branch?.toLowerCase())
  const details = mergeZoneDetails(kind, before ?? empty_zone, {
    ...sent,
    ...(ofBranch ? { branch_id: ofBranch.id } : {}),
  })
  return {
    kind,
    before,
    checked: { details, outline_problems: outline.problems },
    stranger: branch !== null && !ofBranch ? `There is no branch ${branch}. ` : '',
  }
}

/** Stores one area, unless this is a dry run. Returns the error message when the area is invalid, otherwise `''`. */
async function carryOut(
  ctx: Context,
  { kind, before, checked, stranger }: Planned,
  drawn: readonly DrawnZone[],
  { draft_map_id, dry_run }: Parameters<typeof importZones>[1],
): Promise<string> {
  try {
    await requireSound(ctx, kind, checked)
  } catch (error) {
    if (error instanceof Problem) return stranger + error.message
    throw error
  }
  if (dry_run) return ''
  if (before) await putZone(ctx, before, checked, draft_map_id, drawn)
  else await addZone(ctx, kind, checked, draft_map_id, drawn)
  return ''
}
