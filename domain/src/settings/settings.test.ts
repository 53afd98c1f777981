import { describe, expect, it } from 'vitest'
import { pod_fallback } from '../drivers/settings.ts'
import { starter_roles } from '../identity/users-and-roles/roles.ts'
import { provider_title, site_wide_account_message, terms_mode } from '../identity/settings.ts'
import { role_ids, type Actor } from '../kit/actor.ts'
import { app_version } from '../kit/app.ts'
import { message_switches } from '../notifications/settings.ts'
import {
  decodeSetting,
  parseStored,
  readSetting,
  toStored,
  type Allowance,
  type Setting,
  type SettingTab,
} from '../kit/setting.ts'
import { parcel_max_length, parcel_min_length, insurance_max_declared_value } from '../rates/settings.ts'
import { parcel_types, shipment_cancellation_reasons } from '../shipments/settings.ts'
import { catalogue } from './catalogue.ts'
import { editorFor, isCalledFor, mayChangeSetting, mayChangeSettings, tabsFor } from './editor.ts'
import { allowedValues, findSetting, settingsProblems, type ValueOf } from './rules.ts'
import { sectionId, settings_tabs } from './sections.ts'

const settings = [...catalogue.values()]

/** Returns an actor with a starter role, with permissions removed or added. */
function somebody(
  roleId: number,
  more: { without?: string; with?: string; account_id?: number } = {},
): Actor {
  const role = starter_roles.find(({ id }) => id === roleId)
  const permissions = (role?.permissions ?? []).filter((one) => one !== more.without)
  return {
    kind: 'user',
    provider_id: 1,
    user_id: 1,
    username: 'thandi',
    name: 'Thandi',
    email: 'thandi@example.test',
    role_id: roleId,
    role_name: role?.name ?? '',
    account_id: more.account_id ?? null,
    branch_id: null,
    limit_user_to_branch: false,
    limit_user_to_account: false,
    permissions: more.with ? [...permissions, more.with] : permissions,
    permissions_ui: role?.permissions_ui ?? [],
    impersonated_by: null,
  }
}

const admin = somebody(role_ids.administrator)
const defaults: ValueOf = (setting) => setting.default
const withValues =
  (values: Readonly<Record<string, unknown>>): ValueOf =>
  (setting) =>
    (setting.key in values ? values[setting.key] : setting.default) as typeof setting.default

describe('storage of settings', () => {
  it('[SET-002] reads a stored value as JSON when it parses, otherwise as text', () => {
    expect(parseStored('{"a":1}')).toEqual({ a: 1 })
    expect(parseStored('15')).toBe(15)
    expect(parseStored('Fynbos Couriers')).toBe('Fynbos Couriers')
    expect(
      readSetting(insurance_max_declared_value, new Map([['insurance_max_declared_value', '50000']])),
    ).toBe(50_000_00)
  })

  it('[SET-003] finds keys in any case', () => {
    expect(findSetting('PROVIDER_Title')).toBe(provider_title)
    expect(findSetting('no_such_setting')).toBeNull()
  })

  it('returns typed text unchanged after storage, even when it looks like JSON', () => {
    for (const typed of ['1e5', '0123', 'true', 'null', '"quoted"', '{"a":1}', 'Fynbos', '']) {
      const decoded = decodeSetting(provider_title, typed)
      const stored = toStored(provider_title, decoded?.value ?? 'nothing')
      expect(readSetting(provider_title, new Map([['provider_title', stored]])), typed).toBe(typed)
    }
  })

  it('reads every default back unchanged after storage', () => {
    for (const setting of settings) {
      const stored = toStored(setting, setting.default)
      expect(readSetting(setting, new Map([[setting.key.toLowerCase(), stored]])), setting.key).toEqual(
        setting.default,
      )
    }
  })
})

