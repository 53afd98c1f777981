import { systemActor } from '@waybill/domain/kit/actor'
import { networksApi } from '@waybill/domain/pickup-points/networks-api'
import { settingsApi } from '@waybill/domain/settings/api'
import type { Runtime } from '../../src/kit/runtime.ts'
import { callHandler } from '../call-handler.ts'
import type { FakeLockers } from '../fakes/lockers/index.ts'
import { fakeLockersPort } from '../fakes/lockers/port.ts'

/** The key with which the fake networks sign what they report; it opens nothing else. */
const report_key = 'demo-report-key'

const fakeOf = (runtime: Runtime): FakeLockers | undefined =>
  runtime.adapters.get(fakeLockersPort.name) as FakeLockers | undefined

/** Lets the fake networks report to the product. Does nothing when they are not running. */
export function sendReportsOfNetworks(runtime: Runtime): void {
  fakeOf(runtime)?.reportTo(report_key, (network, { headers, body }) =>
    fetch(`${runtime.web_url}/api/pickup-points/events/${network}`, { method: 'POST', headers, body }),
  )
}

/**
 * Connects the demo company to the fake lockers of The Courier Guy and reads their list. Does nothing when the fake is
 * not running.
 */
export async function connectNetwork(runtime: Runtime, providerId: number): Promise<void> {
  const fake = fakeOf(runtime)
  if (!fake) return
  const access = {
    provider: 'tcg-locker',
    environment: 'sandbox',
    base_url: `${fake.url}/tcg-locker`,
    api_key: 'demo-key',
    event_key: report_key,
  }
  const actor = systemActor(providerId)
  await callHandler(runtime, actor, settingsApi.save, {
    settings: [
      { key: 'enable_tcg_locker', value: true },
      { key: 'pickup_point_credentials', value: [access] },
    ],
  })
  await callHandler(runtime, actor, networksApi.sync, { network: 'tcg-locker', accept_fewer: undefined })
}
