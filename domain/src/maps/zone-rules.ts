import { branchLimit, isOffice, seesUi, type Actor } from '../kit/actor.ts'
import { forbidden, invalid, wrongState, type FieldProblem } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import { clock } from '../kit/calls/wire.ts'
import { map_tag_types, type MapTagType } from '../tags/model.ts'
import { isColour } from '../tags/rules.ts'
import { checkGeometry } from './geometry.ts'
import { type DraftStatus, type ZoneDetails, type ZoneGeometry } from './model.ts'
import { type MapKind, type ZoneKind, zone_kinds } from './map-kinds.ts'

/** The display names of each kind of map and a sentence on what its areas decide. */
export const kind_words: Readonly<Record<ZoneKind, { tab: string; one: string; decides: string }>> = {
  drivers: {
    tab: 'Drivers',
    one: 'driver zone',
    decides: 'Which driver gets the stops of an area, and the routing number on its labels.',
  },
  branches: {
    tab: 'Branches',
    one: 'branch area',
    decides: 'Which branch collects and delivers. Elsewhere the nearest branch does.',
  },
  rates: {
    tab: 'Rates',
    one: 'rate area',
    decides: 'Which tag sets the price. Elsewhere the fallback tag from the settings applies.',
  },
  surcharges: {
    tab: 'Surcharges',
    one: 'surcharge area',
    decides: 'Where area surcharges apply.',
  },
  exceptions: {
    tab: 'Exceptions',
    one: 'exception area',
    decides: 'What is not offered in an area.',
  },
  service_days: {
    tab: 'Service days',
    one: 'service day area',
    decides: 'On which days of the week an area has collections and deliveries.',
  },
}

/** The fields that only some kinds of area have. */
export type KindField =
  | 'branch_id'
  | 'routing_number'
  | 'drivers'
  | 'legs'
  | 'weekdays'
  | 'window_from'
  | 'window_to'
  | 'service_days'
  | 'is_default'
  | 'service_level_ids'
  | 'message'
  | 'tags'

/** The fields of each kind of area in addition to name, colour, priority, outline and validity (docs/domain/maps.md). */
export const kind_fields: Readonly<Record<ZoneKind, ReadonlySet<KindField>>> = {
  drivers: new Set([
    'branch_id',
    'routing_number',
    'drivers',
    'legs',
    'weekdays',
    'window_from',
    'window_to',
  ]),
  branches: new Set(['branch_id', 'tags']),
  rates: new Set(['tags']),
  surcharges: new Set(['tags']),
  exceptions: new Set(['legs', 'service_level_ids', 'message', 'tags']),
  service_days: new Set(['service_days', 'is_default', 'tags']),
}

/** Returns the tag type for areas of a kind; `null` for driver zones, which have no tags (MAP-002). */
export function tagTypeOf(kind: ZoneKind): MapTagType | null {
  return map_tag_types.find((type) => type === kind) ?? null
}

/** A new area with default values. */
export const empty_zone: ZoneDetails = {
  name: '',
  colour: '#2F6FDE',
  priority: 0,
  is_active: true,
  branch_id: null,
  routing_number: '',
  drivers: [],
  legs: 'both',
  weekdays: [],
  window_from: '',
  window_to: '',
  service_days: { collection: [], delivery: [] },
  is_default: false,
  service_level_ids: null,
  message: '',
  tags: [],
  valid_from: null,
  valid_until: null,
  geometry: { type: 'MultiPolygon', coordinates: [] },
}

/** Returns only the editable fields of an area, without calculated and stored metadata. */
export function zoneDetailsOf(zone: ZoneDetails): ZoneDetails {
  const details = { ...empty_zone }
  const copy = <Field extends keyof ZoneDetails>(field: Field): void => {
    details[field] = zone[field]
  }
  for (const field of Object.keys(empty_zone) as (keyof ZoneDetails)[]) copy(field)
  return details
}

/**
 * Returns the area with the fields that its kind does not have reset to defaults, so that no invisible value has an
 * effect.
 */
export function ofKind(kind: ZoneKind, zone: ZoneDetails): ZoneDetails {
  const has = kind_fields[kind]
  const others = Object.entries(empty_zone).filter(
    ([field]) => all_kind_fields.has(field as KindField) && !has.has(field as KindField),
  )
  return { ...zone, ...Object.fromEntries(others) }
}

const all_kind_fields: ReadonlySet<KindField> = new Set(zone_kinds.flatMap((kind) => [...kind_fields[kind]]))

const max_priority = 1_000
const max_zone_tags = 20
const isWeekday = (day: number): boolean => Number.isInteger(day) && day >= 0 && day <= 6

/**
 * Returns the validation problems of an area of a kind, in the order of the form fields (MAP-007, MAP-008,
 * docs/domain/maps.md).
 */
export function checkZone(kind: ZoneKind, zone: ZoneDetails, maxNodes: number): FieldProblem[] {
  return [...checkZoneFields(kind, zone), ...checkGeometry(zone.geometry, maxNodes)]
}

