import type { StoredSetting } from '@waybill/domain/settings/api'
import { catalogue } from '@waybill/domain/settings/catalogue'
import { editorFor } from '@waybill/domain/settings/editor'
import { settings_tabs } from '@waybill/domain/settings/sections'
import { starter_roles } from '@waybill/domain/identity/users-and-roles/roles'
import { role_ids, type Actor } from '@waybill/domain/kit/actor'
import type { Setting } from '@waybill/domain/kit/setting'
import { describe, expect, it } from 'vitest'
import { guest } from '../../kit/session/me.ts'
import {
  changedSettings,
  changesOf,
  editedSetting,
  exportOf,
  hidden_placeholder,
  readExport,
  displayValue,
  storedByKey,
  valueProblem,
  withEdit,
} from './edited-settings.ts'
import { findSettings } from '../navigation/find-settings.ts'
import { withHolidays } from '../sections/holidays.ts'
import { matrixOf } from '../sections/message-switches.ts'
import { placesFor } from '../navigation/settings-places.ts'
import { marked } from '../controls/texts/text-marks.ts'
import { moved } from '../controls/lists/move-entry.ts'

const at = new Date('2026-02-01T08:00:00Z')
const stored = (values: Readonly<Record<string, string>>) =>
  storedByKey(
    Object.entries(values).map(([key, value], id): StoredSetting => ({
      id,
      provider_id: 1,
      key,
      value,
      time_modified: at,
    })),
  )

function of(key: string): Setting {
  const setting = catalogue.get(key)
  if (!setting) throw new Error(`${key} is no setting.`)
  return setting
}

const admin: Actor = {
  ...guest.me,
  kind: 'user',
  role_id: role_ids.administrator,
  permissions: starter_roles.find(({ id }) => id === role_ids.administrator)?.permissions ?? [],
}

describe('editing of settings', () => {
  it('[SET-017] returns the stored and edited value of a setting and whether they differ', () => {
    const rows = stored({ Support_Phone: '011 555 0100' })
    const phone = of('support_phone')
    expect(editedSetting(phone, rows, {})).toEqual({
      stored: '011 555 0100',
      edited: '011 555 0100',
      isChanged: false,
    })
    const edits = withEdit({}, rows, phone, '011 555 0200')
    expect(editedSetting(phone, rows, edits)).toEqual({
      stored: '011 555 0100',
      edited: '011 555 0200',
      isChanged: true,
    })
    expect(withEdit(edits, rows, phone, '011 555 0100')).toEqual({})
    expect(editedSetting(of('dashboard_duration_days'), rows, {})).toMatchObject({
      stored: 30,
      isChanged: false,
    })
  })

  it('[SET-006] sends only changed settings, in API format, with the version they are based on', () => {
    const rows = stored({ insurance_max_declared_value: '50000' })
    let edits = withEdit({}, rows, of('insurance_max_declared_value'), 60_000_50)
    edits = withEdit(edits, rows, of('rates_include_vat'), false)
    expect(changedSettings(rows, edits).map(({ key }) => key)).toEqual([
      'rates_include_vat',
      'insurance_max_declared_value',
    ])
    expect(changesOf(rows, edits)).toEqual([
      { key: 'rates_include_vat', value: false, based_on: null },
      { key: 'insurance_max_declared_value', value: 60_000.5, based_on: at.toISOString() },
    ])
  })

  it('[SET-018] shows a stored passphrase as *** and treats it as unchanged', () => {
    const rows = stored({ payfast_passphrase: '***' })
    const passphrase = of('payfast_passphrase')
    expect(editedSetting(passphrase, rows, {})).toEqual({
      stored: hidden_placeholder,
      edited: '***',
      isChanged: false,
    })
    expect(changesOf(rows, withEdit({}, rows, passphrase, 'new'))).toMatchObject([{ value: 'new' }])
    expect(displayValue(passphrase, 'new')).toBe('***')
  })

  it('returns the problem of an invalid value', () => {
    expect(valueProblem(of('dashboard_duration_days'), 0)).toBe('A whole number from 1 to 366.')
    expect(valueProblem(of('dashboard_duration_days'), null)).toBe('Enter a number.')
    expect(valueProblem(of('url'), 'fynbos')).toBe('This must be an address that begins with https:// or /.')
    expect(valueProblem(of('url'), 'https://fynbos.example')).toBeNull()
  })

  it('formats values for display', () => {
    expect(displayValue(of('terms_mode'), 'checkbox')).toBe('Checkbox')
    expect(displayValue(of('staff_only_login'), true)).toBe('On')
    expect(displayValue(of('insurance_min_charge'), 25_00)).toBe('R 25.00')
    expect(displayValue(of('parcel_max_length'), 300)).toBe('300 cm')
    expect(displayValue(of('invoice_frequency_time'), 1)).toBe('Monday')
    expect(displayValue(of('hub_bays'), [])).toBe('Nothing')
    expect(displayValue(of('parcel_types'), of('parcel_types').default)).toContain('Standard flyer · 42')
  })

  it('exports settings without secrets, and imports a file as unsaved edits', () => {
    const rows = stored({
      support_phone: '011',
      terms_and_conditions_version: '"1"',
      payfast_passphrase: '***',
    })
    const text = JSON.stringify(exportOf(rows))
    expect(text).not.toContain('payfast')
    expect(readExport(text, rows, () => true)).toEqual({ kind: 'edits', edits: {}, ignored: [] })
    const elsewhere = readExport(text, stored({ support_phone: '021' }), () => true)
    expect(elsewhere).toEqual({ kind: 'edits', edits: { support_phone: '011' }, ignored: [] })
    const strange = JSON.stringify({
      waybill_settings: 1,
      settings: { gone: 1, smtp_password: 'x', support_phone: '1' },
    })
    expect(readExport(strange, rows, ({ key }) => key !== 'support_phone')).toEqual({
      kind: 'edits',
      edits: {},
      ignored: ['gone', 'smtp_password', 'support_phone'],
    })
    expect(readExport('no json', rows, () => true)).toMatchObject({ kind: 'wrong' })
    expect(readExport('{"settings":{}}', rows, () => true)).toMatchObject({ kind: 'wrong' })
  })
})

