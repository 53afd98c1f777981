import { invalid } from '../kit/problem.ts'
import { firstOf, type RuleResult } from '../kit/rule-result.ts'
import { tracking_event_statuses } from './status-map.ts'
import { isShipmentStatus, shipment_statuses } from '../shipments/statuses/status.ts'
import { provider_facts, type IntegrationAction, type IntegrationProvider } from './providers.ts'

/** The main condition of a rule, by which lists name it (INT-005). */
export const rule_types = [
  'outbounded-to-branch',
  'collection-branch',
  'delivery-branch',
  'collection-and-delivery-branch',
  'routing',
  'status',
  'hub-scanner',
  'account',
] as const
export type RuleType = (typeof rule_types)[number]

export const rule_type_labels: Readonly<Record<RuleType, string>> = {
  'outbounded-to-branch': 'Outbounded to branch',
  'collection-branch': 'Collection branch',
  'delivery-branch': 'Delivery branch',
  'collection-and-delivery-branch': 'Collection and delivery branch',
  routing: 'Routing',
  status: 'Status',
  'hub-scanner': 'Hub scanner',
  account: 'Account',
}

/** Events that trigger a rule (INT-006…INT-010). */
export const triggers = [
  'shipment-created',
  'shipment-updated',
  'hub-scanner',
  'outbounded',
  'tracking-event-created',
] as const
export type Trigger = (typeof triggers)[number]

export const trigger_labels: Readonly<Record<Trigger, string>> = {
  'shipment-created': 'Shipment created',
  'shipment-updated': 'Shipment updated',
  'hub-scanner': 'Scanned in a hub',
  outbounded: 'Outbounded',
  'tracking-event-created': 'Tracking event created',
}

/** Conditions that a rule can check (INT-011…INT-021). */
export const filters = [
  'has-collection-branch',
  'has-delivery-branch',
  'has-both-branches',
  'routing-complete',
  'account-includes',
  'account-excludes',
  'manifest-has-destination-branch',
  'status-is',
  'tracking-event-status-is',
  'service-level-includes',
  'service-level-excludes',
] as const
export type FilterName = (typeof filters)[number]

/**
 * Kind of values a filter takes: ids of branches or accounts, codes of service levels, statuses; `none` takes no
 * values.
 */
export type FilterValues = 'branches' | 'accounts' | 'service-levels' | 'statuses' | 'event-statuses' | 'none'

interface FilterFacts {
  label: string
  values: FilterValues
  /** Whether the filter is valid without values: any branch, or nothing excluded. */
  may_be_empty: boolean
  triggers: readonly Trigger[]
}

const about_shipments = ['shipment-created', 'shipment-updated', 'hub-scanner', 'outbounded'] as const
const any_trigger = triggers

/** Which filter is available for which trigger (INT-022, INT-023). */
export const filter_facts: Readonly<Record<FilterName, FilterFacts>> = {
  'has-collection-branch': branchFilter('has collection branch', any_trigger),
  'has-delivery-branch': branchFilter('has delivery branch', any_trigger),
  'has-both-branches': branchFilter('has both branches', any_trigger),
  'routing-complete': {
    label: 'routing complete',
    values: 'none',
    may_be_empty: true,
    triggers: about_shipments,
  },
  'account-includes': listFilter('account includes', 'accounts', false),
  'account-excludes': listFilter('account excludes', 'accounts', true),
  'manifest-has-destination-branch': branchFilter('manifest has destination branch', ['outbounded']),
  'status-is': {
    label: 'status is',
    values: 'statuses',
    may_be_empty: false,
    triggers: ['shipment-updated', 'hub-scanner'],
  },
  'tracking-event-status-is': {
    label: 'tracking event status is',
    values: 'event-statuses',
    may_be_empty: false,
    triggers: ['tracking-event-created'],
  },
  'service-level-includes': listFilter('service level includes', 'service-levels', false),
  'service-level-excludes': listFilter('service level excludes', 'service-levels', true),
}

function branchFilter(label: string, when: readonly Trigger[]): FilterFacts {
  return { label, values: 'branches', may_be_empty: true, triggers: when }
}

