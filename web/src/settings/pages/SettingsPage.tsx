import { isOffice, isStaff } from '@waybill/domain/kit/actor'
import { mapsApi } from '@waybill/domain/maps/api'
import { Suspense } from 'react'
import { AuditTrailButton } from '../../audit/index.ts'
import { ApiKeys } from '../../identity/index.ts'
import { loose } from '../../kit/form/FieldFrame.tsx'
import { SelectField } from '../../kit/form/SelectField.tsx'
import { mayCall, useFeature, useMe } from '../../kit/session/me.ts'
import { AppLink } from '../../kit/ui/AppLink.tsx'
import { Page } from '../../kit/ui/Layout.tsx'
import { PageHeader } from '../../kit/ui/PageHeader.tsx'
import { Loading } from '../../kit/ui/States.tsx'
import { usePhone } from '../../kit/ui/use-phone.ts'
import { useGo } from '../../kit/url/use-go.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import { CompanyFacts } from '../CompanyFacts.tsx'
import { sectionsFor } from '../settings-sections.ts'
import styles from '../settings.module.css'

/** Settings of a customer or of the courier company: a rail of parts, one at a time (NAV-010). */
export default function SettingsPage() {
  const go = useGo()
  const isPhone = usePhone()
  const { values } = useSearchState()
  const me = useMe()
  const sections = sectionsFor(me, useFeature('api_keys'))
  const chosen = sections.find(({ key }) => key === values.tab) ?? sections[0]
  if (!chosen) return null
  const places = [
    ...sections.map(({ key, label }) => ({ to: `/settings?tab=${key}`, label })),
    ...(isOffice(me) && mayCall(me, mapsApi.branches) ? [{ to: '/branches', label: 'Branches' }] : []),
  ]
  const here = `/settings?tab=${chosen.key}`
  return (
    <Page width="settings">
      <PageHeader title="Settings" actions={isStaff(me) && <AuditTrailButton type="provider_setting" />} />
      <div className={styles.layout}>
        {isPhone ? (
          <SelectField
            {...loose<string | null>('tab', here, (to) => to && go(to))}
            label="Section"
            options={places.map(({ to, label }) => ({ value: to, label }))}
          />
        ) : (
          <nav className={styles.rail} aria-label="Sections of settings">
            {places.map(({ to, label }) => (
              <AppLink key={to} to={to} aria-current={to === here ? 'page' : undefined}>
                {label}
              </AppLink>
            ))}
          </nav>
        )}
        <div>
          {chosen.key === 'general' ? (
            <CompanyFacts />
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
