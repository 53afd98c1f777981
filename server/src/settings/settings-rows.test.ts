import { randomUUID } from 'node:crypto'
import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { driversApi } from '@waybill/domain/drivers/api'
import { fallback_fields } from '@waybill/domain/drivers/proof'
import type { FileLink } from '@waybill/domain/files/model'
import { hubApi } from '@waybill/domain/hub/api'
import { identityApi } from '@waybill/domain/identity/api'
import { registrationApi } from '@waybill/domain/identity/registration/registration-api'
import { theme_defaults } from '@waybill/domain/kit/theme'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { role_ids } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { notificationsApi } from '@waybill/domain/notifications/api'
import { providersApi } from '@waybill/domain/platform-admin/providers-api'
import { ratesApi } from '@waybill/domain/rates/api'
import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { NewShipment } from '@waybill/domain/shipments/model'
import { startupApi } from '@waybill/domain/startup/api'
import { describe, expect, it } from 'vitest'
import { saveAddresses } from '../accounts/index.ts'
import { textOf } from '../../dev/test-kit/documents/inspect-pdf.ts'
import { caughtMail } from '../../dev/test-kit/fakes/caught-messages.ts'
import {
  address,
  booking,
  newProvider,
  errorOf,
  type Caller,
  type TestProvider,
} from '../../dev/test-kit/provider.ts'
import { insertPoint } from '../pickup-points/store.ts'

/** Saves settings as an administrator and checks that they are stored. */
async function set(p: TestProvider, values: Readonly<Record<string, unknown>>): Promise<void> {
  const settings = Object.entries(values).map(([key, value]) => ({ key, value }))
  const staff = await p.staff()
  await staff.send(settingsApi.save, { settings })
  for (const key of Object.keys(values)) {
    const { settings: storedSettings } = await staff.send(settingsApi.list, { setting: key })
    expect(storedSettings.map((one) => one.key)).toEqual([key])
  }
}

/** Returns the settings that a user receives at start-up. */
const sentTo = async (somebody: Caller) => (await somebody.send(startupApi.generalData, {})).provider_settings
const publicOf = async (p: TestProvider) => (await p.guest().send(identityApi.provider, {})).provider

/** Provides functions that book a shipment as staff, one of them returning the error. */
async function bookingState(p: TestProvider) {
  const staff = await p.staff()
  const account = await p.given.account()
  const book = (more: Partial<NewShipment> = {}) =>
    staff.send(shipmentsApi.create, booking({ account_id: account.id, ...more }))
  return { staff, account, book, refused: (more: Partial<NewShipment>) => errorOf(book(more)) }
}

