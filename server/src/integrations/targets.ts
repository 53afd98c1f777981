import type { IntegrationProvider } from '@waybill/domain/integrations/providers'
import type { Rule } from '@waybill/domain/integrations/rules'
import type { WebhookTopic } from '@waybill/domain/integrations/webhooks'
import type { Context } from '../kit/handler.ts'
import { readActiveRules } from './integration-store.ts'
import { readActiveSubscriptions } from './subscription-store.ts'

/** The data of a subscription that the queue needs. */
export interface QueueSubscription {
  id: number
  account_id: number | null
  topic: WebhookTopic
  notify_when: readonly string[]
}

/** The data of a rule that the queue needs. */
export interface QueueRule extends Rule {
  id: number
  integration_id: number
  integration_name: string
  provider: IntegrationProvider
}

export interface Targets {
  subscriptions: readonly QueueSubscription[]
  rules: readonly QueueRule[]
}

/** Cache topic that is published when subscriptions, integrations or rules change. */
export const targets_topic = 'integrations'

/** Returns the active subscriptions and rules. They are cached, so that a company without any needs no queries. */
export function targetsOf(ctx: Context): Promise<Targets> {
  return ctx.cached(targets_topic, 'targets', async (reader) => {
    const [subscriptions, rules] = await Promise.all([
      readActiveSubscriptions(reader),
      readActiveRules(reader),
    ])
    return {
      subscriptions,
      rules: rules.map((row) => ({
        id: row.id,
        integration_id: row.integration_id,
        integration_name: row.integration_name,
        provider: row.provider,
        rule_type: row.rule_type,
        trigger: row.trigger,
        action: row.action,
        filters: row.filters,
        scan_branch_ids: row.scan_branch_ids,
      })),
    }
  })
}
