import type { Issuer } from '../identity/index.ts'
import type { SmtpMailer } from '../kit/mail/index.ts'
import type { CallConnector, SmsSender, WhatsAppSender } from '../kit/sms/index.ts'
import type { Gateways } from '../payments/index.ts'
import type { Runtime } from '../kit/runtime.ts'

/** The adapter of one external service, the URLs of its pages for users, and a function to close it. */
export interface Chosen<Adapter> {
  adapter: Adapter
  addresses: { name: string; url: string }[]
  close(): Promise<void>
}

/** The adapters of one Infobip account. */
export interface InfobipAdapters {
  sender: SmsSender
  whatsapp: WhatsAppSender
  calls: CallConnector
}

/** Fakes of external services, so that a local installation works offline. */
export interface Fakes {
  /** A sign-in service where users can sign in as anyone. */
  thirdParty(): Promise<Chosen<Issuer>>
  /** A mail server that catches all mail, with an inbox page. */
  mail(host: string): Promise<Chosen<SmtpMailer>>
  /** A gateway for SMS, WhatsApp and calls with its own page. */
  messages(host: string): Promise<Chosen<InfobipAdapters>>
  /** A fake for all payment gateways. */
  gateways(host: string): Promise<Chosen<Gateways>>
  /** A fake for all services that integrations and webhooks call. Its adapters, by port name, are used by the demo. */
  externalServices(host: string): Promise<Chosen<ReadonlyMap<string, unknown>>>
}

/** The part of the demo data that is created in the background. */
export interface DemoFilling {
  /** Resolves when the older history is complete or the filling was stopped. */
  done: Promise<void>
  stop(): void
}

/** The demo provider of a local installation. */
export interface Demonstration {
  /** Creates the demo provider if no provider exists. Returns `null` when there is no background work left. */
  open(runtime: Runtime, step: (text: string) => void): Promise<DemoFilling | null>
  /** Returns its sign-ins as lines for the terminal; empty without a demo provider. */
  signIns(data_dir: string, web_url: string): readonly string[]
}

/**
 * Services only for development, trials and tests. They are in `server/dev`, which no module here imports: the start
 * script passes them in. They are used only in local installations.
 */
export interface DevelopmentServices {
  fakes: Fakes
  demonstration: Demonstration
}