describe('company settings', () => {
  it('[SET-008] [SET-009] accepts for an account only the invoice frequencies in `account_invoice_frequency_options`', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const { id } = await p.given.account({ invoice_frequency: 'monthly' })
    const choose = (invoiceFrequency: 'daily' | 'weekly') =>
      errorOf(staff.send(accountsApi.change, { id, invoice_frequency: invoiceFrequency }))
    await set(p, { account_invoice_frequency_options: ['monthly', 'weekly'] })
    expect((await choose('daily')).status).toBe(400)
    expect(await choose('weekly')).toMatchObject({ status: 200 })
    await set(p, { account_invoice_frequency_options: ['monthly', 'weekly', 'daily'] })
    expect(await choose('daily')).toMatchObject({ status: 200 })
  })

  it('[SET-040] [SET-041] returns brand and theme to callers who are not signed in', async () => {
    const p = await newProvider()
    const before = await publicOf(p)
    const brand = {
      logo_url: '/demo/fynbos.svg',
      navigation_logo_url: '/demo/fynbos.png',
      favicon_url: '/icon.svg',
      provider_title: 'Protea Parcels',
    }
    const theme = Object.fromEntries(Object.keys(theme_defaults).map((key, at) => [key, `#10203${at}`]))
    expect(Object.keys(theme)).toEqual([
      'theme_primary',
      'theme_text',
      'theme_primary_light',
      'theme_primary_dark',
      'theme_nav_bg',
      'theme_nav_text',
      'theme_nav_active_bg',
      'theme_nav_active_bg_hover',
    ])
    await set(p, { ...brand, ...theme })
    const after = await publicOf(p)
    expect(after).toMatchObject(brand)
    expect(after.settings).toMatchObject({ ...brand, ...theme })
    expect(after.theme).not.toEqual(before.theme)
  })

  it('[SET-057] [SET-090] returns contact details, `url`, `privacy_url` and `terms_url` to guests, and uses `tracking_url` in mails', async () => {
    const p = await newProvider()
    const values = {
      support_email: 'help@protea.example',
      support_phone: '+27 11 555 0100',
      support_whatsapp: '+27 82 555 0100',
      support_address: '1 Long Street',
      url: 'https://portal.protea.example',
      privacy_url: 'https://protea.example/privacy',
      terms_url: 'https://protea.example/terms',
      tracking_url: 'https://protea.example/where?ref=',
    }
    await set(p, values)
    const { tracking_url, ...shown } = values
    expect((await publicOf(p)).settings).toMatchObject(shown)
    const mail = caught
    mail.take(p)
    const { short_tracking_reference } = await p.given.shipment()
    await p.settle()
    const sent = mail.messages().find(({ subject }) => subject.startsWith(short_tracking_reference))
    expect(sent?.text).toContain(`${tracking_url}${short_tracking_reference}`)
  })
  const caught = caughtMail()

  it('[SET-091] adds `tracking_prefix` to references that customers choose', async () => {
    const p = await newProvider()
    const { book } = await bookingState(p)
    await set(p, { tracking_prefix: 'PRO' })
    const { custom_tracking_reference } = await book({ custom_tracking_reference: 'A1234' })
    expect(custom_tracking_reference).toBe('PROA1234')
  })

  it('[SET-055] ends the estimated delivery at the end of the working hours', async () => {
    const p = await newProvider()
    const { book } = await bookingState(p)
    const hours = (open: string, close: string) =>
      Object.fromEntries(
        ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, { open, close }]),
      )
    await set(p, { working_hours: hours('08:00', '16:15'), holiday_working_hours: hours('09:00', '12:30') })
    const clock = (at: Date | null) =>
      at?.toLocaleTimeString('en-ZA', { timeZone: 'Africa/Johannesburg', hour: '2-digit', minute: '2-digit' })
    expect(clock((await book()).estimated_delivery_to)).toBe('16:15')
    await set(p, { working_hours: hours('08:00', '17:45') })
    expect(clock((await book()).estimated_delivery_to)).toBe('17:45')
  })

  it('[SET-060] stores hours per weekday, and contacts, sender name and footer as text', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const week = {
      mon: { open: '07:30', close: '16:00' },
      tue: null,
      wed: null,
      thu: null,
      fri: null,
      sat: null,
      sun: null,
    }
    const hours = ['working_hours', 'holiday_working_hours', 'driver_push_notification_schedule']
    const texts = [
      'support_email',
      'support_phone',
      'billing_contact_name',
      'billing_contact_email',
      'billing_contact_phone',
      'notification_sender_name',
      'notification_footer',
    ]
    const textFor = (key: string) => (key.endsWith('_email') ? 'a@protea.example' : '+27 11 555 0100')
    await set(p, {
      ...Object.fromEntries(hours.map((key) => [key, week])),
      ...Object.fromEntries(texts.map((key) => [key, textFor(key)])),
    })
    const { settings } = await staff.send(settingsApi.list, {})
    const storedValues = new Map(settings.map(({ key, value }) => [key, value]))
    for (const key of hours) expect(JSON.parse(storedValues.get(key) ?? ''), key).toEqual(week)
    for (const key of texts) expect(storedValues.get(key), key).toBe(textFor(key))
    expect(
      await errorOf(
        staff.send(settingsApi.save, { settings: [{ key: 'working_hours', value: { mon: '07:30-16:00' } }] }),
      ),
    ).toMatchObject({ status: 400 })
  })

  it('[SET-083] returns the terms with their mode and version, and rejects an unknown mode', async () => {
    const p = await newProvider()
    const terms = {
      terms_mode: 'window',
      shipment_terms: ['I pack well'],
      window_user_terms_and_conditions: 'Read **this**.',
      terms_and_conditions_version: '2031-04',
    }
    await set(p, terms)
    expect(await p.guest().send(registrationApi.terms, {})).toEqual(terms)
    expect(
      await errorOf(
        (await p.staff()).send(settingsApi.save, { settings: [{ key: 'terms_mode', value: 'popup' }] }),
      ),
    ).toMatchObject({ status: 400 })
    await set(p, { terms_mode: 'checkbox' })
    expect(await p.guest().send(registrationApi.terms, {})).toMatchObject({ terms_mode: 'checkbox' })
  })

  it('[SET-084] sends the customer message to customers and the staff message to drivers, each with its icon', async () => {
    const p = await newProvider()
    await set(p, {
      site_wide_admin_message: 'Depot closes early',
      site_wide_admin_message_icon: 'warning',
      site_wide_account_message: 'Closed on Monday',
      site_wide_account_message_icon: 'error',
    })
    const owner = await sentTo(await p.owner())
    expect(owner).toMatchObject({
      site_wide_account_message: 'Closed on Monday',
      site_wide_account_message_icon: 'error',
    })
    expect(owner).not.toHaveProperty('site_wide_admin_message')
    expect(await sentTo(await p.driver())).toMatchObject({
      site_wide_admin_message: 'Depot closes early',
      site_wide_admin_message_icon: 'warning',
    })
    const wrong = { settings: [{ key: 'site_wide_admin_message_icon', value: 'skull' }] }
    expect((await errorOf((await p.staff()).send(settingsApi.save, wrong))).status).toBe(400)
  })

  it('[SET-086] shows customers a rejected collection as unassigned with `override_shipment_statuses`, otherwise as rejected', async () => {
    const p = await newProvider()
    const shipment = await p.given.shipment({ status: 'collection-rejected' })
    const shown = async () => {
      const { shipments } = await (
        await p.owner(shipment.account_id)
      ).send(shipmentsApi.list, { id: [shipment.id] })
      return shipments[0]?.status
    }
    await set(p, { override_shipment_statuses: true })
    expect(await shown()).toBe('collection-unassigned')
    await set(p, { override_shipment_statuses: false })
    expect(await shown()).toBe('collection-rejected')
  })

  it('[SET-095] serves `custom_widget_html` on a separate page, which is not found while the setting is empty', async () => {
    const p = await newProvider()
    expect((await p.guest().http('GET', '/widget')).status).toBe(404)
    await set(p, { custom_widget_html: '<b>Find your parcel</b>' })
    const { status, body } = await p.guest().http('GET', '/widget')
    expect([status, String(body)]).toEqual([200, expect.stringContaining('<b>Find your parcel</b>')])
  })

  it('[SET-101] sends drivers the minimum app version', async () => {
    const p = await newProvider()
    await set(p, { driver_app_minimum_version: '3.17.2' })
    expect(await sentTo(await p.driver())).toMatchObject({ driver_app_minimum_version: '3.17.2' })
  })

  it('[SET-109] [SET-112] stores all feature flags, and allows identity checks only where the platform does', async () => {
    const p = await newProvider()
    const platform = await p.user(role_ids.system_administrator)
    const { providers } = await platform.send(providersApi.list, {})
    const own = providers.find(({ id }) => id === p.provider_id)
    expect(await errorOf(set(p, { enable_idm: true }))).toMatchObject({ status: 403 })
    await platform.send(providersApi.change, {
      id: p.provider_id,
      version: own?.version ?? 0,
      allow_idm: true,
    })
    const flags = [
      'enable_bob_box',
      'enable_third_party_bob_box',
      'enable_tcg_locker',
      'enable_ram_counters',
      'enable_ram_integration',
      'enable_fastway_integration',
      'enable_cost_centers',
      'payment_methods_bobpay_topup_enabled',
      'enable_idm',
      'google_login_enabled',
    ]
    const staff = await p.staff()
    await p.given.account({ is_third_party: true })
    expect(await sentTo(staff)).toMatchObject(Object.fromEntries(flags.map((key) => [key, false])))
    await set(p, {
      google_client_id: '1234.apps.example',
      ...Object.fromEntries(flags.map((key) => [key, true])),
    })
    expect(await sentTo(staff)).toMatchObject(Object.fromEntries(flags.map((key) => [key, true])))
  })

  it('[SET-114] changes `enabled_features` and the `enable_*` flags independently', async () => {
    const p = await newProvider()
    const before = (await publicOf(p)).enabled_features
    await set(p, { enable_cost_centers: true, enable_tcg_locker: true })
    expect((await publicOf(p)).enabled_features).toEqual(before)
    const platform = await p.user(role_ids.system_administrator)
    const { providers } = await platform.send(providersApi.list, {})
    const own = providers.find(({ id }) => id === p.provider_id)
    await platform.send(providersApi.change, {
      id: p.provider_id,
      version: own?.version ?? 0,
      enabled_features: ['shipments', 'settings'],
    })
    expect((await publicOf(p)).enabled_features).toEqual(['shipments', 'settings'])
    expect(await sentTo(await p.staff())).toMatchObject({
      enable_cost_centers: true,
      enable_tcg_locker: true,
    })
  })
})

