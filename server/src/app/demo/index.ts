import fs from 'node:fs'
import path from 'node:path'
import type { House } from '../house.ts'
import { hasProvider } from '../install.ts'
import { makeBankStatement } from './bank.ts'
import { makeBlockedList } from './blocked-list.ts'
import { makeClaims } from './claims.ts'
import { makeCollections } from './collections.ts'
import { makeCompany, type Demo } from './company.ts'
import { demo_shipments, DemoHistory } from './history.ts'
import { makeImport, makeStickers } from './imports.ts'
import { makeIntegrations } from './integrations.ts'
import { makeRateDraft } from './rates.ts'
import { makeShipmentTags } from './shipment-tags.ts'

export interface DemoFilling {
  /** Resolves when the older history is there, or the filling was stopped. */
  done: Promise<void>
  stop(): void
}

/**
 * Makes the demonstration company on a first start: company and today's work before the product is ready, the older
 * history in the background. `demo.json` in the data directory then tells scripts where and who.
 */
export async function openDemo(
  house: House,
  tell: (step: string) => void,
  shipments = demo_shipments,
): Promise<DemoFilling | null> {
  if (await hasProvider(house)) return null
  tell('Making the demonstration company')
  const { demo, history } = await keptAtItsEnd(house, async () => {
    const demo = await makeCompany(house)
    const history = new DemoHistory(house, demo, shipments)
    await history.fillFirst((made) => tell(`Making the demonstration company: ${made} shipments`))
    await makeCollections(house, demo)
    await makeClaims(house, demo)
    await makeBankStatement(house, demo)
    await makeBlockedList(house, demo)
    await makeRateDraft(house, demo)
    await makeIntegrations(house, demo)
    await makeStickers(house, demo)
    await makeShipmentTags(house, demo)
    return { demo, history }
  })
  writeDemoFile(house, demo)
  let stopping = false
  const done = makeImport(house, demo)
    .then(() =>
      history.fillRest(
        (made) =>
          made % 400 === 0
            ? tell(`Filling the older history: ${made} of ${shipments.toLocaleString('en-US')} shipments`)
            : undefined,
        () => stopping,
      ),
    )
    .catch((error: Error) => tell(`The older history could not be completed: ${error.message}`))
  return {
    done,
    stop: () => {
      stopping = true
    },
  }
}

/**
 * Work of a first start, when nothing in the database is anybody's yet: the embedded one, which has a single
 * connection, does not wait for the disk at each commit, and is asked to keep everything at the end.
 */
async function keptAtItsEnd<Made>(house: House, work: () => Promise<Made>): Promise<Made> {
  if (!house.embedded) return work()
  await house.pool.query('SET synchronous_commit = off')
  const made = await work()
  await house.pool.query('RESET synchronous_commit')
  await house.pool.query('CHECKPOINT')
  return made
}

/** What scripts are told of the demonstration company. */
export function demoFile(data_dir: string): string {
  return path.join(data_dir, 'demo.json')
}

function writeDemoFile(house: House, demo: Demo): void {
  const content = {
    web_url: house.web_url,
    api_url: house.api_url,
    provider_id: demo.provider_id,
    account_id: demo.accounts[0]?.id,
    users: demo.users,
    api_keys: demo.api_keys,
  }
  fs.mkdirSync(house.data_dir, { recursive: true })
  fs.writeFileSync(demoFile(house.data_dir), `${JSON.stringify(content, null, 2)}\n`, {
    mode: 0o600,
  })
}
