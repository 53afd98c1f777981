import { enable_fastway_integration, enable_ram_integration } from '../pickup-points/settings.ts'
import { invalid } from '../kit/problem.ts'
import type { Setting } from '../kit/setting.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/** Direction and kind of a call in the request log (INT-001). */
export const integration_request_types = [
  'outbound-api',
  'inbound-api',
  'outbound-webhook',
  'inbound-webhook',
] as const
export type IntegrationRequestType = (typeof integration_request_types)[number]

export const request_type_labels: Readonly<Record<IntegrationRequestType, string>> = {
  'outbound-api': 'Outbound API',
  'inbound-api': 'Inbound API',
  'outbound-webhook': 'Outbound webhook',
  'inbound-webhook': 'Inbound webhook',
}

/** Groups of status codes by which the request log is filtered (INT-026). */
export const status_groups = ['200s', '300s', '400s', '500s'] as const
export type StatusGroup = (typeof status_groups)[number]

/** Returns the lowest status code of a group; a group spans 100 codes. */
export function groupStart(group: StatusGroup): number {
  return Number(group.slice(0, 3))
}

/** External systems that an integration can connect to (INT-002, INT-003, INT-004). */
export const integration_providers = [
  'matflo',
  'rws',
  'parcel-perfect',
  'ship-logic-delivery',
  'ship-logic-collection',
  'webhook',
  'fastway',
  'ram',
] as const
export type IntegrationProvider = (typeof integration_providers)[number]

/** Actions that a rule can run (docs/domain/integrations-and-webhooks.md#rules). */
export const integration_actions = [
  'send-shipment',
  'cancel-shipment',
  'update-shipment',
  'request-label',
  'send-dimensions',
  'outsource-leg',
] as const
export type IntegrationAction = (typeof integration_actions)[number]

export const action_labels: Readonly<Record<IntegrationAction, string>> = {
  'send-shipment': 'Send shipment',
  'cancel-shipment': 'Cancel shipment',
  'update-shipment': 'Update shipment',
  'request-label': 'Request label',
  'send-dimensions': 'Send dimensions',
  'outsource-leg': 'Outsource leg',
}

/** One value that is needed to connect to a provider. */
export interface CredentialField {
  key: string
  label: string
  hint?: string
  /** Stored encrypted and displayed as `***`. */
  is_secret?: boolean
  /** The address that the secrets are sent to. When its host changes, they have to be typed again. */
  is_destination?: boolean
  is_required?: boolean
}

/** Properties of an integration provider. */
export interface ProviderFacts {
  label: string
  about: string
  credentials: readonly CredentialField[]
  actions: readonly IntegrationAction[]
  /**
   * What calls us at the address of the integration: a measuring machine, or a courier that reports shipment events.
   * `null` when there are no inbound calls.
   */
  calls_in: 'measures' | 'tracking' | null
  /** Whether its tracking is polled on a schedule. */
  is_polled: boolean
  /** The setting that must be on; `null` when none is needed. */
  switch: Setting<boolean> | null
}

const url: CredentialField = { key: 'url', label: 'Address', is_destination: true, is_required: true }
const api_key: CredentialField = { key: 'api_key', label: 'API key', is_secret: true, is_required: true }

const hub_machine = {
  credentials: [
    {
      key: 'url',
      label: 'Address for shipment lists',
      is_destination: true,
      hint: 'Leave empty when the machine only sends measurements.',
    },
    { key: 'api_key', label: 'API key', is_secret: true },
    {
      key: 'branch_id',
      label: 'Branch number',
      hint: 'The number of the branch that has the machine.',
      is_required: true,
    },
  ],
  actions: ['send-shipment'],
  calls_in: 'measures',
  is_polled: false,
  switch: null,
} as const

const ship_logic = {
  credentials: [
    { ...url, hint: 'Such as https://api.theircourier.co.za' },
    api_key,
    { key: 'service_level_code', label: 'Their service level', is_required: true },
  ],
  actions: [
    'send-shipment',
    'cancel-shipment',
    'update-shipment',
    'request-label',
    'send-dimensions',
    'outsource-leg',
  ],
  calls_in: 'tracking',
  is_polled: false,
  switch: null,
} as const