it('[SET-087] [SET-099] [SET-100] stores the durations of dashboards and the other limits within their ranges', async () => {
  const p = await newProvider()
  const values = {
    dashboard_duration_days: 14,
    ops_dashboard_duration_days: 5,
    map_max_node_count: 200,
    tripsheet_unique_stops_alert_limit: 60,
    charge_discrepancy_threshold_min_amount: 35,
  }
  await set(p, values)
  const staff = await p.staff()
  expect(await sentTo(staff)).toMatchObject(values)
  expect(await sentTo(await p.owner())).toMatchObject({ dashboard_duration_days: 14 })
  const tooMuch = {
    dashboard_duration_days: 367,
    ops_dashboard_duration_days: 91,
    map_max_node_count: 20_001,
    tripsheet_unique_stops_alert_limit: 501,
  }
  const wrong = [...Object.keys(values).map((key) => [key, -1] as const), ...Object.entries(tooMuch)]
  for (const [key, value] of wrong)
    expect(
      (await errorOf(staff.send(settingsApi.save, { settings: [{ key, value }] }))).status,
      `${key} ${value}`,
    ).toBe(400)
})

describe('billing settings', () => {
  it('[SET-058] [SET-068] prints billing contact and company details on invoices', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const values = {
      billing_contact_name: 'Zodwa Ndlovu',
      billing_contact_email: 'money@protea.example',
      billing_contact_phone: '+27 11 555 0444',
      invoice_company_name: 'Protea Carriers CC',
      invoice_company_vat_no: '4987654321',
      invoice_company_reg_no: '2020/000001/23',
      invoice_company_address: '7 Dock Road\nCape Town',
    }
    await set(p, values)
    const { id: accountId } = await p.given.account({ balance: 5000 })
    await p.given.shipment({ account_id: accountId, status: 'collected' })
    const { invoices } = await staff.send(billingApi.runInvoices, { account_id: accountId })
    const link = (await staff.send(billingApi.invoiceItems, {
      invoice_id: invoices[0]?.id ?? 0,
      pdf: true,
    })) as FileLink
    const { pathname, search } = new URL(link.url)
    const { body } = await p.guest().http('GET', pathname + search)
    const text = textOf(body as Buffer)
    for (const value of Object.values(values).flatMap((one) => one.split('\n'))) expect(text).toContain(value)
  })

  it('[SET-069] accepts VAT from 0 to 100 inclusive, and applies it to the next price', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const { id: accountId } = await p.given.account()
    for (const vatPercentage of [0, 14, 100]) {
      await set(p, { vat_percentage: vatPercentage })
      const { rates } = await staff.send(ratesApi.price, booking({ account_id: accountId }))
      const { rate, rate_excluding_vat } = rates[0] ?? { rate: null, rate_excluding_vat: null }
      const share = ((rate ?? 0) / (rate_excluding_vat ?? 1) - 1) * 100
      expect(Math.round(share), `VAT of ${vatPercentage} %`).toBe(vatPercentage)
    }
    for (const value of [-1, 101])
      expect(
        await errorOf(staff.send(settingsApi.save, { settings: [{ key: 'vat_percentage', value }] })),
      ).toEqual({ status: 400, message: 'VAT must be a number from 0 to 100.' })
  })

  it('[SET-071] invoices new shipments from the status in `invoice_trigger_shipment_status` on', async () => {
    const p = await newProvider()
    const { account, staff } = await bookingState(p)
    await set(p, { invoice_trigger_shipment_status: 'delivered' })
    await p.given.shipment({ account_id: account.id, status: 'collected' })
    const run = async () =>
      (await staff.send(billingApi.runInvoices, { account_id: account.id })).invoices.length
    expect(await run()).toBe(0)
    await set(p, { invoice_trigger_shipment_status: 'collected' })
    await p.given.shipment({ account_id: account.id, status: 'collected' })
    expect(await run()).toBe(1)
  })
})