describe('settings screen', () => {
  it('[SET-026] has the ten tabs in order with their labels', () => {
    expect(settings_tabs.map(({ id, label }) => [id, label])).toEqual([
      ['general', 'General'],
      ['rates', 'Rates and billing'],
      ['shipments', 'Shipments'],
      ['accounts', 'Accounts'],
      ['manifests', 'Interhub manifests'],
      ['driver', 'Driver app'],
      ['notifications', 'Notifications'],
      ['theme', 'Theme'],
      ['help_center', 'Help centre'],
      ['feature_toggles', 'Feature toggles'],
    ])
  })

  const sectionsOf = (tab: string): string[] =>
    settings_tabs.find(({ id }) => id === tab)?.sections.map(({ key }) => key) ?? []

  it('[SET-027] lists the thirteen sections of the general tab', () => {
    expect(sectionsOf('general').join(', ')).toBe(
      'general, authentication, corporate identity, office hours, public holiday office hours, support contact details, dashboard settings, ops dashboard settings, enable features, map settings, tracking settings, site wide message banner, user terms and conditions',
    )
  })
  it('[SET-028] [BILL-025] lists the sections of the rates tab', () => {
    expect(sectionsOf('rates').join(', ')).toBe(
      'billing contact, invoice settings, when to invoice, rates settings, payment methods for guest shipments, payment methods for account top-up, cash on delivery, payment import date range, controls, costs',
    )
  })
  it('[SET-029] lists the ten sections of the shipments tab, followed by claims', () => {
    expect(sectionsOf('shipments').join(', ')).toBe(
      'min/max parcel dimensions, packaging, parcel categories, parcel disclaimer, note types, permissions and additional settings, locker settings, international shipments, predefined reasons, bays for hub scanner, claims',
    )
  })
  it('[SET-030] has four lists of predefined reasons for shipments', () => {
    const reasons = settings.filter(
      ({ section, tab }) => tab === 'shipments' && section === 'predefined reasons',
    )
    expect(reasons.map(({ title }) => title)).toEqual([
      'On hold (internal)',
      'On hold',
      'Cancellation',
      'Requested date change',
    ])
  })
  it('[SET-031] lists the seven sections of the accounts tab', () => {
    expect(sectionsOf('accounts').join(', ')).toBe(
      'account creation, verification, invoicing, cost centres, additional registration fields, internal account details, VIP accounts',
    )
  })
  it('[SET-032] lists the four sections of the manifests tab', () => {
    expect(sectionsOf('manifests').join(', ')).toBe(
      'carriers, service levels, scan status, daily manifest configs',
    )
  })
  it('[SET-033] lists the seven sections of the driver tab', () => {
    expect(sectionsOf('driver').join(', ')).toBe(
      'driver settings, manifest scanner settings, push notification schedule, proof of delivery settings, fallback options, predefined rejection and failed collection or delivery reasons, enforce minimum driver app version',
    )
  })
  it('[SET-034] lists the seven sections of the notifications tab, followed by message texts', () => {
    expect(sectionsOf('notifications').join(', ')).toBe(
      'email settings, email notifications, SMS notifications, WhatsApp notifications, additional notification settings, SMS options, email options, message texts',
    )
  })

  it('places every declared setting in a section of its tab and leaves no section empty', () => {
    const placed = new Set(
      settings_tabs.flatMap(({ id, sections }) => sections.map(({ key }) => `${id} ${key}`)),
    )
    expect(
      settings.filter(({ tab, section }) => !placed.has(`${tab} ${section}`)).map(({ key }) => key),
    ).toEqual([])
    const filled = new Set(settings.map(({ tab, section }) => `${tab} ${section}`))
    expect([...placed].filter((place) => !filled.has(place))).toEqual([])
  })

  it('[SET-015] [SET-016] returns sections and settings with key, title, description and visibility', () => {
    const general = editorFor({ me: admin, allowances: [] }, defaults)[0]
    expect(general?.sections[0]).toMatchObject({
      sectionID: 'general',
      sectionTitle: 'Company',
      sectionDescription: 'The name and web addresses of the company.',
      shouldShow: true,
      hasNoCard: false,
    })
    expect(
      general?.sections[0]?.settings.find(({ settingKey }) => settingKey === 'provider_title'),
    ).toMatchObject({
      settingTitle: 'Company name shown to users',
      settingDescription: 'Shown in the title of every page, in messages and on documents.',
      shouldShow: true,
    })
  })

  it('[SET-014] marks the settings that depend on another setting', () => {
    const all = editorFor({ me: admin, allowances: [] }, defaults)
      .flatMap(({ sections }) => sections)
      .flatMap(({ settings: rows }) => rows)
    const dependent = (key: string) => all.find(({ settingKey }) => settingKey === key)?.isDependent
    expect([dependent('google_client_id'), dependent('google_login_enabled')]).toEqual([true, false])
  })

  it('[SET-006] [SET-021] lets only staff with the permission change settings', () => {
    expect(mayChangeSettings(admin)).toBe(true)
    expect(mayChangeSettings({ ...admin, permissions: [] })).toBe(false)
    expect(mayChangeSettings({ ...admin, account_id: 7 })).toBe(false)
  })

  const shown = (
    values: Readonly<Record<string, unknown>>,
    key: string,
    me = admin,
    allowances: Allowance[] = [],
  ) =>
    editorFor({ me, allowances }, withValues(values))
      .flatMap(({ sections }) => sections)
      .flatMap(({ settings }) => settings)
      .find(({ settingKey }) => settingKey === key)?.shouldShow

  it('[SET-013] [SET-014] hides a setting unless its controlling setting has the required value', () => {
    expect(shown({}, 'google_client_id')).toBe(false)
    expect(shown({ google_login_enabled: true }, 'google_client_id')).toBe(true)
    expect(shown({ [terms_mode.key]: 'checkbox' }, 'shipment_terms')).toBe(true)
    expect(shown({ [terms_mode.key]: 'window' }, 'shipment_terms')).toBe(false)
    expect(
      isCalledFor(pod_fallback.name.required as Setting, withValues({ pod_fallback_name_enabled: false })),
    ).toBe(false)
  })

  it('[SET-024] [NOTE-013] shows identity check and WhatsApp settings only to companies with that allowance', () => {
    expect(shown({}, 'enable_idm')).toBe(false)
    expect(shown({}, 'enable_idm', admin, ['idm'])).toBe(true)
    const ofWhatsapp = [
      'whatsapp_sender',
      ...message_switches.map(({ key }) => key).filter((key) => key.startsWith('notify_whatsapp_')),
    ]
    expect(ofWhatsapp).toHaveLength(11)
    for (const key of ofWhatsapp) {
      expect(shown({}, key), key).toBe(false)
      expect(shown({}, key, admin, ['whatsapp']), key).toBe(true)
    }
  })

  it('[SET-024] [SET-025] shows third-party courier settings only to companies with the third-party accounts allowance', () => {
    const key = 'enable_third_party_bob_box'
    const one = catalogue.get(key)
    for (const [has, allowances] of [
      [false, []],
      [false, ['idm', 'whatsapp']],
      [true, ['third-party-accounts']],
    ] as const) {
      expect(shown({}, key, admin, [...allowances])).toBe(has)
      expect(one && mayChangeSetting({ me: admin, allowances }, one)).toBe(has)
    }
  })

  it('[NOTE-010] [NOTE-011] shows the switches of ‘collected and returned to hub’ to administrators only', () => {
    const keys = message_switches
      .map(({ key }) => key)
      .filter((key) => key.includes('_collect_and_return_to_hub_'))
    expect(keys).toHaveLength(4)
    const finance = {
      ...somebody(role_ids.finance_manager),
      permissions: ['API_/providers/settings:*'],
    }
    for (const key of keys) {
      expect(shown({}, key), key).toBe(true)
      expect(shown({}, key, somebody(role_ids.system_administrator)), key).toBe(true)
      expect(shown({}, key, finance), key).toBe(false)
      const one = catalogue.get(key)
      expect(one && mayChangeSetting({ me: finance, allowances: [] }, one), key).toBe(false)
    }
    expect(shown({}, 'notify_sms_delivered_delivery', finance)).toBe(true)
  })

  it('[SET-023] shows registration fields and VIP accounts only with the custom fields permission', () => {
    const sectionsFor = (me: Actor): string[] =>
      editorFor({ me, allowances: [] }, defaults)
        .flatMap(({ sections }) => sections)
        .filter(({ shouldShow }) => shouldShow)
        .map(({ sectionID }) => sectionID)
    const withoutRight = somebody(role_ids.administrator, { without: 'API_/providers/custom-fields:*' })
    const locked = { ...withoutRight, permissions: ['API_/providers/settings:*'] }
    expect(sectionsFor(admin)).toEqual(
      expect.arrayContaining(['additional-registration-fields', 'vip-accounts']),
    )
    expect(sectionsFor(locked)).not.toEqual(expect.arrayContaining(['additional-registration-fields']))
    expect(sectionsFor(locked)).not.toEqual(expect.arrayContaining(['vip-accounts']))
    const vip = catalogue.get('vip_accounts')
    expect(vip && mayChangeSetting({ me: locked, allowances: [] }, vip)).toBe(false)
  })

  it('[SET-021] [SET-022] [SET-037] [SET-038] gives staff every tab, with feature toggles only by role and permission, and account users none', () => {
    const finance = somebody(role_ids.finance_manager)
    expect(tabsFor(finance)).toHaveLength(9)
    expect(tabsFor(finance)).not.toContain('feature_toggles')
    expect(tabsFor(somebody(role_ids.system_administrator))).toContain('feature_toggles')
    expect(tabsFor({ ...admin, permissions: ['INLINE_see_feature_toggles'] })).toContain('feature_toggles')
    expect(tabsFor({ ...finance, permissions: ['INLINE_see_feature_toggles'] })).not.toContain(
      'feature_toggles',
    )
    expect(tabsFor(somebody(role_ids.account_owner, { account_id: 3 }))).toEqual([])
  })

  it('[SET-011] builds the section id from the words of the section name', () => {
    expect(sectionId('Public holiday office hours')).toBe('public-holiday-office-hours')
  })
})

