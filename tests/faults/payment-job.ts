import { jobOf } from '../../server/dev/test-kit/job.ts'
import { openTestRuntimeOn } from '../../server/dev/test-kit/runtime.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { chargeCards } from '../../server/src/payments/auto-top-up/charge-cards.ts'
import { gatewaysPort, realGateways } from '../../server/src/payments/index.ts'
import { pino } from 'pino'

/**
 * Runs one job about payments as a process of its own: `charge-cards` of a company, or the `outbox`. Its gateways are at
 * `GATEWAYS_URL`.
 */
const [job, providerId] = process.argv.slice(2)
const database = await openDatabase({
  url: process.env.DATABASE_URL,
  data_dir: '',
  log: pino({ level: 'silent' }),
})
const runtime = await openTestRuntimeOn(database)
runtime.runtime.adapters.set(gatewaysPort.name, realGateways(process.env.GATEWAYS_URL))
if (job === 'charge-cards') await chargeCards(await jobOf({ runtime, provider_id: Number(providerId) }))
else await runtime.outbox.drain()
await runtime.close()
