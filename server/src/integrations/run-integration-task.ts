import { max_answer_length, retryAfter } from '@waybill/domain/integrations/delivery'
import { isOffered, provider_facts, type IntegrationAction } from '@waybill/domain/integrations/providers'
import { systemActor, type Actor } from '@waybill/domain/kit/actor'
import { mayIntervene } from '@waybill/domain/shipments/statuses/interventions'
import type { Shipment } from '@waybill/domain/shipments/model'
import { readAccounts, readAddresses } from '../accounts/index.ts'
import { outboundPort } from '../kit/outbound/index.ts'
import type { Context, ExternalContext } from '../kit/handler.ts'
import { providerMap } from '../maps/index.ts'
import {
  enterStatus,
  lockShipment,
  readShipmentRows,
  readShipments,
  updateShipment,
} from '../shipments/index.ts'
import {
  adapters,
  ServiceRejectedError,
  ServiceUnavailableError,
  displayReference,
  type ServiceOutcome,
  type CallService,
  type Handover,
  type Job,
  type ExternalService,
} from './adapters/index.ts'
import { findIntegration, findLink, saveLink, type IntegrationRow } from './integration-store.ts'
import { credentialsOf } from './integrations.ts'
import { masked } from './mask.ts'
import { shipmentPayload, trackingPayload } from './payloads.ts'
import { record, resultOf, type Result } from './record-attempt.ts'
import { logCall } from './request-store.ts'
import { signatureHeaders } from './sign.ts'
import { storeBody, type ClaimedTask } from './task-store.ts'

/** Returns the actor for changes made by an integration; it is named in the audit log and in events. */
export function integrationActor(providerId: number, name: string): Actor {
  return { ...systemActor(providerId), username: name, name }
}

/** Runs the action that a rule has queued: sends a company webhook, or calls the adapter of the external service. */
export async function runIntegrationTask(ctx: ExternalContext, task: ClaimedTask): Promise<void> {
  const prepared = await ctx.inTransaction((tx) => prepare(tx, task))
  if ('dropped' in prepared) {
    const dropped: Result = { result: 'dropped', status_code: null, answer: prepared.dropped, duration_ms: 0 }
    await ctx.inTransaction((tx) => record(tx, task, dropped))
    return
  }
  const acting = await ctx.actingAs(integrationActor(ctx.provider_id, prepared.job.service.name))
  if (prepared.job.service.provider === 'webhook') await sendWebhook(acting, task, prepared)
  else await runIntegrationJob(acting, task, prepared.job)
}

interface Prepared {
  job: Job
  /** For webhooks only: the body to send. */
  body: string
}

async function prepare(ctx: Context, task: ClaimedTask): Promise<Prepared | { dropped: string }> {
  const row = await findIntegration(ctx, task.target_id)
  if (!row) return { dropped: 'The integration has been removed.' }
  if (!row.is_active) return { dropped: 'The integration is switched off.' }
  const service = externalServiceOf(ctx, row)
  if (!isOffered(service.provider, (setting) => ctx.setting(setting)))
    return { dropped: `${provider_facts[service.provider].label} is switched off in the settings.` }
  const [shipment] = await readShipments(ctx, [task.shipment_id ?? 0])
  if (!shipment) return { dropped: 'The shipment does not exist any more.' }
  const [link, collectionBranch, deliveryBranch] = await Promise.all([
    findLink(ctx, row.id, shipment.id),
    handoverAt(ctx, shipment.collection_branch_id),
    handoverAt(ctx, shipment.delivery_branch_id),
  ])
  const job: Job = {
    service: service,
    action: task.action as IntegrationAction,
    topic: task.topic,
    changed: task.parts,
    message_id: task.message_id,
    shipment,
    link: link ?? null,
    collection_branch: collectionBranch,
    delivery_branch: deliveryBranch,
  }
  if (service.provider !== 'webhook') return { job, body: '' }
  const body = task.body ?? JSON.stringify(await webhookPayload(ctx, task, shipment))
  if (task.body === null) await storeBody(ctx, task, body)
  return { job, body }
}

