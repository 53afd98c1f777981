import { hasPermission, isDriver, isStaff, role_ids, type Actor } from '../kit/actor.ts'

/**
 * The kinds of viewers of a shipment: anyone with a reference or link, the users of its account, drivers, and other
 * staff.
 */
export type Viewer = 'public' | 'account' | 'driver' | 'office'

/** Returns which of the four viewers the actor is. API keys and the system count as the actor they act for. */
export function viewerOf(actor: Actor): Viewer {
  if (actor.kind === 'guest' || actor.role_id === role_ids.guest) return 'public'
  if (!isStaff(actor)) return 'account'
  return isDriver(actor) ? 'driver' : 'office'
}

const charges = 'INLINE_see_billing_info'

/**
 * Defines what each viewer can read of a shipment and its events: never, always, or with a permission
 * (docs/domain/statuses.md#what-each-viewer-reads). References, status, places and dates are not listed, because
 * every viewer can read them.
 */
// One row per field: it reads as the table it is.
// prettier-ignore
export const visibility_table = {
  //                     public  account  driver   office
  amounts:             [ charges, charges, charges, charges ],
  people:              [ false,  true,    true,    true    ],
  customer_reference:  [ false,  true,    true,    true    ],
  event_source:        [ false,  true,    true,    true    ],
  event_position:      [ false,  true,    true,    true    ],
  event_data:          [ false,  true,    true,    true    ],
  event_files:         [ false,  true,    true,    true    ],
  internal_words:      [ false,  false,   true,    true    ],
  internal_events:     [ false,  false,   false,   true    ],
  untracked_events:    [ false,  false,   true,    true    ],
  loads:               [ false,  false,   true,    true    ],
  doubts:              [ false,  false,   true,    true    ],
  internal_notes:      [ false,  false,   true,    true    ],
  office_fields:       [ false,  false,   false,   true    ],
} as const satisfies Readonly<Record<string, readonly [FieldVisibility, FieldVisibility, FieldVisibility, FieldVisibility]>>

type FieldVisibility = boolean | typeof charges

/**
 * - `amounts`: prices, charges and how they changed.
 * - `people`: full names of contacts; other viewers get initials.
 * - `internal_words`: texts by drivers, who handed a parcel over, how it was paid, messages of other couriers.
 * - `internal_events`: events marked as internal to the company; `untracked_events`: statuses outside the tracking
 *   list.
 * - `loads`: the manifest of a parcel. `doubts`: whether the record of a driver is considered reliable.
 * - `office_fields`: tags, the link of the receiver, the status before a hold.
 */
export type ViewerField = keyof typeof visibility_table

const columns: Readonly<Record<Viewer, 0 | 1 | 2 | 3>> = { public: 0, account: 1, driver: 2, office: 3 }

/** Whether the actor may read a field of a shipment that the actor can access. */
export function sees(actor: Actor, field: ViewerField): boolean {
  const visibility: FieldVisibility = visibility_table[field][columns[viewerOf(actor)]]
  return typeof visibility === 'string' ? hasPermission(actor, visibility) : visibility
}

/** The texts of a status event: `message` is public, `internal_message` is for the company only. */
export interface EventTexts {
  message: string
  internal_message: string
}

/**
 * Splits the free text of an actor who sets a status into public and internal text. Texts by staff are public, and so
 * are reasons in the company's lists (`listed`). Other texts by drivers are internal
 * (docs/domain/statuses.md#meanings-and-sentences).
 */
export function eventTextsBy(actor: Actor, text: string, listed: readonly string[] = []): EventTexts {
  return isDriver(actor) && !listed.includes(text)
    ? { message: '', internal_message: text }
    : { message: text, internal_message: '' }
}

/** Returns the text of an event or status that the actor may read. */
export function wordsFor(actor: Actor, texts: EventTexts): string {
  return sees(actor, 'internal_words') && texts.internal_message !== ''
    ? texts.internal_message
    : texts.message
}
