import { randomUUID } from 'node:crypto'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { role_ids } from '@waybill/domain/kit/actor'
import { driversApi } from '@waybill/domain/drivers/api'
import { settingsApi } from '@waybill/domain/settings/api'
import { startupApi } from '@waybill/domain/startup/api'
import { deriveTheme } from '@waybill/domain/kit/theme'
import { dayOf } from '@waybill/domain/kit/calls/wire'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertAccount, saveAddresses } from '../../../server/src/accounts/index.ts'
import { asSystem } from '../../../server/src/main/install.ts'
import { address, booking } from '../../../server/dev/test-kit/provider.ts'
import { hashPassword, insertUser, savePassword } from '../../../server/src/identity/index.ts'
import { insertPoint } from '../../../server/src/pickup-points/store.ts'
import {
  changeSettings,
  openSettings,
  settingRow,
  type SettingChange,
  type SettingEdit,
  type SettingRowHandle,
} from '../../page-kit/change-settings.ts'
import { optionLinesOf, optionsOf } from '../../page-kit/actions.ts'
import { createOwnLocker } from '../../page-kit/own-locker.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

const admin = 'thandi@fynbos.example'
const platform = 'palesa@fynbos.example'
const owner = 'riaan@overbergbooks.example'

interface Booked {
  id: number
  short_tracking_reference: string
}

let product: Product
let staff: Page

beforeAll(async () => {
  product = await openProduct()
  staff = await product.as(admin)
}, 180_000)
afterAll(async () => product.close())

const titles = (page: Page) => page.locator('section[data-sections] h2').allInnerTexts()
const labelsIn = (page: Page, section: string) =>
  page
    .locator(`section[data-sections="${section}"] [data-setting]`)
    .evaluateAll((rows) => rows.map((row) => row.querySelector('span')?.textContent ?? ''))

/** Returns an edit that sets the opening time on Mondays. */
const mondayFrom = (from: string): SettingEdit => ({
  async edit(row) {
    await row.getByRole('switch', { name: 'Monday' }).check()
    await row.getByRole('combobox', { name: 'Monday from' }).click()
    await row.page().getByRole('option', { name: from, exact: true }).click()
  },
  read: (row) => row.getByRole('combobox', { name: 'Monday from' }).inputValue(),
  value: from,
})
const ticked = (choice: string, isOn = true): SettingEdit => ({
  edit: (row) => row.getByRole('checkbox', { name: choice, exact: true }).setChecked(isOn),
  read: (row) => row.getByRole('checkbox', { name: choice, exact: true }).isChecked(),
  value: isOn,
})
/** Returns an edit that adds a table row in its dialog and expects a cell with the first text. */
const addedRow = (button: string, fields: Readonly<Record<string, string>>): SettingEdit => {
  const [first = ''] = Object.values(fields)
  return {
    async edit(row) {
      await row.getByRole('button', { name: button, exact: true }).click()
      const dialog = row.page().getByRole('dialog')
      for (const [label, text] of Object.entries(fields))
        await dialog.getByLabel(label, { exact: true }).fill(text)
      await dialog.getByRole('button', { name: 'Done' }).click()
    },
    read: async (row) => (await row.getByRole('cell', { name: first, exact: true }).count()) > 0,
    value: true,
  }
}
const addedCountry = (name: string): SettingEdit => ({
  async edit(row) {
    await row.getByRole('combobox').fill(name)
    await row.page().getByRole('option', { name }).click()
  },
  read: (row) => row.getByRole('listitem').allInnerTexts(),
  value: [name],
})