export const provider_facts: Readonly<Record<IntegrationProvider, ProviderFacts>> = {
  matflo: {
    label: 'Matflo',
    about: 'Sorting and measuring machine in a hub: sends sizes and weights, receives the bay.',
    ...hub_machine,
  },
  rws: {
    label: 'RWS',
    about: 'Measuring machine in a hub: sends sizes and weights, receives the bay.',
    ...hub_machine,
  },
  'parcel-perfect': {
    label: 'Parcel Perfect',
    about: 'Couriers that use Parcel Perfect: quotes and waybills by SOAP, tracking by polling.',
    credentials: [
      { ...url, hint: 'The address of the ecommerce service.' },
      { key: 'email', label: 'Email address', is_required: true },
      { key: 'password', label: 'Password', is_secret: true, is_required: true },
      { key: 'service', label: 'Service', hint: 'Such as ONX. Leave empty to use the first one quoted.' },
    ],
    actions: ['send-shipment', 'outsource-leg'],
    calls_in: null,
    is_polled: true,
    switch: null,
  },
  'ship-logic-delivery': {
    label: 'Ship Logic delivery',
    about: 'Another courier delivers for us: it collects from our branch.',
    ...ship_logic,
  },
  'ship-logic-collection': {
    label: 'Ship Logic collection',
    about: 'Another courier collects for us: it delivers to our branch.',
    ...ship_logic,
  },
  webhook: {
    label: 'Webhook',
    about: 'Sends whole shipments to a program of your own.',
    credentials: [
      { ...url, hint: 'https only' },
      {
        key: 'auth_key',
        label: 'Authorization',
        is_secret: true,
        hint: 'Sent exactly as typed in the Authorization header.',
      },
      {
        key: 'signing_secret',
        label: 'Signing secret',
        is_secret: true,
        hint: 'Your program uses it to verify our messages. Leave empty to send them unsigned.',
      },
    ],
    actions: ['send-shipment'],
    calls_in: null,
    is_polled: false,
    switch: null,
  },
  fastway: {
    label: 'Fastway',
    about: 'Hands shipments to Fastway: consignment, label, tracking by polling.',
    credentials: [url, api_key, { key: 'franchise', label: 'Franchise code', is_required: true }],
    actions: ['send-shipment', 'cancel-shipment', 'request-label', 'outsource-leg'],
    calls_in: null,
    is_polled: true,
    switch: enable_fastway_integration,
  },
  ram: {
    label: 'RAM',
    about: 'Hands shipments to RAM: consignment, label, tracking by polling.',
    credentials: [url, api_key, { key: 'client_code', label: 'Client code', is_required: true }],
    actions: ['send-shipment', 'cancel-shipment', 'request-label', 'outsource-leg'],
    calls_in: null,
    is_polled: true,
    switch: enable_ram_integration,
  },
}

/**
 * Checks whether a company can use a provider: `ram` and `fastway` while their setting is on (SET-107, SET-108), all
 * others always.
 */
export function isOffered(
  provider: IntegrationProvider,
  reads: (setting: Setting<boolean>) => boolean,
): boolean {
  const { switch: own } = provider_facts[provider]
  return own === null || reads(own)
}

/** Like `isOffered`, but returns an error that names the setting to switch on. */
export function mayUse(
  provider: IntegrationProvider,
  reads: (setting: Setting<boolean>) => boolean,
): RuleResult {
  if (isOffered(provider, reads)) return true
  const { label, switch: own } = provider_facts[provider]
  const sentence = `${label} is switched off. Switch on "${own?.title ?? ''}" in the settings first.`
  return invalid(sentence, [{ field: 'provider', message: sentence }])
}

/** Displayed in place of a stored secret. */
export const hidden_secret = '***'

const sent_in_headers: ReadonlySet<string> = new Set(['auth_key', 'api_key'])

/**
 * Returns the credentials to store: `sent` merged over `stored`. `***` keeps a stored secret; when the destination
 * moves to another host, the secret has to be typed again. Unknown keys are dropped. `problems` lists missing and
 * invalid fields.
 */
export function mergedCredentials(
  provider: IntegrationProvider,
  stored: Readonly<Record<string, string>>,
  sent: Readonly<Record<string, string>>,
): { credentials: Record<string, string>; problems: { field: string; message: string }[] } {
  const credentials: Record<string, string> = {}
  const problems: { field: string; message: string }[] = []
  const fields = provider_facts[provider].credentials
  const isMoved = fields.some(
    ({ key, is_destination }) =>
      is_destination && sent[key] !== undefined && stored[key] && !isSameHost(stored[key], sent[key].trim()),
  )
  for (const { key, label, is_secret, is_required } of fields) {
    const typed = sent[key]
    const isUnchanged = typed === undefined || (is_secret && typed === hidden_secret)
    const isLost = isUnchanged && is_secret && isMoved && stored[key]
    if (isLost)
      problems.push({
        field: `credentials.${key}`,
        message: `The address has changed. Enter this again: ${label}.`,
      })
    const value = (isUnchanged ? stored[key] : typed)?.trim() ?? ''
    if (value !== '') credentials[key] = value
    if (value === '' && is_required)
      problems.push({ field: `credentials.${key}`, message: `Enter this: ${label}.` })
    if (sent_in_headers.has(key) && !/^[\t\x20-\x7E\xA0-\xFF]*$/.test(value))
      problems.push({
        field: `credentials.${key}`,
        message: `${label} contains characters that cannot be sent.`,
      })
  }
  return { credentials, problems }
}

/**
 * Returns the scheme, host and port of an address as written, in lower case; `null` when they cannot be read with
 * certainty.
 */
function hostOf(address: string): string | null {
  return /^https?:\/\/[^/?#\\]+/i.exec(address)?.[0].toLowerCase() ?? null
}

/** Checks whether both addresses clearly have the same scheme, host and port. */
export function isSameHost(one: string, other: string): boolean {
  const host = hostOf(one)
  return host !== null && host === hostOf(other)
}

/** Returns the credentials for display, with secrets as `***`. */
export function maskedCredentials(
  provider: IntegrationProvider,
  credentials: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    provider_facts[provider].credentials.flatMap(({ key, is_secret }) => {
      const value = credentials[key]
      return value ? [[key, is_secret ? hidden_secret : value] as const] : []
    }),
  )
}
