import { config } from '../src/kit/config.ts'
import type { Chosen, DevelopmentServices } from '../src/main/development.ts'
import { mailCatcher } from './catchers/mail-catcher.ts'
import { smsCatcher } from './catchers/sms-catcher.ts'
import { realGateways } from '../src/payments/index.ts'
import { accountingAdapters } from './accounting-adapters.ts'
import { fakeAccounting } from './fakes/accounting/index.ts'
import { openDemo, signIns } from './demo/index.ts'
import { fakeGateways } from './fakes/payments/index.ts'
import { fakeIssuer } from './fakes/google/issuer.ts'
import { fakeLockers } from './fakes/lockers/index.ts'
import { fakeLockersPort } from './fakes/lockers/port.ts'
import { fakeIntegrations } from './fakes/services/index.ts'
import { fakeServicesPort } from './fakes/services/port.ts'

/** Describes a fake service with a page whose URL is printed in the terminal. */
function shown<Adapter>(
  name: string,
  fake: { url: string; close(): Promise<void> },
  adapter: Adapter,
): Chosen<Adapter> {
  return { adapter, addresses: [{ name, url: fake.url }], close: () => fake.close() }
}

/** Fake services, message catchers and the demo company, for `boot` and `run`. */
export const development: DevelopmentServices = {
  fakes: {
    async thirdParty() {
      const issuer = await fakeIssuer(config.THIRD_PARTY_PORT)
      return { adapter: issuer, addresses: [], close: () => issuer.close() }
    },
    async mail(host) {
      const catcher = await mailCatcher({ host, smtp_port: 0, http_port: config.MAIL_PORT })
      return shown('Mail', catcher, catcher.mailer)
    },
    async messages(host) {
      const catcher = await smsCatcher({ host, http_port: config.SMS_PORT })
      return shown('SMS', catcher, { ...catcher, calls: catcher.connector })
    },
    async gateways(host) {
      const fake = await fakeGateways({ host, http_port: config.PAYMENTS_PORT })
      return shown('Payments', fake, realGateways(fake.url))
    },
    async externalServices(host) {
      const fake = await fakeIntegrations({ host, http_port: config.INTEGRATIONS_PORT })
      const accounting = await fakeAccounting(host)
      const lockers = await fakeLockers({ host, http_port: config.LOCKERS_PORT, now: () => new Date() })
      return {
        adapter: new Map<string, unknown>([
          [fakeServicesPort.name, { url: fake.url }],
          [fakeLockersPort.name, lockers],
          ...accountingAdapters(accounting),
        ]),
        addresses: [
          { name: 'Partners', url: fake.url },
          { name: 'Lockers', url: lockers.url },
        ],
        async close() {
          await fake.close()
          await lockers.close()
          await accounting.close()
        },
      }
    },
  },
  demonstration: { open: (runtime, step) => openDemo(runtime, step, { is_paced: true }), signIns },
}
