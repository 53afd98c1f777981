import type { Output } from '@waybill/domain/kit/calls/endpoint'
import type { paymentsApi } from '@waybill/domain/payments/api'
import { settingsApi } from '@waybill/domain/settings/api'
import { afterAll, beforeAll } from 'vitest'
import {
  fakeGateways,
  type FakeFault,
  type FakeGateways,
  type SentNotice,
  type FakeGatewayAction,
} from '../../fakes/payments/index.ts'
import { gatewaysPort, realGateways } from '../../../src/payments/index.ts'
import { paying_settings } from '../paying-settings.ts'
import type { TestProvider } from '../provider.ts'

/**
 * Fakes the gateways in the tests of one file. Their notifications are delivered over HTTP to the company passed to
 * `take`.
 */
export function startFakeGateways() {
  let fake: FakeGateways
  let provider: TestProvider
  /** Delivers a notification `times` times in parallel. Returns the response statuses. */
  const deliver = async ({ url, headers, body }: SentNotice, times = 1): Promise<number[]> => {
    const replies = Array.from({ length: times }, () =>
      provider.guest().http('POST', new URL(url).pathname, body, headers),
    )
    return (await Promise.all(replies)).map(({ status }) => status)
  }
  beforeAll(async () => {
    fake = await fakeGateways({
      host: '127.0.0.1',
      http_port: 0,
      send: async (notice) => void (await deliver(notice)),
    })
  })
  afterAll(() => fake.close())
  return {
    /** Makes the company use these gateways, with the given settings. */
    async take(p: TestProvider, settings: Record<string, unknown> = {}): Promise<void> {
      provider = p
      p.runtime.runtime.adapters.set(gatewaysPort.name, realGateways(fake.url))
      const values = { ...paying_settings, ...settings }
      await (
        await p.staff()
      ).send(settingsApi.save, {
        settings: Object.entries(values).map(([key, value]) => ({ key, value })),
      })
    },
    /** Submits the signed form like a browser. Returns the payment’s id at the gateway. */
    async sendForm(signed: Output<typeof paymentsApi.payfastSignature>): Promise<string> {
      const { signature, merchant_id, merchant_key, action, fields } = signed
      const form = [
        ...fields,
        { name: 'merchant_id', value: merchant_id },
        { name: 'merchant_key', value: merchant_key },
        { name: 'signature', value: signature },
      ]
      const answer = await fetch(action, {
        method: 'POST',
        body: new URLSearchParams(Object.fromEntries(form.map(({ name, value }) => [name, value]))),
        redirect: 'manual',
      })
      if (answer.status !== 303) throw new Error(`The gateway answered ${answer.status} to the form.`)
      return (answer.headers.get('location') ?? '').replace('/pay/', '')
    },
    /** Performs an action at the gateway and runs the outbox. */
    async act(id: string, action: FakeGatewayAction): Promise<string> {
      const where = await fake.act(id, action, 'http://returned.test/stitch-payment')
      await provider.settle()
      return where
    },
    /** Performs an action at the gateway, which delivers its notification; the outbox is not run. */
    notify: (id: string, action: FakeGatewayAction) => fake.act(id, action),
    unanswered: () => fake.unanswered(),
    newest: () => fake.payments()[0]?.id ?? '',
    sent: () => fake.sent(),
    deliver,
    answerWith: (status: number | null) => fake.answerWith(status),
    failWith: (fault: FakeFault | null) => fake.failWith(fault),
    declineCards: (isDeclined: boolean) => fake.declineCards(isDeclined),
    /** The refunds that the gateways made, newest payment first; amounts in cents. */
    refunds: () => fake.payments().flatMap(({ refunds }) => refunds),
    payments: () => fake.payments(),
    url: () => fake.url,
  }
}
