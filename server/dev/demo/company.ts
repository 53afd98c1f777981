import { randomBytes } from 'node:crypto'
import { role_ids } from '@waybill/domain/kit/actor'
import { hashPassword, insertApiKey, insertUser, savePassword } from '../../src/identity/index.ts'
import { digestOf } from '../../src/kit/sealer.ts'
import type { Runtime } from '../../src/kit/runtime.ts'
import { asSystem, installProvider } from '../../src/main/install.ts'
import { fake_merchant } from '../fakes/payments/index.ts'
import { makeAccounts, type DemoAccount } from './accounts.ts'
import { makeLockers, makeOwnPoints, type DemoPoint } from './lockers.ts'
import { createMap, type DemoMap } from './map.ts'
import { createMaps } from './maps.ts'
import { demo_customers, demo_staff } from './people.ts'
import { day_ms } from '@waybill/domain/kit/dates/durations'

/** Password of all demo users. Such users exist only on a loopback host. */
const demo_password = 'waybill-demo'

export interface DemoUser {
  role: string
  name: string
  email: string
  password: string
}

/** The demo company, as needed by scripts and screenshots. */
export interface Demo {
  provider_id: number
  guest_account_id: number
  accounts: DemoAccount[]
  users: DemoUser[]
  api_keys: { account: string; admin: string }
  map: DemoMap
  points: readonly DemoPoint[]
}

const settings = {
  // Demo users sign in with email and password only. Other companies decide for themselves.
  require_2fa_for_staff: 'off',
  provider_title: 'Fynbos Couriers',
  cod_enabled: true,
  logo_url: '/demo/fynbos.svg',
  navigation_logo_url: '/demo/fynbos.svg',
  email_header_image_url: '/demo/fynbos.png',
  support_email: 'help@fynbos.example',
  support_phone: '+27 11 555 0180',
  support_whatsapp: '+27 82 555 0180',
  support_address: '12 Electron Avenue\nIsando\nKempton Park\n1609',
  email_footer_text:
    'Fynbos Couriers, 12 Electron Avenue, Isando. Questions? help@fynbos.example or +27 11 555 0180',
  notification_sender_name: 'Fynbos Couriers',
  invoice_minimum_amount: 50,
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
  // Payments through every gateway. The fake gateways answer them.
  ...fake_merchant,
  payfast_enabled: true,
  payfast_sandbox: true,
  payment_methods_payfast_topup_enabled: true,
  bobpay_enabled: true,
  bobpay_sandbox: true,
  bobpay_methods: ['card', 'instant-eft', 'capitec-pay', 'pay-shap', 'scan-to-pay'],
  payment_methods_bobpay_topup_enabled: true,
  auto_topup_enabled: true,
  stitch_enabled: true,
  stitch_methods: ['card', 'pay-by-bank'],
  payment_methods_stitch_topup_enabled: true,
  payment_methods_eft_enabled: true,
  eft_bank_name: 'First National Bank',
  eft_branch_code: '250655',
  eft_account_type: 'Cheque',
  eft_account_number: '62000000000',
  eft_account_holder: 'Fynbos Couriers (Pty) Ltd',
}

/** Creates the demo company: provider, map, users, customers with opening payments, lockers and API keys. */
export async function makeCompany(runtime: Runtime): Promise<Demo> {
  const { provider_id, guest_account_id } = await installProvider(runtime, {
    name: 'Fynbos Couriers',
    is_default: true,
    allow_idm: true,
    allow_whatsapp: true,
    extra_features: ['locations'],
    settings,
  })
  // Roles must not require 2FA either.
  await asSystem(runtime, provider_id, (ctx) =>
    ctx.db.updateTable('role').set({ require_2fa: false }).execute(),
  )
  const passwordHash = await hashPassword(demo_password)
  const drivers = new Map(
    demo_staff.filter((person) => person.role === 'driver').map((person) => [person.branch, person.username]),
  )
  const map = await asSystem(runtime, provider_id, (ctx) =>
    createMap(ctx, (_routing, branch) => drivers.get(branch) ?? null),
  )
  const users: DemoUser[] = []
  await asSystem(runtime, provider_id, async (ctx) => {
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
      await savePassword(ctx, id, passwordHash)
      users.push({ role: person.role, name: person.name, email, password: demo_password })
    }
    await ctx.publish({ topic: 'map' })
    await createMaps(ctx, map)
  })
  const accounts = await makeAccounts(runtime, provider_id, map)
  const [first] = accounts
  if (!first) throw new Error('The demonstration company has no accounts.')
  await asSystem(runtime, provider_id, async (ctx) => {
    for (const person of demo_customers) {
      const email = `${person.username}@overbergbooks.example`
      const id = await insertUser(ctx, {
        username: person.username,
        name: person.name,
        email,
        role_id: person.role_id,
        account_id: first.id,
      })
      await savePassword(ctx, id, passwordHash)
      users.push({ role: person.role, name: person.name, email, password: demo_password })
    }
    // Users were created three days ago, so that recent history appears as unread messages in their inbox.
    await ctx.db
      .updateTable('app_user')
      .set({ time_created: new Date(ctx.now.getTime() - 3 * day_ms) })
      .execute()
  })
  const points = await makeLockers(runtime, provider_id)
  await makeOwnPoints(runtime, provider_id)
  const apiKeys = await makeKeys(runtime, provider_id, first.id)
  return { provider_id, guest_account_id, accounts, users, api_keys: apiKeys, map, points }
}

async function makeKeys(runtime: Runtime, providerId: number, accountId: number): Promise<Demo['api_keys']> {
  const key = () => randomBytes(16).toString('hex')
  const keys = { account: key(), admin: key() }
  await asSystem(runtime, providerId, async (ctx) => {
    const holders = [
      { name: 'Demo shop', api_key: keys.account, role_id: role_ids.account_owner, account_id: accountId },
      {
        name: 'Demo back office',
        api_key: keys.admin,
        role_id: role_ids.provider_api_user,
        account_id: null,
      },
    ]
    for (const { name, api_key, role_id, account_id: bound } of holders) {
      const userId = await insertUser(ctx, {
        username: `demo-${api_key.slice(0, 8)}`,
        name,
        email: '',
        role_id,
        account_id: bound,
        is_api_user: true,
      })
      await insertApiKey(ctx, {
        name,
        user_id: userId,
        account_id: bound,
        key_digest: digestOf(api_key),
        last_four: api_key.slice(-4),
      })
    }
  })
  return keys
}
