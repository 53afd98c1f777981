import { formatRand } from '../../kit/money.ts'
import { laneKey } from '../price-grid/price-grid.ts'
import { bandName, typedCell } from '../price-grid/lane-bands.ts'
import type { RateFormula } from './price-book.ts'
import { placeIn } from '../revisions/publishing.ts'
import type { BookContent, BookPlace } from '../revisions/revisions.ts'

/**
 * One difference between two revisions. `from` and `to` are display texts; `null` when that revision does not have
 * the value.
 */
export interface Difference {
  place: BookPlace
  /** 'Default group, Economy, JHB Main to CPT Main, 0–5 kg' */
  subject: string
  from: string | null
  to: string | null
}

/** Lists the differences between an earlier revision and a later one, prices first. */
export function compareBooks(from: BookContent, to: BookContent): Difference[] {
  return [
    ...comparePrices(from, to),
    ...compareRows('service_levels', 'Service level', from, to),
    ...compareRows('rate_groups', 'Rate group', from, to),
    ...compareZoneGroups(from, to),
    ...compareRows('surcharges', 'Surcharge', from, to),
    ...compareRows('rate_adjustments', 'Adjustment', from, to),
    ...compareRows('time_based_rate_adjustments', 'Time-based adjustment', from, to),
    ...compareInsurance(from, to),
    ...compareOverrides(from, to),
  ]
}

const groupName = (id: number, ...books: readonly BookContent[]): string =>
  books.flatMap((book) => book.rate_groups).find((group) => group.id === id)?.name ?? `Group ${id}`

/**
 * Compares prices lane by lane: per weight band when both lanes have the same bands and direction, else the lane as a
 * whole.
 */
function comparePrices(from: BookContent, to: BookContent): Difference[] {
  const [before, after] = [lanesOf(from), lanesOf(to)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [old = [], now = []] = [before.get(key), after.get(key)]
    const row = now[0] ?? old[0]
    if (!row || laneText(old) === laneText(now)) return []
    const { rate_group_id, service_level_id, from_tag, to_tag } = row
    const service = [...to.service_levels, ...from.service_levels].find((own) => own.id === service_level_id)
    const lane = `${groupName(rate_group_id, to, from)}, ${service?.name ?? ''}, ${from_tag} to ${to_tag}`
    const place = placeIn('formulas', { rate_group_id, service_level_id, from_tag, to_tag })
    const isAlike =
      old.map(bandName).join() === now.map(bandName).join() && old[0]?.symmetric === now[0]?.symmetric
    if (!isAlike) return [{ place, subject: lane, from: laneText(old), to: laneText(now) }]
    return now.flatMap((band, index) => {
      const was = old[index]
      if (!was || typedCell(was) === typedCell(band)) return []
      const subject = `${lane}, ${bandName(band)}`
      return [{ place, subject, from: typedCell(was), to: typedCell(band) }]
    })
  })
}

function lanesOf(book: BookContent): Map<string, RateFormula[]> {
  const lanes = new Map<string, RateFormula[]>()
  for (const row of book.formulas.toSorted((a, b) => a.weight_from - b.weight_from)) {
    const key = [row.rate_group_id, row.service_level_id, laneKey(row)].join('\n')
    lanes.set(key, [...(lanes.get(key) ?? []), row])
  }
  return lanes
}

/** Formats a lane as `0–5 kg 89; from 5 kg 120`; `null` when the lane does not exist. */
function laneText(bands: readonly RateFormula[]): string | null {
  const [first] = bands
  if (!first) return null
  const text = bands.map((band) => `${bandName(band)} ${typedCell(band)}`).join('; ')
  return first.symmetric ? text : `${text}; one way`
}

type RowPart =
  | 'service_levels'
  | 'rate_groups'
  | 'surcharges'
  | 'rate_adjustments'
  | 'time_based_rate_adjustments'

