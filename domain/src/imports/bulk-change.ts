import { z } from 'zod'
import type { FieldProblem } from '../kit/problem.ts'
import { day, flag, maybe, text } from '../kit/calls/wire.ts'
import { cleanReference } from '../shipments/labels/references.ts'
import { shipment_statuses, statusLabel } from '../shipments/statuses/status.ts'

/** Most references of one bulk update (docs/domain/reliability.md#input-limits). */
export const max_update_rows = 2_000

const side = z.enum(['collection', 'delivery'])
const reason = text(500, { lines: true })

/** The one change a bulk update makes to each of its shipments (docs/domain/tools.md). */
export const BulkChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), status: z.enum(shipment_statuses), message: reason }),
  z.object({ kind: z.literal('service-level'), service_level_code: text(60) }),
  z.object({ kind: z.literal('date'), side, day, reason }),
  /** `''` takes the stop from whoever has it. */
  z.object({
    kind: z.literal('driver'),
    side,
    driver: text(120),
    /** Also where something speaks against the driver, such as another branch. */
    assign_anyway: maybe(flag),
  }),
  z.object({ kind: z.literal('hold'), status: z.enum(['on-hold', 'on-hold-internal']), message: reason }),
  /** Back to the status a shipment had before it was put on hold. */
  z.object({ kind: z.literal('release'), message: reason }),
  z.object({ kind: z.literal('cancel'), message: reason }),
])
export type BulkChange = z.output<typeof BulkChange>
export type BulkChangeKind = BulkChange['kind']

/** The kinds of change in the order of the choice, and what people call them. */
export const bulk_change_labels: Readonly<Record<BulkChangeKind, string>> = {
  status: 'Change status',
  'service-level': 'Change service level',
  date: 'Change date',
  driver: 'Assign driver',
  hold: 'Put on hold',
  release: 'Take off hold',
  cancel: 'Cancel',
}

/** A change in words, as the name of its update: 'Put on hold: address unclear'. */
export function changeText(change: BulkChange): string {
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
        : `${change.side === 'collection' ? 'Collection' : 'Delivery'} driver ${change.driver}`
    case 'hold':
      return `${change.status === 'on-hold' ? 'Put on hold' : 'Put on internal hold'}${because(change.message)}`
    case 'release':
      return `Take off hold${because(change.message)}`
    case 'cancel':
      return `Cancel${because(change.message)}`
  }
}

/** What is missing before a change can be tried. */
export function checkChange(change: BulkChange): FieldProblem[] {
  const needs = (field: string, value: string, message: string): FieldProblem[] =>
    value.trim() === '' ? [{ field, message }] : []
  switch (change.kind) {
    case 'service-level':
      return needs('service_level_code', change.service_level_code, 'Choose the service level.')
    case 'hold':
      return needs('message', change.message, 'Say why the shipments are put on hold.')
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

/** References pasted or scanned: one a line, or separated by commas, semicolons, tabs or spaces; each once. */
export function readReferences(pasted: string): string[] {
  return [...new Set(pasted.split(/[\s,;]+/).flatMap((one) => cleanReference(one) || []))]
}
