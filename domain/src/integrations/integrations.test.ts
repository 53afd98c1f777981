import { describe, expect, it } from 'vitest'
import { request_methods } from '../kit/calls/endpoint.ts'
import { enable_fastway_integration, enable_ram_integration } from '../pickup-points/settings.ts'
import {
  disabled_after_ms,
  healthAfter,
  isGivenUp,
  nextAttempt,
  retry_waits_s,
  retryAfter,
} from './delivery.ts'
import {
  groupStart,
  integration_providers,
  integration_request_types,
  isOffered,
  mayUse,
  mergedCredentials,
  provider_facts,
  request_type_labels,
  maskedCredentials,
  status_groups,
} from './providers.ts'
import {
  checkRule,
  filter_facts,
  filters,
  filters_of_type,
  filtersFor,
  rule_type_labels,
  rulePasses,
  triggers,
  triggersFor,
  types_of_trigger,
  type FilterName,
  type Rule,
  type RuleFacts,
  type Trigger,
} from './rules.ts'
import { mapCode, mappable_statuses, starting_maps } from './status-map.ts'
import { checkSubscription } from './webhooks.ts'

describe('integration providers and their calls', () => {
  it('[INT-001] lists four request types, [API-019] six request methods and [INT-026] four groups of status codes', () => {
    expect(integration_request_types.map((type) => request_type_labels[type])).toEqual([
      'Outbound API',
      'Inbound API',
      'Outbound webhook',
      'Inbound webhook',
    ])
    expect(request_methods).toEqual(['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'SOAP'])
    expect(status_groups.map(groupStart)).toEqual([200, 300, 400, 500])
  })

  it('[INT-002] [INT-003] [INT-004] [SET-107] [SET-108] offers ram and fastway only when they are switched on', () => {
    const offered = (...on: unknown[]) =>
      integration_providers.filter((one) => isOffered(one, (setting) => on.includes(setting)))
    const always = [
      'matflo',
      'rws',
      'parcel-perfect',
      'ship-logic-delivery',
      'ship-logic-collection',
      'webhook',
    ]
    expect(offered()).toEqual(always)
    expect(offered(enable_fastway_integration)).toEqual([...always, 'fastway'])
    expect(offered(enable_ram_integration)).toEqual([...always, 'ram'])
    expect(mayUse('ram', () => false)).toMatchObject({
      message: 'RAM is switched off. Switch on "RAM integration" in the settings first.',
    })
  })

  it('masks secrets, keeps a stored secret when *** is sent, and reports missing or unsendable fields', () => {
    const stored = { url: 'https://pp.example', email: 'a@b.c', password: 'hidden' }
    expect(maskedCredentials('parcel-perfect', stored)).toEqual({ ...stored, password: '***' })
    const sent = { url: 'https://pp.example/2', email: 'a@b.c', password: '***', other: 'x' }
    expect(mergedCredentials('parcel-perfect', stored, sent)).toEqual({
      credentials: { ...stored, url: 'https://pp.example/2' },
      problems: [],
    })
    expect(mergedCredentials('parcel-perfect', {}, { url: 'x' }).problems.map(({ field }) => field)).toEqual([
      'credentials.email',
      'credentials.password',
    ])
    expect(
      mergedCredentials('webhook', {}, { url: 'https://a.example', auth_key: 'Bearer ✓' }).problems,
    ).toEqual([
      { field: 'credentials.auth_key', message: 'Authorization contains characters that cannot be sent.' },
    ])
  })

  const withDestination = integration_providers.filter((one) =>
    provider_facts[one].credentials.some(({ is_destination }) => is_destination),
  )

  it.each(withDestination)(
    '%s requires its secrets to be typed again when the scheme, host or port changes',
    (provider) => {
      const fields = provider_facts[provider].credentials
      const stored = Object.fromEntries(
        fields.map(({ key, is_destination }) => [key, is_destination ? 'https://one.example/a' : 'stored']),
      )
      const secrets = fields.filter(({ is_secret }) => is_secret).map(({ key }) => key)
      const moved = (to: string, more: Record<string, string> = {}) =>
        mergedCredentials(provider, stored, { ...more, url: to }).problems.map(({ field }) => field)
      expect(secrets.length).toBeGreaterThan(0)
      expect(moved('HTTPS://One.example/b?c')).toEqual([])
      for (const to of [
        'https://two.example/a',
        'http://one.example/a',
        'https://one.example:8443/a',
        'https://one.example@two.example/a',
        'https:/\t/two.example',
        'two.example',
      ]) {
        expect(moved(to)).toEqual(secrets.map((key) => `credentials.${key}`))
        expect(moved(to, Object.fromEntries(secrets.map((key) => [key, '***'])))).toHaveLength(secrets.length)
        expect(moved(to, Object.fromEntries(secrets.map((key) => [key, 'typed'])))).toEqual([])
      }
    },
  )

  it('marks every address credential as a destination', () => {
    const addresses = integration_providers.flatMap((one) =>
      provider_facts[one].credentials.filter(({ key }) => /url|host|address|endpoint/.test(key)),
    )
    expect(addresses.filter(({ is_destination }) => !is_destination)).toEqual([])
  })

  it('maps every code of the starting status maps to a permitted status', () => {
    for (const map of Object.values(starting_maps))
      for (const { status } of map) expect(['', ...mappable_statuses]).toContain(status)
    expect(mapCode(starting_maps.fastway, ' picked up ')).toBe('collected')
    expect(mapCode(starting_maps.fastway, 'LOST')).toBeNull()
    expect(mapCode(starting_maps['ship-logic-collection'], 'delivered')).toBe('at-hub')
  })
})

/** Which filter is available for which trigger: docs/domain/integrations-and-webhooks.md#rules. */
const table: Readonly<Record<FilterName, string>> = {
  'has-collection-branch': '● ● ● ● ●',
  'has-delivery-branch': '● ● ● ● ●',
  'has-both-branches': '● ● ● ● ●',
  'routing-complete': '● ● ● ● –',
  'account-includes': '● ● ● ● ●',
  'account-excludes': '● ● ● ● ●',
  'service-level-includes': '● ● ● ● ●',
  'service-level-excludes': '● ● ● ● ●',
  'status-is': '– ● ● – –',
  'tracking-event-status-is': '– – – – ●',
  'manifest-has-destination-branch': '– – – ● –',
}

const values_for: Readonly<Record<string, readonly string[]>> = {
  branches: ['4'],
  accounts: ['7'],
  'service-levels': ['ECO'],
  statuses: ['delivered'],
  'event-statuses': ['delivered'],
  none: [],
}

const filter = (name: FilterName) => ({ filter: name, values: values_for[filter_facts[name].values] ?? [] })

/** Returns a valid rule for `trigger`. */
function soundRule(trigger: Trigger, more: Partial<Rule> = {}): Rule {
  const ruleType = trigger === 'outbounded' ? 'outbounded-to-branch' : 'account'
  const [needed = 'account-includes'] = filters_of_type[ruleType]
  return {
    rule_type: ruleType,
    trigger,
    filters: [filter(needed)],
    action: 'send-shipment',
    scan_branch_ids: [],
    ...more,
  }
}

describe('rule validation', () => {
  it('[INT-005] [INT-006] [INT-007] [INT-008] [INT-009] defines eight rule types and five triggers', () => {
    expect(Object.values(rule_type_labels)).toEqual([
      'Outbounded to branch',
      'Collection branch',
      'Delivery branch',
      'Collection and delivery branch',
      'Routing',
      'Status',
      'Hub scanner',
      'Account',
    ])
    expect(triggers).toEqual([
      'shipment-created',
      'shipment-updated',
      'hub-scanner',
      'outbounded',
      'tracking-event-created',
    ])
    for (const trigger of triggers) expect(checkRule('webhook', soundRule(trigger))).toBe(true)
  })

  it('[INT-010] allows the tracking event trigger for webhooks only', () => {
    for (const provider of integration_providers)
      expect(triggersFor(provider).includes('tracking-event-created')).toBe(provider === 'webhook')
    expect(checkRule('ram', soundRule('tracking-event-created'))).toMatchObject({
      message: 'Trigger "tracking-event-created" is available for webhooks only.',
    })
  })

  it('[INT-022] [INT-023] accepts each filter only for its own triggers', () => {
    expect(Object.keys(table)).toHaveLength(filters.length)
    for (const name of filters) {
      const marks = table[name].split(' ')
      triggers.forEach((trigger, at) => {
        const sound = soundRule(trigger)
        const others = sound.filters.filter((one) => one.filter !== name)
        const result = checkRule('webhook', { ...sound, filters: [...others, filter(name)] })
        const isValid = marks[at] === '●'
        expect(filtersFor(trigger).includes(name)).toBe(isValid)
        if (isValid) expect(result).toBe(true)
        else
          expect(result).toMatchObject({
            message: `Filter "${filter_facts[name].label}" is not available for trigger "${trigger}".`,
          })
      })
    }
  })

  it('[INT-024] rejects a type that the trigger does not have, missing, repeated or empty filters, and unsupported actions', () => {
    expect(types_of_trigger['tracking-event-created']).toEqual(['status', 'account'])
    expect(checkRule('webhook', soundRule('outbounded', { rule_type: 'routing' }))).toMatchObject({
      message: 'Rule type "Routing" is not available for trigger "outbounded".',
    })
    expect(checkRule('webhook', soundRule('shipment-created', { rule_type: 'routing' }))).toMatchObject({
      message: 'A rule of type "Routing" needs the filter "routing complete". Add it.',
    })
    expect(
      checkRule(
        'webhook',
        soundRule('shipment-created', { filters: [filter('account-includes'), filter('account-includes')] }),
      ),
    ).toMatchObject({
      message: 'Filter "account includes" is listed twice. Combine the values in one filter.',
    })
    const empty = [{ filter: 'account-includes' as const, values: [] }]
    expect(checkRule('webhook', soundRule('shipment-created', { filters: empty }))).toMatchObject({
      message: 'Choose at least one value for the filter "account includes".',
    })
    expect(checkRule('webhook', soundRule('shipment-created', { action: 'request-label' }))).toMatchObject({
      message: 'Webhook cannot do this. Choose another action.',
    })
    expect(provider_facts['parcel-perfect'].actions).toEqual(['send-shipment', 'outsource-leg'])
  })
})

const facts: RuleFacts = {
  account_id: 7,
  service_level_code: 'ECO',
  status: 'at-hub',
  collection_branch_id: 4,
  delivery_branch_id: 5,
  is_routed: true,
  tracking_event_status: 'swad-dimensions',
  manifest_branch_id: 5,
  scan_branch_id: 4,
}

describe('rule filters', () => {
  it.each([
    ['collection branch', 'has-collection-branch', ['4'], ['5'], { collection_branch_id: null }],
    ['delivery branch', 'has-delivery-branch', ['5'], ['4'], { delivery_branch_id: null }],
    ['both branches', 'has-both-branches', ['4', '5'], ['4'], { delivery_branch_id: null }],
    ['routing', 'routing-complete', [], null, { is_routed: false }],
    ['accounts in a list', 'account-includes', ['7', '8'], ['8'], { account_id: 9 }],
    ['accounts not in a list', 'account-excludes', ['8'], ['7'], { account_id: 8 }],
    [
      '[INT-017] the branch of a manifest',
      'manifest-has-destination-branch',
      ['5'],
      ['4'],
      { manifest_branch_id: 9 },
    ],
    ['the status', 'status-is', ['at-hub'], ['delivered'], { status: 'delivered' }],
    [
      '[INT-019] the event',
      'tracking-event-status-is',
      ['swad-dimensions'],
      ['collected'],
      { tracking_event_status: 'at-hub' },
    ],
    [
      '[INT-020] service levels in a list',
      'service-level-includes',
      ['ECO'],
      ['OVN'],
      { service_level_code: 'OVN' },
    ],
    [
      '[INT-021] service levels not in a list',
      'service-level-excludes',
      ['OVN'],
      ['ECO'],
      { service_level_code: 'OVN' },
    ],
  ] as const)(
    '[INT-011] [INT-012] [INT-013] [INT-014] [INT-015] [INT-016] [INT-017] [INT-018] [INT-019] [INT-020] [INT-021] passes only shipments that match %s',
    (_what, name, passing, failing, other) => {
      const passes = (values: readonly string[], of: RuleFacts) =>
        rulePasses({ filters: [{ filter: name, values }], scan_branch_ids: [] }, of)
      expect(passes(passing, facts)).toBe(true)
      if (failing) expect(passes(failing, facts)).toBe(false)
      expect(passes(passing, { ...facts, ...other })).toBe(false)
    },
  )

  it('requires every filter of a rule to pass, and the branch of a hub scan to match', () => {
    const all = [filter('account-includes'), filter('service-level-includes')]
    expect(rulePasses({ filters: all, scan_branch_ids: [] }, facts)).toBe(true)
    expect(rulePasses({ filters: all, scan_branch_ids: [] }, { ...facts, account_id: 8 })).toBe(false)
    expect(rulePasses({ filters: [], scan_branch_ids: [4] }, facts)).toBe(true)
    expect(rulePasses({ filters: [], scan_branch_ids: [9] }, facts)).toBe(false)
  })
})

describe('delivery retries, destination health and custom headers', () => {
  const now = new Date('2026-03-03T12:00:00Z')

  it('spreads the retry waits by 10%, honours Retry-After up to a day, and stops after the last retry', () => {
    const wait = (attempts: number, requestedWaitS: number | null, chance: number) => {
      const at = nextAttempt(now, attempts, requestedWaitS, chance)
      return at && (at.getTime() - now.getTime()) / 1000
    }
    expect(retry_waits_s.map((_wait, at) => wait(at + 1, null, 0.5))).toEqual(retry_waits_s)
    expect([wait(2, null, 0), wait(2, null, 1)]).toEqual([270, 330])
    expect(wait(1, 600, 0.5)).toBe(600)
    expect(wait(1, 10_000_000, 0.5)).toBe(86_400)
    expect(wait(10, null, 0.5)).toBeNull()
    expect(retryAfter('120', now)).toBe(120)
    expect(retryAfter('Tue, 03 Mar 2026 12:02:00 GMT', now)).toBe(120)
    expect(retryAfter('soon', now)).toBeNull()
  })

  it('pauses a destination after five failures, doubles the pause up to 15 minutes, and gives up after five days', () => {
    let health = healthAfter({ consecutive_failures: 3, failing_since: now, paused_until: null }, false, now)
    expect(health).toMatchObject({ consecutive_failures: 4, paused_until: null })
    const pauses = Array.from({ length: 7 }, () => {
      health = healthAfter(health, false, now)
      return ((health.paused_until?.getTime() ?? 0) - now.getTime()) / 1000
    })
    expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900])
    expect(isGivenUp(health, new Date(now.getTime() + disabled_after_ms - 1))).toBe(false)
    expect(isGivenUp(health, new Date(now.getTime() + disabled_after_ms))).toBe(true)
    expect(healthAfter(health, true, now)).toEqual({
      consecutive_failures: 0,
      failing_since: null,
      paused_until: null,
    })
  })

  it('rejects reserved or invalid header names, invalid values and more than five headers', () => {
    const headers = (given: Record<string, string>) => checkSubscription({ headers: given })
    expect(headers({ 'X-Shop': 'cape' })).toBe(true)
    for (const name of [
      'Authorization',
      'X-Webhook-Id',
      'webhook-signature',
      'Content-Length',
      'Host',
      'a b',
      '',
    ])
      expect(headers({ [name]: 'x' })).not.toBe(true)
    expect(headers({ 'X-Shop': 'line\nbreak' })).not.toBe(true)
    expect(headers({ a: '', b: '', c: '', d: '', e: '', f: '' })).toMatchObject({
      message: 'At most 5 headers can be added. You sent 6.',
    })
  })
})