describe('shipment settings', () => {
  it('[SET-077] enforces minimum and maximum length, width, height and weight of a parcel', async () => {
    const p = await newProvider()
    const account = await p.given.account()
    const owner = await p.owner(account.id)
    await set(p, {
      parcel_min_length: 11,
      parcel_min_width: 7,
      parcel_min_height: 4,
      parcel_min_weight: 0.5,
      parcel_max_length: 120,
      parcel_max_width: 90,
      parcel_max_height: 80,
      parcel_max_weight: 30,
    })
    const fits = {
      submitted_length_cm: 50,
      submitted_width_cm: 30,
      submitted_height_cm: 20,
      submitted_weight_kg: 2,
    }
    const book = (parcel: Partial<typeof fits>) =>
      errorOf(owner.send(shipmentsApi.create, booking({ parcels: [{ ...fits, ...parcel }] })))
    expect(await book({})).toMatchObject({ status: 200 })
    for (const wrong of [
      { submitted_length_cm: 10.9 },
      { submitted_width_cm: 6.9 },
      { submitted_height_cm: 3.9 },
      { submitted_weight_kg: 0.4 },
      { submitted_length_cm: 120.1 },
      { submitted_width_cm: 90.1 },
      { submitted_height_cm: 80.1 },
      { submitted_weight_kg: 30.1 },
    ])
      expect((await book(wrong)).status, JSON.stringify(wrong)).toBe(400)
  })

  it('[SET-078] [SET-079] sends parcel types, `parcel_categories` and the disclaimer to customers, staff and guests', async () => {
    const p = await newProvider()
    const values = {
      parcel_types: [
        {
          name: 'Wine box',
          length: 35,
          width: 25,
          height: 40,
          weight: 9,
          declared_value: null,
          is_default: true,
        },
      ],
      parcel_categories: ['Wine', 'Cheese'],
      parcel_disclaimer: 'We measure again.',
    }
    await set(p, values)
    for (const who of [await p.owner(), await p.staff()]) expect(await sentTo(who)).toMatchObject(values)
    expect((await publicOf(p)).settings).toMatchObject(values)
  })

  it('[SET-052] requires a reason for a new day while `shipment_requested_date_change_reasons` is not empty', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const { id } = await p.given.shipment({ status: 'at-destination-hub' })
    const move = (days: number, reason?: string) =>
      errorOf(
        staff.send(shipmentsApi.change, {
          id,
          delivery_min_date: dayOf(new Date(Date.now() + days * 86_400_000)),
          ...(reason ? { delivery_rescheduled_reason: reason } : {}),
        }),
      )
    await set(p, { shipment_requested_date_change_reasons: ['Strike'] })
    expect((await move(8)).status).toBe(400)
    expect(await move(8, 'Strike')).toMatchObject({ status: 200 })
    await set(p, { shipment_requested_date_change_reasons: [] })
    expect(await move(11)).toMatchObject({ status: 200 })
  })

  it('[SET-088] accepts only the listed countries, with separate lists for collection and delivery', async () => {
    const p = await newProvider()
    const { refused } = await bookingState(p)
    const abroad = (country: string) => ({
      ...address('1 Main Road', 'Town', 'Town', '', ''),
      country,
      lat: -22.5,
      lng: 17,
    })
    await set(p, {
      international_enabled: true,
      international_collection_countries: ['Namibia'],
      international_delivery_countries: ['Botswana'],
    })
    const from = async (country: string) => (await refused({ collection_address: abroad(country) })).message
    const to = async (country: string) => (await refused({ delivery_address: abroad(country) })).message
    expect(await from('Botswana')).toBe('We do not collect from Botswana.')
    expect(await from('Namibia')).not.toMatch(/^We do not/)
    expect(await to('Namibia')).toBe('We do not deliver to Namibia.')
    expect(await to('Botswana')).not.toMatch(/^We do not/)
  })

  it('[SET-089] accepts only the note types of the company', async () => {
    const p = await newProvider()
    const staff = await p.staff()
    const { id: shipmentId } = await p.given.shipment()
    const note = (noteType: string) =>
      errorOf(
        staff.send(shipmentsApi.addNote, {
          shipment_id: shipmentId,
          message: 'Left gate',
          note_type: noteType,
        }),
      )
    expect((await note('gate-note')).status).toBe(400)
    const kinds = [
      { key: 'shipment-note', label: 'Shipment note', staff_only: false },
      { key: 'gate-note', label: 'Gate note', staff_only: false },
    ]
    await set(p, { note_types: kinds })
    expect(await note('gate-note')).toMatchObject({ status: 200 })
    expect((await note('tracking-event')).status).toBe(400)
  })

  it('[SET-092] gives shipments of accounts in `vip_accounts` the VIP priority level', async () => {
    const p = await newProvider()
    const { account, book } = await bookingState(p)
    const usual = await book()
    await set(p, { vip_accounts: [account.account_code], vip_priority_level: 4 })
    const first = await book()
    expect([usual.priority_level, first.priority_level]).toEqual([0, 4])
  })

  it('[SET-102] returns the bay for a scan, and rejects a declared value with a locker unless the company allows it', async () => {
    const p = await newProvider()
    const { staff, book } = await bookingState(p)
    await set(p, {
      hub_bays: [{ code: 'B-17', branch: '', bound_to: 'service', value: 'ECO', colour: '' }],
      locker_allow_declared_value: false,
    })
    const shipment = await book()
    const scanned = await staff.send(hubApi.addEvent, {
      parcel_reference: shipment.parcels[0]?.tracking_reference ?? '',
      mode: 'arrive',
      branch_id: p.map.branches.CPT,
    })
    expect(scanned.next).toMatchObject({ bay: 'B-17' })
    await p.inTransaction(async (ctx) => {
      const place = {
        ...address('1 Main Road', 'Rosebank', 'Johannesburg', '2196', 'GP'),
        type: 'locker',
      } as const
      const [addressId = 0] = await saveAddresses(ctx, [{ ...place, lat: -26.1458, lng: 28.0421 }])
      await insertPoint(ctx, {
        pickup_point_id: 'CG9',
        pickup_point_provider: 'own',
        name: 'Rosebank locker',
        type: 'locker',
        address_id: addressId,
        lat: -26.1458,
        lng: 28.0421,
        trading_hours: '',
        compartments: [],
      })
    })
    const { delivery_address: _, ...sent } = booking()
    const covered = {
      ...sent,
      declared_value: 500_00,
      delivery_pickup_point_id: 'CG9',
      delivery_pickup_point_provider: 'own' as const,
    }
    const send = () => staff.send(shipmentsApi.create, { ...covered, account_id: shipment.account_id })
    expect((await errorOf(send())).message).toBe('Declared value is not offered for pickup points.')
    await set(p, { locker_allow_declared_value: true })
    const { rates, declared_value } = await send()
    expect(declared_value).toBe(500_00)
    expect(rates).toContainEqual(expect.objectContaining({ name: 'Insurance', value: 25_00 }))
  })
})

