import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { paging } from '../kit/lists/paging.ts'
import { count, flag, instant, list, maybe, text } from '../kit/calls/wire.ts'
import { provider_features } from '../identity/features.ts'
import { provider_statuses } from './provider-rules.ts'

const PlatformProvider = z.object({
  id: count,
  name: z.string(),
  status: z.enum(provider_statuses),
  /** Host names its pages are opened under. */
  origins: z.array(z.string()),
  /** Answers for every host that no company names. */
  is_default: z.boolean(),
  /** The company the asker works in. */
  is_own: z.boolean(),
  is_pickup_locker_provider: z.boolean(),
  enabled_features: z.array(z.string()),
  allow_idm: z.boolean(),
  allow_whatsapp: z.boolean(),
  /** Display ids that the 'overdue' banner names (SHELL-035). */
  overdue_invoices: z.array(z.string()),
  /** Where its pages are opened. */
  web_url: z.string(),
  users: count,
  accounts: count,
  /** Booked within the last 30 days. */
  shipments: count,
  last_activity: instant.nullable(),
  time_created: instant,
  version: count,
})
export type PlatformProvider = z.output<typeof PlatformProvider>

/** What a company did in a calendar month, for its bill. */
const MonthOfUse = z.object({
  /** `2026-11`, in the time zone of the country. */
  month: z.string(),
  shipments: count,
  /** Messages that were sent. */
  emails: count,
  sms: count,
  whatsapp: count,
})
export type MonthOfUse = z.output<typeof MonthOfUse>

const Infobip = z.object({
  id: count,
  name: z.string(),
  sms_provider: z.enum(['log', 'infobip']),
  infobip_base_url: z.string(),
  sms_sender_id: z.string(),
  /** The key itself is never read back. */
  has_key: z.boolean(),
})
export type Infobip = z.output<typeof Infobip>

const ShortUrl = z.object({
  id: count,
  company_id: count,
  company: z.string(),
  code: z.string(),
  short_url: z.string(),
  target: z.string(),
  clicks: count,
  time_expires: instant,
  created_by: z.string(),
  time_created: instant,
})
export type ShortUrl = z.output<typeof ShortUrl>

const names = provider_features.map((one) => one.name)
const own = { audience: 'session', published: false } as const

/**
 * The companies of an installation (ADMIN-001): every call needs the platform's own role and the permission of its page,
 * which is the one to write (NAV-052).
 */
export const providersApi = {
  list: endpoint('GET /platform/providers', {
    ...own,
    input: z.object({ status: maybe(z.enum(provider_statuses)), search: maybe(text(120)) }),
    output: z.object({ providers: z.array(PlatformProvider), count }),
    permission: 'API_/providers:POST',
    summary: 'Every courier company of the installation, with what it has and uses.',
  }),
  use: endpoint('GET /platform/providers/use', {
    ...own,
    input: z.object({ id: count }),
    output: z.object({
      /** This month and the eleven before it, newest first. */
      months: z.array(MonthOfUse),
      /** Files stored, in bytes. */
      storage_bytes: z.number(),
    }),
    permission: 'API_/providers:POST',
    summary: 'What a courier company used, month by month.',
  }),
  create: endpoint('POST /platform/providers', {
    ...own,
    step_up: true,
    input: z.object({
      name: text(120),
      origins: list(text(253)),
      provider_title: text(120),
      theme_primary: text(9),
      theme_nav_bg: text(9),
      /** One of the asker's own pictures, which the company gets a copy of. */
      logo_url: maybe(text(255)),
      admin_name: text(120),
      admin_email: text(254),
      branch_name: text(20),
      branch_public_name: text(120),
    }),
    output: PlatformProvider,
    permission: 'API_/providers:POST',
    summary: 'Makes a courier company with everything it starts with, and invites its first administrator.',
  }),
  change: endpoint('PATCH /platform/providers', {
    ...own,
    step_up: true,
    input: z.object({
      id: count,
      version: count,
      name: maybe(text(120)),
      status: maybe(z.enum(provider_statuses)),
      origins: maybe(list(text(253))),
      enabled_features: maybe(list(z.enum(names))),
      overdue_invoices: maybe(list(text(60))),
      is_pickup_locker_provider: maybe(flag),
      allow_idm: maybe(flag),
      allow_whatsapp: maybe(flag),
    }),
    output: PlatformProvider,
    permission: 'API_/providers:POST',
    summary: 'Changes a courier company: its status, host names and what it may use.',
  }),
  infobip: endpoint('GET /platform/infobip', {
    ...own,
    input: z.object({}),
    output: z.object({ providers: z.array(Infobip) }),
    permission: 'API_/providers/infobip-config:POST',
    summary: 'Through whom each company sends SMS.',
  }),
  saveInfobip: endpoint('POST /platform/infobip', {
    ...own,
    step_up: true,
    input: z.object({
      id: count,
      sms_provider: z.enum(['log', 'infobip']),
      infobip_base_url: text(255),
      sms_sender_id: text(20),
      /** Absent or empty: the one that is stored stays, unless the address is another one. */
      infobip_api_key: maybe(text(500)),
    }),
    output: Infobip,
    permission: 'API_/providers/infobip-config:POST',
    summary: 'Says through whom a company sends SMS.',
  }),
  shortUrls: endpoint('GET /short-urls', {
    ...own,
    input: z.object({ ...paging, search: maybe(text(120)) }),
    output: z.object({ short_urls: z.array(ShortUrl), count }),
    permission: 'API_/short-urls:POST',
    summary: 'Short addresses of every company, newest first.',
  }),
  addShortUrl: endpoint('POST /short-urls', {
    ...own,
    input: z.object({ id: count, target: text(2000), days: maybe(count) }),
    output: ShortUrl,
    permission: 'API_/short-urls:POST',
    summary: "Makes a short address for a company; it leads to that company's own hosts only.",
  }),
  removeShortUrl: endpoint('DELETE /short-urls', {
    ...own,
    input: z.object({ company_id: count, id: count }),
    output: z.object({}),
    permission: 'API_/short-urls:POST',
    summary: 'Ends a short address.',
  }),
}