describe('validation of settings', () => {
  const problemsOf = (values: Readonly<Record<string, unknown>>): string[] =>
    settingsProblems(
      Object.keys(values).flatMap((key) => catalogue.get(key.toLowerCase()) ?? []),
      withValues(values),
    ).map(({ message }) => message)

  it('[SET-077] requires the maximum parcel length to be above the minimum', () => {
    expect(problemsOf({ [parcel_min_length.key]: 400 })).toEqual([
      'Maximum length must be above minimum length, which is 400.',
    ])
    expect(problemsOf({ [parcel_min_length.key]: 400, [parcel_max_length.key]: 500 })).toEqual([])
    expect(problemsOf({ [parcel_min_length.key]: 500, [parcel_max_length.key]: 500 })).toHaveLength(1)
  })

  it.each<[string, unknown, string | null]>([
    ['charge_discrepancy_threshold_min_amount', 10_000_00, null],
    [
      'charge_discrepancy_threshold_min_amount',
      10_000_01,
      'Report discrepancies from must be at most R 10,000.00.',
    ],
    ['payfast_topup_limit', 1_000_000_01, 'PayFast: maximum per payment must be at most R 1,000,000.00.'],
    ['hold_warning_days', 366, 'Warn before a hold must be at most 365 days.'],
    [
      'default_payment_terms_options',
      [7, 366],
      'Payment terms offered must have only numbers from 0 to 365 days.',
    ],
    [
      'default_payment_terms_options',
      [-1],
      'Payment terms offered must have only numbers from 0 to 365 days.',
    ],
    [
      'topup_chips',
      [1_000_000_01],
      'Amounts offered for a top-up must have only amounts up to R 1,000,000.00.',
    ],
    [
      'parcel_types',
      [{ ...parcel_types.default[0], declared_value: 10_000_000_01 }],
      'Parcel types has a row whose Declared value must be at most R 10,000,000.00.',
    ],
  ])('limits %s when it is saved: %j', (key, value, problem) => {
    expect(problemsOf({ [key]: value })).toEqual(problem === null ? [] : [problem])
  })

  it('has defaults within the limits of amounts, numbers and lists, and reads stored values above them as they are', () => {
    expect(settingsProblems(settings, withValues({}))).toEqual([])
    const stored = (key: string, text: string): unknown => {
      const found = findSetting(key)
      return found && readSetting(found, new Map([[key, text]]))
    }
    expect(stored('charge_discrepancy_threshold_min_amount', '10000000000')).toBe(1_000_000_000_000)
    expect(stored('hold_warning_days', '3650')).toBe(3650)
  })

  it('[SET-078] requires unique names for parcel types and allows at most one default', () => {
    const [flyer] = parcel_types.default
    expect(problemsOf({ parcel_types: [flyer, { ...flyer, is_default: false }] })).toEqual([
      'Parcel types has name standard flyer twice; each may be there once.',
    ])
    expect(problemsOf({ parcel_types: [flyer, { ...flyer, name: 'Box' }] })).toEqual([
      'Parcel types may have only one default.',
    ])
    expect(problemsOf({ parcel_types: [{ ...flyer, name: ' ' }] })).toEqual([
      'Parcel types has a row 1 without name.',
    ])
    const box = { ...flyer, name: 'Box', is_default: false }
    expect(problemsOf({ parcel_types: [flyer, { ...box, name: '' }] })).toEqual([
      'Parcel types has a row 2 without name.',
    ])
    expect(problemsOf({ parcel_types: [flyer, box] })).toEqual([])
  })

  it('[SET-049] [SET-050] has an enabled and a required setting for every proof fallback, and keeps at least one required', () => {
    for (const [field, { enabled, required }] of Object.entries(pod_fallback)) {
      expect(enabled.key).toBe(`pod_fallback_${field}_enabled`)
      expect(required.key).toBe(`pod_fallback_${field}_required`)
      expect(findSetting(enabled.key)).toBe(enabled)
      expect(findSetting(required.key)).toBe(required)
    }
    expect(problemsOf({ pod_fallback_name_required: false, pod_fallback_photos_required: false })).toEqual([
      'Name: required must be on, or another fallback must be required: a delivery without PIN needs proof.',
    ])
  })

  it('[SET-041] accepts only colours or empty values as theme colours', () => {
    expect(problemsOf({ theme_primary: 'a nice green' })).toEqual([
      'Primary must be a colour such as #15803D.',
    ])
    expect(problemsOf({ theme_primary: 'rgb(20 128 61)', theme_text: '' })).toEqual([])
  })

  it('[SET-084] requires a site-wide message to end after it starts', () => {
    const [from, until] = [new Date('2026-02-01T08:00:00Z'), new Date('2026-01-01T08:00:00Z')]
    expect(problemsOf({ site_wide_message_from: from, site_wide_message_until: until })).toEqual([
      'Show until must be after the start time.',
    ])
    expect(problemsOf({ site_wide_message_from: from, site_wide_message_until: from })).toHaveLength(1)
    expect(problemsOf({ site_wide_message_from: until, site_wide_message_until: from })).toEqual([])
    expect(problemsOf({ site_wide_message_from: from, site_wide_message_until: null })).toEqual([])
    expect(site_wide_account_message.public).toBe(true)
  })

  it('[SET-102] rejects a minimum driver app version above the served version', () => {
    expect(problemsOf({ driver_app_minimum_version: app_version })).toEqual([])
    expect(problemsOf({ driver_app_minimum_version: '' })).toEqual([])
    expect(problemsOf({ driver_app_minimum_version: '99.0.0' })).toEqual([
      expect.stringContaining(`must not be above ${app_version}, the current version.`),
    ])
  })

  it('describes the accepted values of every setting', () => {
    const url = settings.find(({ control }) => control.kind === 'words' && control.format === 'url')
    const plain = settings.find(({ control }) => control.kind === 'words' && control.format !== 'url')
    expect(url && allowedValues(url)).toBe('an address that begins with https:// or /, or nothing')
    expect(plain && allowedValues(plain)).toMatch(/^a text of at most \d+ characters$/)
    expect(allowedValues(terms_mode)).toBe('one of checkbox, window')
    expect(allowedValues(parcel_max_length)).toBe('a number from 0 to 10000')
    for (const setting of settings) expect(allowedValues(setting), setting.key).not.toBe('')
  })

  it('[SET-052] declares the requested date change reasons under their own key', () => {
    expect(findSetting('shipment_requested_date_change_reasons')?.title).toBe('Requested date change')
    expect(shipment_cancellation_reasons.default).toContain('Customer request')
  })
})

