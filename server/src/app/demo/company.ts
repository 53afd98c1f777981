import { randomBytes } from 'node:crypto'
import { role_ids, systemActor } from '@waybill/domain/kit/actor'
import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import type { Cents } from '@waybill/domain/kit/money'
import { insertAccount, saveAddresses } from '../../accounts/index.ts'
import { hashPassword, insertApiKey, insertUser, savePassword } from '../../identity/index.ts'
import { digestOf } from '../../kit/sealer.ts'
import { insertPickupPoint } from '../../pickup-points/index.ts'
import { places } from '../../maps/gazetteer/index.ts'
import { callVerb } from '../call-verb.ts'
import type { House } from '../house.ts'
import { asSystem, installProvider } from '../install.ts'
import { furnishMap, type DemoMap } from './map.ts'
import { furnishMaps } from './maps.ts'
import { demo_payment_settings } from './payments.ts'
import { demo_companies, demo_customers, demo_staff, type DemoCompany } from './people.ts'

/** The one password of every demonstration sign-in; such users exist only on a loopback host. */
const demo_password = 'waybill-demo'

/** What a prepaid account begins with; cents. */
export const demo_top_up: Cents = 25_000_00

export interface DemoAccount extends DemoCompany {
  id: number
  address: {
    street_address: string
    local_area: string
    city: string
    code: string
    zone: string
    lat: number
    lng: number
  }
}

export interface DemoUser {
  role: string
  name: string
  email: string
  password: string
}

/** The demonstration company as scripts and pictures need it. */
export interface Demo {
  provider_id: number
  guest_account_id: number
  accounts: DemoAccount[]
  users: DemoUser[]
  api_keys: { account: string; admin: string }
  map: DemoMap
  points: readonly DemoPoint[]
}

/** A locker or counter of the company's own. */
export interface DemoPoint {
  pickup_point_id: string
  type: 'locker' | 'counter'
}

const settings = {
  // People try it with email and password only; a company of its own decides for itself.
  require_2fa_for_staff: 'off',
  provider_title: 'Fynbos Couriers',
  logo_url: '/demo/fynbos.svg',
  navigation_logo_url: '/demo/fynbos.svg',
  email_header_image_url: '/demo/fynbos.png',
  support_email: 'help@fynbos.example',
  support_phone: '+27 11 555 0180',
  support_whatsapp: '+27 82 555 0180',
  support_address: '12 Electron Avenue\nIsando\nKempton Park\n1609',
  email_footer_text: 'You get this message because a parcel of yours travels with us.',
  notification_sender_name: 'Fynbos Couriers',
  invoice_company_name: 'Fynbos Couriers (Pty) Ltd',
  invoice_company_reg_no: '2014/123456/07',
  invoice_company_vat_no: '4123456789',
  invoice_company_address: '12 Electron Avenue\nIsando\nKempton Park\n1609',
  vip_accounts: ['OVB014'],
  invoice_bank_name: 'First National Bank',
  invoice_bank_branch_code: '250655',
  invoice_bank_account_type: 'Cheque',
  invoice_bank_account_number: '62000000000',
  invoice_bank_account_holder: 'Fynbos Couriers (Pty) Ltd',
  interhub_carriers: [
    { name: 'Own line-haul', type: 'own', contact: 'Bongani Zulu', tracking_url: '' },
    {
      name: 'Karoo Air Cargo',
      type: 'air',
      contact: 'cargo@karooair.example',
      tracking_url: 'https://karooair.example/track?awb={reference}',
    },
  ],
}

