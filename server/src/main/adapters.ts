import { config } from '../kit/config.ts'
import { accounting_hosts, accountingHostsPort } from '../accounting/index.ts'
import { configuredFileStore, fileStorePort } from '../files/index.ts'
import { google, openIdThirdParty, thirdPartyPort, type ThirdParty } from '../identity/index.ts'
import {
  mailPort,
  noMailer,
  smtpFromEnvironment,
  smtpMailer,
  withCompanyMailServers,
  type Mailer,
  type SmtpMailer,
} from '../kit/mail/index.ts'
import {
  callPort,
  infobipCalls,
  infobipFromEnvironment,
  infobipSender,
  infobipWhatsApp,
  smsPort,
  whatsAppPort,
} from '../kit/sms/index.ts'
import { outboundClient, outboundPort, type Outbound } from '../kit/outbound/index.ts'
import { gatewaysPort, realGateways, type Gateways } from '../payments/index.ts'
import { pointNetworks, pointNetworksPort } from '../lockers/index.ts'
import { geocoderPort, googlePlaces, placesPort } from '../maps/index.ts'
import type { Chosen, Fakes, InfobipAdapters } from './development.ts'
import type { Installation } from './installation.ts'
import { embeddedGeocoder, nominatimGeocoder } from '../maps/gazetteer/index.ts'

/** The adapters for the ports, selected by configuration. A local installation uses the given fakes. */
export interface AdapterSet {
  adapters: Map<string, unknown>
  /** URLs of fakes that have pages for users. */
  addresses: { name: string; url: string }[]
  close(): Promise<void>
}

const nothing_to_close = { addresses: [], close: async (): Promise<void> => undefined }

export async function chooseAdapters(about: {
  data_dir: string
  host: string
  installation: Installation
  /** Used only in a local installation. */
  fakes?: Fakes | undefined
}): Promise<AdapterSet> {
  const { host, installation } = about
  const fakes = installation.is_local ? about.fakes : undefined
  const adapters = new Map<string, unknown>()
  const embedded = embeddedGeocoder()
  const { NOMINATIM_URL } = config
  adapters.set(
    geocoderPort.name,
    NOMINATIM_URL
      ? nominatimGeocoder({ base_url: NOMINATIM_URL, timeout_ms: 5_000, fallback: embedded })
      : embedded,
  )
  adapters.set(placesPort.name, googlePlaces())
  adapters.set(fileStorePort.name, configuredFileStore(about.data_dir))
  const thirdParty = await chooseThirdParty(fakes)
  adapters.set(thirdPartyPort.name, thirdParty.adapter)
  const mail = await chooseMail(host, installation, fakes)
  adapters.set(mailPort.name, mail.adapter)
  const sms = await chooseSms(host, fakes)
  adapters.set(smsPort.name, sms.adapter.sender)
  adapters.set(whatsAppPort.name, sms.adapter.whatsapp)
  adapters.set(callPort.name, sms.adapter.calls)
  const payments = await choosePayments(host, installation, fakes)
  adapters.set(gatewaysPort.name, payments.adapter)
  const thirdParties = await chooseThirdParties(host, installation, fakes)
  adapters.set(outboundPort.name, thirdParties.adapter.outbound)
  adapters.set(accountingHostsPort.name, accounting_hosts)
  for (const [name, adapter] of thirdParties.adapter.played) adapters.set(name, adapter)
  adapters.set(pointNetworksPort.name, pointNetworks(thirdParties.adapter.outbound))
  const all: readonly Chosen<unknown>[] = [mail, sms, payments, thirdParties, thirdParty]
  return {
    adapters,
    addresses: all.flatMap(({ addresses }) => addresses),
    close: async () => {
      for (const one of all) await one.close()
    },
  }
}

/** Google, or a fake where users can sign in as anyone. */
async function chooseThirdParty(fakes: Fakes | undefined): Promise<Chosen<ThirdParty>> {
  if (!fakes) return { adapter: openIdThirdParty(google), ...nothing_to_close }
  const issuer = await fakes.thirdParty()
  return { ...issuer, adapter: openIdThirdParty(issuer.adapter) }
}

/**
 * The SMTP server from the environment, otherwise the fake. Mail of a provider with its own mail server goes to that
 * server.
 */
async function chooseMail(
  host: string,
  installation: Installation,
  fakes: Fakes | undefined,
): Promise<Chosen<Mailer>> {
  const behind = await chooseMailServer(host, installation, fakes)
  const adapter = withCompanyMailServers(behind.adapter, { allow_private: allowsPrivate(installation) })
  return {
    adapter,
    addresses: behind.addresses,
    async close() {
      adapter.close()
      await behind.close()
    },
  }
}

async function chooseMailServer(
  host: string,
  { mail }: Installation,
  fakes: Fakes | undefined,
): Promise<Chosen<SmtpMailer>> {
  const server = mail === 'on' && smtpFromEnvironment(config.environment)
  if (server) return { adapter: smtpMailer(server), ...nothing_to_close }
  return mail === 'on' && fakes ? fakes.mail(host) : { adapter: noMailer(), ...nothing_to_close }
}

/**
 * The Infobip account from the environment, otherwise the fake with the same protocol. Without a fake, only the
 * providers’ own accounts are used.
 */
async function chooseSms(host: string, fakes: Fakes | undefined): Promise<Chosen<InfobipAdapters>> {
  const gateway = infobipFromEnvironment(config.environment)
  if (fakes && !gateway) return fakes.messages(host)
  return {
    adapter: {
      sender: infobipSender(gateway),
      whatsapp: infobipWhatsApp(gateway),
      calls: infobipCalls(gateway),
    },
    ...nothing_to_close,
  }
}

/**
 * The payment gateways, or a fake for all of them. In a local installation, `PAYMENT_GATEWAYS_URL` may name a fake
 * that runs elsewhere.
 */
async function choosePayments(
  host: string,
  { is_local }: Installation,
  fakes: Fakes | undefined,
): Promise<Chosen<Gateways>> {
  const playedAt = is_local ? config.PAYMENT_GATEWAYS_URL : undefined
  if (fakes && !playedAt) return fakes.gateways(host)
  return { adapter: realGateways(playedAt), ...nothing_to_close }
}

/**
 * Whether addresses that users enter may be in a private network: as set by `OUTBOUND_PRIVATE`, otherwise only in a
 * local installation.
 */
function allowsPrivate({ is_local }: Installation): boolean {
  const { OUTBOUND_PRIVATE } = config
  return OUTBOUND_PRIVATE ? OUTBOUND_PRIVATE === 'allow' : is_local
}

/**
 * The client for addresses that users configure. Public addresses require https. `OUTBOUND_PRIVATE=allow` also allows
 * private networks and http. A local installation allows them unless `OUTBOUND_PRIVATE=refuse`, and can then use
 * fakes for the called services.
 */
async function chooseThirdParties(
  host: string,
  installation: Installation,
  fakes: Fakes | undefined,
): Promise<Chosen<{ outbound: Outbound; played: ReadonlyMap<string, unknown> }>> {
  const { WEB_URL, API_URL } = config
  const allowPrivate = allowsPrivate(installation)
  const ownHosts = [WEB_URL, API_URL].flatMap((url) => (url ? [new URL(url).hostname] : []))
  const outbound = outboundClient({ allow_private: allowPrivate, own_hosts: ownHosts })
  if (!fakes || !allowPrivate) return { adapter: { outbound, played: new Map() }, ...nothing_to_close }
  const services = await fakes.externalServices(host)
  return { ...services, adapter: { outbound, played: services.adapter } }
}