it('lists the tabs of the settings page as places for staff, with the same names', () => {
  const places = placesFor(admin, []).map(({ key, label }) => ({ id: key, label }))
  expect(places).toEqual(
    settings_tabs.filter(({ id }) => id !== 'feature_toggles').map(({ id, label }) => ({ id, label })),
  )
})

describe('search for settings', () => {
  const tabs = editorFor({ me: admin, allowances: [] }, (setting) => setting.default)
  const found = (text: string): string[] => findSettings(tabs, text).map(({ setting }) => setting.settingKey)

  it('[SET-010] finds visible settings by title, key and section', () => {
    expect(found('company name shown')[0]).toBe('provider_title')
    expect(found('driver_must_scan')).toEqual(['driver_must_scan_each_parcel'])
    expect(found('fallback name')).toEqual(
      expect.arrayContaining(['pod_fallback_name_enabled', 'pod_fallback_name_required']),
    )
    expect(found('google_client_id')).toEqual([])
    expect(found('   ')).toEqual([])
  })
})

describe('helpers of the setting editors', () => {
  it('groups message switches of a channel into one row per event', () => {
    const section = editorFor({ me: admin, allowances: [] }, (setting) => setting.default)
      .find(({ id }) => id === 'notifications')
      ?.sections.find(({ sectionID }) => sectionID === 'email-notifications')
    const rows = matrixOf(section?.settings ?? [])
    expect(rows).toHaveLength(15)
    expect(rows.find(({ event }) => event === 'awaiting_dropoff')).toMatchObject({
      collection: { settingKey: 'notify_email_awaiting_dropoff_collection' },
      delivery: { settingKey: 'notify_email_awaiting_dropoff_delivery' },
    })
  })

  it('moves entries up and down, and leaves the first entry in place when moved up', () => {
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
    expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  })

  it('applies formatting to the selection or its lines', () => {
    expect(marked('Pay in time', 7, 11, 'strong')).toEqual({ text: 'Pay in **time**', from: 7, to: 15 })
    expect(marked('one\ntwo', 0, 7, 'bullets').text).toBe('- one\n- two')
    expect(marked('- one\n- two', 0, 11, 'numbers').text).toBe('1. one\n2. two')
    expect(marked('Terms', 2, 2, 'heading').text).toBe('## Terms')
    expect(marked('', 0, 0, 'link').text).toBe('[words](https://)')
  })

  it('[SET-055] adds holidays in date order, each day once', () => {
    const list = [{ date: '2026-12-25', description: 'Christmas' }]
    expect(
      withHolidays(list, [
        { date: '2026-12-25', description: 'Christmas Day' },
        { date: '2026-05-01', description: "Workers' Day" },
      ]),
    ).toEqual([{ date: '2026-05-01', description: "Workers' Day" }, list[0]])
  })
})