/** Makes the company: provider, map, people, customers with their opening money, lockers and keys. */
export async function makeCompany(house: House): Promise<Demo> {
  const { provider_id, guest_account_id } = await installProvider(house, {
    name: 'Fynbos Couriers',
    is_default: true,
    allow_idm: true,
    allow_whatsapp: true,
    extra_features: ['locations'],
    settings: { ...settings, ...demo_payment_settings },
  })
  // Nor does a role.
  await asSystem(house, provider_id, (ctx) =>
    ctx.db.updateTable('role').set({ require_2fa: false }).execute(),
  )
  const password_hash = await hashPassword(demo_password)
  const drivers = new Map(
    demo_staff.filter((person) => person.role === 'driver').map((person) => [person.branch, person.username]),
  )
  const map = await asSystem(house, provider_id, (ctx) =>
    furnishMap(ctx, (_routing, branch) => drivers.get(branch) ?? null),
  )
  const users: DemoUser[] = []
  await asSystem(house, provider_id, async (ctx) => {
    for (const person of demo_staff) {
      const email = `${person.username}@fynbos.example`
      const id = await insertUser(ctx, {
        username: person.username,
        name: person.name,
        email,
        role_id: person.role_id,
        branch_id: person.branch ? map.branches[person.branch] : null,
        ...(person.role === 'driver'
          ? {
              vehicle_registration: `ND ${100 + users.length} 456`,
              phone_number: '+27 82 555 01' + String(10 + users.length),
            }
          : {}),
      })
      await savePassword(ctx, id, password_hash)
      users.push({ role: person.role, name: person.name, email, password: demo_password })
    }
    await ctx.news({ topic: 'map' })
    await furnishMaps(ctx, map)
  })
  const accounts = await makeAccounts(house, provider_id, map)
  const [first] = accounts
  if (!first) throw new Error('The demonstration company has no accounts.')
  await asSystem(house, provider_id, async (ctx) => {
    for (const person of demo_customers) {
      const email = `${person.username}@overbergbooks.example`
      const id = await insertUser(ctx, {
        username: person.username,
        name: person.name,
        email,
        role_id: person.role_id,
        account_id: first.id,
      })
      await savePassword(ctx, id, password_hash)
      users.push({ role: person.role, name: person.name, email, password: demo_password })
    }
    // They came three days ago: what the newest history tells them waits unread in their inbox.
    await ctx.db
      .updateTable('app_user')
      .set({ time_created: new Date(ctx.now.getTime() - 3 * 86_400_000) })
      .execute()
  })
  const points = await makeLockers(house, provider_id)
  const api_keys = await makeKeys(house, provider_id, first.id)
  return { provider_id, guest_account_id, accounts, users, api_keys, map, points }
}

/** The suburb of a name in the gazetteer; the demonstration names only known ones. */
export function suburb(local_area: string, city: string) {
  const found =
    places.find((place) => place.local_area === local_area && place.city === city) ??
    places.find((place) => place.local_area === local_area || place.city === local_area) ??
    places.find((place) => place.city === city)
  if (!found) throw new Error(`The gazetteer does not know ${local_area}, ${city}.`)
  return found
}

/** What colleagues should know of the first accounts. */
const notes = [
  'Ring the bell at gate 2; the loading bay closes at 16:30.',
  'Frames are fragile. Ask for a signature, never leave with a neighbour.',
  'Pays on the 25th. Talk to Lindiwe in accounts.',
]

async function makeAccounts(house: House, provider_id: number, map: DemoMap): Promise<DemoAccount[]> {
  const accounts = await asSystem(house, provider_id, async (ctx) => {
    const made: DemoAccount[] = []
    for (const [index, one] of demo_companies.entries()) {
      const place = suburb(one.suburb, one.city)
      const address = {
        street_address: `${7 + index * 3} Industria Road`,
        local_area: place.local_area,
        city: place.city,
        code: place.code,
        zone: place.zone,
        lat: place.lat + (index % 5) * 0.002,
        lng: place.lng - (index % 7) * 0.002,
      }
      const [address_id = 0] = await saveAddresses(ctx, [
        {
          id: 0,
          type: 'business',
          company: one.name,
          country: 'South Africa',
          entered_address: '',
          ...address,
        },
      ])
      const id = await insertAccount(ctx, {
        name: one.name,
        account_code: one.code,
        account_type: one.type,
        branch_id:
          place.zone === 'WC' ? map.branches.CPT : place.zone === 'KZN' ? map.branches.DBN : map.branches.JHB,
        credit_limit: one.type === 'postpaid' ? 5_000_000 : 0,
        payment_terms: one.type === 'postpaid' ? 30 : 0,
        invoice_frequency: one.frequency,
        invoice_frequency_time: one.frequency === 'weekly' ? 1 : 0,
        rate_group_id: index % 6 === 1 ? 2 : 1,
        default_collection_address_id: address_id,
        billing_address_id: address_id,
        vat_number: `4${String(200_000_000 + index * 7919)}`,
        billing_contact: {
          name: 'Accounts',
          email: `accounts@${one.code.toLowerCase()}.example`,
          mobile_number: '',
        },
        tags: [...(index < 3 ? ['Key account'] : []), one.type === 'prepaid' ? 'Online' : 'Contract'],
        custom_fields: { salesperson: index % 2 === 0 ? 'Bongani Zulu' : 'Aisha Patel' },
      })
      made.push({ ...one, id, address })
    }
    return made
  })
  const thandi = { ...systemActor(provider_id), username: 'thandi', name: 'Thandi Mokoena' }
  for (const [index, message] of notes.entries())
    await callVerb(house, thandi, accountsApi.addNote, { account_id: accounts[index]?.id ?? 0, message })
  const finance = { ...systemActor(provider_id), username: 'kavitha', name: 'Kavitha Naidoo' }
  for (const account of accounts)
    if (account.type === 'prepaid')
      await callVerb(house, finance, billingApi.post, {
        account_id: account.id,
        type: 'payment',
        amount: demo_top_up,
        description: 'EFT top-up',
      })
  return accounts
}

