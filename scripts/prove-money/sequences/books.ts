import { billingApi } from '@waybill/domain/billing/api'
import type { Cents } from '@waybill/domain/kit/money'
import { role_ids } from '@waybill/domain/kit/actor'
import {
  ApiError,
  newProvider,
  type Caller,
  type TestProvider,
} from '../../../server/dev/test-kit/provider.ts'
import type { TestRuntime } from '../../../server/dev/test-kit/runtime.ts'
import { readRows } from '../../proofs/database.ts'
import type { Tally } from '../../proofs/tally.ts'

const account_count = 6

/** A company in which sequences run, with the people who call. */
export interface Books {
  p: TestProvider
  clerk: Caller
  /** Confirms what the clerk counted. */
  other: Caller
  driver: Caller
  account_ids: number[]
  tally: Tally
}

/** Makes a company with accounts of each kind that owe two invoices and have credit, in which cash can be collected. */
export async function openBooks(runtime: TestRuntime, tally: Tally): Promise<Books> {
  const p = await newProvider(
    { cod_enabled: true, cod_fee_percentage: 3, cod_fee_minimum: 25, invoice_minimum_amount: 0 },
    runtime,
  )
  const clerk = await p.staff()
  const accountIds: number[] = []
  while (accountIds.length < account_count) {
    const { id } = await p.given.account({
      account_type: accountIds.length % 3 === 2 ? 'prepaid' : 'postpaid',
      invoice_allocation_method: accountIds.length % 2 === 0 ? 'manual' : 'auto-oldest-invoice-first',
      balance: 10_000_00,
    })
    for (const amount of [115_00, 12_345_67]) {
      await clerk.send(billingApi.post, {
        account_id: id,
        type: 'admin-debit',
        amount,
        description: 'Storage',
      })
      await clerk.send(billingApi.runInvoices, { account_id: id })
    }
    accountIds.push(id)
  }
  return {
    p,
    clerk,
    other: await p.user(role_ids.finance_manager),
    driver: await p.driver(undefined, 'JHB'),
    account_ids: accountIds,
    tally,
  }
}

/** Returns a row that a number chooses, or `undefined` when the statement finds none. `$1` is the company. */
export async function chosen<Row extends object>(
  { p }: Books,
  which: number,
  statement: string,
): Promise<Row | undefined> {
  const rows = await readRows<Row>(p, statement)
  return rows[which % rows.length]
}

/** Returns a part of an amount, from one cent to a little more than all of it, so that too much is tried as well. */
export function partOf(amount: Cents, part: number): Cents {
  return Math.max(1, Math.round((amount * (part + 1)) / 950))
}

/** Thrown when the product fails instead of refusing. */
export class Fault extends Error {}

/** Does what may be refused, but must not fail. Returns its result; `undefined` when it was refused. */
export async function attempt<Result>(
  name: string,
  doing: Promise<Result>,
  tally: Tally,
): Promise<Result | undefined> {
  try {
    const result = await doing
    tally.count(`${name}: done`)
    return result
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw new Fault(`${name}: ${String(error)}`)
    tally.count(`${name}: refused`)
    return undefined
  }
}

/** Returns how many rows the ledger of the company has. */
export async function rowsOfLedger({ p }: Books): Promise<number> {
  const [found] = await readRows<{ rows: number }>(
    p,
    'SELECT count(*)::int AS rows FROM ledger_entry WHERE provider_id = $1',
  )
  return found?.rows ?? 0
}
