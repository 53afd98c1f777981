import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '../../kit/icons/icons.ts'
import { integrationsApi, webhooksApi } from '@waybill/domain/integrations/api'
import type { Integration } from '@waybill/domain/integrations/model'
import { provider_facts } from '@waybill/domain/integrations/providers'
import { useState } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useFeature, useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { badgeColumn, textColumn, whenColumn } from '../../kit/table/columns/column-kinds.tsx'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Tabs } from '../../kit/ui/page-layout/Tabs.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import { NewIntegration } from '../NewIntegration.tsx'
import { RequestLog } from '../RequestLog.tsx'
import { WebhookSubscriptions } from '../WebhookSubscriptions.tsx'
import { IntegrationBadge } from '../labels.tsx'

const base = '/tools/third-party-integrations'

const columns: readonly Column<Integration>[] = [
  textColumn('name', 'Name', 220, (one) => one.name),
  textColumn('provider', 'Provider', 180, (one) => one.provider, {
    cell: (one) => provider_facts[one.provider].label,
  }),
  textColumn('environment', 'Environment', 120, (one) => one.environment, {
    cell: (one) => (one.environment === 'live' ? 'Live' : 'Test'),
  }),
  textColumn('rules', 'Rules', 80, (one) => String(one.rule_count), { align: 'right' }),
  badgeColumn('state', 'State', 190, (one) => (one.is_active ? 'active' : 'off'), {
    cell: (one) => <IntegrationBadge of={one} />,
  }),
  whenColumn('last', 'Last call', 170, (one) => one.last_request_time, { quiet: true }),
]

/** Connections to third parties, webhook subscriptions and the log of all calls (TOOL-012). */
export default function IntegrationsPage() {
  const me = useMe()
  const { values, set } = useSearchState()
  const seesWebhooks = useFeature('webhooks') && mayCall(me, webhooksApi.list)
  const tabs = [
    { key: 'integrations' as const, label: 'Integrations' },
    ...(seesWebhooks ? [{ key: 'webhooks' as const, label: 'Webhook subscriptions' }] : []),
    ...(mayCall(me, integrationsApi.requests) ? [{ key: 'requests' as const, label: 'Request log' }] : []),
  ]
  const chosen = tabs.find(({ key }) => key === values.tab)?.key ?? 'integrations'
  return (
    <Page width={chosen === 'requests' ? 'list' : 'detail'}>
      <PageHeader title="Third-party integrations" back={{ to: '/tools', label: 'Tools' }} />
      <Tabs
        label="Parts"
        tabs={tabs}
        chosen={chosen}
        onChoose={(tab) => set({ tab, webhook: undefined, page: undefined })}
      />
      {chosen === 'integrations' ? (
        <Integrations />
      ) : chosen === 'webhooks' ? (
        <Stack>
          <WebhookSubscriptions />
        </Stack>
      ) : (
        <RequestLog />
      )}
    </Page>
  )
}

function Integrations() {
  const me = useMe()
  const go = useGo()
  const [isAdding, setAdding] = useState(false)
  const query = useQuery(endpointQuery(integrationsApi.list, {}))
  const all = query.data?.integrations
  const add = mayCall(me, integrationsApi.create) && query.data && (
    <Button size="sm" variant="primary" icon={IconPlus} onClick={() => setAdding(true)}>
      New integration
    </Button>
  )
  return (
    <Card
      title="Integrations"
      note={all && all.length > 0 && String(all.length)}
      flush
      actions={all && all.length > 0 && add}
    >
      <DataTable
        name="integrations"
        caption="Integrations"
        inCard
        columns={columns}
        rows={all}
        idOf={({ id }) => id}
        query={query}
        linkOf={({ id }) => `${base}/${id}`}
        card={(one) => ({
          title: one.name,
          badge: <IntegrationBadge of={one} />,
          lines: [
            provider_facts[one.provider].label,
            one.rule_count === 1 ? '1 rule' : `${one.rule_count} rules`,
          ],
        })}
        empty={{
          title: 'No integrations yet.',
          text: 'Connect hub machines, other couriers, or a program of your own.',
          action: add || undefined,
        }}
      />
      {isAdding && query.data && (
        <NewIntegration
          providers={query.data.providers}
          onMade={({ id }) => go(`${base}/${id}?tab=rules`)}
          onClose={() => setAdding(false)}
        />
      )}
    </Card>
  )
}
