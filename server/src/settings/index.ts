import { isStaff } from '@waybill/domain/kit/actor'
import { invalid, type FieldProblem } from '@waybill/domain/kit/problem'
import { parseStored } from '@waybill/domain/kit/setting'
import { settingsApi } from '@waybill/domain/settings/api'
import { catalogue, customer_settings } from '@waybill/domain/settings/catalogue'
import { saveSettings, storedSettings } from '../identity/index.ts'
import { serve, type Ctx, type Verb } from '../kit/verb.ts'

const for_customers = new Set(customer_settings.map((setting) => setting.key.toLowerCase()))

async function seen(ctx: Ctx, since: Date | undefined, key: string | undefined) {
  const rows = await storedSettings(ctx)
  const settings = rows
    .filter((row) => !since || row.time_modified > since)
    .filter((row) => !key || row.key.toLowerCase() === key.toLowerCase())
    .filter((row) => isStaff(ctx.actor) || for_customers.has(row.key.toLowerCase()))
    .map((row) =>
      catalogue.get(row.key.toLowerCase())?.secret && row.value !== '' ? { ...row, value: '***' } : row,
    )
  return { settings, count: settings.length }
}

const readSettings: Verb<typeof settingsApi.list> = (ctx, { since, setting }) => seen(ctx, since, setting)

/** Every value is checked against its declaration before any is written; unknown keys are refused (domain notes 11). */
const writeSettings: Verb<typeof settingsApi.save> = async (ctx, { settings }) => {
  const problems: FieldProblem[] = []
  const texts = settings.map(({ key, value }) => {
    const declared = catalogue.get(key.toLowerCase())
    const parsed = declared?.schema.safeParse(typeof value === 'string' ? parseStored(value) : value)
    const as_text = declared?.schema.safeParse(value)
    if (!declared) problems.push({ field: key, message: `There is no setting ${key}.` })
    else if (!parsed?.success && !as_text?.success)
      problems.push({ field: key, message: `${declared.title}: this value is not possible.` })
    return { key: declared?.key ?? key, value: typeof value === 'string' ? value : JSON.stringify(value) }
  })
  const [first] = problems
  if (first) throw invalid(first.message, problems)
  await saveSettings(
    ctx,
    texts.filter((one) => one.value !== '***'),
  )
  await ctx.news({ topic: 'rates' })
  await ctx.news({ topic: 'provider' })
  return seen(ctx, undefined, undefined)
}

export const settingsRoutes = [serve(settingsApi.list, readSettings), serve(settingsApi.save, writeSettings)]
