import { startOfDay, dayOf } from '@waybill/domain/kit/calls/wire'
import type { Zone, ZoneDetails } from '@waybill/domain/maps/model'
import { checkZone, kind_fields, zoneDetailsOf, type KindField } from '@waybill/domain/maps/zone-rules'
import { changedKeys, mergeValues, type KeyOf } from '../../kit/form/merging/merge-edits.ts'
import type { ZoneKind } from '@waybill/domain/maps/map-kinds'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** The form values of an area. The validity is a first and a last day, both included, instead of points in time. */
export interface ZoneEdit extends Omit<
  ZoneDetails,
  'valid_from' | 'valid_until' | 'window_from' | 'window_to' | 'priority'
> {
  priority: number | null
  window: { from: string; to: string }
  first_day: string | null
  last_day: string | null
}

/** Display names of the form fields. */
export const zone_labels: Readonly<Record<KeyOf<ZoneEdit>, string>> = {
  name: 'Name',
  colour: 'Colour',
  priority: 'Priority',
  is_active: 'In use',
  branch_id: 'Branch',
  routing_number: 'Routing number',
  drivers: 'Drivers',
  legs: 'Applies to',
  weekdays: 'Days of the week',
  window: 'Time of day',
  service_days: 'Service days',
  is_default: 'Applies where no other area does',
  service_level_ids: 'Service levels not offered',
  message: 'Message to customers',
  tags: 'Tags',
  first_day: 'First day',
  last_day: 'Last day',
  geometry: 'Outline',
}

export function editOf(zone: ZoneDetails): ZoneEdit {
  const { valid_from, valid_until, window_from, window_to, ...rest } = zoneDetailsOf(zone)
  return {
    ...rest,
    window: { from: window_from, to: window_to },
    first_day: valid_from && dayOf(valid_from),
    last_day: valid_until && dayOf(new Date(valid_until.getTime() - 1)),
  }
}

/** Converts form values to the form in which an area is stored and sent. */
export function detailsOf(edit: ZoneEdit): ZoneDetails {
  const { first_day, last_day, window, priority, ...rest } = edit
  return {
    ...rest,
    priority: priority ?? 0,
    window_from: window.from,
    window_to: window.to,
    valid_from: first_day === null ? null : startOfDay(first_day),
    valid_until: last_day === null ? null : new Date(startOfDay(last_day).getTime() + day_ms),
  }
}

const field_of: Readonly<Record<string, KeyOf<ZoneEdit>>> = {
  window_from: 'window',
  window_to: 'window',
  valid_from: 'first_day',
  valid_until: 'last_day',
}

/** Returns the validation problems by form field. */
export function problemsOf(kind: ZoneKind, edit: ZoneEdit, maxNodes: number) {
  return checkZone(kind, detailsOf(edit), maxNodes).map(({ field, message }) => ({
    field: field_of[field] ?? field,
    message,
  }))
}

/** Returns the body of a change request: only the changed fields, and the version that the change is based on. */
export function patchOf(zone: Zone, edit: ZoneEdit, draftMapId: number | undefined) {
  const [before, after] = [detailsOf(editOf(zone)), detailsOf(edit)]
  const changed = changedKeys(before, after)
  return {
    id: zone.id,
    version: zone.version,
    draft_map_id: draftMapId,
    ...(Object.fromEntries(changed.map((key) => [key, after[key]])) as Partial<ZoneDetails>),
  }
}

/** Whether areas of a kind have a field. */
export const has = (kind: ZoneKind, field: KindField): boolean => kind_fields[kind].has(field)

function textOf(key: KeyOf<ZoneEdit>, edit: ZoneEdit): string {
  const value = edit[key]
  if (key === 'geometry') return `${edit.geometry.coordinates.flat(2).length} points`
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.join(', ') || 'None'
  if (key === 'window') return `${edit.window.from}–${edit.window.to}`
  return value === null || value === ''
    ? 'Empty'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
}

/** Merges the edits of two users. Conflicting values are returned as display text. */
export function mergeZoneEdits(base: ZoneEdit, mine: ZoneEdit, theirs: ZoneEdit) {
  const { merged, conflicts } = mergeValues(base, mine, theirs)
  return {
    merged,
    conflicts: conflicts.map((key) => ({ key, mine: textOf(key, mine), theirs: textOf(key, theirs) })),
  }
}
