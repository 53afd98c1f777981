import { useQuery } from '@tanstack/react-query'
import { IconTrash } from '../../kit/icons/icons.ts'
import { integrationsApi } from '@waybill/domain/integrations/api'
import type { Integration } from '@waybill/domain/integrations/model'
import { provider_facts } from '@waybill/domain/integrations/providers'
import { AuditTrailButton } from '../../audit/index.ts'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { PendingRecord } from '../../kit/ui/states/PendingRecord.tsx'
import { Tabs } from '../../kit/ui/page-layout/Tabs.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import { ConnectionCard } from '../ConnectionCard.tsx'
import { RequestLog } from '../RequestLog.tsx'
import { RulesCard } from '../RulesCard.tsx'
import { StatusMapCard } from '../StatusMapCard.tsx'
import { IntegrationBadge } from '../labels.tsx'

const base = '/tools/third-party-integrations'
const back = { to: base, label: 'Third-party integrations' }

/** One integration: its connection, rules, status map and calls (TOOL-012). */
export default function IntegrationPage() {
  const id = Number(usePathPart('id'))
  const isId = Number.isSafeInteger(id)
  const query = useQuery({ ...endpointQuery(integrationsApi.list, { id: [id] }), enabled: isId })
  const [integration] = query.data?.integrations ?? []
  if (integration) return <PageContent key={id} of={integration} />
  return (
    <PendingRecord
      name="integration"
      back={back}
      query={query}
      missing="There is no such integration, or it was removed."
    />
  )
}

function PageContent({ of }: { of: Integration }) {
  const me = useMe()
  const go = useGo()
  const { values, set } = useSearchState()
  const { is_polled, calls_in, label, switch: own } = provider_facts[of.provider]
  const hasCodes = is_polled || calls_in === 'tracking'
  const tabs = [
    { key: 'connection' as const, label: 'Connection' },
    { key: 'rules' as const, label: 'Rules', count: of.rule_count },
    ...(hasCodes
      ? [
          {
            key: 'codes' as const,
            label: 'Status map',
            urgent: true,
            ...(of.unmapped.length > 0 ? { count: of.unmapped.length } : {}),
          },
        ]
      : []),
    ...(mayCall(me, integrationsApi.requests) ? [{ key: 'requests' as const, label: 'Request log' }] : []),
  ]
  const chosen = tabs.find(({ key }) => key === values.tab)?.key ?? 'connection'
  const remove = useEndpointMutation(integrationsApi.remove, {
    refresh: [integrationsApi.list],
    done: () => {
      toast.success(`${of.name} was removed`)
      void go(base)
    },
  })
  const confirmRemoval = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: `Remove ${of.name}?`,
      body: 'Its rules are removed and waiting calls are not sent. The call log stays.',
      confirm: 'Remove integration',
      cancel: 'Keep integration',
      danger: true,
    })
    if (isSure) remove.mutate({ id: of.id })
  }
  return (
    <Page width={chosen === 'requests' ? 'list' : 'form'}>
      <PageHeader
        title={of.name}
        badge={<IntegrationBadge of={of} />}
        back={back}
        actions={
          <>
            <AuditTrailButton type="integration" object_id={String(of.id)} label="View audit trail" />
            {mayCall(me, integrationsApi.remove) && (
              <Button variant="danger" icon={IconTrash} onClick={() => confirmRemoval()}>
                Remove
              </Button>
            )}
          </>
        }
      />
      {!of.is_offered && (
        <Notice variant="warning" title={`${label} is switched off.`}>
          Nothing is sent or requested until ‘{own?.title}’ is switched on in the settings.
        </Notice>
      )}
      <Tabs label="Parts" tabs={tabs} chosen={chosen} onChoose={(tab) => set({ tab, page: undefined })} />
      {chosen === 'connection' ? (
        <ConnectionCard of={of} />
      ) : chosen === 'rules' ? (
        <RulesCard of={of} />
      ) : chosen === 'codes' ? (
        <StatusMapCard key={of.version} of={of} />
      ) : (
        <RequestLog integration_id={of.id} />
      )}
    </Page>
  )
}