/** Same as `checkZone`, but without the outline, which takes long to check. */
export function checkZoneFields(kind: ZoneKind, zone: ZoneDetails): FieldProblem[] {
  const problems: FieldProblem[] = []
  const wrong = (field: keyof ZoneDetails, message: string) => problems.push({ field, message })
  const has = kind_fields[kind]
  if (zone.name.trim() === '') wrong('name', 'Give the area a name.')
  if (!isColour(zone.colour)) wrong('colour', 'Enter a colour such as #2F6FDE: # and six digits.')
  if (!Number.isInteger(zone.priority) || Math.abs(zone.priority) > max_priority)
    wrong('priority', `Enter a whole number from -${max_priority} to ${max_priority}.`)
  if (has.has('branch_id') && zone.branch_id === null) wrong('branch_id', 'Choose the branch it belongs to.')
  if (kind === 'rates' && zone.tags.length === 0)
    wrong('tags', 'Add at least one tag. The tag sets the prices of the area.')
  if (zone.tags.length > max_zone_tags) wrong('tags', `An area has at most ${max_zone_tags} tags.`)
  if (has.has('weekdays') && !zone.weekdays.every(isWeekday))
    wrong('weekdays', 'Days of the week are 0 (Sunday) to 6 (Saturday).')
  if (has.has('window_from')) problems.push(...windowProblems(zone))
  if (has.has('service_days')) problems.push(...dayProblems(zone))
  if (has.has('message') && zone.message.trim() === '')
    wrong('message', 'Enter a reason. People who get a price here see it.')
  if (zone.service_level_ids?.length === 0)
    wrong('service_level_ids', 'Choose the service levels that are not offered here, or all of them.')
  if (zone.valid_from && zone.valid_until && zone.valid_from >= zone.valid_until)
    wrong('valid_until', 'The end is before the start. Choose a later end.')
  return problems
}

function windowProblems({ window_from, window_to }: ZoneDetails): FieldProblem[] {
  if (window_from === '' && window_to === '') return []
  const isTime = (text: string): boolean => clock.safeParse(text).success
  if (!isTime(window_from) || !isTime(window_to))
    return [{ field: 'window_to', message: 'Enter both times, such as 08:00 and 12:00, or neither.' }]
  return window_from < window_to
    ? []
    : [{ field: 'window_to', message: 'The end time must be after the start time.' }]
}

function dayProblems({ service_days: { collection, delivery } }: ZoneDetails): FieldProblem[] {
  if (![...collection, ...delivery].every(isWeekday))
    return [{ field: 'service_days', message: 'Days of the week are 0 (Sunday) to 6 (Saturday).' }]
  return collection.length + delivery.length > 0
    ? []
    : [
        {
          field: 'service_days',
          message: 'Choose at least one day. If the area has no service, draw an exception instead.',
        },
      ]
}

/**
 * Throws one error that lists all validation problems of an area. `outline` holds the problems of its outline, which
 * are checked separately.
 */
export function requireZone(kind: ZoneKind, zone: ZoneDetails, outline: readonly FieldProblem[]): void {
  const problems = [...checkZoneFields(kind, zone), ...outline]
  const [first] = problems
  if (first) throw invalid(first.message, problems)
}

/**
 * Checks whether the actor may change areas of a kind. The endpoint's permission is checked separately. Staff limited
 * to a branch may change only the driver zones of that branch (PERM-050); `branchIds` are the branches of the area
 * before and after the change.
 */
export function mayEditMap(
  actor: Actor,
  kind: MapKind,
  branchIds: readonly (number | null)[] = [],
): RuleResult {
  if (!isOffice(actor)) return forbidden('Only company staff can change the map. Ask them.')
  if (!seesUi(actor, `UI_maps_${kind}_edit`))
    return forbidden('Your role can view this kind of map but not change it. Ask an administrator.')
  const own = branchLimit(actor)
  if (own === null || (kind === 'drivers' && branchIds.every((id) => id === own))) return true
  return forbidden(
    kind === 'drivers'
      ? 'You may change only the driver zones of your own branch.'
      : 'You are limited to one branch. Ask someone without this limit to change this kind of map.',
  )
}

/** Checks whether a draft map can still be changed. */
export function mayChangeDraft({ name, status }: { name: string; status: DraftStatus }): RuleResult {
  if (status === 'published')
    return wrongState(`${name} has been published and can no longer be changed. Start a new draft.`)
  if (status === 'scheduled')
    return wrongState(`${name} is waiting to be published. Take it off the schedule to change it.`)
  return true
}

/** The fields of an area that are compared with other areas of the same map. */
export interface PlacedZone {
  id: number
  kind: ZoneKind
  name: string
  is_default: boolean
  geometry: ZoneGeometry
}

/**
 * Returns the first problem of areas of one kind together, such as two areas with the same name or two default areas;
 * `null` when there is none.
 */
export function checkTogether(kind: ZoneKind, zones: readonly PlacedZone[]): string | null {
  const names = new Set<string>()
  for (const { name } of zones) {
    const known = name.toLowerCase()
    if (names.has(known)) return `There are two ${kind_words[kind].one}s named ${name}. Rename one of them.`
    names.add(known)
  }
  const [first, second] = zones.filter((zone) => zone.is_default)
  return first && second
    ? `${first.name} and ${second.name} are both set to apply where no other area does. Choose one of them.`
    : null
}
