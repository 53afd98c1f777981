import type { Issuer } from '../identity/index.ts'
import type { SmtpMailer } from '../kit/mail/index.ts'
import type { SmsSender, WhatsAppSender } from '../kit/sms/index.ts'
import type { Gateways } from '../payments/index.ts'
import type { Runtime } from '../kit/runtime.ts'

/** What one part of the outside is reached by, pages of it that a person may open, and what has to be closed in the end. */
export interface Chosen<Adapter> {
  adapter: Adapter
  addresses: { name: string; url: string }[]
  close(): Promise<void>
}

/** Starts what a local installation has in place of the outside, so that everything works offline. */
export interface Fakes {
  /** A sign-in where anybody may say who they are. */
  thirdParty(): Promise<Chosen<Issuer>>
  /** A mailbox for everybody, with an inbox page of its own. */
  mail(host: string): Promise<Chosen<SmtpMailer>>
  /** An SMS and WhatsApp gateway with a page of its own. */
  messages(host: string): Promise<Chosen<{ sender: SmsSender; whatsapp: WhatsAppSender }>>
  /** All payment gateways. */
  gateways(host: string): Promise<Chosen<Gateways>>
  /** Whoever integrations and webhooks call; its adapters, by the names of their ports, are for the demonstration. */
  partners(host: string): Promise<Chosen<ReadonlyMap<string, unknown>>>
}

/** The part of the demonstration company that is made in the background. */
export interface DemoFilling {
  /** Resolves when the older history is there, or the filling was stopped. */
  done: Promise<void>
  stop(): void
}

/** The demonstration company of a local installation. */
export interface Demonstration {
  /** Makes it, unless there is a company; `null` when nothing is left to do in the background. */
  open(runtime: Runtime, step: (text: string) => void): Promise<DemoFilling | null>
  /** Its sign-ins, for the person at the terminal; no lines where there is no demonstration. */
  signIns(data_dir: string, web_url: string): readonly string[]
}

/**
 * What only development, trials and tests have. It stands in `server/dev`, which nothing here imports: whoever starts the
 * product hands it in, and it is used in local installations only.
 */
export interface DevelopmentServices {
  fakes: Fakes
  demonstration: Demonstration
}
