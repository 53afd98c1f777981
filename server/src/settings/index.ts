import { isStaff } from '@waybill/domain/kit/actor'
import { conflict, forbidden, invalid, type FieldProblem } from '@waybill/domain/kit/problem'
import { decodeSetting, toStored, type Allowance, type Setting } from '@waybill/domain/kit/setting'
import { settingsApi } from '@waybill/domain/settings/api'
import { hidden_placeholder } from '@waybill/domain/settings/guarded'
import { hiddenText, withStoredSecrets } from '@waybill/domain/settings/secret-rows'
import { customer_settings } from '@waybill/domain/settings/catalogue'
import { mayChangeSetting, tabsFor } from '@waybill/domain/settings/editor'
import { isLater } from '@waybill/domain/settings/unreleased-settings'
import { isAllowedAddress, notAllowed, page_addresses } from '@waybill/domain/settings/page-addresses'
import { allowedValues, findSetting, settingsProblems, type ValueOf } from '@waybill/domain/settings/rules'
import { hasThirdPartyAccounts } from '../accounts/index.ts'
import { allowancesOf, findProvider } from '../identity/index.ts'
import { serve, type Context, type Handler } from '../kit/handler.ts'
import { isSealed } from '../kit/sealer.ts'
import { marksOf } from './marks.ts'
import { saveSettings, storedSettings } from './store.ts'

export { audited_setting, saveSettings, storedSettings } from './store.ts'

const for_customers = new Set(customer_settings.map((setting) => setting.key.toLowerCase()))

/**
 * Checks whether the caller may read a stored setting: customers only those meant for them; staff all, with feature
 * toggles only when they see that tab.
 */
function maySee(ctx: Context, key: string): boolean {
  if (!isStaff(ctx.actor)) return for_customers.has(key.toLowerCase())
  const declared = findSetting(key)
  return declared === null || declared.tab !== 'feature_toggles' || tabsFor(ctx.actor).includes(declared.tab)
}

async function present(ctx: Context, since: Date | undefined, key: string | undefined) {
  const rows = await storedSettings(ctx)
  const settings = rows
    .filter((row) => !since || row.time_modified > since)
    .filter((row) => !key || row.key.toLowerCase() === key.toLowerCase())
    .filter((row) => maySee(ctx, row.key))
    .map((row) => ({ ...row, value: displayedText(ctx, findSetting(row.key), row.value) }))
  return { settings, count: settings.length }
}

/** Returns a stored text as callers may see it, without secrets. */
function displayedText(ctx: Context, setting: Setting | null, stored: string): string {
  if (!setting?.secret || stored === '') return stored
  return hiddenText(setting, isSealed(stored) ? ctx.sealer.open(stored) : stored)
}

const readSettings: Handler<typeof settingsApi.list> = (ctx, { since, setting }) =>
  present(ctx, since, setting)

/** A setting with its new value, decoded and as stored text. */
interface Wanted {
  setting: Setting
  value: unknown
  stored: string
  based_on: string | null | undefined
}

/**
 * Returns the requirement that an invalid value does not meet: the message of the setting’s own rule, or a
 * description of the allowed values.
 */
function requireOf(setting: Setting, value: unknown): string {
  const message = setting.schema.safeParse(value).error?.issues[0]?.message ?? ''
  return setting.control.kind === 'words' && message.startsWith('must ')
    ? message
    : `must be ${allowedValues(setting)}`
}

function isUntouchedSecret(setting: Setting | null, value: unknown): boolean {
  return setting !== null && setting.secret && value === hidden_placeholder
}