/** Returns the data of an integration that its adapter needs. */
export function externalServiceOf(ctx: Context, row: IntegrationRow): ExternalService {
  const { provider } = row
  return { id: row.id, name: row.name, provider, credentials: credentialsOf(ctx, row) }
}

/**
 * Returns the whole shipment, or the tracking event. The PIN is included only for accounts that accept it
 * unencrypted.
 */
async function webhookPayload(ctx: Context, task: ClaimedTask, shipment: Shipment): Promise<unknown> {
  if (task.topic === 'tracking-event-created') {
    const [row] = await readShipmentRows(ctx, [shipment.id])
    return row ? trackingPayload(ctx, row, task.about.event_id, true) : null
  }
  const [account] = await readAccounts(ctx, [shipment.account_id])
  const payload = (await shipmentPayload(ctx, shipment.id)) as Record<string, unknown>
  if (account?.include_unencrypted_pod_pin) return payload
  const { proof_of_delivery_pin: _pin, ...rest } = payload
  return rest
}

async function handoverAt(ctx: Context, branchId: number): Promise<Handover | null> {
  const branch = (await providerMap(ctx)).branches.get(branchId)
  if (!branch || branch.address_id === null) return null
  const address = (await readAddresses(ctx, [branch.address_id])).get(branch.address_id)
  if (!address) return null
  const { street_address, local_area, city, code, zone, country, lat, lng } = address
  const { public_name, phone, email } = branch
  const company = address.company || public_name
  return { company, street_address, local_area, city, code, zone, country, lat, lng, phone, email }
}

async function sendWebhook(ctx: ExternalContext, task: ClaimedTask, { job, body }: Prepared): Promise<void> {
  const { url = '', auth_key = '', signing_secret } = job.service.credentials
  const headers = {
    'content-type': 'application/json',
    ...(auth_key ? { Authorization: auth_key, 'X-Webhook-Secret': auth_key } : {}),
    'X-Webhook-Topic': task.topic,
    'X-Webhook-Attempt': String(task.attempts),
    ...signatureHeaders({
      message_id: task.message_id,
      now: ctx.now,
      body,
      secrets: signing_secret ? [signing_secret] : [],
    }),
  }
  const answer = await ctx.adapter(outboundPort).call({ method: 'POST', url, headers, body })
  const secrets = secretsOf(job.service)
  await ctx.inTransaction(async (tx) => {
    await logCall(tx, {
      ...loggedOf(task),
      type: 'outbound-webhook',
      method: 'POST',
      url: masked(url, secrets),
      request_body: masked(body, secrets),
      response_body: masked(answer.body, secrets),
      status_code: answer.status,
      error: answer.error,
      duration_ms: answer.duration_ms,
    })
    const result = resultOf(answer, tx.now)
    await record(tx, task, { ...result, answer: masked(result.answer, secrets) })
  })
}

function loggedOf(task: ClaimedTask) {
  return {
    integration_id: task.target_id,
    task_id: task.id,
    rule_id: task.rule_id,
    action: task.action,
    shipment_id: task.shipment_id,
    attempt: task.attempts,
  }
}

/** Returns the secret credentials, which must not appear in anything that is stored. */
export function secretsOf({ provider, credentials }: ExternalService): string[] {
  return provider_facts[provider].credentials.flatMap(({ key, is_secret }) =>
    is_secret && credentials[key] ? [credentials[key]] : [],
  )
}

/**
 * Returns the function that calls an external service through the outbound client. SOAP is sent as a POST, and every
 * call is logged with its secrets masked.
 */