/** The text fields that a driver may have to provide without a PIN. */
const text_fields = fallback_fields.filter((field) => field !== 'photos' && field !== 'signature')

describe('driver settings', () => {
  /** Loads a delivery for a driver and returns a function that reports actions on it. */
  async function onTheRoad(p: TestProvider) {
    const driver = await p.driver()
    const staff = await p.staff()
    const shipment = await p.given.shipment({ status: 'at-destination-hub' })
    await staff.send(driversApi.assign, {
      shipment_ids: [shipment.id],
      leg: 'delivery',
      username: driver.username,
    })
    const report = async (type: 'load' | 'deliver' | 'delivery-failed', payload: object = {}) => {
      const { results } = await driver.send(driversApi.actions, {
        actions: [
          {
            action_id: randomUUID(),
            type,
            shipment_id: shipment.id,
            scanned_references: shipment.parcels.map((parcel) => parcel.tracking_reference),
            occurred_at: p.runtime.runtime.clock(),
            payload,
          },
        ],
      })
      return results[0]
    }
    await report('load')
    return report
  }

  it.each(text_fields)(
    '[SET-049] [SET-050] requires proof without PIN by `pod_fallback_…_enabled` and `pod_fallback_…_required`: %s',
    async (field) => {
      const p = await newProvider()
      const off = Object.fromEntries(
        fallback_fields.flatMap((one) => [
          [`pod_fallback_${one}_enabled`, one === field],
          [`pod_fallback_${one}_required`, one === field],
        ]),
      )
      await set(p, off)
      const report = await onTheRoad(p)
      expect(await report('deliver', {})).toMatchObject({ result: 'conflict' })
      const value = field === 'mobile_number' ? '0821234567' : 'Receiving'
      expect(await report('deliver', { [field]: value })).toMatchObject({ shipment_status: 'delivered' })
    },
  )

  it('[SET-045] [SET-048] names what is missing in the order of `driver_pod1`, `driver_pod2` and `driver_pod3`', async () => {
    const p = await newProvider()
    await set(p, {
      pod_fallback_name_required: true,
      pod_fallback_photos_required: true,
      pod_fallback_signature_enabled: true,
      pod_fallback_signature_required: true,
    })
    const report = await onTheRoad(p)
    const rejected = async (...[first, second, third]: readonly string[]) => {
      await set(p, { driver_pod1: first, driver_pod2: second, driver_pod3: third })
      return (await report('deliver', {}))?.message
    }
    const without = (what: string) => `Without a PIN you must provide ${what}.`
    expect(await rejected('pin', 'recipient details', 'photo')).toBe(without('the name of the receiver'))
    expect(await rejected('none', 'photo', 'recipient details')).toBe(without('a photo'))
    expect(await rejected('none', 'none', 'signature')).toBe(without('a signature'))
  })

  it('[SET-054] accepts failed deliveries for `delivery_failed_attempt_reasons`, and other reasons unless `disable_other_delivery_failed_reason` is on', async () => {
    const p = await newProvider({ failed_attempt_photo_required: false })
    await set(p, {
      delivery_failed_attempt_reasons: ['Dog at the gate'],
      collection_failed_attempt_reasons: ['Nothing packed'],
      on_hold_reasons: ['Road closed'],
      on_hold_internal_reasons: ['Recount'],
      disable_other_delivery_failed_reason: true,
      disable_other_collection_failed_reason: true,
      disable_other_rejection_reason: true,
    })
    const report = await onTheRoad(p)
    expect(await report('delivery-failed', { reason: 'Nobody there' })).toMatchObject({ result: 'conflict' })
    expect(await report('delivery-failed', { reason: 'Dog at the gate' })).toMatchObject({
      result: 'applied',
    })
    const again = await onTheRoad(p)
    await set(p, { disable_other_delivery_failed_reason: false })
    expect(await again('delivery-failed', { reason: 'Nobody there' })).toMatchObject({ result: 'applied' })
  })
})

