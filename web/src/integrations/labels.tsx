import type { Integration, IntegrationRequest, IntegrationRule } from '@waybill/domain/integrations/model'
import { filter_facts, rule_type_labels, trigger_labels } from '@waybill/domain/integrations/rules'
import type { DeliveryState } from '@waybill/domain/integrations/delivery'
import type { WebhookSubscription } from '@waybill/domain/integrations/webhooks'
import { isShipmentStatus, statusLabel } from '@waybill/domain/shipments/statuses/status'
import { StatusBadge } from '../kit/ui/values/StatusBadge.tsx'
import { answerFamily } from './answer-family.ts'

/** A status or event code in words. */
export function statusText(status: string): string {
  if (isShipmentStatus(status)) return statusLabel(status)
  const words = status.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Whether a subscription is in use, and how its receiver answers. */
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

/** Whether an integration is in use. */
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

/** What became of a message. */
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

/** The answer to a call: its status code, or that there was none (STAT-063, STAT-064). */
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

/** A rule in one line: when, and what has to hold. */
export function ruleText(rule: IntegrationRule, names: ReadonlyMap<string, string>): string {
  const filters = rule.filters.map(({ filter, values }) => {
    const kind = filter_facts[filter].values
    const shown = values.map((value) => names.get(`${kind} ${value}`) ?? statusText(value))
    return [filter_facts[filter].label, shown.join(', ')].filter(Boolean).join(' ')
  })
  return [trigger_labels[rule.trigger], ...filters].join(' · ')
}

/** What a rule is called in lists. */
export function ruleName(rule: IntegrationRule): string {
  return rule_type_labels[rule.rule_type]
}

/** A text that may be JSON or XML, laid out for reading. */
export function prettyPrinted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text.replaceAll('><', '>\n<')
  }
}
