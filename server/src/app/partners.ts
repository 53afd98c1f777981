import path from 'node:path'
import { fileStorePort, localFileStore, s3FileStore, s3FromEnvironment } from '../files/index.ts'
import { google, openIdThirdParty, standInIssuer, thirdPartyPort } from '../identity/index.ts'
import { mailCatcher, mailPort, smtpFromEnvironment, smtpMailer, withOwnServers } from '../kit/mail/index.ts'
import {
  infobipFromEnvironment,
  infobipSender,
  infobipWhatsApp,
  smsCatcher,
  smsPort,
  whatsAppPort,
} from '../kit/sms/index.ts'
import { integrationStandIn, standInPort } from '../integrations/index.ts'
import { outboundClient, outboundPort } from '../kit/outbound/index.ts'
import { gatewaysPort, paymentStandIn, realGateways } from '../payments/index.ts'
import { geocoderPort } from '../maps/index.ts'
import { isLoopback } from './demo/index.ts'
import { embeddedGeocoder, nominatimGeocoder } from '../maps/gazetteer/index.ts'

/** The adapters behind the ports, by configuration; each has a local stand-in, so that everything works offline. */
export interface Partners {
  adapters: Map<string, unknown>
  /** Addresses of stand-ins a person may open. */
  addresses: { name: string; url: string }[]
  close(): Promise<void>
}

export async function choosePartners(about: { data_dir: string; host: string }): Promise<Partners> {
  const adapters = new Map<string, unknown>()
  const embedded = embeddedGeocoder()
  const { NOMINATIM_URL } = process.env
  adapters.set(
    geocoderPort.name,
    NOMINATIM_URL
      ? nominatimGeocoder({ base_url: NOMINATIM_URL, timeout_ms: 5_000, fallback: embedded })
      : embedded,
  )
  const s3 = s3FromEnvironment(process.env)
  adapters.set(fileStorePort.name, s3 ? s3FileStore(s3) : localFileStore(path.join(about.data_dir, 'files')))
  const third_party = await chooseThirdParty(about.host)
  adapters.set(thirdPartyPort.name, third_party.adapter)
  const mail = await chooseMail(about.host)
  adapters.set(mailPort.name, mail.mailer)
  const sms = await chooseSms(about.host)
  adapters.set(smsPort.name, sms.sender)
  adapters.set(whatsAppPort.name, sms.whatsapp)
  const payments = await choosePayments(about.host)
  adapters.set(gatewaysPort.name, payments.gateways)
  const third_parties = await chooseThirdParties(about.host)
  adapters.set(outboundPort.name, third_parties.outbound)
  for (const { url } of third_parties.addresses) adapters.set(standInPort.name, { url })
  return {
    adapters,
    addresses: [...mail.addresses, ...sms.addresses, ...payments.addresses, ...third_parties.addresses],
    async close() {
      await third_parties.close()
      await third_party.close()
      await mail.close()
      await sms.close()
      await payments.close()
    },
  }
}

/**
 * Google, or on a machine that nobody else can reach (a loopback host without an address of its own) a stand-in where
 * anybody may say who they are.
 */
async function chooseThirdParty(host: string) {
  if (!isLoopback(host) || process.env.WEB_URL || process.env.NODE_ENV === 'production')
    return { adapter: openIdThirdParty(google), close: async () => undefined }
  const issuer = await standInIssuer(Number(process.env.THIRD_PARTY_PORT || 3026))
  return { adapter: openIdThirdParty(issuer), close: () => issuer.close() }
}

/**
 * The SMTP server the environment names, else a catcher with an inbox page of its own; mail of a company with a server of
 * its own goes there.
 */
async function chooseMail(host: string) {
  const rules = outsideFrom(host)
  const server = smtpFromEnvironment(process.env)
  if (server) {
    const mailer = withOwnServers(smtpMailer(server), rules)
    return { mailer, addresses: [], close: async () => mailer.close() }
  }
  const http_port = Number(process.env.MAIL_PORT || 3025)
  const catcher = await mailCatcher({ host, smtp_port: 0, http_port })
  const mailer = withOwnServers(catcher.mailer, rules)
  return {
    mailer,
    addresses: [{ name: 'Mail', url: catcher.url }],
    async close() {
      mailer.close()
      await catcher.close()
    },
  }
}

/** The Infobip account the environment names, else a catcher with a page of its own that speaks the same protocol. */
async function chooseSms(host: string) {
  const gateway = infobipFromEnvironment(process.env)
  if (gateway)
    return {
      sender: infobipSender(gateway),
      whatsapp: infobipWhatsApp(gateway),
      addresses: [],
      close: async () => undefined,
    }
  const catcher = await smsCatcher({ host, http_port: Number(process.env.SMS_PORT || 3027) })
  return { ...catcher, addresses: [{ name: 'SMS', url: catcher.url }] }
}

/**
 * The payment gateways; on a machine that nobody else can reach (a loopback host without an address of its own) a
 * stand-in that plays all of them. `PAYMENT_GATEWAYS_URL` names one that runs elsewhere.
 */
async function choosePayments(host: string) {
  const { PAYMENT_GATEWAYS_URL, WEB_URL, NODE_ENV } = process.env
  if (PAYMENT_GATEWAYS_URL || !isLoopback(host) || WEB_URL || NODE_ENV === 'production')
    return { gateways: realGateways(PAYMENT_GATEWAYS_URL), addresses: [], close: async () => undefined }
  const stand_in = await paymentStandIn({ host, http_port: Number(process.env.PAYMENTS_PORT || 3028) })
  return { ...stand_in, addresses: [{ name: 'Payments', url: stand_in.url }] }
}

/** Whether nobody else reaches this machine, and whether what users name may lie in a private network. */
function outsideFrom(host: string): { is_alone: boolean; allow_private: boolean } {
  const { OUTBOUND_PRIVATE, WEB_URL, NODE_ENV } = process.env
  const is_alone = isLoopback(host) && !WEB_URL && NODE_ENV !== 'production'
  return { is_alone, allow_private: OUTBOUND_PRIVATE ? OUTBOUND_PRIVATE === 'allow' : is_alone }
}

/**
 * How addresses that users set are called: public ones by https only. `OUTBOUND_PRIVATE=allow` lets private networks and
 * http pass; on a machine that nobody else can reach that is so unless `OUTBOUND_PRIVATE=refuse`, and a stand-in plays
 * whoever could be called.
 */
async function chooseThirdParties(host: string) {
  const { WEB_URL, API_URL } = process.env
  const { is_alone, allow_private } = outsideFrom(host)
  const own_hosts = [WEB_URL, API_URL].flatMap((url) => (url ? [new URL(url).hostname] : []))
  const outbound = outboundClient({ allow_private, own_hosts })
  if (!is_alone || !allow_private) return { outbound, addresses: [], close: async () => undefined }
  const stand_in = await integrationStandIn({
    host,
    http_port: Number(process.env.INTEGRATIONS_PORT || 3029),
  })
  return {
    outbound,
    addresses: [{ name: 'Partners', url: stand_in.url }],
    close: () => stand_in.close(),
  }
}