/** Checks every value against its declaration before any is written. Unknown keys are rejected (SET-001, SET-006). */
const writeSettings: Handler<typeof settingsApi.save> = async (ctx, { settings }) => {
  const problems: FieldProblem[] = []
  const wanted = new Map<string, Wanted>()
  for (const { key, value, based_on } of settings) {
    const setting = findSetting(key)
    if (isUntouchedSecret(setting, value)) continue
    const whole = setting && withStoredSecrets(setting, value, ctx.setting(setting))
    if (whole && 'problem' in whole) {
      problems.push({ field: key, message: whole.problem })
      continue
    }
    const decoded = whole && decodeSetting(setting, cleaned(setting, whole.value))
    if (!setting) problems.push({ field: key, message: `There is no setting ${key}. Check its name.` })
    else if (isLater(setting))
      problems.push({ field: key, message: `${setting.title} has no effect yet. Leave it out.` })
    else if (!decoded)
      problems.push({ field: key, message: `${setting.title} ${requireOf(setting, value)}.` })
    else
      wanted.set(setting.key, {
        setting,
        value: decoded.value,
        stored: storedText(ctx, setting, decoded.value),
        based_on,
      })
  }
  const provider = await findProvider(ctx)
  const ownHosts = [...(provider?.origins ?? []), new URL(ctx.request.web_url).hostname]
  for (const { setting, value } of wanted.values())
    if (
      page_addresses.includes(setting) &&
      !isAllowedAddress(String(value), ownHosts, ctx.request.allowed_hosts)
    )
      problems.push({ field: setting.key, message: notAllowed(setting.title, String(value)) })
  const allowances: Allowance[] = [
    ...allowancesOf(provider),
    ...((await hasThirdPartyAccounts(ctx)) ? (['third-party-accounts'] as const) : []),
  ]
  for (const { setting } of wanted.values())
    if (!mayChangeSetting({ me: ctx.actor, allowances }, setting))
      throw forbidden(`You may not change ${setting.title}. Ask an administrator of your company.`)
  const valueOf: ValueOf = (setting) =>
    (wanted.get(setting.key)?.value ?? ctx.setting(setting)) as typeof setting.default
  problems.push(
    ...settingsProblems(
      [...wanted.values()].map(({ setting }) => setting),
      valueOf,
    ),
  )
  const [first] = problems
  if (first) throw invalid(first.message, problems)
  await rejectStale(ctx, [...wanted.values()])
  await saveSettings(
    ctx,
    [...wanted.values()].map(({ setting, stored }) => ({ key: setting.key, value: stored })),
  )
  await ctx.publish({ topic: 'rates' })
  await ctx.publish({ topic: 'provider' })
  return present(ctx, undefined, undefined)
}

/** Converts formatted text from HTML to Markdown, so that nothing stored can run as script in a page. */
function cleaned(setting: Setting, value: unknown): unknown {
  return setting.control.kind === 'prose' && typeof value === 'string' ? marksOf(value) : value
}

/** Returns the text to store for a value; secrets are sealed. */
function storedText(ctx: Context, setting: Setting, value: unknown): string {
  const text = toStored(setting, value)
  return setting.secret && text !== '' ? ctx.sealer.seal(text) : text
}

/** Throws 409 with the stored values when another user has changed one of the settings since it was read. */
async function rejectStale(ctx: Context, wanted: readonly Wanted[]): Promise<void> {
  const stored = new Map((await storedSettings(ctx)).map((row) => [row.key.toLowerCase(), row]))
  const stale = wanted.filter(({ setting, based_on }) => {
    const row = stored.get(setting.key.toLowerCase())
    return based_on !== undefined && based_on !== (row?.time_modified.toISOString() ?? null)
  })
  if (stale.length === 0) return
  const titles = stale.map(({ setting }) => setting.title).join(', ')
  throw conflict(
    `Someone else changed ${titles} in the meantime. Check their values and save again.`,
    Object.fromEntries(
      stale.map(({ setting }) => {
        const row = stored.get(setting.key.toLowerCase())
        return [setting.key, row ? displayedText(ctx, setting, row.value) : null]
      }),
    ),
  )
}

export const settingsRoutes = [serve(settingsApi.list, readSettings), serve(settingsApi.save, writeSettings)]
