import path from 'node:path'
import { fileStorePort, localFileStore, s3FileStore, s3FromEnvironment } from '../files/index.ts'
import {
  google,
  openIdThirdParty,
  standInIssuer,
  thirdPartyPort,
  type ThirdParty,
} from '../identity/index.ts'
import {
  mailCatcher,
  mailPort,
  noMailer,
  smtpFromEnvironment,
  smtpMailer,
  withOwnServers,
  type Mailer,
  type SmtpMailer,
} from '../kit/mail/index.ts'
import {
  infobipFromEnvironment,
  infobipSender,
  infobipWhatsApp,
  smsCatcher,
  smsPort,
  whatsAppPort,
  type SmsSender,
  type WhatsAppSender,
} from '../kit/sms/index.ts'
import { integrationStandIn, standInPort } from '../integrations/index.ts'
import { outboundClient, outboundPort, type Outbound } from '../kit/outbound/index.ts'
import { gatewaysPort, paymentStandIn, realGateways, type Gateways } from '../payments/index.ts'
import { geocoderPort, googlePlaces, placesPort } from '../maps/index.ts'
import type { Installation } from './installation.ts'
import { embeddedGeocoder, nominatimGeocoder } from '../maps/gazetteer/index.ts'

/** The adapters behind the ports, by configuration; a local installation has stand-ins, so that everything works offline. */
export interface Partners {
  adapters: Map<string, unknown>
  /** Addresses of stand-ins a person may open. */
  addresses: { name: string; url: string }[]
  close(): Promise<void>
}

/** What one part of the outside is reached by, and what has to be closed in the end. */
interface Chosen<Adapter> {
  adapter: Adapter
  addresses: { name: string; url: string }[]
  close(): Promise<void>
}

const nothing_to_close = { addresses: [], close: async (): Promise<void> => undefined }

export async function choosePartners(about: {
  data_dir: string
  host: string
  installation: Installation
}): Promise<Partners> {
  const { host, installation } = about
  const adapters = new Map<string, unknown>()
  const embedded = embeddedGeocoder()
  const { NOMINATIM_URL } = process.env
  adapters.set(
    geocoderPort.name,
    NOMINATIM_URL
      ? nominatimGeocoder({ base_url: NOMINATIM_URL, timeout_ms: 5_000, fallback: embedded })
      : embedded,
  )
  adapters.set(placesPort.name, googlePlaces())
  const s3 = s3FromEnvironment(process.env)
  adapters.set(fileStorePort.name, s3 ? s3FileStore(s3) : localFileStore(path.join(about.data_dir, 'files')))
  const third_party = await chooseThirdParty(installation)
  adapters.set(thirdPartyPort.name, third_party.adapter)
  const mail = await chooseMail(host, installation)
  adapters.set(mailPort.name, mail.adapter)
  const sms = await chooseSms(host, installation)
  adapters.set(smsPort.name, sms.adapter.sender)
  adapters.set(whatsAppPort.name, sms.adapter.whatsapp)
  const payments = await choosePayments(host, installation)
  adapters.set(gatewaysPort.name, payments.adapter)
  const third_parties = await chooseThirdParties(host, installation)
  adapters.set(outboundPort.name, third_parties.adapter)
  for (const { url } of third_parties.addresses) adapters.set(standInPort.name, { url })
  const all: readonly Chosen<unknown>[] = [mail, sms, payments, third_parties, third_party]
  return {
    adapters,
    addresses: all.flatMap(({ addresses }) => addresses),
    close: async () => {
      for (const one of all) await one.close()
    },
  }
}

/** Google; in a local installation a stand-in where anybody may say who they are. */
async function chooseThirdParty({ is_local }: Installation): Promise<Chosen<ThirdParty>> {
  if (!is_local) return { adapter: openIdThirdParty(google), ...nothing_to_close }
  const issuer = await standInIssuer(Number(process.env.THIRD_PARTY_PORT || 3026))
  return { adapter: openIdThirdParty(issuer), addresses: [], close: () => issuer.close() }
}

/**
 * The SMTP server the environment names, else in a local installation a catcher with an inbox page of its own; mail of a
 * company with a server of its own goes there.
 */
