import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** A loaded company: what the measurements need to call it. */
export interface Setup {
  provider_id: number
  revision_id: number
  /** Account ids run from `first_account`; there are `accounts` of them. */
  first_account: number
  accounts: number
  /** Number of loaded shipments. */
  shipments: number
  /** Where the bookings of the measurement are collected. */
  origin_id: number
  /** Where the loaded shipments are scanned and delivered. */
  branch_id: number
  /** Tokens of signed-in staff, of account owners in the order of accounts, and of drivers, one each. */
  staff: string[]
  owners: string[]
  drivers: string[]
  /** The API key of each account. */
  keys: string[]
}

/** The file in which the loading process leaves what it made. */
export const setupFile = (dataDir: string): string => path.join(dataDir, 'setup.json')

/** Loads a database in a separate process; `DATA_DIR` of its environment must exist. */
export function prepare(env: NodeJS.ProcessEnv, shipments: number): Setup {
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'prepare.ts'), String(shipments)], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return JSON.parse(fs.readFileSync(setupFile(env.DATA_DIR ?? ''), 'utf8')) as Setup
}
