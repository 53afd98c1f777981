import { z } from 'zod'
import { instant } from '../kit/calls/wire.ts'

/** The types of identifier on the blocked list (TOOL-009, TOOL-010). */
export const blocked_types = ['email-address', 'email-domain', 'mobile-number', 'ip-address'] as const
export type BlockedType = (typeof blocked_types)[number]

export const blocked_type_labels: Readonly<Record<BlockedType, string>> = {
  'email-address': 'Email address',
  'email-domain': 'Email domain',
  'mobile-number': 'Mobile number',
  'ip-address': 'IP address',
}

/** An example value per type, displayed to the user who enters one. */
export const blocked_examples: Readonly<Record<BlockedType, string>> = {
  'email-address': 'someone@example.com',
  'email-domain': 'example.com',
  'mobile-number': '082 123 4567',
  'ip-address': '196.25.1.9',
}

export const blocked_states = ['active', 'ended'] as const

/** An entry of the blocked list. It blocks registrations, guest bookings and messages. */
export const BlockedEntry = z.object({
  id: z.int(),
  type: z.enum(blocked_types),
  /** Stored in the form used for comparison: lower case, numbers as E.164. */
  value: z.string(),
  reason: z.string(),
  /** The entry is active before this moment; `null` means until a user ends it. */
  until: instant.nullable(),
  is_active: z.boolean(),
  /** The number of times the entry has blocked something. */
  hits: z.int(),
  time_last_hit: instant.nullable(),
  /** The username of the user who added the entry. */
  created_by: z.string(),
  time_created: instant,
})
export type BlockedEntry = z.output<typeof BlockedEntry>
