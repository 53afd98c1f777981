import { z } from 'zod'
import {
  SmsRejectedError,
  type CallConnector,
  type SmsGateway,
  type SmsSender,
  type WhatsAppSender,
} from './sms-port.ts'

/** Time limit of a gateway request, in ms; well below the lease of the sending job. */
const timeout_ms = 10_000

/** Infobip’s response to accepted messages, with the status of each. */
const Answer = z.object({
  messages: z
    .array(
      z.object({
        messageId: z.string(),
        status: z.object({ groupName: z.string(), description: z.string().optional() }),
      }),
    )
    .min(1),
})

/** Infobip’s error response, in the current and the older API format. */
const Failure = z.object({
  description: z.string().optional(),
  requestError: z.object({ serviceException: z.object({ text: z.string() }) }).optional(),
})

/** Delivery reports from Infobip; only the fields used here. */
const Reports = z.object({
  results: z.array(
    z.object({
      messageId: z.string(),
      status: z.object({ groupName: z.string(), description: z.string().default('') }),
      error: z.object({ name: z.string(), description: z.string() }).optional(),
    }),
  ),
})

/** Delivery result of a message that a gateway accepted. */
export interface DeliveryReport {
  message_id: string
  /** `null` while delivery is in progress. */
  outcome: { status: 'delivered' } | { status: 'failed'; reason: string } | null
}

/** Reads the delivery reports in an Infobip notification; returns `null` if the body is not one. */
export function readReports(body: unknown): DeliveryReport[] | null {
  const read = Reports.safeParse(body)
  if (!read.success) return null
  return read.data.results.map(({ messageId, status, error }) => {
    const id = messageId
    if (status.groupName === 'DELIVERED') return { message_id: id, outcome: { status: 'delivered' } }
    if (!final_groups.includes(status.groupName)) return { message_id: id, outcome: null }
    const reason = error && error.name !== 'NO_ERROR' ? error.description : status.description
    return { message_id: id, outcome: { status: 'failed', reason: reason || 'The phone was not reached.' } }
  })
}

/**
 * Inbound messages from Infobip, as published: SMS have their text beside the sender, WhatsApp messages below `message`.
 * Only the fields used here.
 */
const Replies = z.object({
  results: z.array(
    z.object({
      messageId: z.string().min(1).max(200),
      from: z.string(),
      text: z.string().nullish(),
      integrationType: z.string().optional(),
      receivedAt: z.string().optional(),
      message: z.object({ type: z.string(), text: z.string().optional() }).optional(),
    }),
  ),
})

/** A reply to a message; `sender` has digits with the country code. */
export interface ReceivedText {
  channel: 'sms' | 'whatsapp'
  gateway_id: string
  sender: string
  text: string
  /** When the gateway received it; `null` when it does not say so. */
  received_at: Date | null
}

/**
 * Reads the inbound messages in an Infobip notification; returns `null` if the body is not one. Messages without text,
 * such as pictures, have a text that says so.
 */