describe('settings tabs', () => {
  it.each([
    [
      'general',
      [
        'Company',
        'Authentication',
        'Corporate identity',
        'Office hours',
        'Public holiday office hours',
        'Support contact details',
        'Dashboard settings',
        'Ops dashboard settings',
        'Enable features',
        'Map settings',
        'Tracking settings',
        'Site wide message banner',
        'User terms and conditions',
      ],
    ],
    [
      'rates',
      [
        'Billing contact',
        'Invoice settings',
        'When to invoice',
        'Rates settings',
        'Payment methods for guest shipments',
        'Payment methods for account top-up',
        'Payment import date range',
      ],
    ],
    [
      'shipments',
      [
        'Parcel dimensions',
        'Packaging',
        'Parcel categories',
        'Parcel disclaimer',
        'Note types',
        'Permissions and additional settings',
        'Locker settings',
        'International shipments',
        'Predefined reasons',
        'Bays for hub scanner',
      ],
    ],
    ['manifests', ['Carriers', 'Service levels', 'Scan status', 'Daily manifests']],
    [
      'driver',
      [
        'Driver settings',
        'Manifest scanner',
        'Push notification schedule',
        'Proof of delivery',
        'Fallback options',
        'Predefined reasons',
        'Minimum driver app version',
      ],
    ],
    [
      'notifications',
      [
        'E-mail settings',
        'E-mail notifications',
        'SMS notifications',
        'WhatsApp notifications',
        'Additional notification settings',
        'SMS options',
        'E-mail options',
      ],
    ],
  ] as const)(
    '[SET-027] [SET-028] [SET-029] [SET-032] [SET-033] [SET-034] %s shows its sections in order',
    async (tab, sections) => {
      await openSettings(staff, product.web, tab)
      const shown = await titles(staff)
      // Waybill has these sections in addition.
      const own = ['Claims', 'Message texts', 'Cash on delivery', 'Controls', 'Costs']
      expect(shown.filter((one) => !own.includes(one))).toEqual(sections)
    },
  )

  it('[SET-030] shows four lists of reasons on the shipments tab', async () => {
    await openSettings(staff, product.web, 'shipments')
    expect(await labelsIn(staff, 'predefined-reasons')).toEqual([
      'On hold (internal)',
      'On hold',
      'Cancellation',
      'Requested date change',
    ])
  })

  it('[SET-013] [SET-031] shows seven sections on the accounts tab, cost centres only when they are switched on', async () => {
    await openSettings(staff, product.web, 'accounts')
    const without = await titles(staff)
    await product.saveSettings({ enable_cost_centers: true })
    await openSettings(staff, product.web, 'accounts')
    expect(await titles(staff)).toEqual([
      'Account creation',
      'Verification',
      'Invoicing',
      'Cost centres',
      'Additional registration fields',
      'Internal account details',
      'VIP accounts',
    ])
    expect(without).toEqual((await titles(staff)).filter((one) => one !== 'Cost centres'))
  })

  it('[SET-013] [SET-015] [SET-016] shows titles and descriptions for sections and settings, and a dependent setting only when its switch is on', async () => {
    await openSettings(staff, product.web, 'general')
    const section = staff.locator('section[data-sections="general"]')
    await section.getByRole('heading', { level: 2, name: 'Company' }).waitFor()
    await section.getByText('The name and web addresses of the company.').waitFor()
    const title = section.locator('[data-setting="provider_title"]')
    await title.getByText('Company name shown to users', { exact: true }).first().waitFor()
    await title.getByText('Shown in the title of every page, in messages and on documents.').waitFor()
    expect(await title.getByRole('textbox').inputValue()).toBe('Fynbos Couriers')
    const google = settingRow(staff, 'google_client_id')
    expect(await google.count()).toBe(0)
    await settingRow(staff, 'google_login_enabled').getByRole('switch').check()
    await google.getByRole('textbox', { name: 'Google client id' }).waitFor()
    await staff.getByRole('button', { name: 'Discard' }).click()
    expect(await google.count()).toBe(0)
  })

  it('[SET-039] labels the tabs General, Shipments, Accounts, Notifications and Theme, and lists the theme and help centre settings', async () => {
    await openSettings(staff, product.web, 'theme')
    const rail = staff.getByRole('navigation', { name: 'Sections of settings' })
    for (const [id, label] of Object.entries({
      general: 'General',
      shipments: 'Shipments',
      accounts: 'Accounts',
      notifications: 'Notifications',
      theme: 'Theme',
    })) {
      const link = rail.getByRole('link', { name: label, exact: true })
      expect(await link.getAttribute('href')).toMatch(new RegExp(`tab=${id}$`))
    }
    expect(await labelsIn(staff, 'theme')).toEqual([
      'Primary',
      'Text',
      'Primary, light',
      'Primary, dark',
      'Navigation',
      'Navigation text',
      'Active item',
      'Active item, hover',
    ])
    await openSettings(staff, product.web, 'help_center')
    expect(await labelsIn(staff, 'help-center')).toEqual([
      'Help centre',
      'Own help pages',
      'Who may read articles',
      'Contact form',
      'Questions go to',
      'Videos',
    ])
  })

  it('[SET-037] [SET-038] shows the Feature toggles tab only to platform administrators', async () => {
    await openSettings(staff, product.web, 'general')
    const toggles = (page: Page) => page.getByRole('link', { name: 'Feature toggles', exact: true })
    expect(await toggles(staff).count()).toBe(0)
    const owner = await product.as(platform)
    await openSettings(owner, product.web, 'general')
    await toggles(owner).click()
    await owner.getByRole('heading', { level: 2, name: 'Feature toggles' }).waitFor()
    await owner.context().close()
  })

  it('[SET-023] shows registration fields and VIP accounts only to holders of `API_/providers/custom-fields:POST`', async () => {
    const roles = await product.ask<{
      roles: { id: number; version: number; name: string; permissions: string[] }[]
    }>(admin, 'GET', '/roles')
    const service = roles.roles.find(({ name }) => name === 'Customer service')
    const staffPage = await product.as('aisha@fynbos.example')
    const sections = async (permissions: readonly string[]) => {
      const { roles: now } = await product.ask<typeof roles>(admin, 'GET', `/roles?id=${service?.id}`)
      await product.ask(admin, 'PATCH', '/roles', {
        id: service?.id,
        version: now.find(({ id }) => id === service?.id)?.version,
        permissions: [...(service?.permissions ?? []), ...permissions],
      })
      await openSettings(staffPage, product.web, 'accounts')
      return titles(staffPage)
    }
    const ofHolders = ['Additional registration fields', 'VIP accounts']
    const settings = ['API_/providers/settings:GET', 'API_/providers/settings:POST']
    const without = await sections(settings)
    expect(without).toContain('Account creation')
    expect(without.filter((one) => ofHolders.includes(one))).toEqual([])
    const refused = await product.answerTo('aisha@fynbos.example', 'POST', '/providers/settings', {
      settings: [{ key: 'vip_accounts', value: [] }],
    })
    expect(refused.status).toBe(403)
    const holder = await sections([...settings, 'API_/providers/custom-fields:POST'])
    expect(holder).toEqual(expect.arrayContaining(ofHolders))
    await staffPage.context().close()
  })

  it('[SET-020] shows `View audit trail` only to holders of the audit permission and to users who may save settings', async () => {
    interface Answer {
      roles: { id: number; version: number; name: string; permissions: string[] }[]
    }
    const role = async () =>
      (await product.ask<Answer>(admin, 'GET', '/roles')).roles.find(
        ({ name }) => name === 'Customer service',
      )
    const before = await role()
    const own = (before?.permissions ?? []).filter((one) => !/audit|providers/.test(one))
    const staffPage = await product.as('aisha@fynbos.example')
    const shown = async (...permissions: string[]) => {
      const { id, version } = (await role()) ?? {}
      await product.ask(admin, 'PATCH', '/roles', { id, version, permissions: [...own, ...permissions] })
      await openSettings(staffPage, product.web, 'accounts')
      await product.settled(staffPage)
      return staffPage.getByRole('button', { name: 'View audit trail' }).count()
    }
    const readPermission = 'API_/providers/settings:GET'
    expect(await shown(readPermission)).toBe(0)
    expect(await shown(readPermission, 'INLINE_view_audit_trail')).toBe(1)
    expect(await shown(readPermission, 'API_/providers/settings:POST')).toBe(1)
    const { id, version } = (await role()) ?? {}
    await product.ask(admin, 'PATCH', '/roles', { id, version, permissions: before?.permissions })
    await staffPage.context().close()
  })

  it('[SET-051] stores seven separate lists of reasons', async () => {
    const lists: [tab: string, key: string, label: string][] = [
      ['shipments', 'shipment_cancellation_reasons', 'Cancellation'],
      ['shipments', 'shipment_requested_date_change_reasons', 'Requested date change'],
      ['driver', 'rejection_reasons', 'Rejection'],
      ['shipments', 'on_hold_reasons', 'On hold'],
      ['shipments', 'on_hold_internal_reasons', 'On hold (internal)'],
      ['driver', 'delivery_failed_attempt_reasons', 'Failed delivery'],
      ['driver', 'collection_failed_attempt_reasons', 'Failed collection'],
    ]
    for (const [tab, key, label] of lists) {
      const shown = await changeSettings(staff, product.web, tab, [[key, label, { add: `Only of ${key}` }]])
      expect(shown.get(key)).toEqual({ label, shown: `Only of ${key}`, typed: `Only of ${key}` })
    }
    for (const [, key] of lists) {
      const { settings } = await product.ask<{ settings: { value: string }[] }>(
        admin,
        'GET',
        `/providers/settings?setting=${key}`,
      )
      const reasons = JSON.parse(settings[0]?.value ?? '[]') as string[]
      expect(
        reasons.filter((one) => one.startsWith('Only of')),
        key,
      ).toEqual([`Only of ${key}`])
      await product.saveSettings({ [key]: reasons.slice(0, -1) })
    }
  })

  it('[SET-024] [SET-025] [NOTE-013] shows identity checks and WhatsApp only while the platform allows them', async () => {
    const allow = async (isAllowed: boolean) => {
      const { providers } = await product.ask<{ providers: { id: number; version: number }[] }>(
        platform,
        'GET',
        '/platform/providers',
      )
      const own = providers.find(({ id }) => id === 1)
      await product.ask(platform, 'PATCH', '/platform/providers', {
        id: 1,
        version: own?.version,
        allow_idm: isAllowed,
        allow_whatsapp: isAllowed,
      })
    }
    const shown = async () => {
      await openSettings(staff, product.web, 'general')
      const checks = await settingRow(staff, 'enable_idm').count()
      await openSettings(staff, product.web, 'notifications')
      return [checks, await staff.locator('[data-setting^="notify_whatsapp_"]').count(), await titles(staff)]
    }
    expect(await shown()).toEqual([1, 10, expect.arrayContaining(['WhatsApp notifications'])])
    await allow(false)
    expect(await shown()).toEqual([0, 0, expect.not.arrayContaining(['WhatsApp notifications'])])
    await allow(true)
    expect(await shown()).toEqual([1, 10, expect.arrayContaining(['WhatsApp notifications'])])
  })
})

describe('settings for other couriers', () => {
  it('[SET-024] [SET-025] are visible only while an account is marked as another courier', async () => {
    const { accounts } = await product.ask<{ accounts: { id: number; is_third_party: boolean }[] }>(
      admin,
      'GET',
      '/accounts?limit=100',
    )
    const couriers = accounts.filter((one) => one.is_third_party)
    expect(couriers).toHaveLength(1)
    const id = couriers[0]?.id
    const shown = async () => {
      await openSettings(staff, product.web, 'general')
      await product.settled(staff)
      return settingRow(staff, 'enable_third_party_bob_box').count()
    }
    expect(await shown()).toBe(1)
    await product.ask(admin, 'PATCH', '/accounts', { id, is_third_party: false })
    expect(await shown()).toBe(0)
    await staff.goto(`${product.web}/accounts/${id}`)
    await staff.getByRole('button', { name: 'Edit delivery and messages' }).click()
    await staff.getByRole('checkbox', { name: 'This account is another courier' }).check()
    await staff.getByRole('button', { name: 'Save changes' }).click()
    await staff.getByRole('button', { name: 'Edit delivery and messages' }).waitFor()
    expect(await shown()).toBe(1)
  })
})

