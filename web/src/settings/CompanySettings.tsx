import { mayViewAudit } from '@waybill/domain/audit/access'
import { bobpay_account_code } from '@waybill/domain/payments/settings'
import type { EditorSection, EditorTab } from '@waybill/domain/settings/editor'
import { useState } from 'react'
import { AuditTrailModal } from '../audit/index.ts'
import { useUnsaved } from '../kit/form/drafts/use-unsaved.ts'
import { useMe } from '../kit/session/me.ts'
import { Notice } from '../kit/ui/states/Notice.tsx'
import { Stack } from '../kit/ui/page-layout/Layout.tsx'
import { Loading, RegionError } from '../kit/ui/states/States.tsx'
import { useSearchState } from '../kit/url/use-search.ts'
import { GatewayMethods, TestCredentials } from '../payments/index.ts'
import { EnabledFeatures } from './sections/EnabledFeatures.tsx'
import { HolidaysCard } from './sections/HolidaysCard.tsx'
import { isMatrixSetting } from './sections/message-switches.ts'
import { NotificationMatrix } from './sections/NotificationMatrix.tsx'
import { SaveBar, SettingConflicts } from './editing/SaveBar.tsx'
import { CallProblem } from './sections/CallProblem.tsx'
import { ReplyAddress } from './sections/ReplyAddress.tsx'
import { SectionCard } from './sections/SectionCard.tsx'
import { TestRouting } from './sections/TestRouting.tsx'
import { SettingRow } from './SettingRow.tsx'
import { WidgetSnippet } from './sections/WidgetSnippet.tsx'
import { ThemeColours } from './controls/theme-colours.ts'
import { themeColours, ThemePreview } from './sections/ThemePreview.tsx'
import { storedValue } from './editing/edited-settings.ts'
import type { SettingsEditing } from './editing/use-settings.ts'
import { useWantedSetting } from './navigation/scroll-to-setting.ts'

/** One tab of the company settings with its visible sections and settings (SET-013, SET-014). */
export function CompanySettings({ tab, editing }: { tab: EditorTab; editing: SettingsEditing }) {
  const me = useMe()
  const { query } = editing
  const [history, setHistory] = useState<{ object_id: string } | null>(null)
  useWantedSetting(query.isSuccess)
  useUnsaved(editing.changed.length > 0)
  if (query.isPending) return <Loading lines={10} />
  if (query.isError)
    return <RegionError thrown={query.error} what="The settings" onRetry={() => void query.refetch()} />
  const shown = tab.sections.filter(({ shouldShow }) => shouldShow)
  const isReadOnly = shown.every(({ settings }) =>
    settings.every(({ setting }) => !editing.mayChange(setting)),
  )
  const seesHistory = mayViewAudit(me, 'provider_setting') === true
  const historyOf = (key: string): (() => void) | null => {
    const row = editing.stored.get(key.toLowerCase())
    return seesHistory && row ? () => setHistory({ object_id: String(row.id) }) : null
  }
  return (
    <Stack>
      {isReadOnly && (
        <Notice variant="info" title="You can only view these settings">
          Only administrators of your company can change them.
        </Notice>
      )}
      <SettingConflicts editing={editing} />
      {shown.map((section) => (
        <SectionCard key={section.sectionID} of={section}>
          {section.sectionID === 'theme' && <ThemePreview editing={editing} />}
          {section.sectionID === 'driver-settings' && <CallProblem stored={editing.stored} />}
          <ThemeColours value={section.sectionID === 'theme' ? themeColours(editing) : no_colours}>
            <Rows of={section} editing={editing} historyOf={historyOf} />
          </ThemeColours>
          {section.sectionID === 'public-holiday-office-hours' && <HolidaysCard />}
          {section.sectionID === 'tracking-settings' && <WidgetSnippet />}
          {section.sectionID === 'map-settings' && <TestRouting editing={editing} />}
          {section.sectionID === 'sms-options' && <ReplyAddress />}
          {section.sectionID === 'enable-features' && <EnabledFeatures />}
          {section.sectionID === 'payment-methods-for-guest-shipments' && (
            <>
              <TestCredentials values={() => typedOf(section, editing)} />
              <GatewayMethods accountCode={storedValue(bobpay_account_code, editing.stored).trim()} />
            </>
          )}
        </SectionCard>
      ))}
      <SaveBar editing={editing} />
      {history && (
        <AuditTrailModal
          type="provider_setting"
          object_id={history.object_id}
          onClose={() => setHistory(null)}
        />
      )}
    </Stack>
  )
}

const no_colours = {}

/** Returns the current form values of a section, saved or not, as texts by key. */
function typedOf({ settings }: EditorSection, editing: SettingsEditing): Record<string, string> {
  return Object.fromEntries(
    settings.map(({ setting }) => [setting.key, String(editing.of(setting).edited ?? '')]),
  )
}

function Rows({
  of: section,
  editing,
  historyOf,
}: {
  of: EditorSection
  editing: SettingsEditing
  historyOf: (key: string) => (() => void) | null
}) {
  const { values } = useSearchState()
  const shown = section.settings.filter(({ shouldShow }) => shouldShow)
  const wanted = values.setting ?? ''
  const switches = section.sectionID.endsWith('-notifications') ? shown.filter(isMatrixSetting) : []
  return (
    <>
      {switches.length > 0 && (
        <NotificationMatrix label={section.sectionTitle} of={switches} editing={editing} wanted={wanted} />
      )}
      {shown
        .filter((one) => !switches.includes(one))
        .map((one) => (
          <SettingRow
            key={one.settingKey}
            of={one}
            editing={editing}
            isWanted={one.settingKey.toLowerCase() === wanted.toLowerCase()}
            onHistory={historyOf(one.settingKey)}
          />
        ))}
    </>
  )
}
