import { z } from 'zod'
import type { FieldProblem } from '../kit/problem.ts'
import { count, day, flag, maybe, text } from '../kit/calls/wire.ts'
import { cleanReference } from '../shipments/labels/references.ts'
import { shipment_statuses, statusLabel } from '../shipments/statuses/status.ts'

/** Maximum number of references in one bulk update (docs/domain/reliability.md#input-limits). */
export const max_update_rows = 2_000

const side = z.enum(['collection', 'delivery'])
const reason = text(500, { lines: true })

/** The change that a bulk update makes to each of its shipments (docs/domain/tools.md). */
export const BulkChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), status: z.enum(shipment_statuses), message: reason }),
  z.object({ kind: z.literal('service-level'), service_level_code: text(60) }),
  z.object({ kind: z.literal('date'), side, day, reason }),
  /** `''` removes the assigned driver from the stop. */
  z.object({
    kind: z.literal('driver'),
    side,
    driver: text(120),
    /** Assigns the driver even if there is an objection, such as a different branch. */
    assign_anyway: maybe(flag),
  }),
  z.object({ kind: z.literal('hold'), status: z.enum(['on-hold', 'on-hold-internal']), message: reason }),
  /** Returns a shipment to the status it had before it was put on hold. */
  z.object({ kind: z.literal('release'), message: reason }),
  z.object({ kind: z.literal('cancel'), message: reason }),
])
export type BulkChange = z.output<typeof BulkChange>
export type BulkChangeKind = BulkChange['kind']

/** The change of an update that undoes another one, `change`, shipment by shipment. */
const UndoChange = z.object({ kind: z.literal('undo'), job_id: count, change: BulkChange })
/** What an update does to its shipments. */
export const StoredChange = z.discriminatedUnion('kind', [...BulkChange.options, UndoChange])
export type StoredChange = z.output<typeof StoredChange>

/** Labels of the change kinds, in the order of the selection list. */
export const bulk_change_labels: Readonly<Record<BulkChangeKind, string>> = {
  status: 'Change status',
  'service-level': 'Change service level',
  date: 'Change date',
  driver: 'Assign driver',
  hold: 'Put on hold',
  release: 'Take off hold',
  cancel: 'Cancel',
}

/** The names of drivers by username. */
export type DriverNames = ReadonlyMap<string, string>

/** Returns the name of a driver, or 'nobody'; the username of one without a name. */
export function nameIn(names: DriverNames, username: string | null): string {
  return username === null ? 'nobody' : names.get(username) || username
}

/** Describes a change as text, used as the name of the update: 'Put on hold: address unclear'. */
export function changeText(change: StoredChange, names: DriverNames): string {
  const because = (detail: string) => (detail === '' ? '' : `: ${detail}`)
  switch (change.kind) {
    case 'status':
      return `Status to ${statusLabel(change.status).toLowerCase()}${because(change.message)}`
    case 'service-level':
      return `Service level to ${change.service_level_code}`
    case 'date':
      return `${change.side === 'collection' ? 'Collection' : 'Delivery'} date to ${change.day}${because(change.reason)}`
    case 'driver':
      return change.driver === ''
        ? `No ${change.side} driver`
        : `${change.side === 'collection' ? 'Collection' : 'Delivery'} driver ${nameIn(names, change.driver)}`
    case 'hold':
      return `${change.status === 'on-hold' ? 'Put on hold' : 'Put on internal hold'}${because(change.message)}`
    case 'release':
      return `Take off hold${because(change.message)}`
    case 'cancel':
      return `Cancel${because(change.message)}`
    case 'undo':
      return `Undo: ${changeText(change.change, names)}`
  }
}

/** Returns the problems that must be fixed before a change can be checked. */
export function checkChange(change: BulkChange): FieldProblem[] {
  const needs = (field: string, value: string, message: string): FieldProblem[] =>
    value.trim() === '' ? [{ field, message }] : []
  switch (change.kind) {
    case 'service-level':
      return needs('service_level_code', change.service_level_code, 'Choose the service level.')
    case 'hold':
      return needs('message', change.message, 'Enter why the shipments are put on hold.')
    case 'cancel':
      return needs('message', change.message, 'Reason for cancelling shipment is required.')
    case 'status':
      return change.status === 'cancelled'
        ? [{ field: 'status', message: 'Choose Cancel to cancel shipments.' }]
        : []
    case 'date':
    case 'driver':
    case 'release':
      return []
  }
}

/**
 * Parses pasted or scanned references: one per line, or separated by commas, semicolons, tabs or spaces. Duplicates
 * are removed.
 */
export function readReferences(pasted: string): string[] {
  return [...new Set(pasted.split(/[\s,;]+/).flatMap((one) => cleanReference(one) || []))]
}