function listFilter(label: string, values: FilterValues, mayBeEmpty: boolean): FilterFacts {
  return { label, values, may_be_empty: mayBeEmpty, triggers: any_trigger }
}

const branch_types = ['collection-branch', 'delivery-branch', 'collection-and-delivery-branch'] as const

/** Which rule types are available for which trigger (docs/domain/integrations-and-webhooks.md#rules). */
export const types_of_trigger: Readonly<Record<Trigger, readonly RuleType[]>> = {
  'shipment-created': [...branch_types, 'account', 'routing'],
  'shipment-updated': [...branch_types, 'account', 'routing', 'status'],
  'hub-scanner': ['hub-scanner', ...branch_types, 'account'],
  outbounded: ['outbounded-to-branch', 'account'],
  'tracking-event-created': ['status', 'account'],
}

/** A rule type needs at least one of these filters, so that the type displayed in lists matches what the rule does. */
export const filters_of_type: Readonly<Record<RuleType, readonly FilterName[]>> = {
  'outbounded-to-branch': ['manifest-has-destination-branch'],
  'collection-branch': ['has-collection-branch'],
  'delivery-branch': ['has-delivery-branch'],
  'collection-and-delivery-branch': ['has-both-branches'],
  routing: ['routing-complete'],
  status: ['status-is', 'tracking-event-status-is'],
  'hub-scanner': [],
  account: ['account-includes', 'account-excludes'],
}

/** Returns the filters available for a trigger, in the order of `filters`. */
export function filtersFor(trigger: Trigger): FilterName[] {
  return filters.filter((name) => filter_facts[name].triggers.includes(trigger))
}

/** Returns the triggers available for a provider; tracking events are for webhooks only (INT-010). */
export function triggersFor(provider: IntegrationProvider): readonly Trigger[] {
  return provider === 'webhook' ? triggers : triggers.filter((one) => one !== 'tracking-event-created')
}

/** One filter of a rule. Values are ids or codes as text; any one of them may match. */
export interface RuleFilter {
  filter: FilterName
  values: readonly string[]
}

/** The part of a rule that is evaluated. */
export interface Rule {
  rule_type: RuleType
  trigger: Trigger
  filters: readonly RuleFilter[]
  action: IntegrationAction
  /** Only for the rule type `hub-scanner`: branches where the parcel was scanned; empty for any branch. */
  scan_branch_ids: readonly number[]
}

/** Facts about an event and its shipment that rules can check. */
export interface RuleFacts {
  account_id: number
  service_level_code: string
  status: string
  collection_branch_id: number | null
  delivery_branch_id: number | null
  /** Whether both ends have a branch and a driver’s round. */
  is_routed: boolean
  tracking_event_status?: string
  manifest_branch_id?: number
  scan_branch_id?: number
}

/**
 * Checks whether a rule applies: every filter passes (docs/domain/integrations-and-webhooks.md#rules). The caller has
 * already matched the trigger.
 */
export function rulePasses(rule: Pick<Rule, 'filters' | 'scan_branch_ids'>, facts: RuleFacts): boolean {
  const isScannedThere =
    rule.scan_branch_ids.length === 0 || rule.scan_branch_ids.includes(facts.scan_branch_id ?? 0)
  return isScannedThere && rule.filters.every((one) => filterPasses(one, facts))
}

function filterPasses({ filter, values }: RuleFilter, facts: RuleFacts): boolean {
  const isOne = (value: number | string | null | undefined): boolean =>
    value !== null && value !== undefined && (values.length === 0 || values.includes(String(value)))
  switch (filter) {
    case 'has-collection-branch':
      return isOne(facts.collection_branch_id)
    case 'has-delivery-branch':
      return isOne(facts.delivery_branch_id)
    case 'has-both-branches':
      return isOne(facts.collection_branch_id) && isOne(facts.delivery_branch_id)
    case 'routing-complete':
      return facts.is_routed
    case 'account-includes':
      return values.includes(String(facts.account_id))
    case 'account-excludes':
      return !values.includes(String(facts.account_id))
    case 'manifest-has-destination-branch':
      return isOne(facts.manifest_branch_id)
    case 'status-is':
      return values.includes(facts.status)
    case 'tracking-event-status-is':
      return values.includes(facts.tracking_event_status ?? '')
    case 'service-level-includes':
      return values.includes(facts.service_level_code)
    case 'service-level-excludes':
      return !values.includes(facts.service_level_code)
  }
}