export function readReplies(body: unknown): ReceivedText[] | null {
  const read = Replies.safeParse(body)
  if (!read.success) return null
  return read.data.results.flatMap(({ messageId, from, text, integrationType, receivedAt, message }) => {
    const sender = from.replaceAll(/\D/g, '')
    if (!/^\d{8,15}$/.test(sender)) return []
    const at = new Date(receivedAt?.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') ?? Number.NaN)
    return [
      {
        channel: integrationType === 'WHATSAPP' ? 'whatsapp' : 'sms',
        gateway_id: messageId,
        sender,
        text: text ?? message?.text ?? `(${(message?.type ?? 'empty message').toLowerCase()})`,
        received_at: Number.isNaN(at.getTime()) ? null : at,
      },
    ]
  })
}

/** Status groups of messages that will not be delivered; retries do not help. */
const final_groups = ['REJECTED', 'UNDELIVERABLE', 'EXPIRED']

/**
 * Creates a sender for Infobip SMS (`POST /sms/3/messages`). A company’s own gateway must be an Infobip host, so that
 * a setting cannot make this server call addresses of its own network. `standard` is the operator’s gateway, `null`
 * if there is none.
 */
export function infobipSender(standard: SmsGateway | null): SmsSender {
  return {
    async send(sms, own) {
      return post(gatewayOf(own, standard), '/sms/3/messages', {
        ...(sms.from ? { sender: sms.from } : {}),
        destinations: [{ to: sms.to, messageId: sms.id }],
        content: { text: sms.text },
        webhooks: { delivery: { url: sms.report_url }, contentType: 'application/json' },
      })
    },
  }
}

/** Language of the templates approved by WhatsApp. */
const template_language = 'en'

/**
 * Creates a sender for WhatsApp templates through Infobip (`POST /whatsapp/1/message/template`), with the same
 * gateway rules as `infobipSender`.
 */
export function infobipWhatsApp(standard: SmsGateway | null): WhatsAppSender {
  return {
    async send({ from, to, template, placeholders, id, report_url }, own) {
      return post(gatewayOf(own, standard), '/whatsapp/1/message/template', {
        from,
        to,
        messageId: id,
        notifyUrl: report_url,
        content: {
          templateName: template,
          templateData: { body: { placeholders } },
          language: template_language,
        },
      })
    },
  }
}

/** Maximum length of a connected call in seconds; nobody pays for a line that was left open. */
const longest_call_s = 600

/**
 * Creates a connector for Infobip Click-to-Call (`POST /voice/ctc/1/send`), with the same gateway rules as
 * `infobipSender`. With `anonymization`, both phones see `from`.
 */
export function infobipCalls(standard: SmsGateway | null): CallConnector {
  return {
    problem(own) {
      try {
        gatewayOf(own, standard)
        return ''
      } catch (error) {
        if (!(error instanceof SmsRejectedError)) throw error
        return error.message
      }
    },
    async connect({ from, first, second, text, id }, own) {
      await post(gatewayOf(own, standard), '/voice/ctc/1/send', {
        from,
        destinationA: first,
        destinationB: second,
        messageId: id,
        text,
        language: 'en',
        anonymization: true,
        maxDuration: longest_call_s,
      })
    },
  }
}

function gatewayOf(own: SmsGateway | null, standard: SmsGateway | null): SmsGateway {
  if (own && !isOfInfobip(own.base_url))
    throw new SmsRejectedError(
      'The address of the SMS gateway must start with https and end with infobip.com.',
    )
  const gateway = own ?? standard
  if (!gateway)
    throw new SmsRejectedError(
      'This installation has no SMS gateway. Set up your own under Settings > Notifications, or ask its operator to set INFOBIP_URL and INFOBIP_KEY.',
    )
  return gateway
}

/** Whether an address is an https address of an Infobip host, such as `https://x9y8z7.api.infobip.com`. */
export function isOfInfobip(baseUrl: string): boolean {
  const url = URL.parse(baseUrl)
  return url !== null && url.protocol === 'https:' && /(^|\.)infobip\.com$/.test(url.hostname)
}

async function post(
  { base_url, api_key }: SmsGateway,
  path: string,
  message: object,
): Promise<{ message_id: string }> {
  const answer = await fetch(`${base_url.replace(/\/+$/, '')}${path}`, {
    method: 'POST',
    headers: {
      authorization: `App ${api_key}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify({ messages: [message] }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeout_ms),
  })
  const body: unknown = await answer.json().catch(() => null)
  if (!answer.ok) {
    const failure = Failure.safeParse(body).data
    const why = failure?.requestError?.serviceException.text ?? failure?.description ?? ''
    const text = `The SMS gateway answered ${answer.status}. ${why}`.trim()
    throw isFinal(answer.status) ? new SmsRejectedError(text) : new Error(text)
  }
  const { messages } = Answer.parse(body)
  const [sent] = messages
  if (!sent || final_groups.includes(sent.status.groupName))
    throw new SmsRejectedError(sent?.status.description ?? 'The SMS gateway refused the message.')
  return { message_id: sent.messageId }
}

/**
 * Whether a retry is pointless: invalid messages and keys stay invalid. Timeouts, rate limits and server errors are
 * retried.
 */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** Returns the gateway set in the environment (`INFOBIP_URL`, `INFOBIP_KEY`), or `null`. */
export function infobipFromEnvironment(env: Readonly<NodeJS.ProcessEnv>): SmsGateway | null {
  const { INFOBIP_URL, INFOBIP_KEY } = env
  return INFOBIP_URL && INFOBIP_KEY ? { base_url: INFOBIP_URL, api_key: INFOBIP_KEY } : null
}