function compareRows(part: RowPart, word: string, from: BookContent, to: BookContent): Difference[] {
  const rowsOf = (book: BookContent): readonly { id: number; name: string }[] => book[part]
  const before = new Map(rowsOf(from).map((row) => [row.id, row]))
  const after = new Map(rowsOf(to).map((row) => [row.id, row]))
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [old, now] = [before.get(id), after.get(id)]
    const place = placeIn(part, part === 'rate_groups' ? { id, rate_group_id: id } : { id })
    const name = `${word} ${now?.name ?? old?.name ?? ''}`
    if (!old || !now) return [{ place, subject: name, from: old ? 'exists' : null, to: now ? 'new' : null }]
    return compareFields({ ...old }, { ...now }).map(([field, was, is]) => ({
      place,
      subject: `${name}, ${field}`,
      from: was,
      to: is,
    }))
  })
}

/** Fields whose values are cents. */
const money = new Set([
  'min_charge',
  'min_amount',
  'max_amount',
  'insurance_min_charge',
  'insurance_included_value',
  'insurance_max_declared_value',
])

function compareFields(
  old: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): [string, string, string][] {
  return Object.keys(now).flatMap((field): [string, string, string][] => {
    const [was, is] = [shown(field, old[field]), shown(field, now[field])]
    return was === is ? [] : [[field.replaceAll('_', ' '), was, is]]
  })
}

function shown(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return money.has(field) ? formatRand(value) : String(value)
  if (typeof value === 'string') return value
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((one) => shown(field, one)).join(', ')
  return Object.entries(value)
    .filter(([, part]) => part !== null)
    .map(([name, part]) => `${name.replaceAll('_', ' ')} ${shown(name, part)}`)
    .join('; ')
}

function compareZoneGroups(from: BookContent, to: BookContent): Difference[] {
  const before = new Map(from.tag_groups.map((group) => [group.name, group.tags.join(', ')]))
  const after = new Map(to.tag_groups.map((group) => [group.name, group.tags.join(', ')]))
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [old, now] = [before.get(name) ?? null, after.get(name) ?? null]
    if (old === now) return []
    return [{ place: placeIn('tag_groups'), subject: `Zone group ${name}`, from: old, to: now }]
  })
}

function compareInsurance(from: BookContent, to: BookContent): Difference[] {
  const groups = new Set(
    [...from.rate_group_extras, ...to.rate_group_extras].map(({ rate_group_id }) => rate_group_id),
  )
  return [...groups].flatMap((rateGroupId): Difference[] => {
    const find = (book: BookContent) =>
      book.rate_group_extras.find((row) => row.rate_group_id === rateGroupId)
    const [old, now] = [find(from), find(to)]
    const place = placeIn('rate_group_extras', { id: rateGroupId, rate_group_id: rateGroupId })
    const subject = `Insurance of ${groupName(rateGroupId, to, from)}`
    if (!old || !now) return [{ place, subject, from: old ? 'its own' : null, to: now ? 'its own' : null }]
    return compareFields(old, now).map(([field, was, is]) => ({
      place,
      subject: `${subject}, ${field}`,
      from: was,
      to: is,
    }))
  })
}

function compareOverrides(from: BookContent, to: BookContent): Difference[] {
  const key = (row: BookContent['group_overrides'][number]): string =>
    [row.rate_group_id, row.kind, row.charge_id].join('\n')
  const text = (row: BookContent['group_overrides'][number] | undefined): string | null =>
    row ? (row.is_active ? (row.charge_value ?? 'switched on') : 'switched off') : null
  const before = new Map(from.group_overrides.map((row) => [key(row), row]))
  const after = new Map(to.group_overrides.map((row) => [key(row), row]))
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((one) => {
    const [old, now] = [before.get(one), after.get(one)]
    const row = now ?? old
    if (!row || text(old) === text(now)) return []
    const rows: readonly { id: number; name: string }[] = {
      surcharge: to.surcharges,
      rate_adjustment: to.rate_adjustments,
      time_based_rate_adjustment: to.time_based_rate_adjustments,
    }[row.kind]
    const name = rows.find((charge) => charge.id === row.charge_id)?.name ?? 'A charge'
    return [
      {
        place: placeIn('group_overrides', { id: row.rate_group_id, rate_group_id: row.rate_group_id }),
        subject: `${name} of ${groupName(row.rate_group_id, to, from)}`,
        from: text(old),
        to: text(now),
      },
    ]
  })
}
