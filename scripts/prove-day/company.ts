import { randomUUID } from 'node:crypto'
import { role_ids } from '@waybill/domain/kit/actor'
import { newProvider, type Caller, type TestProvider } from '../../server/dev/test-kit/provider.ts'
import { openTestRuntime } from '../../server/dev/test-kit/runtime.ts'
import { insertSession } from '../../server/src/identity/index.ts'
import { digestOf } from '../../server/src/kit/sealer.ts'

/** A company with a hub in Johannesburg, its office and customers. */
export interface Company {
  p: TestProvider
  /** Books, assigns and scans. */
  staff: Caller
  /** Confirms the cash that others counted. */
  finance: Caller
  /** Bookings of one account wait for each other, because each checks its credit. */
  account_ids: readonly [number, ...number[]]
  branch_id: number
  /** The address of its database. */
  url: string
}

const session_ms = 86_400_000
const accounts = 20

/** Makes the company in a new database on the server in `TEST_DATABASE_URL`. */
export async function makeCompany(): Promise<Company> {
  const runtime = await openTestRuntime()
  const p = await newProvider(
    {
      cod_enabled: true,
      driver_vehicle_check: true,
      driver_end_of_day_required: true,
      allow_same_day_retry: true,
      failed_attempt_photo_required: true,
    },
    runtime,
  )
  const { pool } = runtime.runtime
  const account = async (): Promise<number> => (await p.given.account({ credit_limit: 100_000_000_00 })).id
  const others = await Promise.all(Array.from({ length: accounts - 1 }, account))
  // The company is reached by the address of this machine.
  await pool.query("UPDATE provider SET origins = origins || '{127.0.0.1}' WHERE id = $1", [p.provider_id])
  return {
    p,
    staff: await p.staff(),
    finance: await p.user(role_ids.finance_manager),
    account_ids: [await account(), ...others],
    branch_id: p.map.branches.JHB,
    url: String((pool.options as { connectionString?: string }).connectionString),
  }
}

/** Signs a user in on another device, as after an expired session. Returns the token. */
export async function signIn({ p }: Company, { user_id }: Caller): Promise<string> {
  const token = randomUUID()
  await p.inTransaction((ctx) =>
    insertSession(ctx, {
      user_id,
      token_digest: digestOf(token),
      time_expires: new Date(Date.now() + session_ms),
      device: 'phone',
      time_confirmed: ctx.now,
    }),
  )
  return token
}

/** Ends every session of a user. */
export async function expireSessions({ p }: Company, { user_id }: Caller): Promise<void> {
  await p.runtime.runtime.pool.query('DELETE FROM session WHERE provider_id = $1 AND user_id = $2', [
    p.provider_id,
    user_id,
  ])
}
