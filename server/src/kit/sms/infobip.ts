import { z } from 'zod'
import { SmsRejectedError, type SmsGateway, type SmsSender, type WhatsAppSender } from './sms-port.ts'

/** The longest a gateway may take; well under the lease of the job that sends. */
const timeout_ms = 10_000

/** What Infobip answers to messages it has read: each with what becomes of it. */
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

/** A refusal, as the current version words it and as the older ones do. */
const Failure = z.object({
  description: z.string().optional(),
  requestError: z.object({ serviceException: z.object({ text: z.string() }) }).optional(),
})

/** What Infobip reports of messages, as far as it is read. */
const Reports = z.object({
  results: z.array(
    z.object({
      messageId: z.string(),
      status: z.object({ groupName: z.string(), description: z.string().default('') }),
      error: z.object({ name: z.string(), description: z.string() }).optional(),
    }),
  ),
})

/** What became of a message that a gateway had taken. */
export interface DeliveryReport {
  message_id: string
  /** `null` while it is still on the way. */
  outcome: { status: 'delivered' } | { status: 'failed'; reason: string } | null
}

/** The reports in a notification of Infobip; `null` when it is none. */
export function readReports(body: unknown): DeliveryReport[] | null {
  const read = Reports.safeParse(body)
  if (!read.success) return null
  return read.data.results.map(({ messageId, status, error }) => {
    const id = messageId
    if (status.groupName === 'DELIVERED') return { message_id: id, outcome: { status: 'delivered' } }
    if (!final_groups.includes(status.groupName)) return { message_id: id, outcome: null }
    const said = error && error.name !== 'NO_ERROR' ? error.description : status.description
    return { message_id: id, outcome: { status: 'failed', reason: said || 'The phone was not reached.' } }
  })
}

/** Groups of a message that will not be delivered, whatever is done. */
const final_groups = ['REJECTED', 'UNDELIVERABLE', 'EXPIRED']

/**
 * Sends through Infobip (`POST /sms/3/messages`). A company's own gateway has to be one of Infobip's hosts, so that a
 * setting cannot make this server call addresses of its own network; `standard` is the operator's to choose, `null` when
 * there is none.
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

/** The language in which WhatsApp has approved the templates. */
const template_language = 'en'

/** Sends templates through Infobip (`POST /whatsapp/1/message/template`), as `infobipSender` sends SMS. */
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

function gatewayOf(own: SmsGateway | null, standard: SmsGateway | null): SmsGateway {
  if (own && !isOfInfobip(own.base_url))
    throw new SmsRejectedError('The address of the SMS gateway has to be https and to end in infobip.com.')
  const gateway = own ?? standard
  if (!gateway)
    throw new SmsRejectedError(
      'This installation has no SMS gateway. Name one of your own under Settings > Notifications, or ask its operator to set INFOBIP_URL and INFOBIP_KEY.',
    )
  return gateway
}

/** Whether an address is one that Infobip gives its customers, such as `https://x9y8z7.api.infobip.com`. */
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
    const said = Failure.safeParse(body).data
    const why = said?.requestError?.serviceException.text ?? said?.description ?? ''
    const text = `The SMS gateway answered ${answer.status}. ${why}`.trim()
    throw isFinal(answer.status) ? new SmsRejectedError(text) : new Error(text)
  }
  const { messages } = Answer.parse(body)
  const [sent] = messages
  if (!sent || final_groups.includes(sent.status.groupName))
    throw new SmsRejectedError(sent?.status.description ?? 'The SMS gateway refused the message.')
  return { message_id: sent.messageId }
}

/** Wrong messages and keys stay wrong; what is too much now, or broken, is tried again. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** The gateway the environment names (`INFOBIP_URL`, `INFOBIP_KEY`), or none. */
export function infobipFromEnvironment(env: Readonly<NodeJS.ProcessEnv>): SmsGateway | null {
  const { INFOBIP_URL, INFOBIP_KEY } = env
  return INFOBIP_URL && INFOBIP_KEY ? { base_url: INFOBIP_URL, api_key: INFOBIP_KEY } : null
}
