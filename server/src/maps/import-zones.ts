import { invalid, Problem } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/verdict'
import { nodeCount, simplify, normaliseGeometry, tooManyNodes } from '@waybill/domain/maps/geometry'
import type { ImportedZone, ZoneDetails } from '@waybill/domain/maps/model'
import { map_max_node_count } from '@waybill/domain/maps/settings'
import { checkZone, empty_zone, kind_words, mayEditMap } from '@waybill/domain/maps/zone-rules'
import type { FiledZone } from '@waybill/domain/maps/zone-files'
import type { zonesApi } from '@waybill/domain/maps/zones-api'
import { inThread } from '../kit/threads.ts'
import type { Context, Handler } from '../kit/handler.ts'
import { drawnZones, type DrawnZone } from './drawn-map.ts'
import { addZone, requireSound, holdDraft, laidOn, putZone } from './save-zone.ts'
import type * as reader from './read-areas.ts'
import { listBranches, type BranchRow } from './store.ts'
import type { ZoneKind } from '@waybill/domain/maps/map-kinds'

const most_areas = 300

const readAreas = inThread<typeof reader.readAreas>(new URL('./read-areas.ts', import.meta.url), 'readAreas')

/** What an area of the file would become on the map. */
interface Planned {
  kind: ZoneKind
  before: DrawnZone | null
  details: ZoneDetails
  problem: string
}

/**
 * Reads areas from KML or GeoJSON: those of the kind and name of a known one change it, others are added, and those
 * that are wrong are left out with the reason (docs/domain/maps.md).
 */
export const importZones: Handler<typeof zonesApi.importZones> = async (ctx, input) => {
  const is_kml = input.format ? input.format === 'kml' : input.content.trimStart().startsWith('<')
  const read = await readAreas(is_kml ? 'kml' : 'geojson', input.content)
  if ('problem' in read) throw invalid(read.problem)
  const filed = read.areas
  if (filed.length === 0) throw invalid('There is no area in this file: only polygons can be imported.')
  if (filed.length > most_areas)
    throw invalid(`There are ${filed.length} areas in this file. Import at most ${most_areas} at a time.`)
  await holdDraft(ctx, input.draft_map_id)
  for (const kind of new Set(filed.map((zone) => zone.kind ?? input.kind)))
    ensure(mayEditMap(ctx.actor, kind))
  const known: Known = {
    zones: await drawnZones(ctx, input.draft_map_id),
    branches: (await listBranches(ctx)).filter(({ deleted_date }) => deleted_date === null),
    most: ctx.setting(map_max_node_count),
  }
  const zones: ImportedZone[] = []
  const seen = new Set<string>()
  for (const zone of filed) {
    const planned = plan(known, zone, input)
    const { kind, before, details } = planned
    const key = `${kind} ${details.name.toLowerCase()}`
    const problem =
      planned.problem ||
      (seen.has(key) ? `There are two ${kind_words[kind].one}s of this name in the file.` : '') ||
      (input.dry_run ? '' : await carryOut(ctx, planned, input.draft_map_id))
    if (problem === '') seen.add(key)
    zones.push({
      name: details.name,
      kind,
      node_count: nodeCount(details.geometry),
      action: problem ? 'refuse' : before ? 'change' : 'add',
      problem,
    })
  }
  const count = (action: ImportedZone['action']): number =>
    zones.filter((one) => one.action === action).length
  return { zones, added: count('add'), changed: count('change'), refused: count('refuse') }
}

/** An outline of more points than this is not made simpler here: working that out takes too long. */
const most_to_simplify = 20_000

interface Known {
  zones: readonly DrawnZone[]
  branches: readonly BranchRow[]
  most: number
}

function plan(
  known: Known,
  { kind: named, details: sent, branch }: FiledZone,
  input: { kind: ZoneKind; simplify?: boolean | undefined },
): Planned {
  const kind = named ?? input.kind
  const isSame = (zone: DrawnZone): boolean =>
    zone.kind === kind && zone.change !== 'removed' && zone.name.toLowerCase() === sent.name.toLowerCase()
  const before = known.zones.find(isSame) ?? null
  const of_branch = known.branches.find((one) => one.name.toLowerCase() === branch?.toLowerCase())
  const sent_outline = sent.geometry ?? empty_zone.geometry
  const points = nodeCount(sent_outline)
  const most = input.simplify ? Math.max(known.most, most_to_simplify) : known.most
  if (points > most)
    return {
      kind,
      before,
      details: { ...empty_zone, name: sent.name, geometry: sent_outline },
      problem: tooManyNodes(points, most),
    }
  const geometry = normaliseGeometry(sent_outline)
  const simpler = input.simplify ? (simplify(geometry, known.most) ?? geometry) : geometry
  const details = laidOn(kind, before ?? empty_zone, {
    ...sent,
    geometry: simpler,
    ...(of_branch ? { branch_id: of_branch.id } : {}),
  })
  const [problem] = checkZone(kind, details, known.most)
  const stranger = branch !== null && !of_branch ? `There is no branch ${branch}. ` : ''
  return { kind, before, details, problem: problem ? `${stranger}${problem.message}` : '' }
}

/** Stores one area; answers the sentence of its refusal, or `''`. */
async function carryOut(
  ctx: Context,
  { kind, before, details }: Planned,
  draft_map_id: number | undefined,
): Promise<string> {
  try {
    await requireSound(ctx, kind, details)
  } catch (error) {
    if (error instanceof Problem) return error.message
    throw error
  }
  if (before) await putZone(ctx, before, details, draft_map_id)
  else await addZone(ctx, kind, details, draft_map_id)
  return ''
}
