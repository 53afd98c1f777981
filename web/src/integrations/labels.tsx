import type { Integration, IntegrationRequest, IntegrationRule } from '@waybill/domain/integrations/model'
import { filter_facts, rule_type_labels, trigger_labels } from '@waybill/domain/integrations/rules'
import type { DeliveryState } from '@waybill/domain/integrations/delivery'
import type { WebhookSubscription } from '@waybill/domain/integrations/webhooks'
import { isShipmentStatus, statusLabel } from '@waybill/domain/shipments/statuses/status'
import { StatusBadge } from '../kit/ui/values/StatusBadge.tsx'
import { answerFamily } from './answer-family.ts'

/** Returns the label of a status or event code. */
export function statusText(status: string): string {
  if (isShipmentStatus(status)) return statusLabel(status)
  const words = status.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Badge that shows whether a subscription is active, and whether its receiver responds. */
export function SubscriptionBadge({ of }: { of: WebhookSubscription }) {
  if (!of.is_active)
    return of.disabled_reason ? (
      <StatusBadge family="red" label="Switched off by us" />
    ) : (
      <StatusBadge family="grey" label="Off" />
    )
  if (of.paused_until !== null && of.paused_until > new Date())
    return <StatusBadge family="yellow" label="Paused" />
  return of.consecutive_failures > 0 ? (
    <StatusBadge family="yellow" label="Failing" />
  ) : (
    <StatusBadge family="green" label="Active" mark="tick" />
  )
}

/** Badge that shows whether an integration is active, and whether its calls fail. */
export function IntegrationBadge({ of }: { of: Integration }) {
  if (!of.is_offered) return <StatusBadge family="grey" label="Switched off in settings" />
  if (!of.is_active) return <StatusBadge family="grey" label="Off" />
  return of.consecutive_failures > 0 ? (
    <StatusBadge family="yellow" label="Failing" />
  ) : (
    <StatusBadge family="green" label="Active" mark="tick" />
  )
}

const delivery_labels: Readonly<Record<DeliveryState, string>> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
  dropped: 'Not sent',
}

/** Badge for the state of a message. */
export function DeliveryBadge({ status, attempts }: { status: DeliveryState; attempts: number }) {
  switch (status) {
    case 'delivered':
      return <StatusBadge family="green" label="Delivered" mark="tick" />
    case 'waiting':
      return (
        <StatusBadge
          family={attempts > 0 ? 'yellow' : 'blue'}
          label={attempts > 0 ? 'Will be tried again' : 'Waiting'}
        />
      )
    default:
      return <StatusBadge family={status === 'failed' ? 'red' : 'grey'} label={delivery_labels[status]} />
  }
}

/** Badge for the response to a call: its status code, or that there was none (STAT-063, STAT-064). */
export function AnswerBadge({ of: { status_code } }: { of: Pick<IntegrationRequest, 'status_code'> }) {
  const family = answerFamily(status_code)
  return (
    <StatusBadge
      family={family}
      label={status_code === null ? 'No answer' : String(status_code)}
      {...(family === 'green' ? { mark: 'tick' } : {})}
    />
  )
}

/** Describes a rule in one line: its trigger and filters. */
export function ruleText(rule: IntegrationRule, names: ReadonlyMap<string, string>): string {
  const filters = rule.filters.map(({ filter, values }) => {
    const kind = filter_facts[filter].values
    const shown = values.map((value) => names.get(`${kind} ${value}`) ?? statusText(value))
    return [filter_facts[filter].label, shown.join(', ')].filter(Boolean).join(' ')
  })
  return [trigger_labels[rule.trigger], ...filters].join(' · ')
}

/** Returns the name of a rule in lists. */
export function ruleName(rule: IntegrationRule): string {
  return rule_type_labels[rule.rule_type]
}

/** Formats a text for reading when it is JSON or XML. */
export function prettyPrinted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text.replaceAll('><', '>\n<')
  }
}
