import { z } from 'zod'
import { instant } from '../kit/calls/wire.ts'

/** What the blocked list knows people by (TOOL-009, TOOL-010). */
export const blocked_types = ['email-address', 'email-domain', 'mobile-number', 'ip-address'] as const
export type BlockedType = (typeof blocked_types)[number]

export const blocked_type_labels: Readonly<Record<BlockedType, string>> = {
  'email-address': 'Email address',
  'email-domain': 'Email domain',
  'mobile-number': 'Mobile number',
  'ip-address': 'IP address',
}

/** What an entry looks like, for the person who types one. */
export const blocked_examples: Readonly<Record<BlockedType, string>> = {
  'email-address': 'someone@example.com',
  'email-domain': 'example.com',
  'mobile-number': '082 123 4567',
  'ip-address': '196.25.1.9',
}

export const blocked_states = ['active', 'ended'] as const

/** Somebody whose registrations, guest bookings and messages are stopped. */
export const BlockedEntry = z.object({
  id: z.int(),
  type: z.enum(blocked_types),
  /** In the form in which it is compared: lower case, numbers as E.164. */
  value: z.string(),
  reason: z.string(),
  /** It holds before this moment; `null`: until somebody ends it. */
  until: instant.nullable(),
  is_active: z.boolean(),
  /** How often it has stopped something. */
  hits: z.int(),
  time_last_hit: instant.nullable(),
  /** Who put it on the list. */
  created_by: z.string(),
  time_created: instant,
})
export type BlockedEntry = z.output<typeof BlockedEntry>