describe('settings catalogue', () => {
  const known = (key: string): Setting => {
    const setting = findSetting(key)
    if (!setting) throw new Error(`${key} is no setting.`)
    return setting
  }
  const defaultsOf = (keys: readonly string[]): Record<string, unknown> =>
    Object.fromEntries(keys.map((key) => [key, known(key).default]))
  const choicesOf = (key: string): string[] => {
    const { control } = known(key)
    return 'choices' in control ? control.choices.map(({ value }) => value) : []
  }
  const placed = (keys: readonly string[], tab: string, section: string): void => {
    for (const key of keys) expect([known(key).tab, known(key).section], key).toEqual([tab, section])
  }

  it('[SET-008] [SET-009] [BILL-018] declares the option lists of a company as settings', () => {
    expect(choicesOf('default_invoice_frequency')).toEqual(['monthly', 'weekly', 'daily', 'shipment'])
    expect(choicesOf('account_invoice_frequency_options')).toEqual(['monthly', 'weekly', 'daily', 'shipment'])
    expect(known('account_invoice_frequency_options').default).toEqual([
      'monthly',
      'weekly',
      'daily',
      'shipment',
    ])
    for (const key of ['parcel_categories', 'prohibited_items', 'interhub_service_levels'])
      expect(known(key).control.kind).toBe('texts')
  })
  it('[SET-039] gives every tab a label and at least one setting', () => {
    const labels = new Map(settings_tabs.map(({ id, label }) => [id, label]))
    expect(
      ['general', 'shipments', 'accounts', 'notifications', 'theme'].map((id) =>
        labels.get(id as SettingTab),
      ),
    ).toEqual(['General', 'Shipments', 'Accounts', 'Notifications', 'Theme'])
    for (const { id, label, sections } of settings_tabs) {
      expect(label).not.toBe('')
      expect(settings.filter(({ tab }) => tab === id).length, id).toBeGreaterThanOrEqual(
        sections.length > 0 ? 1 : 0,
      )
    }
  })
  it('[SET-045] [SET-048] sets the default order of proof with driver_pod1, driver_pod2 and driver_pod3', () => {
    expect(defaultsOf(['driver_pod1', 'driver_pod2', 'driver_pod3'])).toEqual({
      driver_pod1: 'pin',
      driver_pod2: 'recipient details',
      driver_pod3: 'photo',
    })
    expect(choicesOf('driver_pod1')).toEqual(['pin', 'recipient details', 'photo', 'signature', 'none'])
  })
  it('[SET-054] has default reasons for the further lists, and separate flags to disable Other that are off by default', () => {
    expect(
      defaultsOf([
        'disable_other_rejection_reason',
        'disable_other_collection_failed_reason',
        'disable_other_delivery_failed_reason',
      ]),
    ).toEqual({
      disable_other_rejection_reason: false,
      disable_other_collection_failed_reason: false,
      disable_other_delivery_failed_reason: false,
    })
    for (const key of ['rejection_reasons', 'on_hold_reasons', 'on_hold_internal_reasons'])
      expect(known(key).default).not.toEqual([])
  })
  it('[SET-056] allows push notifications to drivers from 06:00 to 19:00 by default', () => {
    placed(['driver_push_notification_schedule'], 'driver', 'push notification schedule')
    expect(known('driver_push_notification_schedule').default).toMatchObject({
      mon: { open: '06:00', close: '19:00' },
      sun: { open: '06:00', close: '19:00' },
    })
  })
  it('[SET-057] [SET-058] [SET-060] places support and billing contacts in their sections', () => {
    placed(
      ['support_email', 'support_phone', 'support_whatsapp', 'support_address'],
      'general',
      'support contact details',
    )
    placed(
      ['billing_contact_name', 'billing_contact_email', 'billing_contact_phone'],
      'rates',
      'billing contact',
    )
  })
  it('[SET-061] [SET-062] [SET-064] [SET-065] [SET-066] has guest and top-up flags, a top-up limit and secret credentials for the payment methods', () => {
    const gateways = ['payfast', 'bobpay', 'stitch']
    placed(
      gateways.map((gateway) => `${gateway}_enabled`),
      'rates',
      'payment methods for guest shipments',
    )
    placed(
      [
        ...gateways.map((gateway) => `payment_methods_${gateway}_topup_enabled`),
        'payment_methods_eft_enabled',
        'payment_methods_custom_enabled',
      ],
      'rates',
      'payment methods for account top-up',
    )
    for (const gateway of gateways) {
      const limit = known(`${gateway}_topup_limit`)
      expect(limit.shown_when).toEqual({ key: `payment_methods_${gateway}_topup_enabled`, is: [true] })
    }
    for (const key of ['payfast_passphrase', 'bobpay_api_key', 'bobpay_passphrase', 'stitch_client_secret'])
      expect(known(key).secret, key).toBe(true)
  })
  it('[SET-063] declares bank, branch code, account type and account number, readable by customers', () => {
    for (const key of ['eft_bank_name', 'eft_branch_code', 'eft_account_type', 'eft_account_number'])
      expect(known(key)).toMatchObject({ for_customers: true, default: '' })
    for (const part of ['name', 'branch_code', 'account_type', 'account_number'])
      expect(known(`invoice_bank_${part}`).for_customers).toBe(true)
  })
  it('[SET-067] [SET-072] defaults to 90 days of payment import, pay as you go, and 30 days for pending payments', () => {
    expect(
      defaultsOf(['payment_import_date_range', 'pay_as_you_go', 'payment_pending_validity_period']),
    ).toEqual({
      payment_import_date_range: 90,
      pay_as_you_go: true,
      payment_pending_validity_period: 30,
    })
  })
  it('[SET-068] [SET-069] declares the company details on invoices, VAT from 0 to 100, and the trigger status', () => {
    placed(
      ['invoice_company_name', 'invoice_company_reg_no', 'invoice_company_vat_no', 'invoice_company_address'],
      'rates',
      'invoice settings',
    )
    const vat = known('vat_percentage')
    expect(vat.default).toBe(15)
    expect([0, 100].map((value) => decodeSetting(vat, value)?.value)).toEqual([0, 100])
    expect([-0.01, 100.01].map((value) => decodeSetting(vat, value))).toEqual([null, null])
    expect(choicesOf('invoice_trigger_shipment_status')).toEqual([
      'collected',
      'at-destination-hub',
      'out-for-delivery',
      'delivered',
    ])
  })
  it('[SET-079] [SET-080] [SET-081] declares the disclaimers and the options for the payment reference of a quote', () => {
    expect(known('parcel_disclaimer').default).toBe(
      'Additional costs may occur if incorrect parcel dimensions and weight are submitted.',
    )
    expect(known('quote_disclaimer').public).toBe(true)
    expect(choicesOf('quote_payment_reference_option')).toEqual(['both', 'quote-reference', 'account-code'])
  })
  it('[SET-087] [SET-099] [SET-100] has the specified defaults for dashboard durations and other limits', () => {
    expect(
      defaultsOf([
        'dashboard_duration_days',
        'ops_dashboard_duration_days',
        'tripsheet_unique_stops_alert_limit',
        'map_max_node_count',
        'charge_discrepancy_threshold_min_amount',
      ]),
    ).toEqual({
      dashboard_duration_days: 30,
      ops_dashboard_duration_days: 7,
      tripsheet_unique_stops_alert_limit: 80,
      map_max_node_count: 500,
      charge_discrepancy_threshold_min_amount: 20_00,
    })
  })
  it('[SET-088] [SET-089] declares country lists for international shipments and five default note types', () => {
    expect(known('international_collection_countries').control.kind).toBe('countries')
    expect(known('international_delivery_countries').control.kind).toBe('countries')
    expect(known('note_types').default).toHaveLength(5)
  })
  it('[SET-090] [SET-091] accepts https addresses and rejects javascript addresses, and has an empty default reference prefix', () => {
    for (const key of ['url', 'privacy_url', 'terms_url', 'tracking_url']) {
      expect(decodeSetting(known(key), 'https://fynbos.example/x')).toEqual({
        value: 'https://fynbos.example/x',
      })
      expect(decodeSetting(known(key), 'javascript:alert(1)')).toBeNull()
    }
    expect(known('tracking_prefix').default).toBe('')
  })
  it('[SET-102] places the minimum driver app version, bays, packaging and lockers in their sections', () => {
    placed(['driver_app_minimum_version'], 'driver', 'enforce minimum driver app version')
    placed(['hub_bays'], 'shipments', 'bays for hub scanner')
    placed(['parcel_types'], 'shipments', 'packaging')
    placed(['locker_pickup_expiry_hours', 'default_locker_id'], 'shipments', 'locker settings')
  })
  it('[SET-112] declares the integration, payment, identity check and Google sign-in flags as off by default', () => {
    for (const key of [
      'enable_bob_box',
      'enable_third_party_bob_box',
      'enable_tcg_locker',
      'enable_ram_counters',
      'enable_cost_centers',
      'payment_methods_bobpay_topup_enabled',
      'enable_idm',
      'google_login_enabled',
    ])
      expect(known(key).default, key).toBe(false)
  })
})
