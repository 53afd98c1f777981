import type { EditorTab } from '@waybill/domain/settings/editor'
import { sectionId } from '@waybill/domain/settings/sections'
import { IconSearch } from '../../kit/icons/icons.ts'
import { useState } from 'react'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { findSettings } from './find-settings.ts'
import { cx } from '../../kit/ui/class-names.ts'
import shared from '../settings.module.css'
import styles from './settings-rail.module.css'

/** A link beside the ten tabs, such as the API keys. */
export interface OtherPlace {
  to: string
  label: string
}

/** The list of tabs and the sections of the open tab, with a search for single settings (SET-010, SET-011). */
export function SettingsRail({
  tabs,
  chosen,
  section,
  changedTabs,
  others,
  isNarrow,
}: {
  tabs: readonly EditorTab[]
  /** The id of the open tab, or the path of another place. */
  chosen: string
  section: string
  changedTabs: ReadonlySet<string>
  others: readonly OtherPlace[]
  isNarrow: boolean
}) {
  const go = useGo()
  const [text, setText] = useState('')
  const found = findSettings(tabs, text)
  const isSearching = text.trim() !== ''
  const places = [
    ...tabs.map(({ id, label }) => ({ key: id as string, to: `/settings?tab=${id}`, label })),
    ...others.map(({ to, label }) => ({ key: to, to, label })),
  ]
  const search = (
    <TextField
      {...standaloneField('search', text, setText)}
      label="Find a setting"
      hideLabel
      type="search"
      icon={IconSearch}
      placeholder="Find a setting"
      suffix={isSearching ? `${found.length} found` : undefined}
    />
  )
  const results = isSearching && (
    <nav className={styles.results} aria-label="Settings found">
      {found.slice(0, 30).map(({ tab, section: of, setting }) => (
        <AppLink
          className={cx(!isNarrow && styles.railLink, styles.resultsLink)}
          key={setting.settingKey}
          to={`/settings?tab=${tab.id}&section=${of.sectionID}&setting=${setting.settingKey}`}
          onClick={() => setText('')}
        >
          <span>{setting.settingTitle}</span>
          <small className={styles.resultsSmall}>{`${tab.label} · ${of.sectionTitle}`}</small>
        </AppLink>
      ))}
      {found.length === 0 && <p className={shared.none}>No setting matches.</p>}
    </nav>
  )
  if (isNarrow)
    return (
      <div className={styles.narrow}>
        {search}
        {results}
        <SelectField
          {...standaloneField<string | null>('tab', chosen, (key) => {
            const to = places.find((place) => place.key === key)?.to
            if (to) void go(to)
          })}
          label="Section"
          options={places.map(({ key, label }) => ({ value: key, label }))}
        />
      </div>
    )
  return (
    <div className={styles.rail}>
      {search}
      {results || (
        <nav aria-label="Sections of settings">
          {places.map(({ key, to, label }) => (
            <div key={key}>
              <AppLink className={styles.railLink} to={to} aria-current={key === chosen ? 'page' : undefined}>
                {label}
                {changedTabs.has(key) && (
                  <span className={shared.dot}>
                    <span className="only-heard">has changes</span>
                  </span>
                )}
              </AppLink>
              {key === chosen && <Sections of={tabs.find(({ id }) => id === key)} section={section} />}
            </div>
          ))}
        </nav>
      )}
    </div>
  )
}

function Sections({ of: tab, section }: { of: EditorTab | undefined; section: string }) {
  const shown = tab?.sections.filter(({ shouldShow }) => shouldShow) ?? []
  if (!tab || shown.length < 2) return null
  return (
    <ul className={styles.subs}>
      {shown.map(({ sectionID, sectionTitle }) => (
        <li key={sectionID}>
          <AppLink
            className={cx(styles.railLink, styles.subsLink)}
            to={`/settings?tab=${tab.id}&section=${sectionID}`}
            aria-current={sectionId(section) === sectionID ? 'location' : undefined}
          >
            {sectionTitle}
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
