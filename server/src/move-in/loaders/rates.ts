import type { LaneBand, LaneValue } from '@waybill/domain/rates/revisions/revisions'
import { readCell } from '@waybill/domain/rates/price-grid/lane-bands'
import { bandsOf, type Content } from '@waybill/domain/move-in/records'
import { readPriceZones } from '../../maps/index.ts'
import { deleteLaneDraft, openLaneDraft, reopenLaneDraft, type LaneDraft } from '../../rates/index.ts'
import { valueOf, wrong, type EarlierRow, type OpenLoader } from './loader.ts'

const record_table = 'rate_revision'

/** What an undo of a lane puts back. */
interface LaneRestore {
  before: LaneValue | null
  /** Whether the draft was created for this lane and those after it. */
  is_new_draft: boolean
}

function restoreOf({ restores }: EarlierRow): LaneRestore {
  return { before: null, is_new_draft: false, ...restores }
}

/** Loads prices into a draft price book. They apply when a person publishes it. */
export const openRateLoader: OpenLoader = async (ctx) => {
  const { zone_tags } = await readPriceZones(ctx)
  let draft: LaneDraft | null = null
  let removedDraft: number | null = null
  let isFirst = true

  const draftToFill = async (): Promise<LaneDraft> => (draft ??= await openLaneDraft(ctx))
  const draftOf = async ({ record_id }: EarlierRow): Promise<LaneDraft> =>
    (draft ??= await reopenLaneDraft(ctx, record_id))

  function laneIn(one: LaneDraft, content: Content) {
    const { rate_groups, service_levels, tag_groups } = one.book()
    const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
    const [list, service] = [valueOf(content, 'price_list'), valueOf(content, 'service_level')]
    const group = rate_groups.find(({ name }) => same(name, list))
    if (!group) throw wrong('price_list', `There is no price list ${list} in the price book.`)
    const level = service_levels.find(({ code, name }) => same(code, service) || same(name, service))
    if (!level) throw wrong('service_level', `There is no service level ${service}.`)
    const zones = ['*', ...zone_tags, ...tag_groups.map(({ name }) => name)]
    const zoneOf = (column: string): string => {
      const typed = valueOf(content, column)
      const zone = zones.find((name) => same(name, typed))
      if (zone === undefined)
        throw wrong(column, `The zone ${typed} does not exist on the map. Check its spelling.`)
      return zone
    }
    return {
      rate_group_id: group.id,
      service_level_id: level.id,
      from_tag: zoneOf('from_zone'),
      to_tag: zoneOf('to_zone'),
    }
  }

  function valueOfLane(content: Content): LaneValue {
    const bands = bandsOf(content).map(({ weight_from, weight_to, price }): LaneBand => {
      const cell = readCell(price)
      if (typeof cell === 'string') throw wrong('price', cell)
      return { weight_from, weight_to, ...cell }
    })
    return { symmetric: content['both_ways'] !== 'no', bands }
  }

  return {
    async create(content) {
      const one = await draftToFill()
      const before = one.set(laneIn(one, content), valueOfLane(content))
      const restores: LaneRestore = { before, is_new_draft: one.is_new && isFirst }
      isFirst = false
      return { record_table, record_id: one.id, restores }
    },
    async change(row, content) {
      const one = await draftOf(row)
      one.set(laneIn(one, content), valueOfLane(content))
      return { record_table, record_id: one.id, restores: restoreOf(row) }
    },
    async remove(row) {
      const { before, is_new_draft } = restoreOf(row)
      const one = await draftOf(row)
      if (is_new_draft) removedDraft = row.record_id
      else one.set(laneIn(one, row.content), before)
    },
    async finish() {
      if (removedDraft !== null) await deleteLaneDraft(ctx, removedDraft)
      else await draft?.save()
    },
  }
}