/** Returns an error whose message also appears at its field. */
function rejected(field: string, sentence: string): RuleResult {
  return invalid(sentence, [{ field, message: sentence }])
}

/** Validates a rule: provider, trigger, rule type, filters and action must match each other (INT-022, INT-010). */
export function checkRule(provider: IntegrationProvider, rule: Rule): RuleResult {
  return firstOf(
    checkTrigger(provider, rule.trigger),
    checkType(rule),
    checkAction(provider, rule),
    ...rule.filters.map((one, at) => checkFilter(rule, one, at)),
    checkScanBranches(rule),
  )
}

function checkTrigger(provider: IntegrationProvider, trigger: Trigger): RuleResult {
  if (triggersFor(provider).includes(trigger)) return true
  return rejected('trigger', `Trigger "${trigger}" is available for webhooks only.`)
}

function checkType({ rule_type, trigger, filters: chosen }: Rule): RuleResult {
  const label = rule_type_labels[rule_type]
  if (!types_of_trigger[trigger].includes(rule_type))
    return rejected('rule_type', `Rule type "${label}" is not available for trigger "${trigger}".`)
  const needed = filters_of_type[rule_type].filter((name) => filter_facts[name].triggers.includes(trigger))
  if (needed.length === 0 || chosen.some(({ filter }) => needed.includes(filter))) return true
  const names = needed.map((name) => `"${filter_facts[name].label}"`).join(' or ')
  return rejected('filters', `A rule of type "${label}" needs the filter ${names}. Add it.`)
}

function checkAction(provider: IntegrationProvider, { action }: Rule): RuleResult {
  const { label, actions } = provider_facts[provider]
  if (actions.includes(action)) return true
  return rejected('action', `${label} cannot do this. Choose another action.`)
}

function checkFilter(
  { trigger, filters: chosen }: Rule,
  { filter, values }: RuleFilter,
  at: number,
): RuleResult {
  const { label, triggers: valid, values: kind, may_be_empty } = filter_facts[filter]
  const problem = (sentence: string): RuleResult => rejected('filters', sentence)
  if (!valid.includes(trigger)) return problem(`Filter "${label}" is not available for trigger "${trigger}".`)
  if (chosen.findIndex((one) => one.filter === filter) !== at)
    return problem(`Filter "${label}" is listed twice. Combine the values in one filter.`)
  if (kind === 'none' && values.length > 0) return problem(`Filter "${label}" takes no values. Remove them.`)
  if (values.length === 0 && !may_be_empty)
    return problem(`Choose at least one value for the filter "${label}".`)
  const wrong = values.find((value) => !isValueOf(kind, value))
  return wrong === undefined
    ? true
    : problem(`"${wrong}" is not a value for the filter "${label}". Choose from the list.`)
}

function isValueOf(kind: FilterValues, value: string): boolean {
  switch (kind) {
    case 'branches':
    case 'accounts':
      return /^[1-9]\d{0,14}$/.test(value)
    case 'statuses':
      return isShipmentStatus(value)
    case 'event-statuses':
      return tracking_event_statuses.includes(value)
    default:
      return value !== ''
  }
}

function checkScanBranches({ rule_type, scan_branch_ids }: Rule): RuleResult {
  if (rule_type === 'hub-scanner' || scan_branch_ids.length === 0) return true
  return rejected('scan_branch_ids', 'Scan branches can be chosen only for rules of type "Hub scanner".')
}

/** Statuses that a filter may use. */
export const statuses_to_choose: Readonly<Record<'statuses' | 'event-statuses', readonly string[]>> = {
  statuses: shipment_statuses,
  'event-statuses': tracking_event_statuses,
}
