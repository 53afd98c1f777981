import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { pino } from 'pino'
import { role_ids } from '@waybill/domain/kit/actor'
import { boot } from '../../server/src/main/boot.ts'
import { bulk_drivers, bulkDriver, bulkLoad } from '../../server/dev/bench/bulk-load.ts'
import { withLoader } from '../../server/dev/bench/with-loader.ts'
import { createMap } from '../../server/dev/demo/map.ts'
import { asSystem, installProvider } from '../../server/src/main/install.ts'
import { insertAccount } from '../../server/src/accounts/index.ts'
import { insertApiKey, insertSession, insertUser } from '../../server/src/identity/index.ts'
import { digestOf } from '../../server/src/kit/sealer.ts'
import type { Context } from '../../server/src/kit/handler.ts'
import { setupFile, type Setup } from './setup.ts'

/** Prepares a database for the benchmark: a company, accounts, callers and shipments. Writes the `Setup` to its file. */
const shipments = Number(process.argv[2])
const accounts = 200
const first_account = 900_001
const members = { staff: 300, staff_sessions: 3, owner_sessions: 12 }

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
const { branches } = await asSystem(runtime, provider_id, (ctx) => createMap(ctx, () => bulkDriver(0)))
await runtime.pool.query(`ALTER TABLE account ALTER COLUMN id RESTART WITH ${first_account}`)
const callers: Pick<Setup, 'staff' | 'owners' | 'keys' | 'drivers'> = {
  staff: [],
  owners: [],
  keys: [],
  drivers: [],
}
await asSystem(runtime, provider_id, async (ctx) => {
  for (let n = 0; n < members.staff; n += 1) {
    const person = { username: `staff-${n}`, role_id: role_ids.administrator, branch_id: branches.JHB }
    callers.staff.push(...(await signedIn(ctx, person, members.staff_sessions)))
  }
  for (let n = 0; n < bulk_drivers; n += 1) {
    const person = { username: bulkDriver(n), role_id: role_ids.driver, branch_id: branches.JHB }
    callers.drivers.push(...(await signedIn(ctx, person, 1)))
  }
  for (let n = 0; n < accounts; n += 1) {
    const accountId = await insertAccount(ctx, {
      name: `Account ${n}`,
      account_code: `B${String(n).padStart(5, '0')}`,
      account_type: 'postpaid',
      credit_limit: 1e12,
      rate_group_id: 1,
    })
    const owner = { username: `owner-${n}`, role_id: role_ids.account_owner, account_id: accountId }
    callers.owners.push(...(await signedIn(ctx, owner, members.owner_sessions)))
    callers.keys.push(await apiKey(ctx, { ...owner, username: `shop-${n}` }))
  }
})
const { rows } = await runtime.pool.query<{ id: number }>(
  'SELECT id FROM rate_revision WHERE provider_id = $1',
  [provider_id],
)
const revision_id = rows[0]?.id ?? 1
await withLoader(runtime, process.env.DATABASE_URL, (client) =>
  bulkLoad(
    client,
    { provider_id, revision_id, first_account, accounts, shipments, branch_id: branches.JHB },
    () => undefined,
  ),
)
await running.close()
const setup: Setup = {
  provider_id,
  revision_id,
  first_account,
  accounts,
  shipments,
  origin_id: branches.CPT,
  branch_id: branches.JHB,
  ...callers,
}
fs.writeFileSync(setupFile(process.env.DATA_DIR ?? ''), JSON.stringify(setup))
process.exit(0)

interface Person {
  username: string
  role_id: number
  account_id?: number
  branch_id?: number
}

/** Inserts a user who is signed in `sessions` times, and returns the tokens. */
async function signedIn(ctx: Context, person: Person, sessions: number): Promise<string[]> {
  const userId = await insertUser(ctx, { ...person, name: person.username, email: '' })
  const tokens = Array.from({ length: sessions }, () => randomBytes(32).toString('base64url'))
  await Promise.all(
    tokens.map((token) =>
      insertSession(ctx, {
        user_id: userId,
        token_digest: digestOf(token),
        time_expires: new Date(Date.now() + 86_400_000),
        device: 'bench',
      }),
    ),
  )
  return tokens
}

/** Inserts a program of an account with an API key, and returns the key. */
async function apiKey(ctx: Context, person: Person): Promise<string> {
  const userId = await insertUser(ctx, { ...person, name: person.username, email: '', is_api_user: true })
  const key = randomBytes(16).toString('hex')
  await insertApiKey(ctx, {
    name: person.username,
    user_id: userId,
    account_id: person.account_id ?? null,
    key_digest: digestOf(key),
    last_four: key.slice(-4),
  })
  return key
}
