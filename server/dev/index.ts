import { config } from '../src/kit/config.ts'
import type { Chosen, DevelopmentServices } from '../src/main/development.ts'
import { mailCatcher } from './catchers/mail-catcher.ts'
import { smsCatcher } from './catchers/sms-catcher.ts'
import { openDemo, signIns } from './demo/index.ts'
import { paymentStandIn } from './stand-ins/gateways/index.ts'
import { standInIssuer } from './stand-ins/google/issuer.ts'
import { integrationStandIn } from './stand-ins/partners/index.ts'
import { standInPort } from './stand-ins/partners/port.ts'

/** A stand-in with a page of its own, which is named on the terminal. */
function shown<Adapter>(
  name: string,
  stand_in: { url: string; close(): Promise<void> },
  adapter: Adapter,
): Chosen<Adapter> {
  return { adapter, addresses: [{ name, url: stand_in.url }], close: () => stand_in.close() }
}

/** Stand-ins, catchers and the demonstration company, for `boot` and `run`. */
export const development: DevelopmentServices = {
  stand_ins: {
    async thirdParty() {
      const issuer = await standInIssuer(config.THIRD_PARTY_PORT)
      return { adapter: issuer, addresses: [], close: () => issuer.close() }
    },
    async mail(host) {
      const catcher = await mailCatcher({ host, smtp_port: 0, http_port: config.MAIL_PORT })
      return shown('Mail', catcher, catcher.mailer)
    },
    async messages(host) {
      const catcher = await smsCatcher({ host, http_port: config.SMS_PORT })
      return shown('SMS', catcher, catcher)
    },
    async gateways(host) {
      const stand_in = await paymentStandIn({ host, http_port: config.PAYMENTS_PORT })
      return shown('Payments', stand_in, stand_in.gateways)
    },
    async partners(host) {
      const stand_in = await integrationStandIn({ host, http_port: config.INTEGRATIONS_PORT })
      return shown('Partners', stand_in, new Map([[standInPort.name, { url: stand_in.url }]]))
    },
  },
  demonstration: { open: openDemo, signIns },
}
