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
  /** Host names that serve the company's pages. */
  origins: z.array(z.string()),
  /** Whether the company serves hosts that belong to no company. */
  is_default: z.boolean(),
  /** Whether this is the caller's own company. */
  is_own: z.boolean(),
  is_pickup_locker_provider: z.boolean(),
  enabled_features: z.array(z.string()),
  allow_idm: z.boolean(),
  allow_whatsapp: z.boolean(),
  /** Display ids that the 'overdue' banner lists (SHELL-035). */
  overdue_invoices: z.array(z.string()),
  /** URL of the company's pages. */
  web_url: z.string(),
  users: count,
  accounts: count,
  /** Number of shipments booked in the last 30 days. */
  shipments: count,
  last_activity: instant.nullable(),
  time_created: instant,
  version: count,
})
export type PlatformProvider = z.output<typeof PlatformProvider>

/** Usage of a company in a calendar month, for its bill. */
const MonthOfUse = z.object({
  /** `2026-11`, in South African time. */
  month: z.string(),
  shipments: count,
  /** Number of messages sent. */
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
  /** Whether a key is stored; the key itself is never returned. */
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
 * API for the companies of an installation (ADMIN-001). Every call, including reads, requires the platform role and
 * the write permission of the page (NAV-052).
 */
export const providersApi = {
  list: endpoint('GET /platform/providers', {
    ...own,
    input: z.object({ status: maybe(z.enum(provider_statuses)), search: maybe(text(120)) }),
    output: z.object({ providers: z.array(PlatformProvider), count }),
    permission: 'API_/providers:POST',
    summary: 'Lists all courier companies of the installation with their data and usage.',
  }),
  use: endpoint('GET /platform/providers/use', {
    ...own,
    input: z.object({ id: count }),
    output: z.object({
      /** The current month and the eleven before it, newest first. */
      months: z.array(MonthOfUse),
      /** Size of the stored files in bytes. */
      storage_bytes: z.number(),
    }),
    permission: 'API_/providers:POST',
    summary: 'Returns the monthly usage of a courier company.',
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
      /** One of the caller's own uploaded pictures; the company gets a copy of it. */
      logo_url: maybe(text(255)),
      admin_name: text(120),
      admin_email: text(254),
      branch_name: text(20),
      branch_public_name: text(120),
    }),
    output: PlatformProvider,
    permission: 'API_/providers:POST',
    summary: 'Creates a courier company with its initial data, and invites its first administrator.',
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
    summary: 'Updates a courier company: its status, host names and features.',
  }),
  infobip: endpoint('GET /platform/infobip', {
    ...own,
    input: z.object({}),
    output: z.object({ providers: z.array(Infobip) }),
    permission: 'API_/providers/infobip-config:POST',
    summary: 'Lists the SMS provider of each company.',
  }),
  saveInfobip: endpoint('POST /platform/infobip', {
    ...own,
    step_up: true,
    input: z.object({
      id: count,
      sms_provider: z.enum(['log', 'infobip']),
      infobip_base_url: text(255),
      sms_sender_id: text(20),
      /** When absent or empty, the stored key is kept, unless the base URL changes. */
      infobip_api_key: maybe(text(500)),
    }),
    output: Infobip,
    permission: 'API_/providers/infobip-config:POST',
    summary: 'Sets the SMS provider of a company.',
  }),
  shortUrls: endpoint('GET /short-urls', {
    ...own,
    input: z.object({ ...paging, search: maybe(text(120)) }),
    output: z.object({ short_urls: z.array(ShortUrl), count }),
    permission: 'API_/short-urls:POST',
    summary: 'Lists short URLs of all companies, newest first.',
  }),
  addShortUrl: endpoint('POST /short-urls', {
    ...own,
    input: z.object({ id: count, target: text(2000), days: maybe(count) }),
    output: ShortUrl,
    permission: 'API_/short-urls:POST',
    summary: 'Creates a short URL for a company. It can only redirect to hosts of that company.',
  }),
  removeShortUrl: endpoint('DELETE /short-urls', {
    ...own,
    input: z.object({ company_id: count, id: count }),
    output: z.object({}),
    permission: 'API_/short-urls:POST',
    summary: 'Deletes a short URL.',
  }),
}