export function callExternalService(
  ctx: ExternalContext,
  service: ExternalService,
  logged: Partial<ReturnType<typeof loggedOf>>,
): { callService: CallService; last: () => number | null } {
  const secrets = secretsOf(service)
  let last: number | null = null
  const callService: CallService = async ({ method, url, headers = {}, body }) => {
    const answer = await ctx.adapter(outboundPort).call({
      method: method === 'SOAP' ? 'POST' : method,
      url,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    last = answer.status
    await ctx.inTransaction((tx) =>
      logCall(tx, {
        integration_id: service.id,
        ...logged,
        type: 'outbound-api',
        method,
        url: masked(url, secrets),
        request_body: masked(body ?? '', secrets),
        response_body: masked(answer.body, secrets),
        status_code: answer.status,
        error: answer.error,
        duration_ms: answer.duration_ms,
      }),
    )
    const { status, error, is_refused } = answer
    if (is_refused) throw new ServiceRejectedError(error)
    if (status === null) throw new ServiceUnavailableError(error)
    // SOAP services report errors as a fault in the body, with status 500.
    const isFault = method === 'SOAP' && status === 500 && answer.body.includes('Fault')
    if ((status >= 200 && status < 300) || isFault) return answer.body
    const message = masked(wordsOf(answer.body) || `The other system answered ${status}.`, secrets)
    if (status >= 400 && status < 500 && status !== 408 && status !== 429)
      throw new ServiceRejectedError(message)
    throw new ServiceUnavailableError(message, status, retryAfter(answer.headers['retry-after'], ctx.now))
  }
  return { callService: callService, last: () => last }
}

/** Returns the error message in a response body; `''` when there is none. */
function wordsOf(body: string): string {
  try {
    const { message, error } = JSON.parse(body) as { message?: unknown; error?: unknown }
    const words = message ?? error
    return typeof words === 'string' ? words.slice(0, 300) : ''
  } catch {
    return ''
  }
}

async function runIntegrationJob(ctx: ExternalContext, task: ClaimedTask, job: Job): Promise<void> {
  const started = performance.now()
  const { provider } = job.service
  if (provider === 'webhook') throw new Error('A webhook has no partner adapter.')
  const { callService, last } = callExternalService(ctx, job.service, loggedOf(task))
  const ended = (part: Pick<Result, 'result' | 'answer'> & Partial<Result>): Result => ({
    status_code: last(),
    ...part,
    answer: masked(part.answer, secretsOf(job.service)).slice(0, max_answer_length),
    duration_ms: Math.round(performance.now() - started),
  })
  try {
    const achieved = await adapters[provider].act(job, callService)
    await ctx.inTransaction(async (tx) => {
      await storeOutcome(tx, job, achieved)
      await record(tx, task, ended({ result: 'delivered', answer: achieved.message }))
    })
  } catch (error) {
    if (error instanceof ServiceRejectedError)
      await ctx.inTransaction((tx) => record(tx, task, ended({ result: 'failed', answer: error.message })))
    else if (error instanceof ServiceUnavailableError) {
      const { message, asked_wait_s } = error
      await ctx.inTransaction((tx) =>
        record(tx, task, ended({ result: 'again', answer: message, asked_wait_s })),
      )
    } else throw error
  }
}

/** Stores how the external service identifies the shipment and, for an outsourced leg, which courier carries it. */
async function storeOutcome(ctx: Context, job: Job, { link, cost }: ServiceOutcome): Promise<void> {
  const { service, shipment, action } = job
  const reference = link?.reference ?? job.link?.reference
  if (link && reference) await saveLink(ctx, service.id, shipment.id, { ...link, reference })
  if (action !== 'outsource-leg' || !reference) return
  const row = await lockShipment(ctx, shipment.id)
  const changes = {
    outsourced_to: service.name,
    third_party_reference: reference,
    ...(cost === undefined ? {} : { third_party_cost: cost }),
  }
  if (mayIntervene(ctx.actor, row.status, 'outsourced') !== true || row.status === 'outsourced')
    return updateShipment(ctx, row.id, changes)
  await enterStatus(ctx, row, {
    to: 'outsourced',
    internal_message: `Handed to ${service.name} as ${reference}, from ${displayReference(shipment)}.`,
    changes,
  })
}