async function chooseMail(host: string, installation: Installation): Promise<Chosen<Mailer>> {
  const behind = await chooseMailServer(host, installation)
  const adapter = withOwnServers(behind.adapter, { allow_private: allowsPrivate(installation) })
  return {
    adapter,
    addresses: behind.addresses,
    async close() {
      adapter.close()
      await behind.close()
    },
  }
}

async function chooseMailServer(host: string, { is_local, mail }: Installation): Promise<Chosen<SmtpMailer>> {
  const server = mail === 'on' && smtpFromEnvironment(process.env)
  if (server) return { adapter: smtpMailer(server), ...nothing_to_close }
  if (mail === 'off' || !is_local) return { adapter: noMailer(), ...nothing_to_close }
  const http_port = Number(process.env.MAIL_PORT || 3025)
  const catcher = await mailCatcher({ host, smtp_port: 0, http_port })
  return {
    adapter: catcher.mailer,
    addresses: [{ name: 'Mail', url: catcher.url }],
    close: () => catcher.close(),
  }
}

/**
 * The Infobip account the environment names; without one, in a local installation a catcher with a page of its own that
 * speaks the same protocol, and elsewhere nothing but the companies' own accounts.
 */
async function chooseSms(
  host: string,
  { is_local }: Installation,
): Promise<Chosen<{ sender: SmsSender; whatsapp: WhatsAppSender }>> {
  const gateway = infobipFromEnvironment(process.env)
  if (gateway || !is_local)
    return {
      adapter: { sender: infobipSender(gateway), whatsapp: infobipWhatsApp(gateway) },
      ...nothing_to_close,
    }
  const catcher = await smsCatcher({ host, http_port: Number(process.env.SMS_PORT || 3027) })
  return {
    adapter: catcher,
    addresses: [{ name: 'SMS', url: catcher.url }],
    close: () => catcher.close(),
  }
}

/**
 * The payment gateways; in a local installation a stand-in that plays all of them, which `PAYMENT_GATEWAYS_URL` may name
 * elsewhere.
 */
async function choosePayments(host: string, { is_local }: Installation): Promise<Chosen<Gateways>> {
  const { PAYMENT_GATEWAYS_URL } = process.env
  if (!is_local || PAYMENT_GATEWAYS_URL)
    return { adapter: realGateways(is_local ? PAYMENT_GATEWAYS_URL : undefined), ...nothing_to_close }
  const stand_in = await paymentStandIn({ host, http_port: Number(process.env.PAYMENTS_PORT || 3028) })
  return {
    adapter: stand_in.gateways,
    addresses: [{ name: 'Payments', url: stand_in.url }],
    close: () => stand_in.close(),
  }
}

/** Whether what users name may lie in a private network: as `OUTBOUND_PRIVATE` says, else in a local installation. */
function allowsPrivate({ is_local }: Installation): boolean {
  const { OUTBOUND_PRIVATE } = process.env
  return OUTBOUND_PRIVATE ? OUTBOUND_PRIVATE === 'allow' : is_local
}

/**
 * How addresses that users set are called: public ones by https only. `OUTBOUND_PRIVATE=allow` lets private networks and
 * http pass; in a local installation that is so unless `OUTBOUND_PRIVATE=refuse`, and a stand-in plays whoever could be
 * called.
 */
async function chooseThirdParties(host: string, installation: Installation): Promise<Chosen<Outbound>> {
  const { WEB_URL, API_URL } = process.env
  const allow_private = allowsPrivate(installation)
  const own_hosts = [WEB_URL, API_URL].flatMap((url) => (url ? [new URL(url).hostname] : []))
  const adapter = outboundClient({ allow_private, own_hosts })
  if (!installation.is_local || !allow_private) return { adapter, ...nothing_to_close }
  const stand_in = await integrationStandIn({
    host,
    http_port: Number(process.env.INTEGRATIONS_PORT || 3029),
  })
  return {
    adapter,
    addresses: [{ name: 'Partners', url: stand_in.url }],
    close: () => stand_in.close(),
  }
}
