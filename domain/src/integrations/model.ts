import { z } from 'zod'
import { request_methods } from '../kit/calls/endpoint.ts'
import { count, flag, instant, list, maybe, text } from '../kit/calls/wire.ts'
import { delivery_states } from './delivery.ts'
import { integration_actions, integration_providers, integration_request_types } from './providers.ts'
import { filters, rule_types, triggers } from './rules.ts'

export const environments = ['live', 'test'] as const

const MappedCode = z.object({ code: text(120), status: text(60) })

/** One configured connection to an integration provider (docs/domain/integrations-and-webhooks.md#integrations). */
export const Integration = z.object({
  id: z.int(),
  provider_id: z.int(),
  provider: z.enum(integration_providers),
  /** Unique in the company; recorded as the source of the changes that the integration makes. */
  name: z.string(),
  environment: z.enum(environments),
  is_active: z.boolean(),
  /** Whether the provider is available: its setting is on, or it needs none. */
  is_offered: z.boolean(),
  /** Secrets are replaced by `***`. */
  credentials: z.record(z.string(), z.string()),
  status_map: z.array(MappedCode),
  /** The address at which the provider calls us; `''` when it does not, or when the user may not see it. */
  inbound_url: z.string(),
  rule_count: z.int(),
  /** Codes that the provider has sent and that are not mapped yet. */
  unmapped: z.array(z.object({ code: z.string(), count: z.int(), last_time: instant })),
  consecutive_failures: z.int(),
  last_request_time: instant.nullable(),
  last_status_code: z.int().nullable(),
  version: z.int(),
  modified_by: z.string(),
  time_created: instant,
  time_modified: instant,
})
export type Integration = z.output<typeof Integration>

const credentials = z.record(z.string().max(60), z.string().max(2000))

export const NewIntegration = z.object({
  provider: z.enum(integration_providers),
  name: text(60),
  environment: maybe(z.enum(environments)),
  is_active: maybe(flag),
  credentials: maybe(credentials),
})
export type NewIntegration = z.output<typeof NewIntegration>

export const IntegrationPatch = z.object({
  id: count,
  version: maybe(count),
  name: maybe(text(60)),
  environment: maybe(z.enum(environments)),
  is_active: maybe(flag),
  credentials: maybe(credentials),
  status_map: z.array(MappedCode).max(300).optional(),
})

const RuleFilter = z.object({ filter: z.enum(filters), values: z.array(text(60)).max(200) })

const rule_fields = {
  rule_type: z.enum(rule_types),
  trigger: z.enum(triggers),
  filters: z.array(RuleFilter).max(filters.length),
  action: z.enum(integration_actions),
  scan_branch_ids: maybe(list(count)),
  is_active: maybe(flag),
}

/** When and with which action an integration is called (docs/domain/integrations-and-webhooks.md#rules). */
export const IntegrationRule = z.object({
  ...rule_fields,
  scan_branch_ids: z.array(z.int()),
  is_active: z.boolean(),
  id: z.int(),
  integration_id: z.int(),
  /** Rules run in this order, starting at 1. */
  position: z.int(),
  version: z.int(),
  time_created: instant,
  time_modified: instant,
})
export type IntegrationRule = z.output<typeof IntegrationRule>

export const NewRule = z.object({ integration_id: count, ...rule_fields })
export type NewRule = z.output<typeof NewRule>

/** A rule is replaced as a whole, because its fields must match each other. */
export const RulePatch = z.object({
  id: count,
  version: maybe(count),
  position: maybe(count),
  ...rule_fields,
})

/**
 * One call of the request log (docs/domain/integrations-and-webhooks.md#integrations). Every secret in it is
 * displayed as `***`.
 */
export const IntegrationRequest = z.object({
  id: z.int(),
  type: z.enum(integration_request_types),
  integration_id: z.int().nullable(),
  integration_name: z.string(),
  rule_id: z.int().nullable(),
  action: z.string(),
  shipment_id: z.int().nullable(),
  reference: z.string(),
  method: z.enum(request_methods),
  url: z.string(),
  request_body: z.string(),
  response_body: z.string(),
  /** `null` when there was no response. */
  status_code: z.int().nullable(),
  /** Why there was no usable response; `''` when there was one. */
  error: z.string(),
  duration_ms: z.int(),
  attempt: z.int(),
  /** The message that this call tried to send. It can be sent again while no attempt is running. */
  task_id: z.int().nullable(),
  task_status: z.enum(delivery_states).nullable(),
  next_attempt_time: instant.nullable(),
  time_created: instant,
})
export type IntegrationRequest = z.output<typeof IntegrationRequest>
