import { openDemo } from '../server/dev/demo/index.ts'
import { storeReleaseData } from '../server/dev/test-kit/database/release-data.ts'
import { openTestRuntime } from '../server/dev/test-kit/runtime.ts'

/**
 * `npm run release:data`, run once per release: stores a database filled by the release. The upgrade test applies
 * later migrations to it (`server/tests/upgrade.test.ts`).
 */
const shipments = 300
const own = await openTestRuntime()
const filling = await openDemo(own.runtime, (step) => console.log(step), { shipments })
await filling?.done
await own.outbox.drain()
const client = await own.runtime.pool.connect()
const bytes = await storeReleaseData(client, own.runtime.clock())
client.release()
await own.close()
console.log(`Stored ${Math.round(bytes / 1024)} KiB.`)
