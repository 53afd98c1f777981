import fs from 'node:fs'
import { systemActor } from '@waybill/domain/kit/actor'
import { externalContext } from '../../src/db/transaction.ts'
import { jobFacts } from '../../src/jobs/outbox.ts'
import type { Runtime } from '../../src/kit/runtime.ts'
import { hasProvider } from '../../src/main/install.ts'
import { demoFile } from '../../src/main/demo-file.ts'
import { checkInvariants } from '../../src/ops/invariants/index.ts'
import type { DemoFilling } from '../../src/main/development.ts'
import { makeAccounting } from './accounting.ts'
import { makeBankStatement } from './bank.ts'
import { makeBlockedList } from './blocked-list.ts'
import { makeCash } from './cash.ts'
import { makeClaims } from './claims.ts'
import { makeCollections } from './collections.ts'
import { makeCompany, type Demo } from './company.ts'
import { makeDiscrepancies } from './discrepancies.ts'
import { makeCosts } from './costs.ts'
import { demo_shipments, DemoHistory } from './history.ts'
import { makeImport, makeStickers } from './imports.ts'
import { makeMonthEnd } from './month-end.ts'
import { makeMoveIn } from './move-in.ts'
import { makeIntegrations } from './integrations.ts'
import { connectNetwork, sendReportsOfNetworks } from './network.ts'
import { makeRateDraft } from './rates.ts'
import { makeFloor } from './floor.ts'
import { makeShipmentTags } from './shipment-tags.ts'

interface DemoOptions {
  shipments?: number
  /** Leaves at least half of the time to users while the older history is made. */
  is_paced?: boolean
}

/**
 * Creates the demo company on a first start. The company and its newest shipments are created before the application
 * is ready, everything else in the background: first the examples of every screen, which `stop` does not interrupt,
 * then the older history. Writes `demo.json` to the data directory, so that scripts know the URLs and users.
 */
export async function openDemo(
  runtime: Runtime,
  onStep: (step: string) => void,
  { shipments = demo_shipments, is_paced = false }: DemoOptions = {},
): Promise<DemoFilling | null> {
  sendReportsOfNetworks(runtime)
  if (await hasProvider(runtime)) return null
  onStep('Making the demonstration company')
  const { demo, history } = await removedOnFailure(runtime, async () => {
    const demo = await makeCompany(runtime)
    const history = new DemoHistory(runtime, demo, { in_all: shipments, is_paced })
    await history.fillNewest()
    return { demo, history }
  })
  writeDemoFile(runtime, demo)
  let stopping = false
  const stopped = (): boolean => stopping
  const fill = async (): Promise<void> => {
    await history.fillFirst((made) => onStep(`Filling the demonstration company: ${made} shipments`))
    for (const make of examples) await make(runtime, demo)
    await history.fillRest((made) => {
      if (made % 400 === 0)
        onStep(`Filling the older history: ${made} of ${shipments.toLocaleString('en-US')} shipments`)
    }, stopped)
    if (stopped()) return
    // The nightly check leaves out a company that is new.
    await checkInvariants(
      await externalContext(runtime, {
        actor: systemActor(demo.provider_id),
        request: jobFacts(runtime, 'demo'),
      }),
    )
  }
  const done = fill().catch((error: Error) =>
    onStep(`The demonstration company could not be completed: ${error.message}`),
  )
  return {
    done,
    stop: () => {
      stopping = true
    },
  }
}

/** What else the screens show, in the order of creation. */
const examples: readonly ((runtime: Runtime, demo: Demo) => Promise<void>)[] = [
  makeCollections,
  makeClaims,
  makeDiscrepancies,
  makeFloor,
  makeMonthEnd,
  makeCash,
  makeCosts,
  makeBankStatement,
  makeAccounting,
  makeBlockedList,
  makeRateDraft,
  makeIntegrations,
  (runtime, { provider_id }) => connectNetwork(runtime, provider_id),
  makeStickers,
  makeMoveIn,
  makeShipmentTags,
  makeImport,
]

/**
 * Runs the first filling of an embedded database without waiting for the disk at each commit, and writes a checkpoint
 * at the end. This is safe because the database holds no user data yet.
 */
async function removedOnFailure<Made>(runtime: Runtime, run: () => Promise<Made>): Promise<Made> {
  if (!runtime.embedded) return run()
  await runtime.pool.query('SET synchronous_commit = off')
  const made = await run()
  await runtime.pool.query('RESET synchronous_commit')
  await runtime.pool.query('CHECKPOINT')
  return made
}

function writeDemoFile(runtime: Runtime, demo: Demo): void {
  const content = {
    web_url: runtime.web_url,
    api_url: runtime.api_url,
    provider_id: demo.provider_id,
    account_id: demo.accounts[0]?.id,
    users: demo.users,
    api_keys: demo.api_keys,
  }
  fs.mkdirSync(runtime.data_dir, { recursive: true })
  fs.writeFileSync(demoFile(runtime.data_dir), `${JSON.stringify(content, null, 2)}\n`, {
    mode: 0o600,
  })
}

interface DemoFile {
  users: { role: string; email: string; password: string }[]
}

/** Returns the demo sign-ins as lines for a terminal; empty when there is no demo company. */
export function signIns(dataDir: string, webUrl: string): readonly string[] {
  const file = demoFile(dataDir)
  if (!fs.existsSync(file)) return []
  const { users } = JSON.parse(fs.readFileSync(file, 'utf8')) as DemoFile
  const [first] = users
  if (!first) return []
  return [
    `  Sign in at ${webUrl}/login, password ${first.password} for everyone:`,
    ...users.map((user) => `    ${user.role.padEnd(24)} ${user.email}`),
    '',
  ]
}
