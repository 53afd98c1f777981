import { randomBytes } from 'node:crypto'
import type { integrationsApi } from '@waybill/domain/integrations/api'
import type { Integration } from '@waybill/domain/integrations/model'
import {
  integration_providers,
  isOffered,
  mayUse,
  mergedCredentials,
  provider_facts,
  maskedCredentials,
} from '@waybill/domain/integrations/providers'
import {
  codeKey,
  mappable_statuses,
  starting_maps,
  type MappedCode,
} from '@waybill/domain/integrations/status-map'
import { hasPermission, isOffice } from '@waybill/domain/kit/actor'
import { rowsOf } from '@waybill/domain/kit/lists/paging'
import { conflict, forbidden, invalid, notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { outboundPort } from '../kit/outbound/index.ts'
import { digestOf } from '../kit/sealer.ts'
import type { Context, ExternalContext, ExternalHandler, BaseContext, Handler } from '../kit/handler.ts'
import { changedMeanwhile } from '../identity/index.ts'
import {
  deleteRules,
  findIntegration,
  deleteUnmapped,
  insertIntegration,
  isNameTaken,
  listIntegrations,
  listUnmapped,
  lockIntegration,
  updateIntegration,
  type IntegrationRow,
} from './integration-store.ts'
import { dropWaiting } from './task-store.ts'
import { targets_topic } from './targets.ts'

/** Rejects users who are not staff, because integrations belong to the company. */
export function requireOffice(reader: BaseContext): void {
  if (!isOffice(reader.actor)) throw forbidden('Only our office staff may work with integrations.')
}

/** Lists the integrations of the company, and the providers that may be added. */
export const readIntegrations: Handler<typeof integrationsApi.list> = async (ctx, input) => {
  requireOffice(ctx)
  const rows = await listIntegrations(ctx, input.id)
  return {
    integrations: await presentAll(ctx, rowsOf(rows, input)),
    count: rows.length,
    providers: integration_providers.filter((one) => isOffered(one, (setting) => ctx.setting(setting))),
  }
}

/** Adds an integration to a provider that is switched on. */
export const createIntegration: ExternalHandler<typeof integrationsApi.create> = async (ctx, input) => {
  requireOffice(ctx)
  const { provider } = input
  ensure(mayUse(provider, (setting) => ctx.setting(setting)))
  requireName(input.name)
  const { credentials, problems } = mergedCredentials(provider, {}, input.credentials ?? {})
  if (problems.length > 0) throw invalid(problems[0]?.message ?? '', problems)
  await requireUsable(ctx, credentials)
  return ctx.answer(async (tx) => {
    await requireFreeName(tx, input.name, 0)
    const token = provider_facts[provider].calls_in ? randomBytes(30).toString('base64url') : null
    const id = await insertIntegration(tx, {
      provider,
      name: input.name,
      environment: input.environment ?? 'test',
      is_active: input.is_active ?? true,
      credentials_sealed: tx.sealer.seal(JSON.stringify(credentials)),
      status_map: JSON.stringify(starting_maps[provider]),
      inbound_token_sealed: token && tx.sealer.seal(token),
      inbound_digest: token && digestOf(token),
    })
    await tx.publish({ topic: targets_topic })
    return presentOne(tx, id)
  })
}

/** Changes the fields sent. An integration cannot be activated while its provider is switched off. */
export const changeIntegration: ExternalHandler<typeof integrationsApi.change> = async (ctx, input) => {
  requireOffice(ctx)
  if (input.name !== undefined) requireName(input.name)
  const before = await ctx.inTransaction((tx) => requireIntegration(tx, input.id))
  const { provider } = before
  if (input.is_active) ensure(mayUse(provider, (setting) => ctx.setting(setting)))
  if (input.status_map) requireMap(input.status_map)
  const merged =
    input.credentials && mergedCredentials(provider, credentialsOf(ctx, before), input.credentials)
  if (merged && merged.problems.length > 0) throw invalid(merged.problems[0]?.message ?? '', merged.problems)
  if (merged) await requireUsable(ctx, merged.credentials)
  return ctx.answer(async (tx) => {
    const row = await lockIntegration(tx, input.id)
    if (!row) throw notFound('Could not find this integration.')
    await rejectStale(tx, row, input.version)
    if (input.name !== undefined) await requireFreeName(tx, input.name, row.id)
    await updateIntegration(tx, row.id, {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.environment === undefined ? {} : { environment: input.environment }),
      ...(input.is_active === undefined ? {} : { is_active: input.is_active }),
      ...(merged ? { credentials_sealed: tx.sealer.seal(JSON.stringify(merged.credentials)) } : {}),
      ...(input.status_map ? { status_map: JSON.stringify(input.status_map) } : {}),
    })
    if (input.status_map) await deleteMapped(tx, row.id, input.status_map)
    if (input.is_active === false && row.is_active)
      await dropWaiting(tx, 'integration', row.id, 'The integration was switched off.')
    await tx.publish({ topic: targets_topic })
    return presentOne(tx, row.id)
  })
}

