import { z } from 'zod'
import { isEmail, splitList } from '../kit/contacts/email.ts'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, day, flag, instant, list, maybe, text } from '../kit/calls/wire.ts'
import { event } from '../kit/event.ts'
import { paging } from '../kit/lists/paging.ts'
import { invalid } from '../kit/problem.ts'

/** What is sent to customers by e-mail. */
export const delivery_kinds = ['invoice', 'credit-note', 'statement', 'reminder', 'hold-warning'] as const
export type DeliveryKind = (typeof delivery_kinds)[number]

/** The kinds that staff send by hand; the system sends the others. */
export const sendable_kinds = ['invoice', 'credit-note', 'statement'] as const
export type SendableKind = (typeof sendable_kinds)[number]

/** The state of an e-mail with a document. `queued`: not yet accepted by the mail server. */
export const delivery_states = ['queued', 'sent', 'failed'] as const
export type DocumentDeliveryState = (typeof delivery_states)[number]

/** An e-mail with one document to one recipient. */
export const DocumentDelivery = z.object({
  id: count,
  kind: z.enum(delivery_kinds),
  account_id: count,
  account_code: z.string(),
  account_name: z.string(),
  invoice_id: count,
  credit_note_id: count,
  /** The number of the document; for a statement its days; empty for reminders and warnings. */
  document: z.string(),
  recipient: z.string(),
  state: z.enum(delivery_states),
  attempts: count,
  /** Why it was not sent; `''` when it was. */
  error: z.string(),
  created_by: z.string(),
  time_created: instant,
  time_sent: instant.nullable(),
})
export type DocumentDelivery = z.output<typeof DocumentDelivery>

/** An account that has no address for a kind of document. */
export const AccountWithoutAddress = z.object({
  account_id: count,
  account_code: z.string(),
  account_name: z.string(),
})
export type AccountWithoutAddress = z.output<typeof AccountWithoutAddress>

/** How an account gets its documents by e-mail. */
export const BillingPreference = z.object({
  account_id: count,
  invoice_emails: z.string(),
  statement_emails: z.string(),
  attach_csv: flag,
  attach_ubl: flag,
  send_reminders: flag,
  /** The addresses that invoices go to now, with the billing contact as fallback. */
  invoice_recipients: z.array(z.string()),
  statement_recipients: z.array(z.string()),
})
export type BillingPreference = z.output<typeof BillingPreference>

/** Maximum number of documents in one request to send. */
export const max_documents_to_send = 500

/** API endpoints of documents that are sent by e-mail. */
export const deliveriesApi = {
  send: endpoint('POST /billing/documents/send', {
    input: z.object({
      kind: z.enum(sendable_kinds),
      /** Ids of invoices or credit notes; of accounts for statements. */
      ids: list(count, max_documents_to_send),
      /** Days of statements. */
      start_date: maybe(day),
      end_date: maybe(day),
      /** Also sends documents that were sent before. */
      again: maybe(flag),
      /** Addresses separated by commas, instead of those of the account. */
      recipients: maybe(text(1000)),
    }),
    output: z.object({
      /** Number of e-mails that were queued. */
      queued: count,
      /** Number of e-mails that were sent or queued before and stay as they are. */
      sent_before: count,
      no_address: z.array(AccountWithoutAddress),
    }),
    permission: 'API_/billing/invoices/send:POST',
    published: false,
    summary:
      'Sends invoices, credit notes or statements by e-mail, each once per recipient. With `again`, also those that were sent before.',
  }),
  list: endpoint('GET /billing/documents/deliveries', {
    input: z.object({
      ...paging,
      account_id: maybe(count),
      invoice_id: maybe(count),
      credit_note_id: maybe(count),
      kind: maybe(list(z.enum(delivery_kinds))),
      state: maybe(list(z.enum(delivery_states))),
      start_date: maybe(instant),
      end_date: maybe(instant),
    }),
    output: z.object({ deliveries: z.array(DocumentDelivery), count }),
    permission: 'API_/billing/invoices/send:POST',
    published: false,
    summary: 'Lists the e-mails with documents, newest first.',
  }),
  preference: endpoint('GET /billing/preferences', {
    input: z.object({ account_id: maybe(count) }),
    output: BillingPreference,
    permission: 'API_/billing/invoices:GET',
    audience: 'session',
    published: false,
    summary: 'Returns where an account gets its documents by e-mail.',
  }),
  savePreference: endpoint('POST /billing/preferences', {
    input: z.object({
      account_id: count,
      invoice_emails: maybe(text(1000)),
      statement_emails: maybe(text(1000)),
      attach_csv: maybe(flag),
      attach_ubl: maybe(flag),
      send_reminders: maybe(flag),
    }),
    output: BillingPreference,
    permission: 'API_/billing/invoices/send:POST',
    audience: 'session',
    published: false,
    summary: 'Sets where an account gets its documents by e-mail.',
  }),
}

/** Published when an e-mail with a document is to be sent. */
export const documentQueued = event('document-queued', z.object({ delivery_id: count }))

/**
 * Returns the recipients of an account's documents, each once and in lower case: the addresses of the kind,
 * otherwise those for invoices, otherwise the billing contact's.
 */
export function recipientsOf(
  kind: DeliveryKind,
  account: { invoice_emails: string; statement_emails: string; billing_contact_email: string },
): string[] {
  const { invoice_emails, statement_emails, billing_contact_email } = account
  const lists = [kind === 'statement' ? statement_emails : '', invoice_emails, billing_contact_email]
  return addressesIn(lists.find((one) => splitList(one).length > 0) ?? '')
}

/** Returns the e-mail addresses in a text, each once and in lower case. */
export function addressesIn(typed: string): string[] {
  return [...new Set(splitList(typed).map((address) => address.toLowerCase()))].filter(isEmail)
}

/** Throws a problem beside the field when a list of addresses contains one that is not an e-mail address. */
export function requireEmails(lists: {
  invoice_emails?: string | undefined
  statement_emails?: string | undefined
  recipients?: string | undefined
}): void {
  const problems = (['invoice_emails', 'statement_emails', 'recipients'] as const).flatMap((field) => {
    const wrong = splitList(lists[field] ?? '').find((address) => !isEmail(address))
    return wrong
      ? [{ field, message: `${wrong} is not an email address. Separate several with commas.` }]
      : []
  })
  if (problems[0]) throw invalid(problems[0].message, problems)
}
