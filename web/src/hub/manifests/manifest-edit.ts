import type { InterhubTransfer } from '@waybill/domain/hub/manifest'
import { checkManifest } from '@waybill/domain/hub/manifest-rules'
import type { Cents } from '@waybill/domain/kit/money'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import { clockOf, dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { changedKeys, mergeValues, type KeyOf } from '../../kit/form/merging/merge-edits.ts'
import { shortWhen } from '../../kit/ui/values/moments.ts'

/** Form values of a manifest; each time is split into a day and a clock time. */
export interface ManifestEdit {
  from_branch_id: number | null
  to_branch_id: number | null
  /** The form has one via branch; the API accepts several. */
  via_branch_id: number | null
  carrier: string
  service_level: string
  /** Username of the driver. */
  driver: string
  /** Whether the user has confirmed a driver with a warning. */
  assign_anyway: boolean
  driver_name: string
  vehicle_registration: string
  trailer: string
  seal_number: string
  waybill_reference: string
  departure_day: string | null
  departure_time: string
  arrival_day: string | null
  arrival_time: string
  cost: Cents | null
  notes: string
}

/** Labels of the form fields. */
export const manifest_labels: Readonly<Record<KeyOf<ManifestEdit>, string>> = {
  from_branch_id: 'From',
  to_branch_id: 'To',
  via_branch_id: 'Via',
  carrier: 'Carrier',
  service_level: 'Service level',
  driver: 'Driver',
  assign_anyway: 'Assign anyway',
  driver_name: 'Name of the driver',
  vehicle_registration: 'Vehicle',
  trailer: 'Trailer',
  seal_number: 'Seal number',
  waybill_reference: 'Carrier’s reference',
  departure_day: 'Planned departure',
  departure_time: 'Departs at',
  arrival_day: 'Planned arrival',
  arrival_time: 'Arrives at',
  cost: 'Cost of the trip',
  notes: 'Notes',
}

/** Returns the form values of a new manifest from a branch, with the company’s first carrier and service level. */
export function newManifest(
  fromBranchId: number | null,
  carriers: readonly string[],
  services: readonly string[],
): ManifestEdit {
  return {
    from_branch_id: fromBranchId,
    to_branch_id: null,
    via_branch_id: null,
    carrier: carriers[0] ?? '',
    service_level: services[0] ?? '',
    driver: '',
    assign_anyway: false,
    driver_name: '',
    vehicle_registration: '',
    trailer: '',
    seal_number: '',
    waybill_reference: '',
    departure_day: null,
    departure_time: '18:00',
    arrival_day: null,
    arrival_time: '06:00',
    cost: null,
    notes: '',
  }
}

export function editOf(manifest: InterhubTransfer): ManifestEdit {
  const { planned_departure, planned_arrival } = manifest
  return {
    from_branch_id: manifest.from_branch_id,
    to_branch_id: manifest.to_branch_id,
    via_branch_id: manifest.via_branch_ids[0] ?? null,
    carrier: manifest.carrier ?? '',
    service_level: manifest.service_level ?? '',
    driver: manifest.driver ?? '',
    assign_anyway: false,
    driver_name: manifest.driver_name ?? '',
    vehicle_registration: manifest.vehicle_registration ?? '',
    trailer: manifest.trailer ?? '',
    seal_number: manifest.seal_number ?? '',
    waybill_reference: manifest.waybill_reference ?? '',
    departure_day: planned_departure && dayOf(planned_departure),
    departure_time: planned_departure ? clockOf(planned_departure) : '18:00',
    arrival_day: planned_arrival && dayOf(planned_arrival),
    arrival_time: planned_arrival ? clockOf(planned_arrival) : '06:00',
    cost: manifest.cost,
    notes: manifest.notes,
  }
}

function momentOf(day: string | null, time: string): Date | null {
  if (day === null) return null
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(startOfDay(day).getTime() + (hours * 60 + minutes) * 60_000)
}

/** Returns the criteria for the driver choices: all branches of the trip, and its day. */
export function workOfTrip({ from_branch_id, via_branch_id, to_branch_id, departure_day }: ManifestEdit) {
  return {
    branch_ids: [from_branch_id, via_branch_id, to_branch_id].filter((id) => id !== null),
    day: departure_day ?? undefined,
  }
}

/** Converts form values to the fields of the API request. */
export function sentOf(values: ManifestEdit) {
  const { via_branch_id, departure_day, departure_time, arrival_day, arrival_time, ...rest } = values
  return {
    ...rest,
    from_branch_id: rest.from_branch_id ?? 0,
    to_branch_id: rest.to_branch_id ?? 0,
    via_branch_ids: via_branch_id === null ? [] : [via_branch_id],
    planned_departure: momentOf(departure_day, departure_time),
    planned_arrival: momentOf(arrival_day, arrival_time),
  }
}

/** Maps form fields to API fields where the names differ. */
const sent_as: Partial<Record<KeyOf<ManifestEdit>, keyof ReturnType<typeof sentOf>>> = {
  via_branch_id: 'via_branch_ids',
  departure_day: 'planned_departure',
  departure_time: 'planned_departure',
  arrival_day: 'planned_arrival',
  arrival_time: 'planned_arrival',
}

/** Returns the change request: only changed fields, and the version they are based on. */
export function patchOf(manifest: InterhubTransfer, values: ManifestEdit) {
  const sent = sentOf(values)
  const keys = changedKeys(editOf(manifest), values).map(
    (key) => sent_as[key] ?? (key as keyof ReturnType<typeof sentOf>),
  )
  return {
    id: manifest.id,
    version: manifest.version,
    ...Object.fromEntries(keys.map((key) => [key, sent[key]])),
  }
}

/** Returns the validation problems of the form values, by form field. */
export function problemsOf(values: ManifestEdit): FieldProblem[] {
  const formFields: Readonly<Record<string, KeyOf<ManifestEdit>>> = {
    via_branch_ids: 'via_branch_id',
    planned_arrival: 'arrival_day',
  }
  return checkManifest(sentOf(values)).map(({ field, message }) => ({
    field: formFields[field] ?? field,
    message,
  }))
}

/** Merges the edits of two users; conflicts are returned as readable text. */
export function mergeManifestEdits(
  nameOf: (id: number) => string,
  base: ManifestEdit,
  mine: ManifestEdit,
  theirs: ManifestEdit,
) {
  const { merged, conflicts } = mergeValues(base, mine, theirs)
  const textOf = (key: KeyOf<ManifestEdit>, values: ManifestEdit): string => {
    const value = values[key]
    if (value === null || value === '') return 'Empty'
    if (key === 'cost') return (Number(value) / 100).toFixed(2)
    if (key === 'departure_day' || key === 'arrival_day')
      return shortWhen(startOfDay(String(value)), new Date())
    if (typeof value === 'boolean') return value ? 'Yes' : 'No'
    return typeof value === 'number' ? nameOf(value) : value
  }
  return {
    merged,
    conflicts: conflicts.map((key) => ({ key, mine: textOf(key, mine), theirs: textOf(key, theirs) })),
  }
}
