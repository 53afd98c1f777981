import { invalid } from '@waybill/domain/kit/problem'
import { readSetting, toStored, type Setting } from '@waybill/domain/kit/setting'
import {
  infobip_api_key,
  infobip_base_url,
  sms_provider,
  sms_sender_id,
} from '@waybill/domain/notifications/settings'
import { checkInfobip } from '@waybill/domain/platform-admin/infobip-rules'
import type { Infobip, providersApi } from '@waybill/domain/platform-admin/providers-api'
import { saveSettings } from '../settings/index.ts'
import type { ExternalContext, ExternalHandler, BaseContext } from '../kit/handler.ts'
import { platformPort } from './platform-port.ts'
import { listCompanies, settingsOfCompanies } from './providers-store.ts'

const keys = [sms_provider, infobip_base_url, sms_sender_id, infobip_api_key].map((one) => one.key)

async function readAll(ctx: ExternalContext, ids?: readonly number[]): Promise<Infobip[]> {
  return ctx.adapter(platformPort).everywhere(ctx, async (db) => {
    const [companies, rows] = [
      await listCompanies(db, ctx.now, ids ? { ids } : {}),
      await settingsOfCompanies(db, keys),
    ]
    return companies.map(({ id, name }) => {
      const stored = new Map(
        rows.filter((row) => row.provider_id === id).map((row) => [row.key.toLowerCase(), row.value]),
      )
      return {
        id,
        name,
        sms_provider: readSetting(sms_provider, stored),
        infobip_base_url: readSetting(infobip_base_url, stored),
        sms_sender_id: readSetting(sms_sender_id, stored),
        has_key: Boolean(stored.get(infobip_api_key.key.toLowerCase())),
      }
    })
  })
}

/** Returns the SMS provider and its settings for each company; keys are never returned. */
export const readInfobip: ExternalHandler<typeof providersApi.infobip> = async (ctx) => ({
  providers: await readAll(ctx),
})

export const saveInfobip: ExternalHandler<typeof providersApi.saveInfobip> = async (ctx, requested) => {
  const [before] = await readAll(ctx, [requested.id])
  if (!before) throw invalid('There is no such company.', [{ field: 'id', message: 'is unknown' }])
  // The stored key may be used with the stored address only.
  const keepsKey = before.has_key && requested.infobip_base_url === before.infobip_base_url
  const [first, ...others] = checkInfobip(requested, keepsKey || Boolean(requested.infobip_api_key))
  if (first) throw invalid(first.message, [first, ...others])
  await ctx
    .adapter(platformPort)
    .inside(ctx, requested.id, (inner) =>
      saveSettings(inner, [
        text(inner, sms_provider, requested.sms_provider),
        text(inner, infobip_base_url, requested.infobip_base_url),
        text(inner, sms_sender_id, requested.sms_sender_id),
        ...(requested.infobip_api_key ? [text(inner, infobip_api_key, requested.infobip_api_key)] : []),
      ]),
    )
  const [after] = await readAll(ctx, [requested.id])
  return ctx.answer(async () => after ?? before)
}

function text<Value>(reader: BaseContext, setting: Setting<Value>, value: NoInfer<Value>) {
  const plain = toStored(setting, value)
  return { key: setting.key, value: setting.secret ? reader.sealer.seal(plain) : plain }
}
