import type { integrationsApi } from '@waybill/domain/integrations/api'
import type { IntegrationRule } from '@waybill/domain/integrations/model'
import { checkRule, filter_facts, type Rule } from '@waybill/domain/integrations/rules'
import { conflict, invalid, notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { readAccounts } from '../accounts/index.ts'
import type { Context, Handler } from '../kit/handler.ts'
import { changedMeanwhile } from '../identity/index.ts'
import { providerMap } from '../maps/index.ts'
import {
  deleteRules,
  insertRule,
  listRules,
  lockIntegration,
  updateRule,
  type IntegrationRow,
  type RuleRow,
} from './integration-store.ts'
import { requireOffice, requireIntegration } from './integrations.ts'
import { targets_topic } from './targets.ts'

/** Lists the rules of an integration in their order. */
export const readRules: Handler<typeof integrationsApi.rules> = async (ctx, { integration_id }) => {
  requireOffice(ctx)
  await requireIntegration(ctx, integration_id)
  const rows = await listRules(ctx, { integration_id })
  return { rules: rows, count: rows.length }
}

/** Adds a rule after the others. */
export const createRule: Handler<typeof integrationsApi.createRule> = async (ctx, input) => {
  requireOffice(ctx)
  const integration = await held(ctx, input.integration_id)
  const rule = ruleOf(input)
  await requireSound(ctx, integration, rule)
  const rows = await listRules(ctx, { integration_id: integration.id })
  const id = await insertRule(ctx, {
    integration_id: integration.id,
    position: Math.max(0, ...rows.map(({ position }) => position)) + 1,
    ...stored(rule),
    is_active: input.is_active ?? true,
  })
  return readBack(ctx, id)
}

/** Replaces a rule; a new position shifts the other rules. */
export const changeRule: Handler<typeof integrationsApi.changeRule> = async (ctx, input) => {
  requireOffice(ctx)
  const row = await ruleRow(ctx, input.id)
  const integration = await held(ctx, row.integration_id)
  // Read the rule again: changes are serialised by the lock on its integration.
  const now = await ruleRow(ctx, input.id)
  if (input.version !== undefined && input.version !== now.version)
    throw conflict(await changedMeanwhile(ctx, now.modified_by, 'this rule'), {
      version: now.version,
      modified_by: now.modified_by,
    })
  const rule = ruleOf(input)
  await requireSound(ctx, integration, rule)
  await updateRule(ctx, row.id, { ...stored(rule), is_active: input.is_active ?? true })
  if (input.position !== undefined) await moveTo(ctx, now, input.position)
  return readBack(ctx, row.id)
}

/** Removes a rule. */
export const removeRule: Handler<typeof integrationsApi.removeRule> = async (ctx, { id }) => {
  requireOffice(ctx)
  const row = await ruleRow(ctx, id)
  await held(ctx, row.integration_id)
  await deleteRules(ctx, { id: row.id })
  await ctx.publish({ topic: targets_topic })
  return {}
}

async function ruleRow(ctx: Context, id: number): Promise<RuleRow> {
  const [row] = await listRules(ctx, { id })
  if (!row) throw notFound('Could not find this rule.')
  return row
}

async function held(ctx: Context, integrationId: number): Promise<IntegrationRow> {
  const integration = await lockIntegration(ctx, integrationId)
  if (!integration) throw notFound('Could not find this integration.')
  return integration
}

type SentRule = Omit<Rule, 'scan_branch_ids'> & { scan_branch_ids?: readonly number[] | undefined }

function ruleOf({ rule_type, trigger, filters, action, scan_branch_ids = [] }: SentRule): Rule {
  return { rule_type, trigger, filters, action, scan_branch_ids }
}

function stored(rule: Rule) {
  const { filters, scan_branch_ids, ...rest } = rule
  return { ...rest, filters: JSON.stringify(filters), scan_branch_ids: [...scan_branch_ids] }
}

/** Validates the rule itself, and then the branches and accounts it names. */
async function requireSound(ctx: Context, integration: IntegrationRow, rule: Rule): Promise<void> {
  ensure(checkRule(integration.provider, rule))
  const idsOf = (values: 'branches' | 'accounts'): number[] =>
    rule.filters
      .filter(({ filter }) => filter_facts[filter].values === values)
      .flatMap((one) => one.values.map(Number))
  const { branches } = await providerMap(ctx)
  const branch = [...idsOf('branches'), ...rule.scan_branch_ids].find((id) => {
    const found = branches.get(id)
    return !found || found.deleted_date !== null
  })
  if (branch !== undefined) throw invalid(`There is no branch ${branch}. Choose one from the list.`)
  const accounts = [...new Set(idsOf('accounts'))]
  const existing = new Set((await readAccounts(ctx, accounts)).map(({ id }) => id))
  const account = accounts.find((id) => !existing.has(id))
  if (account !== undefined) throw invalid(`There is no account ${account}. Choose one from the list.`)
}

async function moveTo(ctx: Context, row: RuleRow, position: number): Promise<void> {
  const rows = await listRules(ctx, { integration_id: row.integration_id })
  const others = rows.filter(({ id }) => id !== row.id)
  const ordered = others.toSpliced(Math.max(0, Math.min(position - 1, others.length)), 0, row)
  for (const [at, { id, position: before }] of ordered.entries())
    if (before !== at + 1) await updateRule(ctx, id, { position: at + 1 })
}

async function readBack(ctx: Context, id: number): Promise<IntegrationRule> {
  await ctx.publish({ topic: targets_topic })
  return ruleRow(ctx, id)
}
