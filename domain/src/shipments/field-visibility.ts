import { hasPermission, isDriver, isStaff, role_ids, type Actor } from '../kit/actor.ts'

/** Who reads of a shipment: whoever has a reference or a link, the people of its account, drivers, other staff. */
export type Viewer = 'public' | 'account' | 'driver' | 'office'

/** As which of the four somebody reads; API keys and the system read as those they act for. */
export function viewerOf(actor: Actor): Viewer {
  if (actor.kind === 'guest' || actor.role_id === role_ids.guest) return 'public'
  if (!isStaff(actor)) return 'account'
  return isDriver(actor) ? 'driver' : 'office'
}

const charges = 'INLINE_see_billing_info'

/**
 * The one table of what each viewer reads of a shipment and its events, beside references, status, places and dates,
 * which all may know: never, always, or with a permission (docs/domain/statuses.md#what-each-viewer-reads).
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
 * - `people`: names of contacts in full; others read initials.
 * - `internal_words`: what a driver wrote, who handed a parcel over, how it was paid, what another courier said.
 * - `internal_events`: events marked as the company's own; `untracked_events`: statuses outside the tracking list.
 * - `loads`: the manifest on which a parcel travelled. `doubts`: whether a driver's record is believed.
 * - `office_fields`: tags, the link of the receiver, the status before a hold.
 */
export type ViewerField = keyof typeof visibility_table

const columns: Readonly<Record<Viewer, 0 | 1 | 2 | 3>> = { public: 0, account: 1, driver: 2, office: 3 }

/** Whether somebody may read a field of a shipment that is within reach. */
export function sees(actor: Actor, field: ViewerField): boolean {
  const visibility: FieldVisibility = visibility_table[field][columns[viewerOf(actor)]]
  return typeof visibility === 'string' ? hasPermission(actor, visibility) : visibility
}

/** What was said with a status: to everybody, and to the company alone. */
export interface EventTexts {
  message: string
  internal_message: string
}

/**
 * Free text of whoever enters a status. What the office writes is for everybody, as are reasons of the company's own
 * lists; the words of a driver stay inside (docs/domain/statuses.md#meanings-and-sentences).
 */
export function eventTextsBy(actor: Actor, text: string, listed: readonly string[] = []): EventTexts {
  return isDriver(actor) && !listed.includes(text)
    ? { message: '', internal_message: text }
    : { message: text, internal_message: '' }
}

/** The words of an event or a status as somebody may read them. */
export function wordsFor(actor: Actor, texts: EventTexts): string {
  return sees(actor, 'internal_words') && texts.internal_message !== ''
    ? texts.internal_message
    : texts.message
}