describe('message settings', () => {
  const mail = caughtMail()
  const about = (reference: string) =>
    mail
      .messages()
      .filter(({ subject }) => subject.startsWith(reference))
      .map(({ to, subject }) => `${to.join()} ${subject.slice(reference.length + 2)}`)

  it('[NOTE-008] has one key for e-mail and one for SMS about a rescheduled delivery, and none for a collection', async () => {
    const p = await newProvider({ quiet_hours_from: '00:00', quiet_hours_to: '00:00' })
    mail.take(p)
    const staff = await p.staff()
    for (const key of ['notify_email_rescheduled_collection', 'notify_sms_rescheduled_collection'])
      expect(await errorOf(staff.send(settingsApi.save, { settings: [{ key, value: true }] }))).toMatchObject(
        {
          status: 400,
          message: expect.stringMatching(/^There is no setting /),
        },
      )
    const publishedChannels = async () => {
      const made = await p.given.shipment({ status: 'at-destination-hub' })
      await p.settle()
      await staff.send(shipmentsApi.change, {
        id: made.id,
        delivery_min_date: dayOf(new Date(Date.now() + 9 * 86_400_000)),
        delivery_rescheduled_reason: 'Capacity',
      })
      await p.settle()
      const { messages } = await staff.send(notificationsApi.log, { shipment_id: made.id })
      return messages.filter(({ event }) => event === 'delivery_rescheduled').map(({ channel }) => channel)
    }
    await set(p, { notify_email_rescheduled_delivery: true, notify_sms_rescheduled_delivery: false })
    expect(await publishedChannels()).toEqual(['email'])
    await set(p, { notify_email_rescheduled_delivery: false, notify_sms_rescheduled_delivery: true })
    expect(await publishedChannels()).toEqual(['sms'])
  })

  it('[NOTE-010] [NOTE-011] notifies about collected and returned to hub as set, and lets only administrators change that', async () => {
    const p = await newProvider()
    mail.take(p)
    const admin = await p.staff()
    const { id: roleId } = await admin.send(usersApi.createRole, {
      name: 'Settings clerk',
      label: 'Settings clerk',
      permissions: ['API_/providers/settings:*'],
      permissions_ui: [],
      require_2fa: false,
    })
    const clerk = await p.user(roleId)
    const key = 'notify_email_collect_and_return_to_hub_delivery'
    const by = (somebody: Caller, value: boolean) =>
      errorOf(somebody.send(settingsApi.save, { settings: [{ key, value }] }))
    expect(await by(clerk, false)).toMatchObject({ status: 403 })
    expect(
      await errorOf(clerk.send(settingsApi.save, { settings: [{ key: 'support_phone', value: '011' }] })),
    ).toMatchObject({ status: 200 })
    const countMessages = async () => {
      const made = await p.given.shipment({ status: 'collect-and-return-to-hub' })
      await p.settle()
      return about(made.short_tracking_reference).filter((one) => one.startsWith('naledi')).length
    }
    expect(await by(admin, true)).toMatchObject({ status: 200 })
    const on = await countMessages()
    expect(await by(admin, false)).toMatchObject({ status: 200 })
    expect([on, await countMessages()]).toEqual([1, 0])
  })
})
