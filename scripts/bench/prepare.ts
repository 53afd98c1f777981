import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { role_ids } from '@waybill/domain/kit/actor'
import { boot } from '../../server/src/main/boot.ts'
import { bulkLoad } from '../../server/dev/bench/bulk-load.ts'
import { createMap } from '../../server/dev/demo/map.ts'
import { asSystem, installProvider } from '../../server/src/main/install.ts'
import { insertAccount } from '../../server/src/accounts/index.ts'
import { insertApiKey, insertSession, insertUser } from '../../server/src/identity/index.ts'
import { digestOf } from '../../server/src/kit/sealer.ts'

/**
 * Prepares a database for the benchmark: a provider, accounts, callers and shipments. Prints the data that the
 * measurements need as JSON.
 */
const count = Number(process.argv[2])
const accounts = 200
const first_account = 900_001
const running = await boot({
  host: '127.0.0.1',
  port: 0,
  api_port: 0,
  data_dir: process.env.DATA_DIR ?? '',
  database_url: process.env.DATABASE_URL,
  log: pino({ level: 'silent' }),
})
const { runtime } = running
const { provider_id } = await installProvider(runtime, {
  name: 'Bench',
  is_default: true,
  settings: { invoice_company_vat_no: '4123456789', require_2fa_for_staff: 'off' },
})
const { branches } = await asSystem(runtime, provider_id, (ctx) => createMap(ctx, () => 'driver-1'))
const client = await runtime.pool.connect()
await client.query(`ALTER TABLE account ALTER COLUMN id RESTART WITH ${first_account}`)
client.release()
const secrets = {
  api_key: randomBytes(16).toString('hex'),
  account_key: randomBytes(16).toString('hex'),
  token: randomBytes(32).toString('base64url'),
}
await asSystem(runtime, provider_id, async (ctx) => {
  for (let index = 0; index < accounts; index += 1)
    await insertAccount(ctx, {
      name: `Account ${index}`,
      account_code: `B${String(index).padStart(5, '0')}`,
      account_type: 'postpaid',
      credit_limit: 1e12,
      rate_group_id: 1,
    })
  await insertUser(ctx, {
    username: 'driver-1',
    name: 'Driver',
    email: '',
    role_id: role_ids.driver,
    branch_id: branches.JHB,
  })
  const admin = await insertUser(ctx, {
    username: 'admin-key',
    name: 'Admin',
    email: '',
    role_id: role_ids.provider_api_user,
    is_api_user: true,
  })
  await insertApiKey(ctx, {
    name: 'admin',
    user_id: admin,
    account_id: null,
    key_digest: digestOf(secrets.api_key),
    last_four: '0000',
  })
  const shop = await insertUser(ctx, {
    username: 'shop-key',
    name: 'Shop',
    email: '',
    role_id: role_ids.account_owner,
    account_id: first_account,
    is_api_user: true,
  })
  await insertApiKey(ctx, {
    name: 'shop',
    user_id: shop,
    account_id: first_account,
    key_digest: digestOf(secrets.account_key),
    last_four: '0000',
  })
  const staff = await insertUser(ctx, {
    username: 'staff',
    name: 'Staff',
    email: 'staff@example.com',
    role_id: role_ids.administrator,
  })
  await insertSession(ctx, {
    user_id: staff,
    token_digest: digestOf(secrets.token),
    time_expires: new Date(Date.now() + 86_400_000),
    device: 'bench',
  })
})
const loader = await runtime.pool.connect()
const { rows } = await loader.query<{ id: number }>('SELECT id FROM rate_revision WHERE provider_id = $1', [
  provider_id,
])
await bulkLoad(
  loader,
  {
    provider_id,
    revision_id: rows[0]?.id ?? 1,
    first_account,
    accounts,
    shipments: count,
    branch_id: branches.JHB,
    driver: 'driver-1',
  },
  () => undefined,
)
loader.release()
await running.close()
console.log(JSON.stringify({ ...secrets, first_account, accounts, branch_id: branches.JHB, provider_id }))
process.exit(0)
