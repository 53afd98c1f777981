import { useQuery } from '@tanstack/react-query'
import { IconArrowDown, IconArrowUp, IconPlus } from '../kit/icons/icons.ts'
import { integrationsApi } from '@waybill/domain/integrations/api'
import type { Integration, IntegrationRule } from '@waybill/domain/integrations/model'
import { action_labels } from '@waybill/domain/integrations/providers'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../kit/api/index.ts'
import { confirmAction } from '../kit/layers/alerts.ts'
import { toast } from '../kit/layers/toasts.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { Button, IconButton } from '../kit/ui/buttons/Button.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { EmptyState, Loading, RegionError } from '../kit/ui/states/States.tsx'
import { StatusBadge } from '../kit/ui/values/StatusBadge.tsx'
import styles from './integrations.module.css'
import { RuleForm } from './RuleForm.tsx'
import { useRuleNames } from './use-rule-options.ts'
import { ruleName, ruleText } from './labels.tsx'

/** The rules of an integration in their order: trigger, filters and action. */
export function RulesCard({ of }: { of: Integration }) {
  const me = useMe()
  const [opened, setOpened] = useState<{ stored: IntegrationRule | null } | null>(null)
  const query = useQuery(endpointQuery(integrationsApi.rules, { integration_id: of.id }))
  const rules = query.data?.rules
  const names = useRuleNames(rules ?? [])
  const add = mayCall(me, integrationsApi.createRule) && (
    <Button size="sm" variant="primary" icon={IconPlus} onClick={() => setOpened({ stored: null })}>
      New rule
    </Button>
  )
  return (
    <>
      <Card
        title="Rules"
        note={rules && rules.length > 0 && String(rules.length)}
        flush
        actions={rules && rules.length > 0 && add}
      >
        {query.error && !rules ? (
          <RegionError thrown={query.error} what="The rules" onRetry={() => void query.refetch()} />
        ) : !rules ? (
          <Loading />
        ) : rules.length === 0 ? (
          <EmptyState title="No rules yet." action={add}>
            Without a rule nothing is sent. A rule says when the integration is called and for which
            shipments.
          </EmptyState>
        ) : (
          <ul className={styles.rows}>
            {rules.map((rule, at) => (
              <RuleRow
                key={rule.id}
                of={rule}
                text={ruleText(rule, names)}
                isFirst={at === 0}
                isLast={at === rules.length - 1}
                onEdit={() => setOpened({ stored: rule })}
              />
            ))}
          </ul>
        )}
      </Card>
      {opened && <RuleForm integration={of} stored={opened.stored} onClose={() => setOpened(null)} />}
    </>
  )
}

function RuleRow({
  of,
  text,
  isFirst,
  isLast,
  onEdit,
}: {
  of: IntegrationRule
  text: string
  isFirst: boolean
  isLast: boolean
  onEdit: () => void
}) {
  const me = useMe()
  const refresh = [integrationsApi.rules, integrationsApi.list]
  const change = useEndpointMutation(integrationsApi.changeRule, { refresh })
  const remove = useEndpointMutation(integrationsApi.removeRule, {
    refresh,
    done: () => toast.success('The rule was removed'),
  })
  const name = `${ruleName(of)}: ${text}`
  const send = (more: Partial<Pick<IntegrationRule, 'position' | 'is_active'>>): void => {
    const { id, version, rule_type, trigger, filters, action, scan_branch_ids, is_active } = of
    change.mutate({
      id,
      version,
      rule_type,
      trigger,
      filters,
      action,
      scan_branch_ids,
      is_active,
      position: undefined,
      ...more,
    })
  }
  const confirmRemoval = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: 'Remove this rule?',
      body: `${name}. Calls that are already queued are still made.`,
      confirm: 'Remove rule',
      cancel: 'Keep rule',
      danger: true,
    })
    if (isSure) remove.mutate({ id: of.id })
  }
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <div className={styles.name}>
          {ruleName(of)} → {action_labels[of.action]}
        </div>
        <div className={styles.quiet}>{text}</div>
      </div>
      {of.is_active ? (
        <StatusBadge family="green" label="Active" mark="tick" />
      ) : (
        <StatusBadge family="grey" label="Off" />
      )}
      {mayCall(me, integrationsApi.changeRule) && (
        <div className={styles.buttons}>
          {!isFirst && (
            <IconButton
              size="sm"
              variant="ghost"
              icon={IconArrowUp}
              label={`Move up: ${name}`}
              onClick={() => send({ position: of.position - 1 })}
            />
          )}
          {!isLast && (
            <IconButton
              size="sm"
              variant="ghost"
              icon={IconArrowDown}
              label={`Move down: ${name}`}
              onClick={() => send({ position: of.position + 1 })}
            />
          )}
          <Button size="sm" onClick={() => send({ is_active: !of.is_active })} busy={change.isPending}>
            {of.is_active ? 'Switch off' : 'Switch on'}
          </Button>
          <Button size="sm" onClick={onEdit} aria-label={`Edit rule ${name}`}>
            Edit
          </Button>
          <Button
            size="sm"
            variant="danger"
            onClick={() => confirmRemoval()}
            aria-label={`Remove rule ${name}`}
          >
            Remove
          </Button>
        </div>
      )}
    </li>
  )
}
