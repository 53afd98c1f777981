import { isOffice, isStaff } from '@waybill/domain/kit/actor'
import { mapsApi } from '@waybill/domain/maps/api'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { mayEditPoints } from '@waybill/domain/pickup-points/point-access'
import { tagsApi } from '@waybill/domain/tags/api'
import { Suspense } from 'react'
import { AccountSettingsCard, useAccount } from '../../accounts/index.ts'
import { AuditTrailButton } from '../../audit/index.ts'
import { ApiKeys } from '../../identity/index.ts'
import { WebhookSubscriptions } from '../../integrations/index.ts'
import { mayCall, useMe, useAppSession, useSetting } from '../../kit/session/me.ts'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Loading } from '../../kit/ui/states/States.tsx'
import { usePhone } from '../../kit/ui/page-layout/use-phone.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import { CompanySettings } from '../CompanySettings.tsx'
import { SettingsFileMenu } from '../editing/SettingsFileMenu.tsx'
import { SettingsRail } from '../navigation/SettingsRail.tsx'
import { placesFor } from '../navigation/settings-places.ts'
import styles from './settings-page.module.css'
import { useSettings } from '../editing/use-settings.ts'
import { provider_title, support_email, support_phone } from '@waybill/domain/identity/settings'
import { formatPhone } from '@waybill/domain/kit/contacts/phone'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { None } from '../../kit/ui/values/Value.tsx'

/** Settings page of a customer or of the courier company: tabs on the left, one open at a time (NAV-010, SET-010). */
export default function SettingsPage() {
  const me = useMe()
  return isStaff(me) ? <StaffSettings /> : <CustomerSettings />
}

function StaffSettings() {
  const me = useMe()
  const isNarrow = usePhone()
  const { values } = useSearchState()
  const editing = useSettings()
  const places = placesFor(me, useAppSession().enabled_features)
  const hasKeys = places.some(({ key }) => key === 'api-keys')
  const tab = editing.tabs.find(({ id }) => id === values.tab) ?? editing.tabs[0]
  const isKeys = hasKeys && values.tab === 'api-keys'
  const others = [
    ...(hasKeys ? [{ to: '/settings?tab=api-keys', label: 'API keys' }] : []),
    ...(isOffice(me) && mayCall(me, mapsApi.branches) ? [{ to: '/branches', label: 'Branches' }] : []),
    ...(mayEditPoints(me) === true && mayCall(me, pickupPointsApi.managed)
      ? [{ to: '/locations', label: 'Locations' }]
      : []),
    ...(isOffice(me) && mayCall(me, tagsApi.tags) ? [{ to: '/tags', label: 'Tags' }] : []),
  ]
  return (
    <Page width="settings">
      <PageHeader
        title="Settings"
        actions={
          <>
            {!isNarrow && <SettingsFileMenu editing={editing} />}
            <AuditTrailButton type="provider_setting" label="View audit trail" />
          </>
        }
      />
      <div className={styles.layout}>
        <SettingsRail
          tabs={editing.tabs}
          chosen={isKeys ? '/settings?tab=api-keys' : (tab?.id ?? '')}
          section={values.section ?? ''}
          changedTabs={new Set(editing.changed.map((setting) => setting.tab))}
          others={others}
          isNarrow={isNarrow}
        />
        <div className={styles.panel}>
          {isKeys ? (
            <Suspense fallback={<Loading />}>
              <ApiKeys />
            </Suspense>
          ) : (
            tab && <CompanySettings tab={tab} editing={editing} />
          )}
        </div>
      </div>
    </Page>
  )
}

function CustomerSettings() {
  const me = useMe()
  const isNarrow = usePhone()
  const { values } = useSearchState()
  const places = placesFor(me, useAppSession().enabled_features)
  const chosen = places.find(({ key }) => key === values.tab) ?? places[0]
  if (!chosen) return null
  return (
    <Page width="settings">
      <PageHeader title="Settings" />
      <div className={styles.layout}>
        <SettingsRail
          tabs={[]}
          chosen={chosen.to}
          section=""
          changedTabs={new Set()}
          others={places}
          isNarrow={isNarrow}
        />
        <div className={styles.panel}>
          {chosen.key === 'general' ? (
            <CompanyFacts />
          ) : chosen.key === 'account' ? (
            <OwnSettings />
          ) : chosen.key === 'webhook-subscriptions' ? (
            <Suspense fallback={<Loading />}>
              <WebhookSubscriptions />
            </Suspense>
          ) : (
            <Suspense fallback={<Loading />}>
              <ApiKeys />
            </Suspense>
          )}
        </div>
      </div>
    </Page>
  )
}

/** The settings of the user’s own account (ACC-016, ACC-017). */
function OwnSettings() {
  const account = useAccount(useMe().account_id)
  return account ? <AccountSettingsCard account={account} /> : <Loading lines={5} />
}

/** Card with the name and contact details of a customer’s courier company. */
function CompanyFacts() {
  const name = useSetting(provider_title)
  const email = useSetting(support_email)
  const phone = useSetting(support_phone)
  return (
    <Card title="Your courier">
      <Facts
        of={[
          ['Name', name],
          ['Where to write for help', email || <None key="none" />],
          ['Where to call for help', phone ? formatPhone(phone) : <None key="none" />],
        ]}
      />
    </Card>
  )
}
