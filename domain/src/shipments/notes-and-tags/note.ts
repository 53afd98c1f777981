import { z } from 'zod'
import { AttachedFile } from '../../files/model.ts'
import { omitted } from '../../kit/calls/optional-fields.ts'
import { day, instant } from '../../kit/calls/wire.ts'

/**
 * `external`: visible to the account. `internal`: visible to staff only, never returned to account callers
 * (docs/domain/public-api.md#notes).
 */
export const note_types = ['external', 'internal'] as const
export type NoteType = (typeof note_types)[number]

/** The possible e-mail recipients of a note (NOTE-018). */
export const note_readers = ['collection-contact', 'delivery-contact', 'account-holder'] as const
export type NoteReader = (typeof note_readers)[number]

/** The folder in which files of notes are stored. */
export const note_folder = 'shipment-images'

/** Maximum number of files of one note. */
export const max_note_files = 10

/** A note on a shipment (docs/domain/public-api.md#notes). */
export const ShipmentNote = z.object({
  id: z.int(),
  shipment_id: z.int(),
  shipment_short_tracking_reference: z.string(),
  shipment_custom_tracking_reference: omitted(z.string()),
  message: z.string(),
  type: z.enum(note_types),
  /** Subject of the note: one of the company's note kinds. */
  note_type: z.string(),
  attachments: z.object({ uploads: z.array(AttachedFile) }),
  requires_action: z.boolean(),
  /** The day on which the assignee is reminded; for staff only, like the three fields below. */
  due_day: omitted(day),
  /** Username of the staff member who is reminded. */
  assignee: omitted(z.string()),
  /** When the reminder or the required action was done, and by whom. */
  time_done: omitted(instant),
  done_by: omitted(z.string()),
  created_by: z.string(),
  time_created: instant,
  time_modified: instant,
})
export type ShipmentNote = z.output<typeof ShipmentNote>
