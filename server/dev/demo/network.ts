import { randomBytes } from 'node:crypto'
import { systemActor } from '@waybill/domain/kit/actor'
import { lockersApi } from '@waybill/domain/lockers/api'
import { settingsApi } from '@waybill/domain/settings/api'
import type { Runtime } from '../../src/kit/runtime.ts'
import { callHandler } from '../call-handler.ts'
import type { FakeLockers } from '../fakes/lockers/index.ts'
import { fakeLockersPort } from '../fakes/lockers/port.ts'

/**
 * Connects the demo company to the fake lockers of The Courier Guy and reads their list. Does nothing when the fake is
 * not running.
 */
export async function connectNetwork(runtime: Runtime, providerId: number): Promise<void> {
  const fake = runtime.adapters.get(fakeLockersPort.name) as FakeLockers | undefined
  if (!fake) return
  const reportKey = randomBytes(16).toString('hex')
  const access = {
    provider: 'tcg-locker',
    environment: 'sandbox',
    base_url: `${fake.url}/tcg-locker`,
    api_key: 'demo-key',
    event_key: reportKey,
  }
  const actor = systemActor(providerId)
  await callHandler(runtime, actor, settingsApi.save, {
    settings: [
      { key: 'enable_tcg_locker', value: true },
      { key: 'pickup_point_credentials', value: [access] },
    ],
  })
  await callHandler(runtime, actor, lockersApi.sync, { network: 'tcg-locker', accept_fewer: undefined })
  fake.reportTo(reportKey, (network, { headers, body }) =>
    fetch(`${runtime.web_url}/api/pickup-points/events/${network}`, { method: 'POST', headers, body }),
  )
}