/** Removes an integration with its rules. */
export const removeIntegration: Handler<typeof integrationsApi.remove> = async (ctx, { id }) => {
  requireOffice(ctx)
  const row = await lockIntegration(ctx, id)
  if (!row) throw notFound('Could not find this integration.')
  await deleteRules(ctx, { integration_id: row.id })
  await updateIntegration(ctx, row.id, {
    deleted_date: ctx.now,
    is_active: false,
    inbound_digest: null,
    inbound_token_sealed: null,
  })
  await dropWaiting(ctx, 'integration', row.id, 'The integration has been removed.')
  await ctx.publish({ topic: targets_topic })
  return {}
}

/** Returns an integration of the company; throws 404 when there is none. */
export async function requireIntegration(ctx: Context, id: number): Promise<IntegrationRow> {
  const row = await findIntegration(ctx, id)
  if (!row) throw notFound('Could not find this integration.')
  return row
}

/** Decrypts the credentials of an integration. */
export function credentialsOf(
  reader: BaseContext,
  row: Pick<IntegrationRow, 'credentials_sealed'>,
): Record<string, string> {
  return JSON.parse(reader.sealer.open(row.credentials_sealed)) as Record<string, string>
}

/** Returns an error whose message also appears at its field. */
function rejected(field: string, sentence: string) {
  return invalid(sentence, [{ field, message: sentence }])
}

function requireName(name: string): void {
  if (name === '') throw rejected('name', 'Give the integration a name.')
  if (name.toLowerCase() === 'system') throw rejected('name', 'This name is reserved. Choose another one.')
}

async function requireFreeName(ctx: Context, name: string, except: number): Promise<void> {
  if (await isNameTaken(ctx, name, except))
    throw rejected('name', `An integration ${name} already exists. Choose another name.`)
}

async function requireUsable(
  ctx: ExternalContext,
  credentials: Readonly<Record<string, string>>,
): Promise<void> {
  if (!credentials.url) return
  const error = await ctx.adapter(outboundPort).errorOf(credentials.url)
  if (error !== null) throw rejected('credentials.url', error)
}

function requireMap(map: readonly MappedCode[]): void {
  const keys = map.map(({ code }) => codeKey(code))
  map.forEach(({ code, status }, at) => {
    const problem = (sentence: string) => rejected(`map.${at}.code`, sentence)
    if (code === '') throw problem('Enter a code in every line of the status map.')
    if (status !== '' && !mappable_statuses.includes(status))
      throw problem(`"${status}" cannot be set by a code from another system. Choose from the list.`)
    if (keys.indexOf(codeKey(code)) !== at)
      throw problem(`The code ${code} is in the map twice. Remove one of them.`)
  })
}

/** Removes codes from the unmapped codes once they are mapped. */
async function deleteMapped(ctx: Context, id: number, map: readonly MappedCode[]): Promise<void> {
  const keys = new Set(map.map(({ code }) => codeKey(code)))
  const waiting = await listUnmapped(ctx, [id])
  await deleteUnmapped(
    ctx,
    id,
    waiting.map(({ code }) => code).filter((code) => keys.has(codeKey(code))),
  )
}

async function rejectStale(ctx: Context, row: IntegrationRow, version: number | undefined): Promise<void> {
  if (version === undefined || version === row.version) return
  const { name, environment, is_active } = row
  throw conflict(await changedMeanwhile(ctx, row.modified_by, 'this integration'), {
    version: row.version,
    modified_by: row.modified_by,
    name,
    environment,
    is_active,
  })
}

async function presentOne(ctx: Context, id: number): Promise<Integration> {
  const [integration] = await presentAll(ctx, [await requireIntegration(ctx, id)])
  if (!integration) throw new Error('An integration that was just saved could not be read back.')
  return integration
}

async function presentAll(ctx: Context, rows: readonly IntegrationRow[]): Promise<Integration[]> {
  const unmapped =
    rows.length > 0
      ? await listUnmapped(
          ctx,
          rows.map(({ id }) => id),
        )
      : []
  return rows.map((row) => {
    const { provider } = row
    return {
      ...row,
      environment: row.environment as Integration['environment'],
      is_offered: isOffered(provider, (setting) => ctx.setting(setting)),
      credentials: maskedCredentials(provider, credentialsOf(ctx, row)),
      // The address is a secret: only users who may change the integration can see it.
      inbound_url:
        row.inbound_token_sealed && hasPermission(ctx.actor, 'API_/integrations:PATCH')
          ? `${ctx.request.web_url}/api/integrations/inbound/${ctx.sealer.open(row.inbound_token_sealed)}`
          : '',
      rule_count: Number(row.rule_count ?? 0),
      unmapped: unmapped.filter(({ integration_id }) => integration_id === row.id),
      consecutive_failures: row.consecutive_failures ?? 0,
      last_request_time: row.last_time,
    }
  })
}
