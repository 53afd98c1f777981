import { isAdministrator, isStaff, type Actor } from '../../kit/actor.ts'
import { forbidden, invalid } from '../../kit/problem.ts'
import { firstOf, type RuleResult } from '../../kit/rule-result.ts'
import type { NoteReader } from './note.ts'

/** A kind of note as configured by the company. */
export interface NoteKind {
  key: string
  label: string
  staff_only: boolean
}

/** The default kind of a note. */
export const default_note_type = 'shipment-note'

const about_lockers = 'locker-reservation-details'

/**
 * Returns the kinds of note the actor may choose. Only administrators may choose the kind for locker reservations,
 * and only while a locker network is switched on (NOTE-019, NOTE-020).
 */
export function noteKindsFor(actor: Actor, kinds: readonly NoteKind[], hasLockers: boolean): NoteKind[] {
  return kinds.filter(
    ({ key, staff_only }) =>
      (!staff_only || isStaff(actor)) && (key !== about_lockers || (hasLockers && isAdministrator(actor))),
  )
}

/** Checks whether the actor may write a note of this kind and e-mail it to these recipients (NOTE-018, NOTE-022). */
export function mayWriteNote(
  actor: Actor,
  note: { type: 'external' | 'internal'; note_type: string; email_to: readonly NoteReader[] },
  about: { kinds: readonly NoteKind[]; has_lockers: boolean; readers: readonly NoteReader[] },
): RuleResult {
  const { type, note_type, email_to } = note
  const reject = (field: string, message: string) => invalid(message, [{ field, message }])
  return firstOf(
    note_type === default_note_type ||
      noteKindsFor(actor, about.kinds, about.has_lockers).some(({ key }) => key === note_type)
      ? true
      : reject('note_type', 'You cannot use this type of note. Choose another one.'),
    email_to.length === 0 || isStaff(actor)
      ? true
      : forbidden('Only the courier company can email notes. Leave out the recipients.'),
    email_to.length === 0 || type === 'external'
      ? true
      : reject('email_to', 'A staff-only note cannot be emailed. Make it visible to the customer too.'),
    email_to.every((one) => about.readers.includes(one))
      ? true
      : reject('email_to', 'Your company does not email notes to some of these people. Choose others.'),
  )
}

/**
 * Checks a reminder: staff only, for today or later, and only for staff. `staff` are the usernames of the people who
 * can be reminded, `today` is a day `YYYY-MM-DD`.
 */
export function mayRemind(
  actor: Actor,
  reminder: { due_day: string | undefined; assignee: string | undefined },
  about: { today: string; staff: ReadonlySet<string> },
): RuleResult {
  const { due_day, assignee } = reminder
  const reject = (field: string, message: string) => invalid(message, [{ field, message }])
  if (due_day === undefined && assignee === undefined) return true
  return firstOf(
    isStaff(actor) ? true : forbidden('Only the courier company can set reminders. Leave out the day.'),
    due_day === undefined
      ? reject('due_day', 'Choose the day of the reminder.')
      : due_day < about.today
        ? reject('due_day', 'The day of the reminder is in the past. Choose today or a later day.')
        : true,
    assignee === undefined || about.staff.has(assignee)
      ? true
      : reject('assignee', 'Only staff who can sign in can be reminded. Choose another person.'),
  )
}
