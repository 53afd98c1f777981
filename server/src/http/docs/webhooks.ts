import { samplePayload } from '@waybill/domain/integrations/sample-payload'
import { webhook_topics, type WebhookTopic } from '@waybill/domain/integrations/webhooks'
import { describeMembers } from './describe.ts'
import type { JsonSchema } from './wire-schema.ts'

/** A webhook message as OpenAPI 3.1 lists it. */
export interface WebhookOperation {
  post: {
    operationId: string
    tags: string[]
    summary: string
    description: string
    requestBody: { required: true; content: { 'application/json': { schema: JsonSchema; example: unknown } } }
    responses: Record<string, { description: string }>
  }
}

/** A fixed date, so that the generated document does not change. */
const sampled_on = new Date('2026-03-03T12:23:30.000Z')

const when: Readonly<Record<WebhookTopic, string>> = {
  'tracking-event':
    'An event occurred on a shipment or parcel. The message contains the complete history, newest first.',
  'shipment-note': 'A customer-visible note was added.',
  'parcel-dimension-changes': 'Parcels were measured. The message is an array with one item per parcel.',
  'shipment-address-changes': 'The delivery address of a booked shipment changed.',
  'invoice-created': 'An invoice was issued.',
}

const delivery =
  'A 2xx response within 15 seconds is a success. Otherwise the message is retried for about three days. `X-Webhook-Topic` ' +
  'contains the topic, `webhook-signature` contains the signature, and `webhook-id` is the same for every attempt.'

/** Returns the webhook messages of every topic, each with a sample. */
export function webhookOperations(): Record<string, WebhookOperation> {
  return Object.fromEntries(
    webhook_topics.map((topic) => {
      const example = JSON.parse(
        JSON.stringify(samplePayload(topic, { provider_id: 1, now: sampled_on })),
      ) as unknown
      const operation: WebhookOperation = {
        post: {
          operationId: `webhook_${topic.replaceAll('-', '_')}`,
          tags: ['Webhook subscriptions'],
          summary: when[topic],
          description: delivery,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: describeMembers(schemaOf(example), topic), example } },
          },
          responses: {
            '2XX': { description: 'Accepted.' },
            410: { description: 'Disables the subscription.' },
          },
        },
      }
      return [topic, operation]
    }),
  )
}

const a_moment = /^\d{4}-\d{2}-\d{2}T/

/** Derives the schema of a sample. A `null` value is a date-time that is not set yet. */
function schemaOf(value: unknown): JsonSchema {
  if (value === null) return { type: ['string', 'null'], format: 'date-time', 'x-unit': 'RFC 3339' }
  if (Array.isArray(value)) return { type: 'array', items: value.length > 0 ? schemaOf(value[0]) : {} }
  if (typeof value === 'object')
    return {
      type: 'object',
      properties: Object.fromEntries(Object.entries(value).map(([name, one]) => [name, schemaOf(one)])),
      required: Object.keys(value),
    }
  if (typeof value === 'string')
    return a_moment.test(value)
      ? { type: 'string', format: 'date-time', 'x-unit': 'RFC 3339' }
      : { type: 'string' }
  return { type: Number.isInteger(value) && typeof value === 'number' ? 'number' : typeof value }
}
