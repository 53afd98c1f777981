import { z } from 'zod'
import { Account } from '../accounts/account.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { instant, maybe, text } from '../kit/calls/wire.ts'
import { Role, User } from '../identity/users-and-roles/person.ts'
import { reportedFrom } from '../kit/environment.ts'

const Tag = z.object({ id: z.number(), type: z.string(), name: z.string(), colour: z.string() })

/** Endpoints that the shell needs after sign-in (API-022, API-023), and crash reports. */
export const startupApi = {
  generalData: endpoint('GET /general-data', {
    input: z.object({ since: maybe(instant) }),
    output: z.object({
      provider_settings: z.record(z.string(), z.unknown()),
      account_settings: z.record(z.string(), z.unknown()),
      user_settings: z.record(z.string(), z.unknown()),
      /** The features enabled for the signed-in user. */
      enabled_features: z.array(z.string()),
      user: User,
      account: Account.nullable(),
      /** Whether any account is another courier (SET-025); always `false` for non-staff. */
      has_third_party_accounts: z.boolean(),
      roles: z.array(Role),
      branches: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          public_name: z.string(),
          lat: z.number().nullable(),
          lng: z.number().nullable(),
          bays: z.array(z.string()),
          is_active: z.boolean(),
          /** When the entry was removed; only with `since`. */
          deleted_date: instant.nullable(),
        }),
      ),
      shipment_tags: z.array(Tag),
      account_tags: z.array(Tag),
      drivers: z.array(
        z.object({
          username: z.string(),
          name: z.string(),
          branch_id: z.number().nullable(),
          deleted_date: instant.nullable(),
        }),
      ),
      /**
       * Display ids of the provider's overdue platform invoices; empty unless the provider is overdue and the caller
       * is office staff (SHELL-035).
       */
      provider_overdue_invoices: z.array(z.string()),
      /** The number of unread messages in the user's inbox; 0 without an inbox. */
      unread_messages: z.int(),
      /** The username of the person who impersonates this user; `null` normally (AUTH-069). */
      logged_in_user: z.string().nullable(),
      current_time: instant,
    }),
    audience: 'session',
    permission: null,
    summary:
      'Returns the start-up data: settings, user, account, roles, branches, tags and drivers. With `since`, returns only settings and list entries changed since then; user, account and time are always complete.',
  }),
  names: endpoint('GET /users/names', {
    input: z.object({}),
    output: z.object({ people: z.array(z.object({ username: z.string(), name: z.string() })) }),
    audience: 'session',
    permission: null,
    published: false,
    summary: 'Returns the names of all current and former staff, for staff; nothing for other callers.',
  }),
  crash: endpoint('POST /ui/crash-reports', {
    input: z.object({
      /** The error-reporting key of the environment in which the page runs. */
      key: text(60).refine((key) => reportedFrom(key) !== undefined, 'is not the key of a known environment'),
      message: text(500),
      stack: maybe(text(4000, { lines: true })),
      path: maybe(text(500)),
      client_version: maybe(text(40)),
    }),
    output: z.object({}),
    permission: null,
    audience: 'public',
    body: 'small',
    published: false,
    summary: 'Reports a crashed page to the server, which logs it (SHELL-085).',
  }),
}