describe('settings changed by an administrator', () => {
  const changes: Readonly<Record<string, readonly SettingChange[]>> = {
    general: [
      ['support_email', 'Support e-mail', 'hello@fynbos.example'],
      ['support_phone', 'Support phone', '+27 11 555 0222'],
      ['support_whatsapp', 'Support on WhatsApp', '+27 82 555 0333'],
      ['support_address', 'Office address', '9 Depot Lane\nIsando'],
      ['privacy_url', 'Privacy policy', 'https://fynbos.example/privacy'],
      ['terms_url', 'Terms and conditions', 'https://fynbos.example/terms'],
      ['url', 'Portal address', 'https://portal.fynbos.example'],
      ['tracking_url', 'Public tracking address', 'https://fynbos.example/where?ref='],
      ['tracking_prefix', 'Default tracking prefix', 'FYN'],
      ['notification_sender_name', 'Sender name', 'Fynbos Parcels'],
      ['working_hours', 'Office hours', mondayFrom('09:15')],
      ['holiday_working_hours', 'Hours on public holidays', mondayFrom('10:30')],
      ['site_wide_admin_message', 'Message to staff', 'The depot closes at four'],
      ['site_wide_admin_message_icon', 'Icon of the message to staff', { choose: 'Warning' }],
      ['site_wide_account_message', 'Message to customers', 'No collections on Monday'],
      ['site_wide_account_message_icon', 'Icon of the message to customers', { choose: 'Error' }],
      ['exclude_tracking_statuses', 'Hidden tracking statuses', ticked('At hub')],
      ['override_shipment_statuses', 'Show rejected and unassigned as assigned', false],
      ['dashboard_duration_days', 'Days shown', '12'],
      ['ops_dashboard_duration_days', 'Days back', '9'],
      ['tripsheet_unique_stops_alert_limit', 'Unique stops alert limit', '55'],
      ['map_max_node_count', 'Maximum points per polygon', '120'],
      ['enable_bob_box', 'Bob Box lockers', true],
      ['enable_tcg_locker', 'The Courier Guy lockers', true],
      ['enable_ram_counters', 'RAM counters', true],
      ['enable_cost_centers', 'Cost centres', true],
      ['enable_ram_integration', 'RAM integration', true],
      ['enable_fastway_integration', 'Fastway integration', true],
    ],
    rates: [
      ['billing_contact_name', 'Contact name', 'Zodwa Ndlovu'],
      ['billing_contact_email', 'Contact e-mail', 'money@fynbos.example'],
      ['billing_contact_phone', 'Contact phone', '+27 11 555 0444'],
      ['invoice_company_name', 'Company name', 'Fynbos Carriers CC'],
      ['invoice_company_vat_no', 'VAT number', '4987654321'],
      ['vat_percentage', 'VAT', '14'],
      ['default_invoice_frequency', 'Invoice frequency', { choose: 'Weekly' }],
      ['invoice_trigger_shipment_status', 'A shipment may be invoiced from', { choose: 'Delivered' }],
      ['pay_as_you_go', 'Prepaid accounts may pay per shipment', false],
      ['show_billing_transactions_for_account_users', 'Show transactions to account users', true],
      ['payment_pending_validity_period', 'A quote or unpaid shipment stays valid', '10'],
      ['insurance_max_declared_value', 'Highest declared value', '2345'],
      ['charge_discrepancy_threshold_min_amount', 'Report discrepancies from', '35'],
      ['quote_disclaimer', 'Text under quotes', 'Quoted without fuel'],
      ['quote_payment_reference_option', 'Payment reference on quotes', { choose: 'Account code' }],
      ['payment_methods_bobpay_topup_enabled', 'Bob Pay', false],
      ['payfast_topup_limit', 'PayFast: maximum per payment', '900'],
      ['eft_bank_name', 'Bank', 'Umgeni Bank'],
      ['eft_branch_code', 'Branch code', '460005'],
      ['eft_account_type', 'Account type', 'Savings'],
      ['eft_account_number', 'Account number', '9087654321'],
      ['payment_import_date_range', 'Accept payments from the last', '60'],
    ],
    shipments: [
      ['parcel_min_length', 'Minimum length', '11'],
      ['parcel_min_width', 'Minimum width', '7'],
      ['parcel_min_height', 'Minimum height', '2'],
      ['parcel_min_weight', 'Minimum weight', '0.2'],
      ['parcel_max_length', 'Maximum length', '180'],
      ['parcel_max_width', 'Maximum width', '140'],
      ['parcel_max_height', 'Maximum height', '130'],
      ['parcel_max_weight', 'Maximum weight', '66'],
      ['parcel_types', 'Parcel types', addedRow('Add parcel type', { Name: 'Wine box', 'L (cm)': '35' })],
      ['parcel_categories', 'Categories', { add: 'Wine' }],
      ['parcel_disclaimer', 'Disclaimer', 'Measured again at the depot'],
      ['note_types', 'Note types', addedRow('Add note type', { Key: 'gate-note', Name: 'Gate note' })],
      ['require_postal_code_on_shipment_creation', 'An address needs a postal code', false],
      ['disable_sending_external_notes_to_accounts', 'Do not e-mail external notes to accounts', true],
      ['international_enabled', 'International shipments', true],
      ['international_collection_countries', 'Countries collected from', addedCountry('Namibia')],
      ['international_delivery_countries', 'Countries delivered to', addedCountry('Botswana')],
      ['shipment_requested_date_change_reasons', 'Requested date change', { add: 'Strike' }],
      ['on_hold_reasons', 'On hold', { add: 'Road closed' }],
      ['on_hold_internal_reasons', 'On hold (internal)', { add: 'Recount' }],
      ['locker_allow_declared_value', 'Allow declared value with lockers', true],
      ['hub_bays', 'Bays', addedRow('Add bay', { Code: 'B-17' })],
    ],
    driver: [
      ['driver_can_cancel_parcels', 'Drivers may cancel parcels', true],
      ['driver_can_reject_parcels_shipments', 'Drivers may reject shipments', false],
      ['driver_must_scan_each_parcel', 'Every parcel must be scanned', false],
      ['driver_push_notification_schedule', 'Active hours', mondayFrom('06:45')],
      ['delivery_failed_attempt_reasons', 'Failed delivery', { add: 'Dog at the gate' }],
      ['disable_other_delivery_failed_reason', "Failed delivery: no 'Other'", true],
      ['pod_fallback_department_enabled', 'Department: asked for', true],
      ['pod_fallback_department_required', 'Department: required', true],
      ['pod_fallback_mobile_number_enabled', 'Mobile number: asked for', false],
    ],
    accounts: [
      ['vip_accounts', 'VIP accounts', { add: 'HVO003' }],
      ['cost_center_label', 'Name for cost centre', 'Department'],
    ],
    notifications: [
      ['notification_footer', 'Footer', 'Fynbos, Isando'],
      ['email_reply_to', 'Reply to', 'answers@fynbos.example'],
    ],
    theme: [
      ['theme_primary', 'Primary', '#7A1FA2'],
      ['theme_text', 'Text', '#101418'],
      ['theme_primary_light', 'Primary, light', '#F3E5F5'],
      ['theme_primary_dark', 'Primary, dark', '#4A148C'],
      ['theme_nav_bg', 'Navigation', '#1B1230'],
      ['theme_nav_text', 'Navigation text', '#FFFFFF'],
      ['theme_nav_active_bg', 'Active item', '#4A148C'],
      ['theme_nav_active_bg_hover', 'Active item, hover', '#5A2A9C'],
    ],
  }
  const rows = new Map<string, SettingRowHandle>()
  let customer: Page
  let accountId = 0
  beforeAll(async () => {
    for (const [tab, ofTab] of Object.entries(changes))
      for (const [key, row] of await changeSettings(staff, product.web, tab, ofTab)) rows.set(key, row)
    customer = await product.as(owner)
    const { accounts } = await product.ask<{ accounts: { id: number }[] }>(
      admin,
      'GET',
      '/accounts?search=OVB014',
    )
    accountId = accounts[0]?.id ?? 0
  }, 240_000)

  const labels = new Map(
    Object.values(changes).flatMap((ofTab) => ofTab.map(([key, label]) => [key, label] as const)),
  )
  /** Expects that each setting was displayed under its label with the typed value after the page was reloaded. */
  const expectStored = (...keys: readonly string[]) => {
    for (const key of keys) {
      const row = rows.get(key)
      expect([key, row?.label, row?.shown]).toEqual([key, labels.get(key), row?.typed])
    }
  }
  const stored = async (key: string) => {
    const { settings } = await product.ask<{ settings: { key: string; value: string }[] }>(
      admin,
      'GET',
      `/providers/settings?setting=${key}`,
    )
    return settings[0]?.value ?? ''
  }
  const open = (page: Page, address: string) => page.goto(product.web + address)

  /** Books a shipment of the customer from Epping to Rosebank. */
  const booked = (more: object = {}) =>
    product.ask<Booked>(admin, 'POST', '/shipments', {
      account_id: accountId,
      collection_address: {
        street_address: '12 Bofors Circle',
        local_area: 'Epping',
        city: 'Cape Town',
        code: '7460',
      },
      collection_contact: { name: 'Riaan', mobile_number: '0825550142' },
      delivery_address: {
        street_address: '31 Bath Avenue',
        local_area: 'Rosebank',
        city: 'Johannesburg',
        code: '2196',
      },
      delivery_contact: { name: 'Naledi', mobile_number: '0821234567' },
      parcels: [
        { submitted_length_cm: 30, submitted_width_cm: 20, submitted_height_cm: 10, submitted_weight_kg: 2 },
        { submitted_length_cm: 30, submitted_width_cm: 20, submitted_height_cm: 10, submitted_weight_kg: 2 },
      ],
      service_level_code: 'ECO',
      ...more,
    })
  const move = (shipmentId: number, status: string) =>
    product.ask(admin, 'POST', '/tracking/shipment-events', {
      shipment_id: shipmentId,
      status,
      message: 'Moved on',
      force: true,
    })

  it('[SET-001] [SET-004] are key and value pairs of the company, returned by `GET /providers/settings` in full or since a time', async () => {
    const read = await product.sends(settingsApi.list, () => openSettings(staff, product.web, 'general'))
    const { settings } = read.answer as {
      settings: { provider_id: number; key: string; value: string; time_modified: string }[]
    }
    expect(settings.find(({ key }) => key === 'support_phone')).toMatchObject({
      provider_id: 1,
      value: '+27 11 555 0222',
    })
    const last =
      settings
        .map(({ time_modified }) => time_modified)
        .toSorted()
        .at(-1) ?? ''
    const since = (time: string) =>
      product.ask<{ settings: object[] }>(
        admin,
        'GET',
        `/providers/settings?provider_id=1&since=${encodeURIComponent(time)}`,
      )
    expect((await since('2020-01-01T00:00:00Z')).settings).toHaveLength(settings.length)
    expect((await since(last)).settings).toEqual([])
  })

  it('[SET-006] are saved by a POST to `/providers/settings`, which returns 403 without the permission', async () => {
    await openSettings(staff, product.web, 'general')
    await settingRow(staff, 'support_phone').getByRole('textbox').fill('+27 11 555 0223')
    const saved = await product.sends(settingsApi.save, () =>
      staff.getByRole('button', { name: 'Save 1 change' }).click(),
    )
    expect(saved).toMatchObject({
      status: 200,
      input: { settings: [{ key: 'support_phone', value: '+27 11 555 0223' }] },
    })
    await staff.getByText('Setting saved').waitFor()
    const finance = await product.as('kavitha@fynbos.example')
    await openSettings(finance, product.web, 'general')
    expect(await settingRow(finance, 'support_phone').getByRole('textbox').isEditable()).toBe(false)
    const body = { settings: [{ key: 'support_phone', value: '1' }] }
    const { status } = await product.answerTo('kavitha@fynbos.example', 'POST', '/providers/settings', body)
    expect(status).toBe(403)
    await finance.context().close()
  })

  it('[SET-008] [SET-009] limit the invoice frequencies offered for a new account to those in `account_invoice_frequency_options`', async () => {
    await openSettings(staff, product.web, 'accounts')
    const row = settingRow(staff, 'account_invoice_frequency_options')
    await row.getByRole('checkbox', { name: 'Daily', exact: true }).uncheck()
    await staff.getByRole('button', { name: 'Save 1 change' }).click()
    await staff.getByText('Setting saved').waitFor()
    expect(JSON.parse(await stored('account_invoice_frequency_options'))).toEqual([
      'monthly',
      'weekly',
      'shipment',
    ])
    await open(staff, '/accounts/new')
    const offered = await optionsOf(staff, staff.getByRole('combobox', { name: /^Invoiced/ }))
    expect(offered.filter((one) => one.startsWith('Daily'))).toEqual([])
    expect(offered.filter((one) => one.startsWith('Weekly'))).toHaveLength(1)
  })

  it('[SET-041] apply the eight theme colours to a customer page', async () => {
    const colours = Object.fromEntries((changes.theme ?? []).map(([key, , colour]) => [key, colour]))
    expectStored(...Object.keys(colours))
    expect(Object.keys(colours)).toHaveLength(8)
    await open(customer, '/help-centre')
    await customer.getByRole('heading', { level: 1 }).waitFor()
    const expected = deriveTheme(colours, 'light')
    const painted = await customer.evaluate((names) => {
      const style = getComputedStyle(document.documentElement)
      return Object.fromEntries(
        names.map((name) => [name, style.getPropertyValue(`--${name}`).toUpperCase()]),
      )
    }, Object.keys(expected))
    expect(painted).toEqual(
      Object.fromEntries(Object.entries(expected).map(([name, colour]) => [name, colour.toUpperCase()])),
    )
  })

  it('[SET-087] [SET-099] [SET-100] store the durations of dashboards and the other limits, and count deliveries of that period on the customers’ dashboard', async () => {
    expectStored(
      'dashboard_duration_days',
      'ops_dashboard_duration_days',
      'tripsheet_unique_stops_alert_limit',
      'map_max_node_count',
      'charge_discrepancy_threshold_min_amount',
    )
    await open(customer, '/dashboard')
    const tile = customer.getByRole('link', { name: /^Delivered in the last 12 days/ })
    const today = dayOf(product.now())
    const from = dayOf(new Date(product.now().getTime() - 11 * 86_400_000))
    const link = new URL((await tile.getAttribute('href')) ?? '', product.web)
    expect(link.searchParams.get('delivered')).toBe(`${from}..${today}`)
    await expect.poll(() => tile.innerText()).toMatch(/days\s*\d+/)
    const shown = Number(/days\s*(\d+)/.exec(await tile.innerText())?.[1])
    const period = `status=["delivered"]&date_filter=delivered_date&start_date=${from}&end_date=${today}`
    const { count } = await product.ask<{ count: number }>(owner, 'GET', `/shipments/rows?limit=1&${period}`)
    expect(shown).toBe(count)
    expect(count).toBeGreaterThan(0)
  })

  it('[SET-057] show the support contacts in the help centre', async () => {
    expectStored('support_email', 'support_phone', 'support_whatsapp', 'support_address')
    await open(customer, '/help-centre')
    await customer.getByRole('link', { name: 'hello@fynbos.example' }).first().waitFor()
    await customer
      .getByRole('link', { name: /^\+27 11 555 022/ })
      .first()
      .waitFor()
    await customer.getByRole('link', { name: 'WhatsApp +27 82 555 0333' }).waitFor()
    await customer.getByText('9 Depot Lane').waitFor()
  })

  it('[SET-055] [SET-058] [SET-059] [SET-060] store working and holiday hours, billing contact, sender name and footer as typed', async () => {
    expectStored('working_hours', 'holiday_working_hours', 'notification_sender_name', 'notification_footer')
    expectStored('billing_contact_name', 'billing_contact_email', 'billing_contact_phone')
    expect(JSON.parse(await stored('working_hours'))).toMatchObject({ mon: { open: '09:15' } })
    expect(JSON.parse(await stored('holiday_working_hours'))).toMatchObject({ mon: { open: '10:30' } })
    expect(await stored('notification_footer')).toBe('Fynbos, Isando')
  })

  it('[SET-056] [DRV-006] store and show the push notification hours of drivers on the driver tab', async () => {
    expectStored('driver_push_notification_schedule')
    await openSettings(staff, product.web, 'driver')
    const section = staff.locator('section[data-sections="push-notification-schedule"]')
    await section.getByRole('combobox', { name: 'Monday from' }).waitFor()
    expect(await section.getByRole('combobox', { name: 'Monday from' }).inputValue()).toBe('06:45')
  })

  it('[SET-084] show staff and customers their own message, with its icon for staff', async () => {
    expectStored('site_wide_admin_message', 'site_wide_admin_message_icon')
    expectStored('site_wide_account_message', 'site_wide_account_message_icon')
    await open(staff, '/profile')
    await staff.getByText('The depot closes at four').waitFor()
    expect(await staff.getByText('No collections on Monday').count()).toBe(0)
    await open(customer, '/profile')
    await customer.getByText('No collections on Monday').waitFor()
    expect(await customer.getByText('The depot closes at four').count()).toBe(0)
    const iconBefore = (page: Page, text: string) =>
      page
        .getByText(text)
        .evaluate((words) => words.parentElement?.querySelector('svg')?.getAttribute('class') ?? '')
    await expect.poll(() => iconBefore(staff, 'The depot closes at four')).toContain('alert-triangle')
  })

  it('[SET-085] hide an excluded status from public tracking', async () => {
    expectStored('exclude_tracking_statuses')
    const { id, short_tracking_reference } = await booked()
    await move(id, 'collected')
    await move(id, 'at-hub')
    const guest = await product.window()
    await open(guest, `/track?ref=${short_tracking_reference}`)
    await guest.getByText('We have collected the parcel.').first().waitFor()
    const hidden = guest.getByText('The parcel is at our hub.')
    expect(await hidden.count()).toBe(0)
    await product.saveSettings({ exclude_tracking_statuses: [] })
    await open(guest, `/track?ref=${short_tracking_reference}`)
    await hidden.first().waitFor()
    await guest.context().close()
  })

  it('[SET-086] show customers a rejected collection as rejected, or as assigned when the override is on', async () => {
    expectStored('override_shipment_statuses')
    const { id } = await booked()
    await move(id, 'collection-rejected')
    await open(customer, `/shipments/${id}`)
    await customer.getByText('Collection rejected', { exact: true }).first().waitFor()
    await product.saveSettings({ override_shipment_statuses: true })
    await open(customer, `/shipments/${id}`)
    await customer.getByText('Collection assigned', { exact: true }).first().waitFor()
  })

  it('[SET-090] [SET-091] store the company URLs, show the legal links and put the prefix before a typed reference', async () => {
    expectStored('url', 'tracking_url', 'privacy_url', 'terms_url', 'tracking_prefix')
    const guest = await product.window()
    await open(guest, '/login')
    const link = (name: string) => guest.getByRole('link', { name, exact: true })
    expect(await link('Privacy policy').getAttribute('href')).toBe('https://fynbos.example/privacy')
    expect(await link('Terms').getAttribute('href')).toBe('https://fynbos.example/terms')
    await guest.context().close()
    await open(staff, '/shipments/new')
    const reference = staff.getByRole('textbox', { name: /^Custom tracking reference/ })
    await reference.waitFor()
    expect(await reference.locator('..').innerText()).toContain('FYN')
  })
  describe('booking settings', () => {
    const parcel = () => staff.getByRole('group', { name: 'Parcel row 1' })
    beforeAll(async () => {
      await open(staff, '/shipments/new')
      await parcel().waitFor()
    })

    it('[SET-077] reject a parcel below the minimum and above the maximum length, width, height and weight', async () => {
      expectStored('parcel_min_length', 'parcel_min_width', 'parcel_min_height', 'parcel_min_weight')
      expectStored('parcel_max_length', 'parcel_max_width', 'parcel_max_height', 'parcel_max_weight')
      const region = staff.getByRole('region', { name: 'Parcels', exact: true })
      for (const [field, low, high, fits, unit] of [
        ['Length', 11, 180, 60, 'cm'],
        ['Width', 7, 140, 40, 'cm'],
        ['Height', 2, 130, 30, 'cm'],
        ['Weight', 0.2, 66, 5, 'kg'],
      ] as const) {
        const cell = parcel().getByLabel(field)
        const noun = field.toLowerCase()
        await cell.fill(String(high + 1))
        await cell.press('Tab')
        await region.getByText(`maximum allowed ${noun} of ${high}${unit}`).first().waitFor()
        await cell.fill(String(low / 2))
        await cell.press('Tab')
        await region.getByText(`minimum allowed ${noun} of ${low}${unit}`).first().waitFor()
        await cell.fill(String(fits))
        await cell.press('Tab')
      }
    })

    it('[SET-078] [SET-079] add parcel types, categories and the disclaimer to the booking form', async () => {
      expectStored('parcel_types', 'parcel_categories', 'parcel_disclaimer')
      await staff.getByText('Measured again at the depot').waitFor()
      const types = await optionsOf(staff, parcel().getByRole('combobox', { name: 'Type' }))
      expect(types.filter((one) => one.startsWith('Wine box'))).toHaveLength(1)
      const list = await parcel().getByLabel('Description').getAttribute('list')
      const offered = await staff
        .locator(`datalist[id="${list}"] option`)
        .evaluateAll((options) => options.map((one) => (one as HTMLOptionElement).value))
      expect(offered).toContain('Wine')
    })

    it('[SET-075] [SET-076] limit the declared value to the insured maximum, and hide it when it is switched off', async () => {
      expectStored('insurance_max_declared_value')
      const value = staff.getByRole('textbox', { name: /^Declared value/ })
      await staff.getByText('Cover up to R 2,345.00').waitFor()
      await value.fill('2346')
      await value.press('Tab')
      await staff.getByText('Declared value exceeds the maximum of R 2,345.00.').first().waitFor()
      await product.saveSettings({ insurance_declared_value_enabled: false })
      await open(staff, '/shipments/new')
      await parcel().waitFor()
      expect(await value.count()).toBe(0)
      await product.saveSettings({ insurance_declared_value_enabled: true })
    })

    it('[SET-082] [SET-088] make the postal code optional and offer the countries of each side', async () => {
      expectStored('require_postal_code_on_shipment_creation', 'international_enabled')
      expectStored('international_collection_countries', 'international_delivery_countries')
      for (const [side, mine, other] of [
        ['Collection', 'Namibia', 'Botswana'],
        ['Delivery', 'Botswana', 'Namibia'],
      ] as const) {
        const region = staff.getByRole('region', { name: side, exact: true })
        await region.getByRole('button', { name: 'Enter the address by hand' }).click()
        await region.getByRole('textbox', { name: 'Postal code (optional)' }).waitFor()
        const countries = await optionsOf(staff, region.getByRole('combobox', { name: /^Country/ }))
        expect(countries.join()).toContain(mine)
        expect(countries.join()).not.toContain(other)
      }
    })

    it('[SET-110] name the cost centre tab of accounts with the company’s word, and hide it when cost centres are off', async () => {
      expectStored('enable_cost_centers', 'cost_center_label')
      await open(staff, `/accounts/${accountId}`)
      const tab = staff.getByRole('tab', { name: 'Departments' })
      await tab.waitFor()
      await product.saveSettings({ enable_cost_centers: false })
      await open(staff, `/accounts/${accountId}`)
      await staff.getByRole('tab', { name: 'Parcel types' }).waitFor()
      expect(await tab.count()).toBe(0)
    })

    it('[SET-052] [SET-054] [SET-089] offer the added reasons and kinds of note where they are chosen', async () => {
      expectStored(
        'shipment_requested_date_change_reasons',
        'on_hold_reasons',
        'on_hold_internal_reasons',
        'note_types',
      )
      expectStored('delivery_failed_attempt_reasons', 'disable_other_delivery_failed_reason')
      expect(JSON.parse(await stored('shipment_requested_date_change_reasons'))).toContain('Strike')
      const { id } = await booked()
      await move(id, 'at-destination-hub')
      await open(staff, `/shipments/${id}`)
      const from = async (menu: string, entry: string | RegExp) => {
        await staff.getByRole('main').getByRole('button', { name: menu }).first().click()
        await staff.getByRole('menuitem', { name: entry }).click()
        const found = await optionsOf(
          staff,
          staff.getByRole('dialog').getByRole('combobox', { name: 'Reason' }),
        )
        await staff.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
        return found
      }
      expect(await from('More', 'Reschedule delivery…')).toContain('Strike')
      expect(await from('Status At destination hub. Change', /^Place on hold/)).toContain('Road closed')
      expect(await from('Status At destination hub. Change', /^Hold internally/)).toContain('Recount')
      await staff.getByRole('button', { name: 'Add note' }).click()
      expect(await optionsOf(staff, staff.getByRole('combobox', { name: 'Kind of note' }))).toContain(
        'Gate note',
      )
    })

    it('[SET-092] [SET-093] mark only VIP accounts with a star', async () => {
      expectStored('vip_accounts')
      await open(staff, '/accounts?q=HVO003')
      const row = staff.getByRole('row', { name: /Highveld Optical/ })
      await row.getByRole('img', { name: 'VIP' }).waitFor()
      await open(staff, '/accounts?q=KKE001')
      await staff.getByRole('row', { name: /Kaapse Keuken/ }).waitFor()
      expect(await staff.getByRole('img', { name: 'VIP' }).count()).toBe(0)
    })

    it('[SET-097] send a note to the account’s inbox only when notes to accounts are not switched off', async () => {
      expectStored('disable_sending_external_notes_to_accounts')
      const { id, short_tracking_reference } = await booked()
      const addNote = (message: string) =>
        product.ask(admin, 'POST', '/shipments/notes', { shipment_id: id, message, type: 'external' })
      await addNote('Kept to ourselves')
      await product.saveSettings({ disable_sending_external_notes_to_accounts: false })
      await addNote('Bring your ID')
      const about = customer.getByRole('table').getByRole('link', { name: short_tracking_reference })
      await expect
        .poll(async () => {
          await open(customer, '/inbox')
          await customer.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
          return (await about.allInnerTexts()).filter((one) => /note/i.test(one)).length
        })
        .toBe(1)
    })

    it('[SET-098] give guests a quick quote instead of a booking when guest shipments are disabled', async () => {
      const guest = await product.window()
      const heading = (name: string) => guest.getByRole('heading', { level: 1, name }).waitFor()
      await open(guest, '/shipments/new')
      await heading('New shipment')
      const off = [['unused_feature_guest_shipment_creation', 'Disable guest shipments', true]] as const
      const now = await changeSettings(staff, product.web, 'general', off)
      expect(now.get('unused_feature_guest_shipment_creation')).toMatchObject({
        label: 'Disable guest shipments',
        shown: true,
      })
      await open(guest, '/shipments/new')
      await heading('Quick quote')
      await product.saveSettings({ unused_feature_guest_shipment_creation: false })
      await guest.context().close()
    })

    it('[SET-102] show bays, packaging and lockers on the shipments tab, and branches with bays in the barcode generator', async () => {
      expectStored('hub_bays', 'parcel_types', 'locker_allow_declared_value')
      await openSettings(staff, product.web, 'shipments')
      for (const [section, key] of Object.entries({
        'bays-for-hub-scanner': 'hub_bays',
        packaging: 'parcel_types',
        'locker-settings': 'locker_allow_declared_value',
      }))
        expect(
          await staff.locator(`section[data-sections="${section}"] [data-setting="${key}"]`).count(),
        ).toBe(1)
      await open(staff, '/tools/barcode-generator')
      const branches = await optionLinesOf(staff, staff.getByRole('combobox', { name: /^Bays of a branch/ }))
      expect(branches.flat().filter((line) => /^[1-9]\d* bays?$/.test(line))).not.toEqual([])
    })
  })

  describe('network and feature settings', () => {
    const networks = ['bob-box', 'tcg-locker', 'ram-counter'] as const
    beforeAll(async () => {
      await asSystem(product.running.runtime, 1, async (ctx) => {
        for (const network of networks) {
          const type = network === 'ram-counter' ? ('counter' as const) : ('locker' as const)
          const place = address('1 Main Road', 'Rosebank', 'Johannesburg', '2196', 'GP')
          const [addressId = 0] = await saveAddresses(ctx, [{ ...place, type, lat: -26.1458, lng: 28.0421 }])
          await insertPoint(ctx, {
            pickup_point_id: network,
            pickup_point_provider: network,
            name: `Oxford Road ${network}`,
            type,
            address_id: addressId,
            lat: -26.1458,
            lng: 28.0421,
            trading_hours: 'Mon-Sun 07:00-21:00',
            compartments: [],
          })
        }
      })
      await createOwnLocker(product, admin, { code: 'OXF1', name: 'Oxford Road own' })
    })

    it('[PP-019] [PP-020] [PP-021] [PP-022] show the default locker and kiosk with their use, and where maps start, near Johannesburg', async () => {
      const shown = (key: string) => settingRow(staff, key).getByRole('textbox').inputValue()
      await openSettings(staff, product.web, 'shipments')
      expect([await shown('default_locker_id'), await shown('default_kiosk_id')]).toEqual(['CG0000', 'K0000'])
      for (const [key, kind] of [
        ['default_locker_id', 'lockers'],
        ['default_kiosk_id', 'kiosks'],
      ] as const)
        await settingRow(staff, key)
          .getByText(`Where parcels for ${kind} of The Courier Guy are handed in, as its bookings name it.`)
          .waitFor()
      await openSettings(staff, product.web, 'general')
      const start = [await shown('map_default_lat'), await shown('map_default_lng')]
      expect(start.map((text) => Number(text.replace('−', '-').replace(',', '.')).toFixed(1))).toEqual([
        '-26.2',
        '28.0',
      ])
    })

    it('[SET-103] [SET-104] [SET-105] [SET-106] show the pickup points of a network only while it is switched on, and the locker that the company created always', async () => {
      expectStored('enable_bob_box', 'enable_tcg_locker', 'enable_ram_counters')
      const flags = [
        'enable_bob_box',
        'enable_third_party_bob_box',
        'enable_tcg_locker',
        'enable_ram_counters',
      ]
      for (const [flag, network] of [
        ['enable_bob_box', 'bob-box'],
        ['enable_third_party_bob_box', 'bob-box'],
        ['enable_tcg_locker', 'tcg-locker'],
        ['enable_ram_counters', 'ram-counter'],
      ] as const) {
        await product.saveSettings(Object.fromEntries(flags.map((one) => [one, one === flag])))
        await open(customer, '/locations?q=Oxford Road')
        const shown = customer.getByRole('button', { name: /^Oxford Road/ })
        await shown.first().waitFor()
        const names = (await shown.allInnerTexts()).map((one) => one.split('\n')[0])
        expect([flag, names.toSorted()]).toEqual([
          flag,
          [`Oxford Road ${network}`, 'Oxford Road own'].toSorted(),
        ])
      }
    })

    it('[SET-107] [SET-108] [INT-003] [INT-004] offer Fastway and RAM as integrations only while they are switched on', async () => {
      expectStored('enable_ram_integration', 'enable_fastway_integration')
      const providers = async () => {
        await open(staff, '/tools/third-party-integrations')
        await staff.getByRole('button', { name: 'New integration' }).click()
        const provider = staff.getByRole('dialog').getByRole('combobox', { name: 'Provider' })
        return optionsOf(staff, provider)
      }
      expect(await providers()).toEqual(expect.arrayContaining(['Fastway', 'RAM']))
      await product.saveSettings({ enable_fastway_integration: false })
      const without = await providers()
      expect(without).toContain('RAM')
      expect(without).not.toContain('Fastway')
      await product.saveSettings({ enable_ram_integration: false })
      expect(await providers()).not.toContain('RAM')
    })

    it('[SET-112] [SET-113] [SET-114] show feature flags as switches, and list the platform features, which the switches do not change', async () => {
      const parts = async () => {
        await openSettings(staff, product.web, 'general')
        return staff.getByRole('list', { name: 'Parts of the product' }).getByRole('listitem').allInnerTexts()
      }
      const { enabled_features } = (
        await product.ask<{ provider: { enabled_features: string[] } }>(admin, 'GET', '/providers')
      ).provider
      const before = await parts()
      expect(before).toHaveLength(enabled_features.length)
      for (const key of [
        'enable_bob_box',
        'enable_third_party_bob_box',
        'enable_tcg_locker',
        'enable_ram_counters',
        'enable_ram_integration',
        'enable_fastway_integration',
        'enable_cost_centers',
        'enable_idm',
        'google_login_enabled',
      ])
        expect(await settingRow(staff, key).getByRole('switch').count(), key).toBe(1)
      await product.saveSettings({ enable_tcg_locker: false, enable_ram_counters: true })
      expect(await parts()).toEqual(before)
    })
  })

  describe('billing and payment settings', () => {
    it('[SET-061] [SET-062] [SET-063] [SET-065] [SET-066] [SET-111] control the top-up methods, limits and bank details, and show credentials as ***', async () => {
      expectStored('payment_methods_bobpay_topup_enabled', 'payfast_topup_limit')
      expectStored('eft_bank_name', 'eft_branch_code', 'eft_account_type', 'eft_account_number')
      await openSettings(staff, product.web, 'rates')
      for (const key of [
        'payfast_merchant_key',
        'payfast_passphrase',
        'bobpay_api_key',
        'stitch_client_secret',
      ])
        await settingRow(staff, key).getByText('***', { exact: true }).waitFor()
      await open(customer, '/top-up-account')
      const methodOption = (name: RegExp) => customer.getByRole('radio', { name })
      await methodOption(/^Stitch/).waitFor()
      expect(await methodOption(/^Card|^Capitec Pay|^PayShap/).count()).toBe(0)
      await methodOption(/^PayFast/).check()
      await customer.getByText('Another amount, up to R 900.00.').waitFor()
      await methodOption(/^Manual EFT/).check()
      const bank = customer.getByRole('region', { name: 'Bank details' })
      for (const fact of ['Umgeni Bank', '460005', 'Savings', '9087654321'])
        await bank.getByText(fact).waitFor()
      await product.saveSettings({
        payment_methods_bobpay_topup_enabled: true,
        payment_methods_eft_enabled: false,
      })
      await open(customer, '/top-up-account')
      await methodOption(/^Card/).waitFor()
      expect(await bank.count()).toBe(0)
    })

    it('[SET-064] switch a payment method on for guest shipments separately from top-ups', async () => {
      await product.saveSettings({ payfast_enabled: false, payment_methods_payfast_topup_enabled: true })
      const shipment = await product.ask<{
        id: number
        tracking_reference: string
        payment_reference: string
      }>(null, 'POST', '/shipments', booking())
      const guest = await product.window()
      await open(
        guest,
        `/shipments/success?str=${shipment.tracking_reference}&id=${shipment.id}&key=${shipment.payment_reference}`,
      )
      await guest.getByRole('radio', { name: /^Card/ }).waitFor()
      expect(await guest.getByRole('radio', { name: /^PayFast/ }).count()).toBe(0)
      await open(customer, '/top-up-account')
      await customer.getByRole('radio', { name: /^PayFast/ }).waitFor()
      await guest.context().close()
    })

    it('[SET-067] leave out a bank payment that is older than the accepted range', async () => {
      expectStored('payment_import_date_range')
      const on = (days: number) => dayOf(new Date(product.now().getTime() - days * 86_400_000))
      const uploaded = await product.ask(admin, 'POST', '/billing/import/payments', {
        file_name: 'bank.csv',
        bank_account: 'Cheque',
        content: `Date,Description,Amount\n${on(61)},OLD TRANSFER,10.00\n${on(59)},NEW TRANSFER,12.00`,
      })
      expect(uploaded).toMatchObject({ imported: 1, too_old: 1 })
      await open(staff, '/billing?tab=imported-payments')
      await staff.getByText('NEW TRANSFER').first().waitFor()
      expect(await staff.getByText('OLD TRANSFER').count()).toBe(0)
    })

    it('[SET-068] [SET-069] store the company and VAT number for invoices and accept a VAT rate from 0 to 100', async () => {
      expectStored('invoice_company_name', 'invoice_company_vat_no', 'vat_percentage')
      expect(JSON.parse(await stored('invoice_company_vat_no'))).toBe('4987654321')
      await openSettings(staff, product.web, 'rates')
      const vat = settingRow(staff, 'vat_percentage')
      const problem = vat.getByRole('alert')
      for (const [typed, problems] of [
        ['100.5', 1],
        ['100', 0],
        ['0', 0],
      ] as const) {
        await vat.getByRole('textbox').fill(typed)
        await expect.poll(() => problem.count()).toBe(problems)
      }
      await staff.getByRole('button', { name: 'Discard' }).click()
    })

    it('[SET-070] [SET-071] apply the default invoice frequency to a new account and the invoice trigger status to a new shipment', async () => {
      expectStored('default_invoice_frequency', 'invoice_trigger_shipment_status')
      await openSettings(staff, product.web, 'rates')
      const row = settingRow(staff, 'default_invoice_frequency')
      expect(await optionsOf(staff, row.getByRole('combobox'))).toEqual([
        'Monthly',
        'Weekly',
        'Daily',
        'Shipment',
      ])
      const made = await product.ask<{ id: number; invoice_frequency: string }>(admin, 'POST', '/accounts', {
        name: 'Newlands Nuts',
        account_code: 'NEW901',
        account_type: 'postpaid',
        default_collection_address: {
          address: address('1 Main Road', 'Newlands', 'Cape Town', '7700', 'WC'),
          contact: { name: 'Lindiwe Dube', mobile_number: '0215550142', email: '' },
        },
        first_user: { name: 'Lindiwe Dube', email: 'lindiwe@newlands.example' },
      })
      expect(made.invoice_frequency).toBe('weekly')
      await open(staff, `/accounts/${made.id}`)
      await staff
        .getByText(/Weekly/)
        .first()
        .waitFor()
      const { id } = await booked()
      const { shipment } = await product.ask<{ shipment: object }>(admin, 'GET', `/shipments/detail?id=${id}`)
      expect(shipment).toMatchObject({ invoice_trigger_shipment_status: 'delivered' })
    })

    it('[SET-080] [SET-081] add the disclaimer and the chosen payment reference to a quote', async () => {
      expectStored('quote_disclaimer', 'quote_payment_reference_option')
      const row = settingRow(staff, 'quote_payment_reference_option')
      await openSettings(staff, product.web, 'rates')
      expect(await optionsOf(staff, row.getByRole('combobox'))).toEqual([
        'Both',
        'Quote reference',
        'Account code',
      ])
      const { id } = await booked({ save_as: 'quote' })
      const reference = `QTE${String(id).padStart(6, '0')}`
      for (const [option, text] of [
        ['account-code', 'OVB014'],
        ['quote-reference', reference],
        ['both', `OVB014 ${reference}`],
      ]) {
        await product.saveSettings({ quote_payment_reference_option: option })
        await open(staff, `/shipment-quotes/${id}`)
        await staff.getByText('Quoted without fuel').waitFor()
        const facts = await staff.locator('dl').filter({ hasText: 'Reference for bank transfer' }).innerText()
        expect(facts.trim().replaceAll(/\s+/g, ' ')).toMatch(
          new RegExp(`Reference for bank transfer ${text}$`),
        )
      }
    })

    it('[SET-074] set the number of days for which a quote is valid', async () => {
      expectStored('payment_pending_validity_period')
      const { id } = await booked({ save_as: 'quote' })
      await open(staff, `/shipment-quotes/${id}`)
      const until = formatDate(new Date(product.now().getTime() + 10 * 86_400_000))
      await staff.getByText(until).first().waitFor()
    })

    it('[SET-072] [SET-073] let a prepaid account pay for a single shipment only when `pay_as_you_go` is on', async () => {
      expectStored('pay_as_you_go')
      await asSystem(product.running.runtime, 1, async (ctx) => {
        const prepaid = await insertAccount(ctx, {
          name: 'Prepaid Prints',
          account_code: 'PRE901',
          account_type: 'prepaid',
          rate_group_id: 1,
        })
        const email = 'prepaid@prints.example'
        const about = { username: 'prepaid', name: 'Pre Paid', email, role_id: role_ids.account_owner }
        const user = await insertUser(ctx, { ...about, account_id: prepaid })
        await savePassword(ctx, user, await hashPassword('waybill-demo'))
      })
      const page = await product.as('prepaid@prints.example')
      const priced = async () => {
        await open(page, '/shipments/new?quick_quote=quote')
        for (const [field, suburb] of [
          ['From', 'Hyde Park, Sandton, 2196'],
          ['To', 'Sea Point, Cape Town, 8005'],
        ] as const) {
          await page.getByRole('combobox', { name: field }).fill(suburb.replace(/,.*/, ''))
          await page.getByRole('option', { name: suburb, exact: true }).click()
        }
        await page.getByRole('button', { name: /^Send now: Economy/ }).click()
        await page.getByRole('heading', { level: 1, name: 'New shipment' }).waitFor()
      }
      await priced()
      await page.getByText('Insufficient funds. Please top up your account.').first().waitFor()
      expect(await page.getByRole('button', { name: 'Book and pay' }).count()).toBe(0)
      await product.saveSettings({ pay_as_you_go: true })
      await priced()
      await page.getByRole('button', { name: 'Book and pay' }).waitFor()
      await page
        .getByText(/Book it and pay this one by card, or top up first/)
        .first()
        .waitFor()
      await page.context().close()
    })

    it('[SET-096] show transactions to account users only when the company allows it', async () => {
      expectStored('show_billing_transactions_for_account_users')
      const hidden = customer.getByText('Transactions are not shown online.')
      await open(customer, '/account?tab=billing')
      await customer.getByRole('table').first().waitFor()
      expect(await hidden.count()).toBe(0)
      await product.saveSettings({ show_billing_transactions_for_account_users: false })
      await open(customer, '/account?tab=billing')
      await hidden.first().waitFor()
    })
  })

  describe('driver settings', () => {
    const phone = { width: 390, height: 844 }
    let driver: Page
    beforeAll(async () => {
      driver = await product.as('sipho@fynbos.example', phone)
    })
    const assign = (shipmentId: number, leg: 'collection' | 'delivery') =>
      product.ask(admin, 'POST', '/trip-sheet/assign', {
        shipment_ids: [shipmentId],
        leg,
        username: 'sipho',
        assign_anyway: true,
      })
    /** Returns the path of the stop of a shipment on the trip sheet of `date`, or of today. */
    const stopOf = async (shipmentId: number, date = '') => {
      const { stops } = await product.ask<{
        stops: { stop_id: string; shipments: { shipment_id: number }[] }[]
      }>(admin, 'GET', `/trip-sheet?driver=sipho${date && `&date=${date}`}`)
      const stop = stops.find(({ shipments }) => shipments.some((one) => one.shipment_id === shipmentId))
      return `/tripsheet/stops/${stop?.stop_id ?? ''}`
    }
    const entries = async () => {
      await driver.getByRole('button', { name: 'More' }).click()
      await driver.getByRole('menuitem').first().waitFor()
      const found = await driver.getByRole('menuitem').allInnerTexts()
      await driver.keyboard.press('Escape')
      return found
    }

    it('[SET-042] [SET-043] allow drivers to cancel parcels and reject stops', async () => {
      expectStored('driver_can_cancel_parcels', 'driver_can_reject_parcels_shipments')
      const { id } = await booked({ collection_min_date: dayOf(product.now()) })
      await assign(id, 'collection')
      const stop = await stopOf(id, '2099-12-31')
      // A far future date includes everything that is still to do at any day and hour.
      const asUsual = await product.answers(driversApi.tripSheet, ({ usual }) =>
        usual({ date: '2099-12-31' }),
      )
      await open(driver, stop)
      await driver.getByRole('button', { name: 'More' }).waitFor()
      const found = await entries()
      expect(found).toContain('Cancel a parcel')
      expect(found).not.toContain('Reject this stop')
      await product.saveSettings({
        driver_can_cancel_parcels: false,
        driver_can_reject_parcels_shipments: true,
      })
      await open(driver, stop)
      await driver.getByRole('button', { name: 'More' }).waitFor()
      const after = await entries()
      expect(after).not.toContain('Cancel a parcel')
      expect(after).toContain('Reject this stop')
      await asUsual()
    })

    it('[SET-044] [SET-049] [SET-050] [SET-053] control the fallback fields and the scanning of every parcel at a delivery, and the reasons for a failed delivery', async () => {
      expectStored('driver_must_scan_each_parcel')
      expectStored('pod_fallback_department_enabled', 'pod_fallback_department_required')
      expectStored('pod_fallback_mobile_number_enabled', 'disable_other_delivery_failed_reason')
      const { id, short_tracking_reference } = await booked()
      await move(id, 'at-destination-hub')
      await assign(id, 'delivery')
      await product.ask('sipho@fynbos.example', 'POST', '/drivers/actions', {
        actions: [
          {
            action_id: randomUUID(),
            type: 'load',
            shipment_id: id,
            scanned_references: [`${short_tracking_reference}/1`, `${short_tracking_reference}/2`],
            occurred_at: product.now().toISOString(),
          },
        ],
      })
      await driver.context().close()
      driver = await product.as('sipho@fynbos.example', phone)
      const stop = await stopOf(id)
      await open(driver, `${stop}/failed`)
      await driver.getByRole('radio', { name: 'Dog at the gate' }).waitFor()
      expect(await driver.getByRole('radio', { name: 'Other', exact: true }).count()).toBe(0)
      await open(driver, `${stop}/hand-over`)
      await driver.getByRole('button', { name: /^No PIN\?/ }).click()
      await driver.getByLabel(/^Department/).waitFor()
      expect(await driver.getByLabel(/^Mobile number/).count()).toBe(0)
      const done = driver.getByRole('button', { name: /^Done/ })
      await driver.getByLabel('Name', { exact: true }).fill('Naledi')
      expect(await done.innerText()).toMatch(/department/i)
      await product.saveSettings({ driver_must_scan_each_parcel: true })
      await open(driver, `${stop}/hand-over`)
      await expect.poll(() => done.innerText()).toMatch(/parcels? to scan/)
    })

    it('[SET-101] require an update of an app that is older than the minimum version', async () => {
      await changeSettings(staff, product.web, 'driver', [
        ['driver_app_minimum_version', 'Force an update below', '3.17.17'],
      ])
      await open(driver, '/tripsheet')
      await driver.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
      expect(await driver.getByText('This app has to be updated').count()).toBe(0)
      const older = await product.as('pieter@fynbos.example', phone)
      const asUsual = await product.answers(startupApi.generalData, async ({ usual }) => {
        const answer = (await usual()).body as { provider_settings: Record<string, unknown> }
        expect(answer.provider_settings['driver_app_minimum_version']).toBe('3.17.17')
        return {
          body: {
            ...answer,
            provider_settings: { ...answer.provider_settings, driver_app_minimum_version: '3.18.0' },
          },
        }
      })
      await open(older, '/tripsheet')
      await older.getByText('This app has to be updated').waitFor()
      await older.getByText(/Your company asks for version 3\.18\.0/).waitFor()
      await asUsual()
      await older.context().close()
    })
  })
})