/** Pickup points: id, name, suburb, city. Counters begin with K. */
const demo_lockers: readonly (readonly [id: string, name: string, suburb: string, city: string])[] = [
  ['CG1042', 'Rosebank Mall locker', 'Rosebank', 'Johannesburg'],
  ['CG1051', 'Sandton Central locker', 'Sandton', 'Johannesburg'],
  ['CG1063', 'Eastgate locker', 'Bedfordview', 'Germiston'],
  ['CG1077', 'Menlyn locker', 'Menlyn', 'Pretoria'],
  ['CG1080', 'Centurion Gate locker', 'Centurion', 'Centurion'],
  ['CG2010', 'Tyger Valley locker', 'Bellville', 'Cape Town'],
  ['CG2016', 'Claremont locker', 'Claremont', 'Cape Town'],
  ['CG2024', 'Stellenbosch Square locker', 'Stellenbosch', 'Stellenbosch'],
  ['CG3007', 'Pinetown locker', 'Pinetown', 'Pinetown'],
  ['CG4002', 'Walmer Park locker', 'Walmer', 'Gqeberha'],
  ['CG5003', 'Bloemfontein Central locker', 'Bloemfontein', 'Bloemfontein'],
  ['K1005', 'Braamfontein counter', 'Braamfontein', 'Johannesburg'],
  ['K2002', 'Sea Point counter', 'Sea Point', 'Cape Town'],
  ['K3001', 'Gateway counter', 'Umhlanga', 'Durban'],
]

async function makeLockers(house: House, provider_id: number): Promise<DemoPoint[]> {
  const lockers = demo_lockers.map(([pickup_point_id, name, local_area, city]) => ({
    pickup_point_id,
    name,
    local_area,
    city,
    type: pickup_point_id.startsWith('K') ? ('counter' as const) : ('locker' as const),
  }))
  await asSystem(house, provider_id, async (ctx) => {
    for (const { local_area, city, ...point } of lockers) {
      const place = suburb(local_area, city)
      const [address_id = 0] = await saveAddresses(ctx, [
        {
          id: 0,
          type: point.type,
          company: point.name,
          street_address: '',
          local_area: place.local_area,
          city: place.city,
          code: place.code,
          zone: place.zone,
          country: 'South Africa',
          lat: place.lat,
          lng: place.lng,
          entered_address: '',
        },
      ])
      await insertPickupPoint(ctx, {
        ...point,
        pickup_point_provider: 'own',
        address_id,
        lat: place.lat,
        lng: place.lng,
        trading_hours: 'Mon-Sun 07:00-21:00',
        compartments: [
          { name: 'S', length: 60, width: 41, height: 8, weight: 5, available: true },
          { name: 'M', length: 60, width: 41, height: 19, weight: 10, available: true },
        ],
      })
    }
  })
  return lockers
}

async function makeKeys(house: House, provider_id: number, account_id: number): Promise<Demo['api_keys']> {
  const key = () => randomBytes(16).toString('hex')
  const keys = { account: key(), admin: key() }
  await asSystem(house, provider_id, async (ctx) => {
    const holders = [
      { name: 'Demo shop', api_key: keys.account, role_id: role_ids.account_owner, account_id },
      {
        name: 'Demo back office',
        api_key: keys.admin,
        role_id: role_ids.provider_api_user,
        account_id: null,
      },
    ]
    for (const { name, api_key, role_id, account_id: bound } of holders) {
      const user_id = await insertUser(ctx, {
        username: `demo-${api_key.slice(0, 8)}`,
        name,
        email: '',
        role_id,
        account_id: bound,
        is_api_user: true,
      })
      await insertApiKey(ctx, {
        name,
        user_id,
        account_id: bound,
        key_digest: digestOf(api_key),
        last_four: api_key.slice(-4),
      })
    }
  })
  return keys
}
